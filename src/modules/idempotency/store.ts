import type { SystemDb, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

// Also takes over an expired row, and the row of a process that gave no sign of life until its lease ended.
const CLAIM = statement(`
  insert into idempotency_keys as held (tenant_id, environment, scope_digest, fingerprint, lease, leased_until,
    expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, environment, scope_digest) do update
    set fingerprint = excluded.fingerprint, lease = excluded.lease, leased_until = excluded.leased_until,
        answer = null, expires_at = excluded.expires_at, created_at = now()
    where held.expires_at <= $8::timestamptz
       or (held.leased_until <= $8::timestamptz and held.fingerprint = excluded.fingerprint)
  returning lease`);

const FIND = statement(`
  select fingerprint, answer
  from idempotency_keys
  where tenant_id = $1 and environment = $2 and scope_digest = $3
  order by scope_digest limit 1`);

const EXTEND = statement(`
  update idempotency_keys set leased_until = $5
  where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4
  returning lease`);

const ANSWER = statement(`
  update idempotency_keys set answer = $5, lease = null, leased_until = null
  where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4`);

const RELEASE = statement(`
  delete from idempotency_keys
  where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4`);

const PRUNE = statement(`
  delete from idempotency_keys
  where (tenant_id, environment, scope_digest) in (
    select tenant_id, environment, scope_digest from idempotency_keys
    where expires_at <= $1 order by expires_at limit 5000)
  returning scope_digest`);

/** The right to do the work of one scope until the lease ends. Times are ISO 8601 UTC. */
export interface LeaseRow {
  readonly scope_digest: string;
  readonly lease: string;
}

export interface NewClaimRow extends LeaseRow {
  readonly fingerprint: string;
  readonly leased_until: string;
  readonly expires_at: string;
  readonly now: string;
}

export interface HeldRow {
  readonly fingerprint: string;
  /** null: the work is under way. */
  readonly answer: Buffer | null;
}

/** Whether the scope is now the caller's. */
export async function insertClaim(tx: TenantTransaction, row: NewClaimRow): Promise<boolean> {
  const { scope_digest, fingerprint, lease, leased_until, expires_at, now } = row;
  const rows = await tx.rows(CLAIM, [scope_digest, fingerprint, lease, leased_until, expires_at, now]);
  return rows.length === 1;
}

export async function selectHeld(tx: TenantTransaction, scope_digest: string): Promise<HeldRow | undefined> {
  return (await tx.rows<HeldRow>(FIND, [scope_digest]))[0];
}

/** False when another request has taken the scope over. The row stays locked until the transaction ends. */
export async function extendLease(tx: TenantTransaction, held: LeaseRow, leased_until: string): Promise<boolean> {
  return (await tx.rows(EXTEND, [held.scope_digest, held.lease, leased_until])).length === 1;
}

export async function writeAnswer(tx: TenantTransaction, held: LeaseRow, answer: Uint8Array): Promise<void> {
  await tx.rows(ANSWER, [held.scope_digest, held.lease, answer]);
}

export async function deleteClaim(tx: TenantTransaction, held: LeaseRow): Promise<void> {
  await tx.rows(RELEASE, [held.scope_digest, held.lease]);
}

/** Removes expired rows of every tenant, at most 5,000; returns how many. */
export async function deleteExpired(system: SystemDb, now: string): Promise<number> {
  return (await system.rows(PRUNE, [now])).length;
}
