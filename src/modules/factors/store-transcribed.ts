import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** A figure that was read in a copy of its publisher's table and typed, in the publisher's unit. */
export interface TranscribedFigure {
  /** Of the factor or series. */
  readonly name: string;
  /** ISO 3166-1 alpha-2, or EA. */
  readonly region: string;
  readonly year: number;
  /** Decimal text. */
  readonly figure: string;
  /** Null: not told. */
  readonly read_in: string | null;
  readonly source_url: string;
}

// Publishers print grams per kWh.
const selectFactors = statement(`
  select key as name, region, valid_year as year, trim_scale(kg_co2e_per_unit * 1000) as figure, read_in, source_url
  from emission_factors
  where confidence = 'transcribed' and starts_with(key, 'electricity.') and source like 'EEA%'
  order by region, valid_year, key limit 10000`);

const selectLevels = statement(`
  select series as name, region, year, index_value as figure, source as read_in, source_url
  from price_indices
  where source like '%transcribed'
  order by region, year, series limit 10000`);

/** Transcribed factors of electricity, in g CO2e per kWh. */
export async function selectTranscribedFactors(db: SystemDb): Promise<readonly TranscribedFigure[]> {
  return await db.rows<TranscribedFigure>(selectFactors);
}

/** Transcribed price levels. */
export async function selectTranscribedLevels(db: SystemDb): Promise<readonly TranscribedFigure[]> {
  return await db.rows<TranscribedFigure>(selectLevels);
}
