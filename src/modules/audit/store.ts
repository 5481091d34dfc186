import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { GENESIS_HASH, type HashedEvent } from "./audit-chain.ts";

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export interface StoredEvent extends HashedEvent {
  readonly hash: string;
  readonly created_at: string;
}

export interface VerifiableEvent extends StoredEvent {
  /** The payload as the database writes it. */
  readonly payload_text: string;
}

const LOCK_HEAD = statement(`
  select seq, hash from audit_heads where tenant_id = $1 and environment = $2
  order by tenant_id limit 1 for update`);

const HEAD = statement(`
  select seq, hash from audit_heads where tenant_id = $1 and environment = $2 order by tenant_id limit 1`);

const CREATE_HEAD = statement(`
  insert into audit_heads (tenant_id, environment, seq, hash) values ($1, $2, 0, $3)
  on conflict (tenant_id, environment) do nothing`);

// created_at repeats ts, so that no column of an event lies outside what its hash proves.
const APPEND = statement(`
  with appended as (
    insert into audit_events (tenant_id, environment, seq, ts, action, actor, subject, payload, prev_hash, hash, created_at)
    select $1::uuid, $2::text, $5::bigint + event.position, $3::text, event.action, $4::text, event.subject, event.payload,
      lag(event.hash, 1, $6::text) over (order by event.position), event.hash, $3::text::timestamptz
    from rows from (unnest($7::text[]), unnest($8::text[]), jsonb_array_elements($9::jsonb), unnest($10::text[]))
      with ordinality as event (action, subject, payload, hash, position)
  )
  update audit_heads set seq = $5::bigint + cardinality($10::text[]), hash = $11::text
  where tenant_id = $1::uuid and environment = $2::text`);

/**
 * Locks the tenant's chain until the transaction ends and returns its head; a new chain starts at seq 0. Both statements
 * are sent at once, so that whatever the caller sends next runs under the lock, for the first event of a tenant as well.
 */
export async function lockHead(tx: Pick<TenantTransaction, "rows">, genesis: string): Promise<ChainHead> {
  const [, [head]] = await Promise.all([tx.rows(CREATE_HEAD, [genesis]), tx.rows<ChainHead>(LOCK_HEAD)]);
  if (head === undefined) throw new Error("the audit chain has no head");
  return head;
}

/**
 * Where the audit log stands; it proves every figure before this point. A company without events is at its beginning. Others
 * write on at once, unless the transaction holds the chain.
 */
export async function selectChainHead(db: TenantQueries): Promise<ChainHead> {
  const [head] = await db.rows<ChainHead>(HEAD);
  return head ?? { seq: 0, hash: GENESIS_HASH };
}

/** An event to be appended: the chain gives it its number and the hash before it. */
export interface NextEvent {
  readonly action: string;
  readonly subject: string;
  /** The JSON of its payload. */
  readonly payload: string;
  readonly hash: string;
}

/** Inserts events that continue the locked head, all with the same time and actor, and moves the head to the last. */
export async function insertEvents(
  tx: Pick<TenantTransaction, "rows">,
  { ts, actor, head }: { readonly ts: string; readonly actor: string; readonly head: ChainHead },
  events: readonly NextEvent[],
): Promise<void> {
  const last = events.at(-1);
  if (last === undefined) return;
  await tx.rows(APPEND, [
    ts,
    actor,
    head.seq,
    head.hash,
    events.map((event) => event.action),
    events.map((event) => event.subject),
    // One text and not an array of them, in which every quotation mark would have to be escaped.
    `[${events.map((event) => event.payload).join(",")}]`,
    events.map((event) => event.hash),
    last.hash,
  ]);
}

const LIST = statement(`
  select seq, ts, action, actor, actor_name(actor) as actor_name, subject, payload, prev_hash, hash, created_at
  from audit_events
  where tenant_id = $1 and environment = $2
    and ($3::bigint is null or seq < $3)
    and ($4::text is null or subject = $4)
  order by seq desc
  limit $5`);

/** Events in falling order of seq, from below `before` (null: the newest), of one record (null: of all). */
export async function selectEvents(
  db: TenantQueries,
  filter: { readonly before: string | null; readonly subject: string | null },
  limit: number,
): Promise<(Omit<StoredEvent, "tenant_id"> & { readonly actor_name: string | null })[]> {
  return await db.rows(LIST, [filter.before, filter.subject, limit]);
}

const NEWEST = statement(`
  select e.subject, e.action, e.actor, actor_name(e.actor) as actor_name, e.payload, e.created_at
  from unnest($3::text[]) as s (subject) cross join lateral (
    select subject, action, actor, payload, created_at from audit_events
    where tenant_id = $1 and environment = $2 and subject = s.subject and action <> all ($4::text[])
    order by seq desc limit 1
  ) as e
  order by e.subject limit 1000`);

/** Who did something last about a record. */
export type NewestEvent = Pick<StoredEvent, "action" | "actor" | "payload" | "created_at"> & {
  readonly subject: string;
  readonly actor_name: string | null;
};

/** The newest event of each of these records, at most 1000; `except` names actions that are passed over. */
export async function selectNewestEvents(
  db: TenantQueries,
  subjects: readonly string[],
  { except }: { readonly except: readonly string[] },
): Promise<NewestEvent[]> {
  return subjects.length === 0 ? [] : await db.rows<NewestEvent>(NEWEST, [subjects, except]);
}

const FIRST = statement(`
  select action, actor, actor_name(actor) as actor_name from audit_events
  where tenant_id = $1 and environment = $2 and subject = $3
  order by seq limit 1`);

/** The first event of a record, which tells who made it; undefined: it has none. */
export async function selectFirstEvent(
  db: TenantQueries,
  subject: string,
): Promise<(Pick<StoredEvent, "action" | "actor"> & { readonly actor_name: string | null }) | undefined> {
  return (await db.rows<Pick<StoredEvent, "action" | "actor"> & { actor_name: string | null }>(FIRST, [subject]))[0];
}

const AFTER = statement(`
  select tenant_id, seq, ts, action, actor, subject, payload, payload::text as payload_text, prev_hash, hash, created_at
  from audit_events
  where tenant_id = $1 and environment = $2 and seq > $3
  order by seq limit $4`);

// One statement, so that both ends come from one snapshot while others append.
const ENDS = statement(`
  select 'head' as "end", seq, hash from audit_heads where tenant_id = $1 and environment = $2
  union all
  (select 'last' as "end", seq, hash from audit_events where tenant_id = $1 and environment = $2
   order by seq desc limit 1)
  order by 1 limit 2`);

/** Events in rising order of seq. */
export async function selectEventsAfter(db: TenantQueries, seq: number, limit: number): Promise<VerifiableEvent[]> {
  return await db.rows(AFTER, [seq, limit]);
}

/** The head row and the last event of the chain. */
export async function selectChainEnds(
  db: TenantQueries,
): Promise<{ readonly head: ChainHead | null; readonly last: ChainHead | null }> {
  const rows = await db.rows<ChainHead & { end: "head" | "last" }>(ENDS);
  const find = (end: "head" | "last"): ChainHead | null => {
    const row = rows.find((candidate) => candidate.end === end);
    return row === undefined ? null : { seq: row.seq, hash: row.hash };
  };
  return { head: find("head"), last: find("last") };
}
