import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { DELIVERY_COLUMNS } from "./store-delivery-log.ts";
import { DELIVERIES_CHANNEL } from "./store-events.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";

// Due at once by the database's clock, and by a clock that is set as well.
const INSERT = statement(`
  insert into webhook_deliveries (tenant_id, environment, webhook_id, kind, next_attempt_at, id, event_id, event, body,
    replay_of)
  select $1::uuid, $2::text, $3::uuid, $4::text, least($5::timestamptz, now()), added.*
  from unnest($6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::uuid[]) as added
  returning ${DELIVERY_COLUMNS}`);

const WAKE = statement(
  `select pg_notify('${DELIVERIES_CHANNEL}', '') where $1::uuid is not null and $2::text is not null`,
);

// A delivery is as old as its event or younger, so that only those since then are read. Events and deliveries are brought
// together by grouping and not by a join: that takes one pass over both, whatever the planner knows of the tables.
const MISSED = statement(`
  select event_id,
    (array_agg(delivery_id order by made_at desc, delivery_id desc) filter (where delivery_id is not null))[1]
      as failed_delivery_id
  from (
    select id as event_id, sequence, null::uuid as delivery_id, created_at as made_at, false as is_settled
    from outbox_events
    where tenant_id = $1 and environment = $2 and created_at >= $4::timestamptz and event = any ($5::text[])
    union all
    select event_id, null, id, created_at, status <> 'failed'
    from webhook_deliveries
    where tenant_id = $1 and environment = $2 and webhook_id = $3 and created_at >= $4::timestamptz and kind <> 'test'
  ) as both_sides
  group by event_id
  having max(sequence) is not null and not bool_or(is_settled)
  order by max(sequence)
  limit $6`);

const EVENTS = statement(`
  select id, event, data, sequence, created_at
  from outbox_events
  where tenant_id = $1 and environment = $2 and id = any ($3::uuid[])
  order by sequence
  limit $4`);

const BODIES = statement(`
  select event_id, body
  from webhook_deliveries
  where tenant_id = $1 and environment = $2 and id = any ($3::uuid[]) and body is not null
  order by id
  limit $4`);

export interface NewDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly event: string;
  /** The exact text that is signed and sent. */
  readonly body: string;
  readonly replay_of: string | null;
}

/** An event that the subscription wants and does not have: no delivery of it is waiting or arrived. */
export interface MissedEvent {
  readonly event_id: string;
  /** The last one that was given up; null: there never was a delivery. */
  readonly failed_delivery_id: string | null;
}

export interface StoredEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
  readonly sequence: number;
  readonly created_at: string;
}

/** Writes deliveries that are due at once, and wakes whoever sends them when the transaction commits. */
export async function insertDeliveries(
  tx: TenantTransaction,
  {
    webhook_id,
    kind,
    now,
  }: { readonly webhook_id: string; readonly kind: WebhookDelivery["kind"]; readonly now: Date },
  rows: readonly NewDelivery[],
): Promise<WebhookDelivery[]> {
  const columns = [
    rows.map(({ id }) => id),
    rows.map(({ event_id }) => event_id),
    rows.map(({ event }) => event),
    rows.map(({ body }) => body),
    rows.map(({ replay_of }) => replay_of),
  ];
  const made = await tx.rows<WebhookDelivery>(INSERT, [webhook_id, kind, now.toISOString(), ...columns]);
  await tx.rows(WAKE);
  return made;
}

/** Events since a moment, oldest first. */
export async function selectMissedEvents(
  tx: TenantTransaction,
  webhook: { readonly id: string; readonly events: readonly string[] },
  since: string,
  limit: number,
): Promise<MissedEvent[]> {
  return await tx.rows<MissedEvent>(MISSED, [webhook.id, since, webhook.events, limit]);
}

/** The events with these ids, in the order in which they happened. */
export async function selectEventsById(tx: TenantTransaction, ids: readonly string[]): Promise<StoredEvent[]> {
  return await tx.rows<StoredEvent>(EVENTS, [ids, ids.length]);
}

/** What deliveries sent, as far as it is kept, by the id of the event. */
export async function selectBodies(
  tx: TenantTransaction,
  delivery_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  type Row = { readonly event_id: string; readonly body: string };
  const rows = await tx.rows<Row>(BODIES, [delivery_ids, delivery_ids.length]);
  return new Map(rows.map(({ event_id, body }) => [event_id, body]));
}
