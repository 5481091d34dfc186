import { decimal } from "../../core/quantity.ts";
import type { CalculationRequest, ReviewReason } from "./calculation.ts";

/** Why an amount on account for a supply does not count: money paid ahead says nothing of what was used. */
export const ADVANCE_WITHOUT_QUANTITY: ReviewReason = {
  code: "advance_without_quantity",
  detail:
    "An advance in money is no measured consumption: it counts when its quantity is stated, or by the price of a bill that " +
    "settled the same supply; otherwise it waits for its settlement, which counts what was used, and is left out then.",
};

/** Why an amount on account waits without a question: a person left it to the bill that settles its supply. */
export const ADVANCE_DEFERRED: ReviewReason = {
  code: "advance_deferred",
  detail: "Left to the settlement of the supply, which counts what was used; until then it is in no total.",
};

/** Why an amount on account waits that a bill may have settled, and nothing says which of its days. */
export const ADVANCE_UNSETTLED: ReviewReason = {
  code: "advance_unsettled",
  detail:
    "A bill counts what was used at this time, and may settle this advance: the advance names no supply, or no days. State the supply " +
    "and the period that it is for, leave it out where the bill counts what it is for, or accept it where it does not.",
};

/** Why the deduction of advances on energy does not count: the settlement counts what was used, whole. */
const DEDUCTED_ENERGY: ReviewReason = {
  code: "advance_deducted",
  detail:
    "The line deducts advances, and energy that was used is not less for being paid before. Leave it out; where one of " +
    "these advances was counted as an estimate, leave that advance out as well.",
};

/**
 * Why a line of scope 1 or 2 that is an advance or its deduction is not calculated; null: it may be. An advance with a
 * quantity is an estimate of what is used and counts; a deduction never becomes negative emissions.
 */
export function advanceReview(request: CalculationRequest, scope: 1 | 2 | 3): ReviewReason | null {
  if (scope === 3 || request.advance === undefined) return null;
  const { quantity } = request;
  // A quantity above zero on such a line is what a person says was used.
  if (request.advance === "deduction")
    return quantity === null || !decimal(quantity.value).gt(0) ? DEDUCTED_ENERGY : null;
  return quantity === null ? ADVANCE_WITHOUT_QUANTITY : null;
}
