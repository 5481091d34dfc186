import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { parseInput } from "../../core/input.ts";
import { datetimeInput } from "../../core/moment.ts";
import { type Scope, SCOPES } from "../../core/scopes.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { pauseOfGrant } from "../data-sources/index.ts";
import { disableOfGrant } from "../webhooks/index.ts";
import { hasOverlap, insertGrant, lockGrant, setGrantEnded } from "./store-grants.ts";
import type { GrantRecord, HeldGrantRow } from "./grant-record.ts";

export type GrantState = "active" | "scheduled" | "expired" | "revoked";

const newGrant = z.object({
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  valid_from: datetimeInput.optional(),
  valid_to: datetimeInput.optional(),
});

export interface GrantRequest {
  /** The same in both environments when the grant is for both. */
  readonly id: string;
  readonly consultant_id: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601; undefined: now. */
  readonly valid_from?: string | undefined;
  /** ISO 8601, exclusive; undefined: until it is ended. */
  readonly valid_to?: string | undefined;
}

export type GrantContext = Pick<Context, "clock" | "db" | "principal" | "tenant">;

/**
 * Lets a consultant act for the context's company and environment. One grant holds at a time: what a consultant may do,
 * and by which grant, is never ambiguous.
 * @throws ServiceError request.validation_failed
 */
export async function createGrant(ctx: GrantContext, request: GrantRequest): Promise<GrantRecord> {
  const { id, consultant_id, ...rest } = request;
  const wanted = parseInput(newGrant, rest);
  const valid_from = wanted.valid_from ?? ctx.clock.now().toISOString();
  const valid_to = wanted.valid_to ?? null;
  if (valid_to !== null && Date.parse(valid_to) <= Math.max(Date.parse(valid_from), ctx.clock.now().getTime())) {
    throw validationError([
      { path: "valid_to", code: "not_after_start", message: "must lie after now and valid_from" },
    ]);
  }
  const scopes = [...new Set(wanted.scopes)];
  return await ctx.db.transaction(async (tx) => {
    // Grants of a company are given one after the other.
    await lockAuditChain(tx);
    if (await hasOverlap(tx, { consultant_id, valid_from, valid_to })) {
      const message = "the consultant holds a grant for this time already; end it first";
      throw validationError([{ path: "consultant", code: "grant_exists", message }]);
    }
    const granted_by = ctx.principal.actor;
    const record = await insertGrant(tx, { id, consultant_id, scopes, valid_from, valid_to, granted_by });
    const payload = { consultant_id, scopes, valid_from: record.valid_from, valid_to: record.valid_to };
    await appendAudit(ctx, tx, [{ action: "grant.created", subject: id, payload }]);
    return record;
  });
}

/**
 * Ends a grant at once, with the subscriptions and data sources that were set up under it; one that was ended before is
 * left alone.
 * @throws ServiceError resource.not_found
 */
export async function endGrant(ctx: GrantContext, id: string): Promise<GrantRecord> {
  if (!isUuid(id)) throw notFound("grant");
  return await ctx.db.transaction(async (tx) => {
    await lockAuditChain(tx);
    const grant = await lockGrant(tx, id);
    if (grant === undefined) throw notFound("grant");
    if (grant.revoked_at !== null) return grant;
    const ended = await setGrantEnded(tx, id, ctx.clock.now().toISOString(), ctx.principal.actor);
    const payload = { consultant_id: ended.consultant_id, revoked_at: ended.revoked_at };
    await appendAudit(ctx, tx, [{ action: "grant.ended", subject: id, payload }]);
    await disableOfGrant(ctx, tx, id);
    await pauseOfGrant(ctx, tx, id);
    return ended;
  });
}

/** What the grant is at a moment, in Unix milliseconds. */
export function grantState(
  grant: Pick<HeldGrantRow, "revoked_at" | "valid_from" | "valid_to">,
  now_ms: number,
): GrantState {
  if (grant.revoked_at !== null) return "revoked";
  if (Date.parse(grant.valid_from) > now_ms) return "scheduled";
  return grant.valid_to !== null && Date.parse(grant.valid_to) <= now_ms ? "expired" : "active";
}
