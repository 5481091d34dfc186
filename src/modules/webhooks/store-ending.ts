import type { Environment, SystemDb, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const DISABLE = statement(`
  update webhooks set status = 'disabled', deactivated_reason = $4, disabled_at = $5::timestamptz
   where tenant_id = $1 and environment = $2 and id = $3 and status = 'active'
  returning id`);

/** Switches an active subscription off; answers whether it was active. */
export async function setDisabled(
  tx: TenantTransaction,
  id: string,
  { reason, at }: { readonly reason: string; readonly at: string },
): Promise<boolean> {
  return (await tx.rows(DISABLE, [id, reason, at])).length > 0;
}

const OF_GRANT = statement(`
  select id from webhooks
   where tenant_id = $1 and environment = $2 and grant_id = $3 and status <> 'deactivated'
   order by created_at, id limit 10000`);

/** Subscriptions that stop with a grant. */
export async function selectOfGrant(tx: TenantTransaction, grant_id: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(OF_GRANT, [grant_id])).map((row) => row.id);
}

const NOT_ENDED = statement(`
  select id from webhooks
   where tenant_id = $1 and environment = $2 and status <> 'deactivated'
   order by created_at, id limit 10000`);

/** Subscriptions that send, or may again. */
export async function selectNotEnded(tx: TenantTransaction): Promise<string[]> {
  return (await tx.rows<{ id: string }>(NOT_ENDED)).map((row) => row.id);
}

const EXPIRED = statement(`
  select w.tenant_id, w.environment, w.id from webhooks w
   where w.grant_id is not null
     and not grant_holds(w.tenant_id, w.environment, w.grant_id, coalesce($1::timestamptz, now()))
     and (w.status = 'active' or exists (
       select from webhook_deliveries d
        where d.tenant_id = w.tenant_id and d.environment = w.environment and d.webhook_id = w.id
          and d.status = 'pending'))
   order by w.tenant_id, w.environment, w.id limit 1000`);

/** Subscriptions whose grant does not hold any more and that do not say so yet, or for which something waits. */
export async function selectExpired(
  db: SystemDb,
  now: string | null,
): Promise<{ readonly tenant_id: string; readonly environment: Environment; readonly id: string }[]> {
  return await db.rows(EXPIRED, [now]);
}

// What is being sent at this moment is finished as well: its attempt is still logged. The last attempt of each announced
// another one, which will not be made.
const END_PENDING = statement(`
  with ended as (
    update webhook_deliveries d
       set status = 'failed', finished_at = $4::timestamptz, next_attempt_at = null, lease = null, leased_until = null
     where d.tenant_id = $1 and d.environment = $2 and d.webhook_id = $3 and d.status = 'pending'
       and d.kind = any ($5::text[])
    returning d.id, d.attempts
  )
  update webhook_attempts a set status = 'failed', next_attempt_at = null
    from ended e
   where a.tenant_id = $1 and a.environment = $2 and a.delivery_id = e.id and a.attempt = e.attempts
     and a.status = 'retrying'`);

/** Gives up what waits for a subscription: its events, or with `kinds` replays and tests as well. */
export async function endPendingDeliveries(
  tx: TenantTransaction,
  webhook_id: string,
  { at, kinds }: { readonly at: string; readonly kinds: readonly ("event" | "replay" | "test")[] },
): Promise<void> {
  await tx.rows(END_PENDING, [webhook_id, at, kinds]);
}

// Events that were fanned out while their subscription was being ended.
const SWEEP = statement(`
  update webhook_deliveries d
     set status = 'failed', finished_at = coalesce($1::timestamptz, now()), next_attempt_at = null, lease = null,
         leased_until = null
    from webhooks w
   where d.status = 'pending' and w.tenant_id = d.tenant_id and w.environment = d.environment and w.id = d.webhook_id
     and (w.status = 'deactivated' or (w.status = 'disabled' and d.kind = 'event'))
     and (d.leased_until is null or d.leased_until <= coalesce($1::timestamptz, now()))`);

/** Rows per statement, so that no statement holds many locks for long. */
const PRUNED_AT_ONCE = 2_000;

const FORGET_BODIES = statement(`
  with old as (
    select tenant_id, environment, id from webhook_deliveries
     where body is not null and finished_at <= coalesce($1::timestamptz, now()) - $2::int * interval '1 day'
     order by finished_at limit ${PRUNED_AT_ONCE} for update skip locked
  )
  update webhook_deliveries d set body = null from old o
   where d.tenant_id = o.tenant_id and d.environment = o.environment and d.id = o.id
  returning 1 as done`);

const FORGET_DELIVERIES = statement(`
  with old as (
    select tenant_id, environment, id from webhook_deliveries
     where body is null and finished_at <= coalesce($1::timestamptz, now()) - $2::int * interval '1 day'
     order by finished_at limit ${PRUNED_AT_ONCE} for update skip locked
  ),
  attempts as (
    delete from webhook_attempts a using old o
     where a.tenant_id = o.tenant_id and a.environment = o.environment and a.delivery_id = o.id
  )
  delete from webhook_deliveries d using old o
   where d.tenant_id = o.tenant_id and d.environment = o.environment and d.id = o.id
  returning 1 as done`);

const FORGET_EVENTS = statement(`
  select forget_outbox_events(coalesce($1::timestamptz, now()) - $2::int * interval '1 day') as forgotten limit 1`);

/** In days after the delivery was finished, and for events after they happened. */
export interface DeliveryRetention {
  readonly payload_days: number;
  readonly attempt_days: number;
}

/** Gives up what nobody will send, drops bodies, whole deliveries with their attempts, and events once their time is over. */
export async function pruneDeliveries(db: SystemDb, retention: DeliveryRetention, now: string | null): Promise<void> {
  await db.rows(SWEEP, [now]);
  // A delivery is deleted once it has no body, so bodies never live longer than deliveries.
  const payload_days = Math.min(retention.payload_days, retention.attempt_days);
  while ((await db.rows(FORGET_BODIES, [now, payload_days])).length === PRUNED_AT_ONCE);
  while ((await db.rows(FORGET_DELIVERIES, [now, retention.attempt_days])).length === PRUNED_AT_ONCE);
  await db.rows(FORGET_EVENTS, [now, retention.attempt_days]);
}
