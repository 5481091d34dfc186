import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { DeliveryAttempt } from "./webhook.ts";
import type { DeliveryDetail, WebhookDelivery } from "./webhook-delivery.ts";

/** The history that callers see (contract 8). */
const ATTEMPTS_SHOWN = 100;
/** Of one delivery: more than any schedule has, and at 4 KiB of answer each still one page. */
const ATTEMPTS_OF_DELIVERY_MAX = 50;

const ATTEMPT_COLUMNS = `id, webhook_id, event_id, event, attempt, status, http_status, latency_ms, error, attempted_at,
    next_attempt_at, created_at, delivery_id, error_class, resolved_address`;

export const DELIVERY_COLUMNS = `id, webhook_id, event_id, event, kind, replay_of, status, attempts as attempts_made,
    next_attempt_at, created_at, finished_at`;

const ATTEMPTS = statement(`
  select ${ATTEMPT_COLUMNS}
  from (
    select * from webhook_attempts
    where tenant_id = $1 and environment = $2 and webhook_id = $3
    order by created_at desc, id desc
    limit ${ATTEMPTS_SHOWN}
  ) as recent
  where $4::timestamptz is null or (created_at, id) < ($4::timestamptz, $5::uuid)
  order by created_at desc, id desc
  limit $6`);

const DELIVERY = statement(`
  select ${DELIVERY_COLUMNS}, body
  from webhook_deliveries
  where tenant_id = $1 and environment = $2 and webhook_id = $3 and id = coalesce(
    (select delivery_id from webhook_attempts
      where tenant_id = $1 and environment = $2 and webhook_id = $3 and id = $4 order by id limit 1),
    $4::uuid)
  order by id limit 1`);

const ATTEMPTS_OF_DELIVERY = statement(`
  select ${ATTEMPT_COLUMNS}, response_excerpt
  from webhook_attempts
  where tenant_id = $1 and environment = $2 and delivery_id = $3
  order by attempt desc, id desc
  limit ${ATTEMPTS_OF_DELIVERY_MAX}`);

/** Newest first, from the 100 most recent attempts only. */
export async function selectAttempts(
  db: TenantQueries,
  webhook_id: string,
  after: readonly string[] | null,
  limit: number,
): Promise<DeliveryAttempt[]> {
  return await db.rows<DeliveryAttempt>(ATTEMPTS, [webhook_id, after?.[0] ?? null, after?.[1] ?? null, limit]);
}

/** A delivery of the subscription by its own id or by the id of one of its attempts. */
export async function selectDelivery(
  db: TenantQueries,
  webhook_id: string,
  id: string,
): Promise<(WebhookDelivery & { readonly body: string | null }) | undefined> {
  return (await db.rows<WebhookDelivery & { readonly body: string | null }>(DELIVERY, [webhook_id, id]))[0];
}

/** Newest first, the 50 most recent. */
export async function selectAttemptsOf(db: TenantQueries, delivery_id: string): Promise<DeliveryDetail["attempts"]> {
  return await db.rows<DeliveryDetail["attempts"][number]>(ATTEMPTS_OF_DELIVERY, [delivery_id]);
}
