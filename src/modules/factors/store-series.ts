import { grouped } from "../../core/grouped.ts";
import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { StoredFigure, StoredSeries } from "./import/plausible-figures.ts";

const selectMeans = statement(`
  select currency || ' ' || kind as series, currency || ' ' || kind as subject, day::text as period, per_eur as value
  from exchange_rates where kind in ('monthly_average', 'annual_average')
  order by currency, kind, day limit 100000`);

const selectLevels = statement(`
  select region || ' ' || series as series, region as subject, year::text as period, index_value as value
  from price_indices order by region, series, year limit 100000`);

/** Means of exchange rates by currency and kind. */
export async function selectStoredRates(db: SystemDb): Promise<StoredSeries> {
  return bySeries(await db.rows<StoredFigure>(selectMeans));
}

/** Price levels by region and series. */
export async function selectStoredIndices(db: SystemDb): Promise<StoredSeries> {
  return bySeries(await db.rows<StoredFigure>(selectLevels));
}

function bySeries(figures: readonly StoredFigure[]): StoredSeries {
  return grouped(figures, ({ series }) => series);
}
