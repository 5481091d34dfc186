import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { AttemptOutcome } from "./delivery-outcome.ts";
import {
  BREAKER_FAILURES,
  BREAKER_PAUSE_SECONDS,
  BREAKER_PAUSE_SECONDS_MAX,
  DISABLE_AFTER_DAYS,
  RUN_GAP_DAYS,
} from "./circuit-breaker.ts";
import type { ClaimedDelivery } from "./store-deliveries.ts";

/** One attempt that was made. */
export interface DeliveryAttempt {
  readonly id: string;
  readonly delivery: ClaimedDelivery;
  readonly outcome: AttemptOutcome;
  readonly latency_ms: number;
  /** ISO 8601 UTC. */
  readonly attempted_at: string;
  /** Pause until the next attempt; null: there is none. */
  readonly retry_delay_ms: number | null;
}

/** A subscription of which every attempt has failed for so long that it is to be switched off. */
export interface FailingWebhook {
  readonly tenant_id: string;
  readonly environment: "live" | "sandbox";
  readonly webhook_id: string;
  readonly first_failed_at: string;
}

// The log, the deliveries and the health of their subscriptions in one statement, however many attempts. An attempt is
// logged even when its lease was lost meanwhile; the delivery then belongs to somebody else. Rows are locked in the order
// of their keys, so that two processes never wait for each other, and found by their place, as in claiming. What came of a
// test says nothing about the queue, and a receiver that is well is written once a second. Deliveries are locked after
// their subscriptions, the order in which ending a subscription takes them: hence the look at "judged".
const RECORD_ATTEMPTS = statement(`
  with clock as (select coalesce($1::timestamptz, now()) as now),
  made as materialized (
    select * from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::int[],
      $9::text[], $10::uuid[], $11::boolean[], $12::boolean[], $13::int[], $14::int[], $15::text[], $16::text[],
      $17::text[], $18::text[], $19::timestamptz[], $20::bigint[], $21::bigint[])
      as m (tenant_id, environment, delivery_id, webhook_id, event_id, event, attempt, lease, id, is_delivered, is_test,
        http_status, latency_ms, error, error_class, response_excerpt, resolved_address, attempted_at, retry_delay_ms,
        endpoint_pause_ms)
  ),
  logged as (
    insert into webhook_attempts (tenant_id, environment, id, webhook_id, event_id, event, attempt, status, http_status,
      latency_ms, error, attempted_at, next_attempt_at, delivery_id, error_class, response_excerpt, resolved_address)
    select tenant_id, environment, id, webhook_id, event_id, event, attempt,
      case when is_delivered then 'delivered' when retry_delay_ms is null then 'failed' else 'retrying' end,
      http_status, latency_ms, error, attempted_at,
      (select now from clock) + retry_delay_ms * interval '1 millisecond',
      delivery_id, error_class, response_excerpt, resolved_address
    from made m
    -- Of a company that was erased meanwhile nothing is written any more.
    where not exists (select from closed_books c where c.company_id = m.tenant_id and c.environment = m.environment)
  ),
  health as (
    select tenant_id, environment, webhook_id, bool_or(is_delivered) as is_delivered,
           (count(*) filter (where not is_delivered))::int as failures,
           (select now from clock) + nullif(max(endpoint_pause_ms), 0) * interval '1 millisecond' as asked_until
      from made where not is_test group by tenant_id, environment, webhook_id
  ),
  locked as materialized (
    select w.tenant_id, w.environment, w.id,
           case when h.is_delivered then 0 else w.consecutive_failures + h.failures end as in_a_row,
           h.is_delivered, h.failures, h.asked_until
      from health h join webhooks w
        on w.tenant_id = h.tenant_id and w.environment = h.environment and w.id = h.webhook_id
     where h.failures > 0 or w.consecutive_failures > 0 or w.first_failed_at is not null or w.paused_until is not null
        or w.last_delivered_at is null or w.last_delivered_at <= (select now from clock) - interval '1 second'
     order by w.tenant_id, w.environment, w.id for update of w
  ),
  judged as (
    update webhooks w
       set last_delivered_at = case when l.is_delivered then (select now from clock) else w.last_delivered_at end,
           last_failed_at = case when l.failures > 0 then (select now from clock) else w.last_failed_at end,
           first_failed_at = case
             when l.is_delivered then null
             when w.last_failed_at > (select now from clock) - interval '${RUN_GAP_DAYS} days'
               then coalesce(w.first_failed_at, (select now from clock))
             else (select now from clock) end,
           consecutive_failures = least(l.in_a_row, 1000000),
           paused_until = greatest(l.asked_until, case when not l.is_delivered then w.paused_until end,
             case when l.in_a_row >= ${BREAKER_FAILURES} then (select now from clock)
               + least(${BREAKER_PAUSE_SECONDS} * 2 ^ least(l.in_a_row - ${BREAKER_FAILURES}, 16), ${BREAKER_PAUSE_SECONDS_MAX})
                 * interval '1 second' end)
      from locked l
     where w.tenant_id = l.tenant_id and w.environment = l.environment and w.id = l.id
    returning w.tenant_id, w.environment, w.id, w.status, w.first_failed_at
  ),
  held as materialized (
    select d.ctid as row
      from webhook_deliveries d join made m
        on m.tenant_id = d.tenant_id and m.environment = d.environment and m.delivery_id = d.id and m.lease = d.lease
     where d.ctid = any ($22::tid[]) and d.status = 'pending' and (select count(*) from judged) >= 0
     order by d.tenant_id, d.environment, d.id for update of d
  ),
  settled as (
    update webhook_deliveries d
       set status = case when m.is_delivered then 'delivered' when m.retry_delay_ms is null then 'failed' else 'pending' end,
           attempts = m.attempt, lease = null, leased_until = null,
           next_attempt_at = (select now from clock) + m.retry_delay_ms * interval '1 millisecond',
           finished_at = case when m.retry_delay_ms is null then (select now from clock) end
      from made m
     where d.ctid = any (array(select row from held))
       and m.tenant_id = d.tenant_id and m.environment = d.environment and m.delivery_id = d.id
  )
  select tenant_id, environment, id as webhook_id, first_failed_at from judged
   where status = 'active' and first_failed_at <= (select now from clock) - interval '${DISABLE_AFTER_DAYS} days'
   order by tenant_id, environment, id limit 1000`);

