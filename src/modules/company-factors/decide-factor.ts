import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { parseUnit, unitRatio } from "../../core/units.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import type { CompanyFactor } from "../emissions/index.ts";
import { type FactorRecord, toFactorRecord } from "./factor-record.ts";
import type { FactorStatus } from "./factor-states.ts";
import { type FactorRow, selectApproved, selectFactor, setDecision, setWithdrawn } from "./store.ts";

type DecisionContext = Pick<Context, "clock" | "db" | "principal" | "tenant">;

/**
 * Approves a factor: by another than who stated it, or by an administrator (scope tenant:write), which the factor then tells.
 * @throws ServiceError resource.not_found, request.validation_failed when it was decided before, for one's own without being an
 * administrator, and where an approved one would count the same lines by itself
 */
export async function approveFactor(ctx: DecisionContext, id: string, reason: string | null): Promise<FactorRecord> {
  return await decided(ctx, id, "submitted", async (tx, factor) => {
    const { actor, scopes } = ctx.principal;
    if (factor.submitted_by === actor && !scopes.has("tenant:write")) {
      const message = "was stated by you: another person, or an administrator, approves it";
      throw validationError([{ path: "id", code: "second_person_needed", message }]);
    }
    const other = factor.is_automatic
      ? (await selectApproved(tx)).find((known) => countsTheSame(factor, known))
      : undefined;
    if (other !== undefined) {
      const message = `"${other.name}" (${other.id}) counts the same lines from ${other.valid_from} to ${other.valid_to}: withdraw it first`;
      throw validationError([{ path: "id", code: "overlapping_factor", message }]);
    }
    return await setDecision(tx, id, { status: "approved", by: actor, at: ctx.clock.now().toISOString(), reason });
  });
}

/** Keeps a factor out. @throws ServiceError resource.not_found, request.validation_failed when it was decided before */
export async function rejectFactor(ctx: DecisionContext, id: string, reason: string): Promise<FactorRecord> {
  const at = ctx.clock.now().toISOString();
  return await decided(ctx, id, "submitted", (tx) =>
    setDecision(tx, id, { status: "rejected", by: ctx.principal.actor, at, reason }),
  );
}

/**
 * Takes a factor out of force. What it counted stays as it is until somebody corrects it.
 * @throws ServiceError resource.not_found, request.validation_failed when it is not approved
 */
export async function withdrawFactor(ctx: DecisionContext, id: string, reason: string): Promise<FactorRecord> {
  const at = ctx.clock.now().toISOString();
  return await decided(ctx, id, "approved", (tx) => setWithdrawn(tx, id, { by: ctx.principal.actor, at, reason }));
}

/** The audit chain is held while the factor is looked at and changed, so that two decisions follow each other. */
async function decided(
  ctx: DecisionContext,
  id: string,
  from: FactorStatus,
  decide: (tx: TenantTransaction, factor: FactorRow) => Promise<FactorRow>,
): Promise<FactorRecord> {
  return await ctx.db.transaction(async (tx) => {
    const chain = await lockAuditChain(tx);
    const factor = await selectFactor(tx, id);
    if (factor === undefined) throw notFound("factor of the company");
    if (factor.status !== from) {
      const message = `is not possible for a factor that is ${factor.status}`;
      throw validationError([{ path: "id", code: "invalid_transition", message }]);
    }
    const after = await decide(tx, factor);
    const { status } = after;
    const reason = status === "withdrawn" ? after.withdrawn_reason : after.reason;
    const payload = { before: from, after: status, reason, is_self_approved: after.is_self_approved };
    await appendAudit(ctx, tx, [{ action: `company_factor.${status}`, subject: id, payload }], chain);
    return toFactorRecord(after);
  });
}

/** Whether a line could be counted by either: then only the order would decide. */
function countsTheSame(factor: FactorRow, known: CompanyFactor): boolean {
  return (
    known.is_automatic &&
    known.category_key === factor.category_key &&
    known.supplier_key === factor.supplier_key &&
    known.valid_from <= factor.valid_to &&
    factor.valid_from <= known.valid_to &&
    isSameMeasure(factor.unit, known.unit)
  );
}

function isSameMeasure(one: string, other: string): boolean {
  const [from, to] = [parseUnit(one), parseUnit(other)];
  // Money of every currency is exchanged: two of them would count the same lines.
  if (from === null || to === null) return from === to;
  return unitRatio(from, to) !== null;
}
