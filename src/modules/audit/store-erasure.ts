import type { Environment, SystemTransaction, TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { StoredEvent } from "./store.ts";

/** What stands in an erased event in the place of who did it and to what. */
export const ERASED = "erased";
/** The event that records an erasure: the last one of its chain. */
export const ERASURE_ACTION = "tenant.erased";

const LOCK = statement(`
  select seq, hash from audit_heads where tenant_id = $1 and environment = $2 order by tenant_id limit 1 for update`);

const EMPTY = statement(`
  update audit_events set actor = $3, subject = $3, payload = '{}'
  where tenant_id = $1 and environment = $2 and seq <= $4`);

const EVENTS = statement(`
  select tenant_id, seq, ts, action, actor, subject, payload, prev_hash, hash, created_at from audit_events
  where tenant_id = $1 and environment = $2 and seq > $3 order by seq limit $4`);

const APPEND = statement(`
  with appended as (
    insert into audit_events (tenant_id, environment, seq, ts, action, actor, subject, payload, prev_hash, hash, created_at)
    values ($1::uuid, $2::text, $3::bigint, $4::text, $5, $6, $7, $8::jsonb, $9, $10::text, $4::text::timestamptz)
  )
  update audit_heads set seq = $3::bigint, hash = $10::text where tenant_id = $1::uuid and environment = $2::text`);

const NEWEST_ERASURE = statement(`
  select tenant_id, seq, ts, action, actor, subject, payload, prev_hash, hash, created_at from audit_events
  where tenant_id = $1 and environment = $2 and action = '${ERASURE_ACTION}' order by seq desc limit 1`);

interface ChainKey {
  readonly tenant_id: string;
  readonly environment: Environment;
}

/** Locks the chain until the transaction ends; undefined: there is none. As the tables' owner, like all that erases. */
export async function lockForErasure(
  tx: SystemTransaction,
  { tenant_id, environment }: ChainKey,
): Promise<{ readonly seq: number; readonly hash: string } | undefined> {
  return (await tx.rows<{ seq: number; hash: string }>(LOCK, [tenant_id, environment]))[0];
}

/** Takes who, whom and what out of the events up to `seq`; number, moment, action and hashes stay. */
export async function emptyEvents(tx: SystemTransaction, chain: ChainKey, seq: number): Promise<void> {
  await tx.rows(EMPTY, [chain.tenant_id, chain.environment, ERASED, seq]);
}

/** Events beyond `seq`, in order. */
export async function eventsBeyond(
  tx: SystemTransaction,
  { tenant_id, environment }: ChainKey,
  seq: number,
  limit: number,
): Promise<StoredEvent[]> {
  return await tx.rows<StoredEvent>(EVENTS, [tenant_id, environment, seq, limit]);
}

/** Writes the event that records the erasure, and makes it the head. */
export async function appendErasure(
  tx: SystemTransaction,
  environment: Environment,
  event: Omit<StoredEvent, "created_at">,
): Promise<void> {
  const { tenant_id, seq, ts, action, actor, subject, payload, prev_hash, hash } = event;
  await tx.rows(APPEND, [
    tenant_id,
    environment,
    seq,
    ts,
    action,
    actor,
    subject,
    JSON.stringify(payload),
    prev_hash,
    hash,
  ]);
}

/** The event that says that the chain before it was erased. */
export async function selectErasure(db: TenantQueries): Promise<StoredEvent | undefined> {
  return (await db.rows<StoredEvent>(NEWEST_ERASURE))[0];
}
