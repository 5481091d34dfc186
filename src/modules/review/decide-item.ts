import { cutText } from "../../core/cut-text.ts";
import type { Context, TenantTransaction } from "../../core/context.ts";
import { ServiceError, validationError } from "../../core/errors.ts";
import {
  assertCategory,
  assertVersion,
  choiceSlips,
  chosenCategory,
  correctActivityIn,
  type CorrectedActivity,
  type Correction,
  type CurrentActivityRow,
  type FactsInput,
  keptOut,
  NOT_RELEVANT,
  readAs,
  type ReadingTables,
  restated,
  factsContext,
  statedFacts,
  suggestedCategory,
} from "../activities/index.ts";
import { evidenceOf } from "../records/index.ts";
import { deferred } from "./defer-line.ts";

/** What a person says about a line that waits. */
export type ItemDecision =
  | {
      readonly kind: "accept";
      readonly reason: string | null;
      readonly facts: FactsInput;
      /** Ids or SHA-256 of stored files; absent: none. */
      readonly evidence?: readonly string[];
    }
  | {
      readonly kind: "recategorize";
      readonly category_id: string;
      readonly reason: string;
      readonly facts: FactsInput;
      readonly evidence?: readonly string[];
    }
  | { readonly kind: "exclude"; readonly reason: string }
  | { readonly kind: "mark_duplicate"; readonly reason: string }
  | {
      readonly kind: "defer";
      readonly reason: string;
      readonly facts?: FactsInput;
      readonly evidence?: readonly string[];
    };

/** The line that a decision is about. */
export interface DecidedItem {
  readonly id: string;
  readonly decision: ItemDecision;
  /** The version of the line that whoever decides has read; absent: as it is now. */
  readonly version?: string | undefined;
}

/**
 * Writes one decision: split, entries, sums, memory and audit, in the transaction given. Accepting and marking what no
 * longer waits changes nothing.
 * @throws ServiceError resource.not_found; review_item.changed when the line has a later version than the one named; request.validation_failed when nothing is suggested, the line was not held as a
 * possible duplicate, the category is unknown, nothing can be calculated for it, or what is stated cannot be; resource.not_found
 * for evidence that is not stored
 */
export async function decideItem(
  ctx: Context,
  tx: TenantTransaction,
  { id, decision, version }: DecidedItem,
  tables: ReadingTables,
): Promise<{ readonly line: CorrectedActivity; readonly is_changed: boolean }> {
  if (decision.kind === "recategorize") assertCategory(tables.catalog, decision.category_id);
  const evidence = "evidence" in decision ? await evidenceOf(tx, decision.evidence ?? []) : [];
  let is_changed = false;
  const line = await correctActivityIn(ctx, tx, id, (current) => {
    assertVersion(current, version);
    const correction = correctionOf(current, decision, tables, ctx.clock.now());
    is_changed = correction !== null;
    return correction === null ? null : { ...correction, evidence };
  });
  return { line, is_changed };
}

/** What a decision makes of a line as it is now; null: nothing changes. */
export function correctionOf(
  current: CurrentActivityRow,
  decision: ItemDecision,
  tables: ReadingTables,
  now: Date,
): Correction | null {
  switch (decision.kind) {
    case "accept":
    case "recategorize": {
      const facts = statedFacts(decision.facts, factsContext(current, now));
      if (facts === null) return taken(current, decision, tables);
      const category_key = decision.kind === "recategorize" ? decision.category_id : suggestedCategory(current);
      const slips = choiceSlips(current, facts, category_key ?? current.category_key, tables);
      if (slips.length > 0) throw validationError(slips);
      const line = restated(current, facts);
      const correction = taken(line, decision, tables, { isRestated: true });
      return correction === null ? null : { ...correction, stated: line.stated };
    }
    case "exclude":
      return current.status === "excluded" ? null : keptOut(current, decision.reason, "activity.excluded");
    case "defer":
      return current.review_code === "advance_deferred" ? null : deferred(current, decision, now);
    case "mark_duplicate":
      break;
  }
  return current.status === "excluded" ? null : duplicate(current, decision.reason);
}

