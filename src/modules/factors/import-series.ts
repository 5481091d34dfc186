import type { SystemDb } from "../../core/context.ts";
import type { SourcedIndex, SourcedRate } from "./catalog-tables.ts";
import type { RowIssue } from "./csv-rows.ts";
import { importEcbMeans } from "./import/ecb-means.ts";
import { importHicp } from "./import/eurostat-hicp.ts";
import type { ParsedRows, SkippedRows } from "./import/parsed-rows.ts";
import { type Figure, GROWTH_MAX, judgeFigures, type StoredSeries } from "./import/plausible-figures.ts";
import { importEcbRates, importExchangeRates, importPriceIndices } from "./import/reference-series.ts";
import { importStatbankCpi } from "./import/statbank-cpi.ts";
import { insertExchangeRates, insertPriceIndices, type LineOutcome } from "./store.ts";
import { selectStoredIndices, selectStoredRates } from "./store-series.ts";

/** Formats of exchange rates and price levels, which have no releases: each figure has an identity of its own. */
export const SERIES_FORMATS = ["ecb", "exchange-rate", "price-index", "ecb-means", "hicp", "cpi"] as const;
export type SeriesFormat = (typeof SERIES_FORMATS)[number];

export function isSeriesFormat(format: string): format is SeriesFormat {
  return SERIES_FORMATS.some((known) => known === format);
}

/** How figures of a series are taken in. */
export interface SeriesRules {
  /** ISO date: means of periods that are not over are left out. Needed for `ecb-means`. */
  readonly today?: string;
  /** Whether new figures that no person has looked at are held against what is stored, and implausible ones rejected. */
  readonly refusesImplausible?: boolean;
}

/** Figures that a file states. `published`: means as their publisher gives them, which may be rounded otherwise than stored ones. */
export type Series =
  | { readonly kind: "rates"; readonly is_published: boolean; readonly parsed: ParsedRows<SourcedRate> }
  | { readonly kind: "indices"; readonly is_published: boolean; readonly parsed: ParsedRows<SourcedIndex> };

/** Reads a file. @throws Error or ServiceError when it is not of the format */
export function readSeries(format: SeriesFormat, text: string, today: string | null): Series {
  return READERS[format](text, today);
}

const READERS: Readonly<Record<SeriesFormat, (text: string, today: string | null) => Series>> = {
  ecb: (text) => ({ kind: "rates", is_published: false, parsed: importEcbRates(text) }),
  "exchange-rate": (text) => ({ kind: "rates", is_published: false, parsed: importExchangeRates(text) }),
  "price-index": (text) => ({ kind: "indices", is_published: false, parsed: importPriceIndices(text) }),
  "ecb-means": (text, today) => {
    if (today === null) throw new Error("which means are of a period that is over depends on the day");
    return { kind: "rates", is_published: true, parsed: importEcbMeans(text, today) };
  },
  hicp: (text) => ({ kind: "indices", is_published: true, parsed: importHicp(text) }),
  cpi: (text) => ({ kind: "indices", is_published: true, parsed: importStatbankCpi(text) }),
};

/** What was written; read = inserted + unchanged + rejected + skipped. */
export interface WrittenSeries {
  readonly read: number;
  readonly inserted: number;
  readonly unchanged: number;
  readonly rejected: readonly RowIssue[];
  readonly skipped: readonly SkippedRows[];
}

/** Adds figures whose identity is not stored yet; stored ones stay as they are. */
export async function writeSeries(
  admin: SystemDb,
  series: Series,
  refusesImplausible: boolean,
): Promise<WrittenSeries> {
  if (series.kind === "rates") {
    const { parsed, is_published } = series;
    if (!is_published) return await write(admin, parsed, insertExchangeRates);
    const stored = await selectStoredRates(admin);
    return await write(admin, judged(parsed, figureOfRate, stored, refusesImplausible), insertExchangeRates);
  }
  const { parsed, is_published } = series;
  if (!is_published) return await write(admin, parsed, insertPriceIndices);
  const stored = await selectStoredIndices(admin);
  return await write(admin, judged(parsed, figureOfIndex, stored, refusesImplausible), insertPriceIndices);
}

function figureOfRate({ currency, kind, day, per_eur }: SourcedRate): Figure {
  const growth_max = kind === "annual_average" ? GROWTH_MAX.annual_rate : GROWTH_MAX.monthly_rate;
  return { series: `${currency} ${kind}`, subject: `${currency} ${kind}`, period: day, value: per_eur, growth_max };
}

function figureOfIndex({ region, series, year, index_value }: SourcedIndex): Figure {
  return {
    series: `${region} ${series}`,
    subject: region,
    period: String(year),
    value: index_value,
    growth_max: GROWTH_MAX.annual_index,
  };
}

interface JudgedRows<Row> extends ParsedRows<Row> {
  /** Rows that are stored already, as rounded by the publisher. */
  readonly known: number;
}

function judged<Row>(
  parsed: ParsedRows<Row>,
  figureOf: (row: Row) => Figure,
  stored: StoredSeries,
  refusesImplausible: boolean,
): JudgedRows<Row> {
  const verdicts = judgeFigures(
    parsed.rows.map(({ row }) => figureOf(row)),
    stored,
    refusesImplausible,
  );
  const rows: { readonly line: number; readonly row: Row }[] = [];
  const rejected = [...parsed.rejected];
  let known = 0;
  for (const [index, parsedRow] of parsed.rows.entries()) {
    const verdict = verdicts[index];
    if (verdict === undefined || verdict.kind === "new") rows.push(parsedRow);
    else if (verdict.kind === "known") known += 1;
    else rejected.push({ line: parsedRow.line, reason: verdict.reason });
  }
  return { ...parsed, rows, rejected, known };
}

async function write<Row>(
  admin: SystemDb,
  parsed: ParsedRows<Row> & { readonly known?: number },
  insert: (admin: SystemDb, rows: readonly (Row & { readonly line: number })[]) => Promise<LineOutcome[]>,
): Promise<WrittenSeries> {
  const outcomes = await insert(
    admin,
    parsed.rows.map(({ line, row }) => ({ ...row, line })),
  );
  const count = (wanted: LineOutcome["outcome"]) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const different = outcomes
    .filter(({ outcome }) => outcome === "different")
    .map(({ line }) => ({ line, reason: "another figure is stored for the same identity and is kept" }));
  return {
    read: parsed.read,
    inserted: count("inserted"),
    unchanged: count("unchanged") + (parsed.known ?? 0),
    rejected: [...parsed.rejected, ...different],
    skipped: parsed.skipped,
  };
}
