import { z } from "zod";
import { CALCULATION_METHODS, GHG_SCOPES } from "../../core/ghg.ts";
import { decimalSum, roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { told } from "../../core/told.ts";
import { isHeldOf, type NewActivity, pendingRestatement } from "../activities/index.ts";
import { type CalculatedEntry, toldFormula } from "../emissions/index.ts";
import type { EvidenceFile } from "../ingestion/index.ts";
import { coveredView } from "./covered-view.ts";
import type { EarlierRecord } from "./store.ts";

const idOrNull = z.union([z.uuid(), z.null()]);

const conversionStep = z.object({
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  factor: z.union([z.string(), z.null()]),
  note: z.string(),
});

const recordedEntry = z.object({
  /** Null: of a dry run, or held back of a closed year. */
  id: idOrNull,
  scope: z.enum(GHG_SCOPES),
  scope3_category: z.union([z.int(), z.null()]),
  category_id: z.string(),
  co2e_market_based_kg: z.number(),
  co2e_location_based_kg: z.number(),
  calculation_method: z.enum(CALCULATION_METHODS),
  data_quality_score: z.int(),
  formula: z.string(),
  /** The formula as codes with what stands in them. */
  formula_parts: z.array(told),
  factor_key: z.string(),
  factor_source: z.string(),
  factor_year: z.int(),
  conversions: z.array(conversionStep),
});

const evidenceFile = z.object({ file_id: z.uuid(), name: z.string(), sha256: z.string() });

const recordWarning = z.object({ code: z.string(), message: z.string(), activity_id: idOrNull });

/** A record as it counts. */
export const recordedActivity = z.object({
  is_dry_run: z.boolean(),
  activity_id: idOrNull,
  document_id: idOrNull,
  category_id: z.string(),
  transaction_date: z.string(),
  /** Sums of the entries. */
  co2e_market_based_kg: z.number(),
  co2e_location_based_kg: z.number(),
  entries: z.array(recordedEntry),
  evidence: z.array(evidenceFile),
  /** Null: the record names no rows of the books. */
  covers: z.union([coveredView, z.null()]),
  warnings: z.array(recordWarning),
  /** What waits for a closed year to be restated, and counts nothing there yet; absent: nothing does. */
  pending_restatements: z.array(pendingRestatement).optional(),
});
SCHEMA_NAMES.add(recordedActivity, { name: "RecordedActivity" });

export type RecordedActivity = z.infer<typeof recordedActivity>;
export type RecordWarning = z.infer<typeof recordWarning>;

/** The members that the entries of a record decide; `ids` are those of the entries that count, none in a dry run. */
export function entriesView(
  activity: NewActivity,
  entries: readonly CalculatedEntry[],
  ids: readonly string[],
): Pick<RecordedActivity, "co2e_market_based_kg" | "co2e_location_based_kg" | "entries"> {
  return {
    co2e_market_based_kg: roundedNumber(decimalSum(entries.map((entry) => entry.market_based_kg))),
    co2e_location_based_kg: roundedNumber(decimalSum(entries.map((entry) => entry.location_based_kg))),
    entries: withIds(activity, entries, ids).map(({ id, entry }) => ({
      id,
      scope: GHG_SCOPES[entry.scope - 1] ?? "3",
      scope3_category: entry.scope3_category,
      category_id: entry.category_key,
      co2e_market_based_kg: roundedNumber(entry.market_based_kg),
      co2e_location_based_kg: roundedNumber(entry.location_based_kg),
      calculation_method: entry.calculation_method,
      data_quality_score: entry.data_quality_score,
      formula: entry.formula,
      formula_parts: toldFormula(entry.formula),
      factor_key: entry.factor.key,
      factor_source: entry.factor.source,
      factor_year: entry.factor.year,
      conversions: [...entry.conversions],
    })),
  };
}

/** Entries that are held back of a closed year have no id yet. */
function withIds(activity: NewActivity, entries: readonly CalculatedEntry[], ids: readonly string[]) {
  const written = ids[Symbol.iterator]();
  return entries.map((entry) => {
    const next = isHeldOf(activity, entry) ? null : written.next();
    return { entry, id: next === null || next.done === true ? null : next.value };
  });
}

/** What whoever records should know, and may have meant. */
export function warningsOf(earlier: EarlierRecord | undefined, evidence: readonly EvidenceFile[]): RecordWarning[] {
  const warnings: RecordWarning[] = [];
  if (evidence.length === 0) {
    const message = "No evidence is kept with this record: only the reason says where the figure comes from.";
    warnings.push({ code: "no_evidence", message, activity_id: null });
  }
  if (earlier !== undefined) {
    const message =
      `Activity ${earlier.activity_id}, recorded ${earlier.recorded_at.slice(0, 10)}, states the same. Both count: ` +
      "if it was sent twice, leave one of them out with exclude_activity.";
    warnings.push({ code: "identical_record", message, activity_id: earlier.activity_id });
  }
  return warnings;
}
