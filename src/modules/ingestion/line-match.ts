import type { ActivityDraft } from "./draft-activities.ts";
import type { CalculationResult, ReviewReason } from "../emissions/index.ts";

/** Why one line does not count, or not yet, because another document records the same purchase. */
export type LineMatch =
  | { readonly kind: "duplicate"; readonly reason: string }
  | { readonly kind: "possible_duplicate"; readonly reviewReason: ReviewReason };

/**
 * What a line is asked about of which nobody knows what was bought: what its whole document waits for (null: nothing), else another
 * document that may count its purchase, else what its reader doubts; null: nothing but its category. Who names the category is to see
 * these doubts.
 */
export function askedOf(
  { line: { doubt } }: Pick<ActivityDraft, "line">,
  ofDocument: ReviewReason | null,
  match: LineMatch | undefined,
): CalculationResult | null {
  if (ofDocument !== null) return { kind: "review", reviewReason: ofDocument };
  if (match?.kind === "possible_duplicate") return { kind: "review", reviewReason: match.reviewReason };
  if (doubt === undefined || doubt.is_category_open) return null;
  return { kind: "review", reviewReason: { code: doubt.code ?? "document_unclear", detail: doubt.detail } };
}
