import { cutText } from "../../core/cut-text.ts";
import { validationError, type ValidationIssue } from "../../core/errors.ts";
import type { Decision } from "../categorization/index.ts";
import { type CalculationResult, choiceIssues } from "../emissions/index.ts";
import { unknownFactor } from "../company-factors/index.ts";
import { advanceSteps } from "./advance-steps.ts";
import { evidenceSteps } from "./covers/cover.ts";
import { emissionsSlip } from "./emissions-slip.ts";
import { RECORD } from "./ledger-batch.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import { asStated, type StatedFacts, withFacts } from "./stated-facts.ts";
import type { CurrentActivityRow } from "./store.ts";
import type { Correction } from "./write-correction.ts";

/** What a person corrects of a line. */
export interface StatedCorrection {
  /** Null: no fact. */
  readonly facts: StatedFacts | null;
  /** Of the lowest level; null: the category stays. */
  readonly category_key: string | null;
  readonly reason: string;
}

/** The line with what is stated now, beside what was stated before. */
export function restated(current: CurrentActivityRow, facts: StatedFacts | null): CurrentActivityRow {
  return facts === null ? current : asStated({ ...current, stated: withFacts(current.stated, facts) });
}

/**
 * The reading of a line with the facts and the category that a person states. What nothing can be calculated of waits, so
 * that a wrong figure goes out of the totals before the right one is known. A line whose category is in doubt, whose
 * document is unclear or that may be a duplicate goes on waiting for that; one that is kept out stays out.
 * @throws ServiceError request.validation_failed for a category that counts nothing, and for a quantity in a unit that the
 * category cannot be counted in, for a factor of the company that is not approved, for emissions where a quantity is counted, and for a record whose emissions were stated with it
 */
export function statedCorrection(
  before: CurrentActivityRow,
  { facts, category_key, reason }: StatedCorrection,
  tables: ReadingTables,
): Correction {
  const current = facts?.supply === undefined ? before : unsettled(before);
  const slips = choiceSlips(current, facts, category_key ?? current.category_key, tables);
  if (slips.length > 0) throw validationError(slips);
  const line = restated(current, facts);
  const price = line.stated?.unit_price;
  if (price !== undefined && line.currency !== null && line.currency !== price.currency) {
    const message = `the price of a ${price.unit} was stated in ${price.currency}: state unit_price or quantity with the amount`;
    throw validationError([{ path: "facts.currency", code: "contradiction", message }]);
  }
  const { split, result } = readAs(line, category_key ?? line.category_key, tables);
  if (
    (facts?.quantity != null || facts?.unit_price != null) &&
    result.kind === "review" &&
    result.reviewReason.code === "unit_mismatch"
  ) {
    throw validationError([{ path: "facts.unit", code: "unit_mismatch", message: result.reviewReason.detail }]);
  }
  const isCounted = current.status === "classified" || current.review_code === "record_differs";
  if (current.document_type === RECORD && isCounted && result.kind === "review") {
    const message =
      "what this record counts was stated with it, and cannot be calculated again: state emissions as well, clear what counts it no longer " +
      "(company_factor), or exclude_activity and record_activity anew";
    throw validationError([{ path: "id", code: "stated_record", message }]);
  }
  // Evidence of a record stays evidence, whatever its figures are.
  const staysOut = category_key === null && line.status === "excluded";
  const conversion = staysOut ? [...split.conversion, ...evidenceSteps(current)] : split.conversion;
  const common = { action: "activity.corrected", split: { ...split, conversion }, stated: line.stated };
  if (category_key !== null) {
    if (result.kind === "review" && result.reviewReason.code === "unclassified") {
      const message = `${result.reviewReason.detail} exclude_activity keeps a line out.`;
      throw validationError([{ path: "category_id", code: "unclassified", message }]);
    }
    const decision: Decision = {
      status: "classified",
      category_key,
      mapped_by: "person",
      confidence: 1,
      reason,
      candidates: [],
    };
    return { ...common, decision, result: heldResult(line) ?? result, is_learned: true };
  }
  const isOpen = line.review_code === "category_needs_person";
  const decision: Decision = {
    status: line.status === "excluded" ? "excluded" : isOpen ? "pending_review" : "classified",
    category_key: line.category_key,
    mapped_by: line.mapped_by,
    confidence: Number(line.confidence),
    reason: cutText(`corrected: ${reason}; ${line.reason}`, REASON_MAX),
    candidates: line.candidates,
  };
  return {
    ...common,
    decision,
    result: decision.status === "classified" ? (heldResult(line) ?? result) : null,
    is_learned: false,
  };
}

/** What is wrong with attributes, factors, the company's own as well, and emissions that are stated of a line in a category. */
export function choiceSlips(
  line: Pick<CurrentActivityRow, "category_key" | "stated" | "transaction_date">,
  facts: StatedFacts | null,
  category_key: string,
  tables: ReadingTables,
): ValidationIssue[] {
  const stated = withFacts(line.stated, facts);
  const misplaced = emissionsSlip(line, { category_key, stated }, tables);
  const ofEmissions = misplaced === null ? [] : [misplaced];
  if (facts === null) return ofEmissions;
  const request = { category_key, region: tables.country, transaction_date: line.transaction_date.slice(0, 10) };
  const unknown = unknownFactor("facts.company_factor_id", facts.company_factor ?? null, tables.settings);
  return [...(unknown === null ? [] : [unknown]), ...choiceIssues("facts.", facts, request, tables), ...ofEmissions];
}

/** A line as if nothing had settled it: of another supply, or of none, other bills decide. What a person left out stays out. */
function unsettled(line: CurrentActivityRow): CurrentActivityRow {
  const steps = advanceSteps(line);
  if (steps.length === 0) return line;
  const conversion = line.conversion.filter((step) => !steps.includes(step));
  const isSettled = line.status === "excluded" && line.mapped_by !== "person";
  // Its quantity was made by the price of the bill that settled it.
  const isPriced = steps.some(({ kind }) => kind === "unit_price");
  const measured = isPriced ? { split_quantity: null, split_unit: null } : {};
  return { ...line, ...measured, conversion, status: isSettled ? "classified" : line.status };
}

const REASON_MAX = 1_000;

/** Why the line goes on waiting whatever is stated; null: it does not. */
function heldResult({ review_code, reason, stated }: CurrentActivityRow): CalculationResult | null {
  if (review_code === "date_unclear" && stated?.transaction_date === undefined) {
    return { kind: "review", reviewReason: { code: review_code, detail: reason } };
  }
  if (review_code !== "possible_duplicate" && review_code !== "document_unclear") return null;
  return { kind: "review", reviewReason: { code: review_code, detail: reason } };
}
