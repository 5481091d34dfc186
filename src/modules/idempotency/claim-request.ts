import { sha256Hex } from "../../core/content-hash.ts";
import type { Clock, Context, SystemDb, TenantDb } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import {
  deleteClaim,
  deleteExpired,
  extendLease,
  holdLease,
  type HeldRow,
  insertClaim,
  type LeaseRow,
  selectHeld,
  takeOverClaim,
  writeAnswer,
} from "./store.ts";

/** How long an answer is repeated. */
const KEEP_MS = 24 * 3600 * 1000;
/** After this time without a sign of life the request counts as never made. */
const LEASE_MS = 60_000;
/** A claim can appear or vanish between two statements. */
const CLAIM_TRIES = 3;

/** One request that is to have its effect once. */
export interface OnceRequest {
  readonly method: string;
  /** Path as sent, without the query. */
  readonly path: string;
  /** Value of Idempotency-Key. */
  readonly key: string;
  /** SHA-256 of what was sent, lower hex. */
  readonly fingerprint: string;
}

export type ClaimContext = Pick<Context, "clock" | "db" | "newId" | "principal">;

/** The right to do the work; or the sealed answer of the request that did it. */
export type Claim =
  | { readonly kind: "claimed"; readonly held: LeaseRow }
  | { readonly kind: "answered"; readonly scope_digest: string; readonly sealed: Buffer };

/**
 * Claims a request for the credential, in its tenant and environment. A claim ends with `keepAnswer`, `release`, or one
 * minute after its last sign of life.
 * @throws ServiceError idempotency.key_mismatch when the key was used for something else in the last 24 hours;
 * idempotency.in_progress while the first request with it is being answered.
 */
export async function claimRequest(ctx: ClaimContext, request: OnceRequest): Promise<Claim> {
  const scope_digest = scopeDigest(ctx, request);
  const now_ms = ctx.clock.now().getTime();
  const held = { scope_digest, lease: ctx.newId() };
  const row = {
    ...held,
    fingerprint: request.fingerprint,
    leased_until: isoTime(now_ms + LEASE_MS),
    expires_at: isoTime(now_ms + KEEP_MS),
  };
  return await ctx.db.transaction(async (tx) => {
    for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
      const found = await selectHeld(tx, scope_digest);
      if (found === undefined) {
        if (await insertClaim(tx, row)) return { kind: "claimed", held };
        continue;
      }
      const isExpired = Date.parse(found.expires_at) <= now_ms;
      if (!isExpired && found.fingerprint !== request.fingerprint) throw mismatch();
      if (!isExpired && found.answer !== null) return { kind: "answered", scope_digest, sealed: found.answer };
      if (!isExpired && !isLost(found, now_ms)) throw inProgress();
      if (await takeOverClaim(tx, row, isoTime(now_ms))) return { kind: "claimed", held };
    }
    throw inProgress();
  });
}

/**
 * The database of a claimed request: each transaction holds the claim and renews it when it commits, so that a request that
 * was believed lost cannot have its effect beside the one that took its place.
 */
export function claimedDb(ctx: ClaimContext, held: LeaseRow): TenantDb {
  return {
    ...ctx.db,
    transaction: (work) =>
      ctx.db.transaction(async (tx) => {
        if (!(await holdLease(tx, held))) throw inProgress();
        const result = await work(tx);
        await extendLease(tx, held, leaseEnd(ctx.clock));
        return result;
      }),
  };
}

/** Ends a claim with the answer that repetitions get for 24 hours; nothing happens when the claim was lost. */
export async function keepAnswer(ctx: ClaimContext, held: LeaseRow, sealed: Uint8Array): Promise<void> {
  await ctx.db.transaction((tx) => writeAnswer(tx, held, sealed));
}

/** Ends a claim as if the request had not been made. */
export async function releaseClaim(ctx: ClaimContext, held: LeaseRow): Promise<void> {
  await ctx.db.transaction((tx) => deleteClaim(tx, held));
}

/** Removes answers older than 24 hours, of all tenants, at most 5,000; returns how many. */
export async function pruneAnswers(system: SystemDb, clock: Clock): Promise<number> {
  return await deleteExpired(system, clock.now().toISOString());
}

/** The answer was sealed with another token of the same credential, or by another installation. */
export function mismatch(): ServiceError {
  return new ServiceError(
    "idempotency.key_mismatch",
    "This Idempotency-Key was used with another request. Use a new key for a new request.",
  );
}

function inProgress(): ServiceError {
  return new ServiceError(
    "idempotency.in_progress",
    "The first request with this Idempotency-Key is still running. Repeat the request in a moment.",
    { retry_after_seconds: 1 },
  );
}

function isLost({ leased_until }: HeldRow, now_ms: number): boolean {
  return leased_until !== null && Date.parse(leased_until) <= now_ms;
}

/** The tenant and environment are the row's own; the rest of the scope is in the digest. */
function scopeDigest({ principal }: ClaimContext, { method, path, key }: OnceRequest): string {
  const scope = [principal.credential_id, method, path, key];
  return sha256Hex(JSON.stringify(scope));
}

function leaseEnd(clock: Clock): string {
  return isoTime(clock.now().getTime() + LEASE_MS);
}

function isoTime(unix_ms: number): string {
  return new Date(unix_ms).toISOString();
}