/** Records a batch of attempts; answers with the subscriptions that have only failed for too long. */
export async function recordAttempts(
  db: SystemDb,
  attempts: readonly DeliveryAttempt[],
  now: string | null,
): Promise<FailingWebhook[]> {
  const of = <T>(pick: (delivery: ClaimedDelivery) => T): T[] => attempts.map(({ delivery }) => pick(delivery));
  const came = <T>(pick: (outcome: AttemptOutcome) => T): T[] => attempts.map(({ outcome }) => pick(outcome));
  return await db.rows<FailingWebhook>(RECORD_ATTEMPTS, [
    now,
    of((delivery) => delivery.tenant_id),
    of((delivery) => delivery.environment),
    of((delivery) => delivery.id),
    of((delivery) => delivery.webhook_id),
    of((delivery) => delivery.event_id),
    of((delivery) => delivery.event),
    of((delivery) => delivery.attempts + 1),
    of((delivery) => delivery.lease),
    attempts.map(({ id }) => id),
    came((outcome) => outcome.is_delivered),
    of((delivery) => delivery.kind === "test"),
    came((outcome) => outcome.http_status),
    attempts.map(({ latency_ms }) => latency_ms),
    came((outcome) => outcome.error),
    came((outcome) => outcome.error_class),
    came((outcome) => outcome.response_excerpt),
    came((outcome) => outcome.resolved_address),
    attempts.map(({ attempted_at }) => attempted_at),
    attempts.map(({ retry_delay_ms }) => retry_delay_ms),
    came((outcome) => outcome.endpoint_pause_ms),
    of((delivery) => delivery.row),
  ]);
}
