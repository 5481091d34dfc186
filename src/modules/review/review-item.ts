import { z } from "zod";
import type { TenantIdentity } from "../../core/context.ts";
import { decimal, roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import {
  ACTIVITY_LIST_EXAMPLE,
  activityListItem,
  type CurrentActivityRow,
  optionResult,
  type ReadingTables,
  suggestedCategory,
  toActivityListItem,
  waitingCode,
} from "../activities/index.ts";
import { type CalculationResult, resultKg } from "../emissions/index.ts";
import { waitsFor, waitsForOf } from "./review-reason.ts";
import { reviewNeed } from "./review-need.ts";
import type { needsReader } from "./review-needs.ts";

export const REVIEW_KINDS = ["category", "calculation", "possible_duplicate"] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Category of lines that nobody could place; no suggestion. */
const PENDING = "unclassified.pending";

const option = z.object({
  category_id: z.string(),
  /** 0..1 among the options. */
  weight_share: z.number(),
  reason: z.string(),
  effect_kg: z.union([z.number(), z.null()]),
  /** Why nothing can be calculated; null: accepting counts effect_kg. */
  not_calculable: z.union([z.string(), z.null()]),
});

type Option = z.infer<typeof option>;

/** A line that waits for a person: its id is the activity's. */
export const reviewItem = z.object({
  ...activityListItem.omit({ status: true, category_id: true }).shape,
  document_id: z.uuid(),
  /** The reading of the line that is shown here; a decision that names it is refused once there is a later one. */
  version: z.uuid(),
  gl_account: z.union([z.string(), z.null()]),
  kind: z.enum(REVIEW_KINDS),
  review_code: z.string(),
  reason: z.string(),
  waits_for: waitsFor,
  /** What settles the line, each a way of its own. */
  needs: z.array(reviewNeed),
  suggestion: z.union([option, z.null()]),
  alternatives: z.array(option),
});
SCHEMA_NAMES.add(reviewItem, { name: "ReviewItem" });

export type ReviewItem = z.infer<typeof reviewItem>;

/** What a line waits for: its category, what its calculation lacks, or whether its document is new. */
export function kindOf(review_code: string | null): ReviewKind {
  if (review_code === "possible_duplicate") return "possible_duplicate";
  return review_code === "category_needs_person" ? "category" : "calculation";
}

/** Whether a line is asked about: an advance that a person deferred waits for its settlement. The list's statement says the same. */
export function waitsForPerson({ status, review_code }: Pick<CurrentActivityRow, "status" | "review_code">): boolean {
  return status === "pending_review" && review_code !== "advance_deferred";
}

/** What lines are shown with: effects are what `tables` give now, so that they are what a decision would write. */
export interface ReviewBasis {
  readonly tables: ReadingTables;
  readonly needsOf: ReturnType<typeof needsReader>;
}

/** A waiting line as it is shown. */
export function toReviewItem(
  tenant: TenantIdentity,
  row: CurrentActivityRow,
  { tables, needsOf }: ReviewBasis,
): ReviewItem {
  const { status: _status, category_id: _category, ...line } = toActivityListItem(tenant, row);
  const suggested = suggestedCategory(row);
  const weights = new Map<string, { weight: number; reason: string }>();
  for (const { category_key, weight, reason } of row.candidates) {
    if (!weights.has(category_key) && category_key !== PENDING) weights.set(category_key, { weight, reason });
  }
  const total = [...weights.values()].reduce((sum, optionWeight) => sum + optionWeight.weight, 0);
  const resultIn = (category_id: string) => optionResult(row, category_id, tables);
  const suggestedResult = suggested === null ? null : resultIn(suggested);
  const code = waitingCode(row, suggestedResult);
  const asOption = (category_id: string, result: CalculationResult): Option => {
    const optionWeight = weights.get(category_id);
    return {
      category_id,
      weight_share: optionWeight === undefined || total <= 0 ? 0 : roundedNumber(decimal(optionWeight.weight / total)),
      reason: optionWeight?.reason ?? row.reason,
      ...effectOf(result),
    };
  };
  return {
    ...line,
    document_id: row.document_id,
    version: row.split_id,
    gl_account: row.gl_account,
    kind: kindOf(row.review_code),
    review_code: row.review_code ?? "category_needs_person",
    reason: row.reason,
    waits_for: waitsForOf(row, { code, result: suggestedResult }, tables),
    needs: [...needsOf(row, code)],
    suggestion: suggested === null || suggestedResult === null ? null : asOption(suggested, suggestedResult),
    alternatives: [...weights.keys()].filter((key) => key !== suggested).map((key) => asOption(key, resultIn(key))),
  };
}

function effectOf(result: CalculationResult): Pick<Option, "effect_kg" | "not_calculable"> {
  if (result.kind === "review") return { effect_kg: null, not_calculable: result.reviewReason.detail };
  return { effect_kg: roundedNumber(resultKg(result)), not_calculable: null };
}

const { status: _status, category_id: _category, ...EXAMPLE_LINE } = ACTIVITY_LIST_EXAMPLE;

export const REVIEW_ITEM_EXAMPLE: ReviewItem = {
  ...EXAMPLE_LINE,
  description: "Rulle, hvid 80 g",
  confidence: 0.5556,
  document_id: "0198c0de-0000-7000-8000-000000000005",
  version: "0198c0de-0000-7000-8000-000000000006",
  gl_account: "2450",
  kind: "category",
  review_code: "category_needs_person",
  reason: '"rulle" in the text',
  waits_for: {
    code: "category_needs_person",
    parameters: { category_id: null, unit: null, currency: null, date: null, document_id: null },
    text_da: "Det er ikke sikkert, hvad der er købt.",
    text_en: "It is not certain what was bought.",
  },
  needs: [
    {
      field: "category_id",
      units: [],
      text_da: "Vælg, hvad der er købt.",
      text_en: "Choose what was bought.",
    },
  ],
  suggestion: {
    category_id: "purchases.goods.office_supplies",
    weight_share: 1,
    reason: '"rulle" in the text',
    effect_kg: 212.5,
    not_calculable: null,
  },
  alternatives: [],
};