/** The line in its suggested or in another category. @throws ServiceError when facts are stated of a line that is settled */
function taken(
  line: CurrentActivityRow,
  decision: Extract<ItemDecision, { kind: "accept" | "recategorize" }>,
  tables: ReadingTables,
  { isRestated }: { readonly isRestated: boolean } = { isRestated: false },
): Correction | null {
  if (decision.kind === "accept") {
    if (line.review_code === "record_differs" && !isRestated) return standing(line, decision.reason);
    if (line.status === "pending_review") return accepted(line, decision.reason, tables);
    if (!isRestated) return null;
    throw validationError([
      { path: "id", code: "not_waiting", message: "this line no longer waits: use correct_activity" },
    ]);
  }
  const { category_id, reason } = decision;
  if (!isRestated && line.status === "classified" && line.category_key === category_id) return null;
  const action = "activity.recategorized";
  return chosenCategory(line, { category_key: category_id, reason, action, path: "category_id" }, tables);
}

function accepted(current: CurrentActivityRow, reason: string | null, tables: ReadingTables): Correction {
  const category_key = suggestedCategory(current);
  if (category_key === null) {
    const message = "nothing is suggested for this line: recategorize or exclude it";
    throw validationError([{ path: "id", code: "no_suggestion", message }]);
  }
  if (isHeldAsDuplicate(current)) return separate(current, category_key, reason, tables);
  const action = "activity.suggestion_accepted";
  const why = cutText(`accepted: ${reason === null ? "" : `${reason}; `}${current.reason}`, REASON_MAX);
  if (category_key === NOT_RELEVANT) return keptOut(current, why, action);
  return chosenCategory(current, { category_key, reason: why, action, path: "id" }, tables);
}

/** A record counts as it did before it was held against the books, with the figures and factors that it had. */
function standing(current: CurrentActivityRow, reason: string | null): Correction {
  const why = cutText(`accepted: ${reason === null ? "" : `${reason}; `}${current.reason}`, REASON_MAX);
  const { category_key, conversion, allocated_amount, allocated_currency } = current;
  return {
    action: "activity.suggestion_accepted",
    decision: { status: "classified", category_key, mapped_by: "person", confidence: 1, reason: why, candidates: [] },
    split: {
      quantity: current.split_quantity,
      unit: current.split_unit,
      conversion,
      allocated_amount,
      allocated_currency,
    },
    result: null,
    is_learned: false,
    counts_as_before: true,
  };
}

/**
 * The document counts beside the one that it resembles. That says nothing new about what its lines are, so who read them
 * stays, and a line whose calculation lacks something goes on waiting, for that.
 */
function separate(
  current: CurrentActivityRow,
  category_key: string,
  reason: string | null,
  tables: ReadingTables,
): Correction {
  const { mapped_by, candidates } = current;
  const why = cutText(`not a duplicate: ${reason === null ? "" : `${reason}; `}${current.reason}`, REASON_MAX);
  return {
    action: "activity.accepted_as_separate",
    decision: {
      status: "classified",
      category_key,
      mapped_by: mapped_by === "model" ? "rule" : mapped_by,
      confidence: Number(current.confidence),
      reason: why,
      candidates,
    },
    ...readAs(current, category_key, tables),
    is_learned: false,
  };
}

const REASON_MAX = 1_000;

/** Another document may count the purchase, whether it is here or not. */
function isHeldAsDuplicate({ review_code }: CurrentActivityRow): boolean {
  return review_code === "possible_duplicate" || review_code === "payment_unmatched";
}

function duplicate(current: CurrentActivityRow, reason: string): Correction {
  if (!isHeldAsDuplicate(current)) {
    const message = "this line is not held as a possible duplicate: use exclude";
    throw validationError([{ path: "id", code: "not_a_possible_duplicate", message }]);
  }
  // The hold's own words name the other document.
  const why = cutText(`duplicate: ${reason}; ${current.reason}`, REASON_MAX);
  return { ...keptOut(current, why, "activity.marked_duplicate"), is_learned: false };
}

/** The failure of one of several decisions. @throws what is not an expected failure */
export function expectedFailure(error: unknown): { code: string; detail: string } {
  if (!(error instanceof ServiceError)) throw error;
  return { code: error.code, detail: error.detail };
}
