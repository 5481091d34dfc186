import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { EventBodyParts } from "./event-body.ts";

/** Notified when deliveries were added; the payload is empty. */
export const DELIVERIES_CHANNEL = "carbon_webhook_deliveries";

// The event, its number, a delivery for every active subscription that wants it and may have it, and the wake-up: one statement, so that
// they exist together or not at all. The notification is sent by the commit.
const EMIT = statement(`
  with numbered as (
    insert into event_sequences as s (tenant_id, environment, last) values ($1::uuid, $2::text, 1)
    on conflict (tenant_id, environment) do update set last = s.last + 1
    returning last
  ),
  recorded as (
    insert into outbox_events (tenant_id, environment, id, event, data, sequence)
    select $1::uuid, $2::text, $3::uuid, $4::text, $5::jsonb, last from numbered
    returning id, event, sequence, created_at
  ),
  wanted as (
    select id, row_number() over (order by id) as place from webhooks
    where tenant_id = $1::uuid and environment = $2::text and status = 'active' and $4::text = any (events)
      and (grant_id is null or grant_holds($1::uuid, $2::text, grant_id, coalesce($9::timestamptz, now())))
  ),
  fanned_out as (
    insert into webhook_deliveries (tenant_id, environment, id, webhook_id, event_id, event, body, next_attempt_at)
    select $1::uuid, $2::text, coalesce(i.id, gen_random_uuid()), w.id, r.id, r.event,
      $6::text || to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || $7::text || r.sequence
        || $8::text,
      coalesce($9::timestamptz, now())
    from wanted w cross join recorded r
    left join unnest($10::uuid[]) with ordinality as i (id, place) on i.place = w.place
    returning 1
  )
  select pg_notify('${DELIVERIES_CHANNEL}', '') from (select 1 from fanned_out limit 1) as any_delivery limit 1`);

export interface NewEvent {
  readonly id: string;
  readonly event: string;
  /** JSON text. */
  readonly data: string;
  readonly body: EventBodyParts;
  /** When the first attempt is due; null: at once, by the database's clock. */
  readonly due_at: string | null;
  /** Ids for the deliveries, as many as a company may have subscriptions. */
  readonly delivery_ids: readonly string[];
}

export async function insertEvent(tx: TenantTransaction, row: NewEvent): Promise<void> {
  const { id, event, data, body, due_at, delivery_ids } = row;
  const parts = [body.before_created_at, body.before_sequence, body.after_sequence];
  await tx.rows(EMIT, [id, event, data, ...parts, due_at, delivery_ids]);
}
