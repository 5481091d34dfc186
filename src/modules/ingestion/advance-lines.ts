import { isSupplyCategory } from "../activities/index.ts";
import { type Decision, PENDING_KEY } from "../categorization/index.ts";
import { ADVANCE_WITHOUT_QUANTITY, type ReviewReason } from "../emissions/index.ts";
import type { AdvanceKind, Commodity, ParsedDocument } from "../reading/index.ts";
import { type ActivityDraft, isRow } from "./draft-activities.ts";

/** A line that is an amount on account or takes such amounts off. */
export interface AdvanceLine {
  readonly draft: ActivityDraft;
  readonly decision: Decision;
  readonly advance: AdvanceKind;
  /** Whether a physical quantity would count for it. */
  readonly hasQuantity: boolean;
}

/** How such a line is read: with a reason for review it waits, whatever its decision says. */
export interface AdvanceDecision {
  readonly decision: Decision;
  readonly reviewReason: ReviewReason | null;
}

const DEDUCTED: ReviewReason = {
  code: "advance_deducted",
  detail:
    "The line deducts advances: it lowers what counts only where these were counted before. Accept it then, and leave it " +
    "out otherwise.",
};

/**
 * Reads an advance, or the deduction of advances. On a bill of energy or water both are money, not consumption: a
 * deduction is left out, an advance waits unless it states a quantity. What is bought by money is counted by money, so a
 * deduction of it may be right, and a person says so. `main` is the decision on the document's largest line; null: none.
 */
export function readAdvance(line: AdvanceLine, document: ParsedDocument, main: Decision | null): AdvanceDecision {
  const { draft, advance, hasQuantity } = line;
  const bill = isRow(draft) ? null : main;
  const decision = bill === null || isOwn(line) ? line.decision : { ...bill, status: line.decision.status };
  const supplied = isRow(draft) ? [] : document.quantities.filter(({ commodity }) => !BY_THE_LINE.has(commodity));
  const isSupply =
    supplied.length > 0 || [decision, bill].some((read) => read !== null && isSupplyCategory(read.category_key));
  if (advance === "advance") {
    const waits = isSupply && !hasQuantity && decision.status !== "excluded";
    return waits ? held(decision, ADVANCE_WITHOUT_QUANTITY) : { decision, reviewReason: null };
  }
  if (decision.status === "excluded") return { decision, reviewReason: null };
  if (!isSupply || hasQuantity) return held(decision, DEDUCTED);
  const counted = supplied.map(({ quantity, unit }) => `${quantity} ${unit}`).join(" and ");
  const whole = counted === "" ? "what was consumed counts whole" : `the ${counted} of this bill count whole`;
  const reason = `deduction of advances, money that was charged before and not consumption: ${whole}`;
  return {
    decision: { ...decision, status: "excluded", mapped_by: "rule", confidence: 1, reason },
    reviewReason: null,
  };
}

/** A deduction is of what the bill is about, unless its own words name a supply. */
function isOwn({ advance, decision }: AdvanceLine): boolean {
  return advance === "deduction" ? isSupplyCategory(decision.category_key) : decision.category_key !== PENDING_KEY;
}

/** Fuel and waste are bought by the line, not settled against a meter. */
const BY_THE_LINE: ReadonlySet<Commodity> = new Set(["diesel", "petrol", "waste"]);

/** A line that is read to the end, so that the reason it waits for is told and not that of its category. */
function held(decision: Decision, reviewReason: ReviewReason): AdvanceDecision {
  return { decision: { ...decision, status: "classified" }, reviewReason };
}
