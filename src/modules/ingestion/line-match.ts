import type { Decision } from "../categorization/index.ts";
import type { CalculationResult, ReviewReason } from "../emissions/index.ts";

/** Why one line does not count, or not yet, because another document records the same purchase. */
export type LineMatch =
  | { readonly kind: "duplicate"; readonly reason: string }
  | { readonly kind: "possible_duplicate"; readonly reviewReason: ReviewReason };

/** What a line is asked about of which nobody knows what was bought, where another document may count its purchase. */
export function askedOf({ status }: Pick<Decision, "status">, match: LineMatch | undefined): CalculationResult | null {
  if (status !== "pending_review" || match?.kind !== "possible_duplicate") return null;
  return { kind: "review", reviewReason: match.reviewReason };
}
