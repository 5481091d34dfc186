import type { SystemDb, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const CLAIM = statement(`
  insert into idempotency_keys (tenant_id, environment, scope_digest, fingerprint, lease, leased_until, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, environment, scope_digest) do nothing
  returning lease`);

// An expired row, or the row of a process that gave no sign of life until its lease ended and had changed nothing. A locked
// row is a sign of life.
const TAKE_OVER = statement(`
  update idempotency_keys
  set fingerprint = $4, lease = $5, leased_until = $6, answer = null, is_begun = false, expires_at = $7, created_at = now()
  where tenant_id = $1 and environment = $2 and scope_digest in (
    select scope_digest from idempotency_keys
    where tenant_id = $1 and environment = $2 and scope_digest = $3
      and (expires_at <= $8::timestamptz
        or (leased_until <= $8::timestamptz and fingerprint = $4 and not is_begun))
    order by scope_digest limit 1
    for update skip locked)
  returning lease`);

const FIND = statement(`
  select fingerprint, answer, leased_until, is_begun, expires_at
  from idempotency_keys
  where tenant_id = $1 and environment = $2 and scope_digest = $3
  order by scope_digest limit 1`);

// A lock alone: to a changed row the unique index would let repetitions wait until the transaction ends.
const HOLD = statement(`
  select lease from idempotency_keys
  where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4
  order by scope_digest limit 1
  for update`);

const BEGIN = statement(`
  update idempotency_keys set is_begun = true, leased_until = $5
  where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4`);

// A row that a transaction of the work has locked needs no renewal: nobody can take it.
const RENEW = statement(`
  update idempotency_keys set leased_until = $5
  where tenant_id = $1 and environment = $2 and scope_digest in (
    select scope_digest from idempotency_keys
    where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4
    order by scope_digest limit 1
    for update skip locked)`);

const ANSWER = statement(`
  update idempotency_keys set answer = $5, lease = null, leased_until = null
  where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4`);

const RELEASE = statement(`
  delete from idempotency_keys
  where tenant_id = $1 and environment = $2 and scope_digest = $3 and lease = $4 and not is_begun`);

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
}

export interface HeldRow {
  readonly fingerprint: string;
  /** null: the work is under way, or was lost. */
  readonly answer: Buffer | null;
  readonly leased_until: string | null;
  /** A transaction of the work is committed, the answer is not. */
  readonly is_begun: boolean;
  readonly expires_at: string;
}

/** Whether the scope was free and is now the caller's. */
export async function insertClaim(tx: TenantTransaction, row: NewClaimRow): Promise<boolean> {
  return (await tx.rows(CLAIM, claimValues(row))).length === 1;
}

/** Whether the scope was expired, or lost before anything was changed, at `now` and is now the caller's. */
export async function takeOverClaim(tx: TenantTransaction, row: NewClaimRow, now: string): Promise<boolean> {
  return (await tx.rows(TAKE_OVER, [...claimValues(row), now])).length === 1;
}

function claimValues({ scope_digest, fingerprint, lease, leased_until, expires_at }: NewClaimRow): string[] {
  return [scope_digest, fingerprint, lease, leased_until, expires_at];
}

export async function selectHeld(tx: TenantTransaction, scope_digest: string): Promise<HeldRow | undefined> {
  return (await tx.rows<HeldRow>(FIND, [scope_digest]))[0];
}

/** False when another request has taken the scope over; else nobody can until the transaction ends. */
export async function holdLease(tx: TenantTransaction, held: LeaseRow): Promise<boolean> {
  return (await tx.rows(HOLD, [held.scope_digest, held.lease])).length === 1;
}

/** From the commit on nobody takes the scope over: part of the work is done. */
export async function markBegun(tx: TenantTransaction, held: LeaseRow, leased_until: string): Promise<void> {
  await tx.rows(BEGIN, [held.scope_digest, held.lease, leased_until]);
}

export async function renewLease(tx: TenantTransaction, held: LeaseRow, leased_until: string): Promise<void> {
  await tx.rows(RENEW, [held.scope_digest, held.lease, leased_until]);
}

/** Ends the claim; nothing happens when another request has taken the scope over. */
export async function writeAnswer(tx: TenantTransaction, held: LeaseRow, answer: Uint8Array): Promise<void> {
  await tx.rows(ANSWER, [held.scope_digest, held.lease, answer]);
}

/** Frees the scope, unless part of the work is done. */
export async function deleteClaim(tx: TenantTransaction, held: LeaseRow): Promise<void> {
  await tx.rows(RELEASE, [held.scope_digest, held.lease]);
}

/** Removes expired rows of every tenant, at most 5,000; returns how many. */
export async function deleteExpired(system: SystemDb, now: string): Promise<number> {
  return (await system.rows(PRUNE, [now])).length;
}
