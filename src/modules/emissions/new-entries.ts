import type { Context } from "../../core/context.ts";
import { type CalculatedEntry, ENGINE_VERSION } from "./calculation.ts";

/** What the entries of one split have in common. */
export interface EntrySource {
  readonly activity_id: string;
  readonly activity_split_id: string;
  readonly department_id: string | null;
  /** ISO 8601 UTC timestamp of the activity: the date of its document. */
  readonly transaction_date: string;
}

/** An emission entry as it is inserted; the database adds tenant, environment, month and created_at. */
export interface NewEntry extends EntrySource, Omit<CalculatedEntry, "is_upstream" | "used"> {
  readonly id: string;
  /** Its accounting date, ISO 8601 UTC: the start of the last day on which it was used, else the document's date. */
  readonly transaction_date: string;
  /** ISO date of the document where that is not the accounting date; null: it is. */
  readonly document_date: string | null;
  /** ISO dates, both included, of the days in this month on which it was used; null: it counts on the document's day. */
  readonly period_from: string | null;
  readonly period_to: string | null;
  readonly companion_of_entry_id: string | null;
  readonly supersedes_entry_id: string | null;
  readonly emission_factor_id: string;
  readonly gwp_set: string | null;
  readonly engine_version: string;
  readonly calculated_at: string;
}

/** Gives calculated entries their ids and ties each companion to the entry that it accompanies. */
export function newEntries(
  ctx: Pick<Context, "clock" | "newId">,
  source: EntrySource,
  calculated: readonly CalculatedEntry[],
): NewEntry[] {
  const calculated_at = ctx.clock.now().toISOString();
  let accompanied: string | null = null;
  return calculated.map((entry) => {
    const id = ctx.newId();
    if (!entry.is_upstream) accompanied = id;
    const { is_upstream, factor, used } = entry;
    const dates = accountingDates(source, used);
    // Member by member: an object made by copying so many is slow to build and to read.
    return {
      transaction_date: dates.transaction_date,
      document_date: dates.document_date,
      period_from: dates.period_from,
      period_to: dates.period_to,
      activity_id: source.activity_id,
      activity_split_id: source.activity_split_id,
      department_id: source.department_id,
      scope: entry.scope,
      scope3_category: entry.scope3_category,
      category_key: entry.category_key,
      market_based_kg: entry.market_based_kg,
      location_based_kg: entry.location_based_kg,
      co2_kg: entry.co2_kg,
      ch4_kg_co2e: entry.ch4_kg_co2e,
      n2o_kg_co2e: entry.n2o_kg_co2e,
      biogenic_co2_kg: entry.biogenic_co2_kg,
      calculation_method: entry.calculation_method,
      data_quality_score: entry.data_quality_score,
      market_based_fallback: entry.market_based_fallback,
      formula: entry.formula,
      inputs: entry.inputs,
      conversions: entry.conversions,
      id,
      companion_of_entry_id: is_upstream ? accompanied : null,
      supersedes_entry_id: null,
      factor,
      emission_factor_id: factor.id,
      gwp_set: factor.gwp_set,
      engine_version: ENGINE_VERSION,
      calculated_at,
    };
  });
}

function accountingDates({ transaction_date }: EntrySource, used: CalculatedEntry["used"]) {
  if (used === undefined) return { transaction_date, document_date: null, period_from: null, period_to: null };
  const document_date = transaction_date.slice(0, 10);
  return {
    transaction_date: `${used.to}T00:00:00.000Z`,
    document_date: document_date === used.to ? null : document_date,
    period_from: used.from,
    period_to: used.to,
  };
}
