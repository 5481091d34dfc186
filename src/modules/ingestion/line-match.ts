import type { ActivityDraft } from "./draft-activities.ts";
import type { Decision } from "../categorization/index.ts";
import type { CalculationResult, ReviewReason } from "../emissions/index.ts";

/** Why one line does not count, or not yet, because another document records the same purchase. */
export type LineMatch =
  | { readonly kind: "duplicate"; readonly reason: string }
  | { readonly kind: "possible_duplicate"; readonly reviewReason: ReviewReason };

/**
 * What a line is asked about of which nobody knows what was bought: where another document may count its purchase, else what its reader
 * doubts; null: nothing but its category.
 */
export function askedOf(
  { status }: Pick<Decision, "status">,
  { line: { doubt } }: Pick<ActivityDraft, "line">,
  match: LineMatch | undefined,
): CalculationResult | null {
  if (status !== "pending_review") return null;
  if (match?.kind === "possible_duplicate") return { kind: "review", reviewReason: match.reviewReason };
  if (doubt === undefined || doubt.is_category_open) return null;
  return { kind: "review", reviewReason: { code: doubt.code ?? "category_needs_person", detail: doubt.detail } };
}
