import { sha256Hex } from "../../core/content-hash.ts";
import type { Clock, Context, SystemDb } from "../../core/context.ts";
import { leaseEnd } from "./lease.ts";
import { inProgress, mismatch, outcomeUnknown } from "./refusals.ts";
import { deleteExpired, type HeldRow, insertClaim, type LeaseRow, selectHeld, takeOverClaim } from "./store.ts";

/** How long an answer is repeated. */
const KEEP_MS = 24 * 3600 * 1000;
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
  /** Path of the list in which the effect can be seen, for who must look; null: there is none. */
  readonly list: string | null;
}

export type ClaimContext = Pick<Context, "clock" | "db" | "newId">;

/** The right to do the work; or the sealed answer of the request that did it. */
export type Claim =
  | { readonly kind: "claimed"; readonly held: LeaseRow }
  | { readonly kind: "answered"; readonly scope_digest: string; readonly sealed: Buffer };

/**
 * Claims a request for its tenant and environment, whoever sends it: two credentials that repeat one request mean one
 * effect. A claim ends with its answer, with its release, or, as long as nothing is changed, with its lease.
 * @throws ServiceError idempotency.key_mismatch when the key was used for something else in the last 24 hours;
 * idempotency.in_progress while the first request with it is being answered; idempotency.outcome_unknown when that one
 * was lost after it had changed something.
 */
export async function claimRequest(ctx: ClaimContext, request: OnceRequest): Promise<Claim> {
  const scope_digest = scopeDigest(request);
  const now_ms = ctx.clock.now().getTime();
  const held = { scope_digest, lease: ctx.newId() };
  const row = {
    ...held,
    fingerprint: request.fingerprint,
    leased_until: leaseEnd(ctx.clock),
    expires_at: isoTime(now_ms + KEEP_MS),
  };
  return await ctx.db.transaction(async (tx) => {
    for (let tries = 0; tries < CLAIM_TRIES; tries += 1) {
      const heldRow = await selectHeld(tx, scope_digest);
      if (heldRow === undefined) {
        if (await insertClaim(tx, row)) return { kind: "claimed", held };
        continue;
      }
      if (Date.parse(heldRow.expires_at) > now_ms) {
        if (heldRow.fingerprint !== request.fingerprint) throw mismatch();
        if (heldRow.answer !== null) return { kind: "answered", scope_digest, sealed: heldRow.answer };
        const wait_ms = leftOf(heldRow, now_ms);
        if (wait_ms > 0) throw inProgress(Math.ceil(wait_ms / 1000));
        if (heldRow.is_begun) throw outcomeUnknown(request.list);
      }
      if (await takeOverClaim(tx, row, isoTime(now_ms))) return { kind: "claimed", held };
    }
    // Past its lease, yet a transaction of it is open or it has just been taken over.
    throw inProgress(1);
  });
}

/** Removes answers older than 24 hours, of all tenants, at most 5,000; returns how many. */
export async function pruneAnswers(system: SystemDb, clock: Clock): Promise<number> {
  return await deleteExpired(system, clock.now().toISOString());
}

/** Milliseconds until the lease of a request without an answer ends. */
function leftOf({ leased_until }: HeldRow, now_ms: number): number {
  return leased_until === null ? 0 : Date.parse(leased_until) - now_ms;
}

/** The tenant and environment are the row's own; the rest of the scope is in the digest. */
function scopeDigest({ method, path, key }: OnceRequest): string {
  return sha256Hex(JSON.stringify([method, path, key]));
}

function isoTime(unix_ms: number): string {
  return new Date(unix_ms).toISOString();
}
