import type { Candidate } from "../categorization/index.ts";
import type { CalculationResult, ConversionStep } from "../emissions/index.ts";
import type { NewSplit } from "./ledger-batch.ts";
import type { RuledPeriod } from "./ruled-period.ts";
import type { StatedFacts } from "./stated-facts.ts";
import type { CurrentActivityRow } from "./store.ts";

/** A row of activity_splits as it is inserted; the database adds tenant, environment and created_at. */
export interface SplitRow {
  readonly id: string;
  readonly activity_id: string;
  readonly status: "pending_review" | "classified" | "excluded";
  readonly category_key: string;
  readonly mapped_by: string;
  readonly confidence: number;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  readonly review_code: string | null;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly conversion: readonly ConversionStep[];
  readonly allocated_amount: string | null;
  readonly allocated_currency: string | null;
  readonly department_id: string | null;
  readonly supersedes_split_id: string | null;
  readonly created_by: string;
  readonly stated: StatedFacts | null;
  readonly ruled_period: RuledPeriod | null;
}

export interface SplitIdentity {
  readonly id: string;
  readonly activity_id: string;
  readonly supersedes_split_id: string | null;
  readonly created_by: string;
  /** What a person stated of the activity, then or before; null: nothing. */
  readonly stated: StatedFacts | null;
}

/**
 * The split row of a reading and its result. Only a calculated result makes a split classified: what the engine sends
 * to review, and what was never calculated, waits for a person with the gap's code.
 * @throws Error when emissions were calculated for a split that is not classified.
 */
export function splitRow(identity: SplitIdentity, split: NewSplit, result: CalculationResult | null): SplitRow {
  const { decision } = split;
  const { status, category_key, mapped_by, confidence, reason, candidates } = decision;
  if (result?.kind === "calculated" && status !== "classified") {
    throw new Error(`a ${status} split cannot have emission entries`);
  }
  const reviewReason = result?.kind === "review" ? result.reviewReason : null;
  return {
    id: identity.id,
    activity_id: identity.activity_id,
    supersedes_split_id: identity.supersedes_split_id,
    created_by: identity.created_by,
    stated: identity.stated,
    quantity: split.quantity,
    unit: split.unit,
    conversion: split.conversion,
    allocated_amount: split.allocated_amount,
    allocated_currency: split.allocated_currency,
    department_id: split.department_id,
    ruled_period: split.ruled_period ?? null,
    status: status === "classified" && result?.kind !== "calculated" ? "pending_review" : status,
    category_key,
    mapped_by,
    confidence,
    reason: reviewReason === null ? reason : `${reason} (${reviewReason.detail})`,
    candidates,
    review_code: reviewReason?.code ?? (status === "pending_review" ? "category_needs_person" : null),
  };
}

/** The row of a split that reads the activity word for word as an earlier one did, in the department given. */
export function sameReading(
  identity: Omit<SplitIdentity, "stated">,
  reading: CurrentActivityRow,
  department_id: string | null,
): SplitRow {
  return {
    ...identity,
    status: reading.status,
    category_key: reading.category_key,
    mapped_by: reading.mapped_by,
    confidence: Number(reading.confidence),
    reason: reading.reason,
    candidates: reading.candidates,
    review_code: reading.review_code,
    quantity: reading.split_quantity,
    unit: reading.split_unit,
    conversion: reading.conversion,
    allocated_amount: reading.allocated_amount,
    allocated_currency: reading.allocated_currency,
    department_id,
    stated: reading.stated,
    ruled_period: reading.ruled_period,
  };
}
