import Papa from "papaparse";
import { unreadableFile } from "../../../core/errors.ts";
import { decimal, isDecimalText } from "../../../core/quantity.ts";
import type { SourcedIndex } from "../catalog-tables.ts";
import type { RowIssue } from "../csv-rows.ts";
import { type AnnualMeans, yearRows } from "./annual-means.ts";
import type { ParsedRows } from "./parsed-rows.ts";

const HEADER = ["VAREGR", "ENHED", "TID", "INDHOLD"] as const;
/** The whole index (VAREGR 000000) as a level (ENHED 100), as codes or in the words of either language. */
const ALL_ITEMS = /^0{2,6}(\s|$)/;
const LEVEL = /^(100$|100\s|index$|indeks$)/i;
/** The level of the base year is 100; means of rounded months miss it by less than this. */
const BASE_TOLERANCE = 0.06;

/**
 * Reads Statistics Denmark's consumer price index (StatBank table PRIS01 as CSV with semicolons, decimal point or comma) as levels of
 * years, which are the means of their twelve months. One row read is one year; a year without twelve months is skipped. The base year
 * is the one whose level is 100, and names the series: another base is another series.
 * @throws ServiceError request.validation_failed when the file has another form, is another index, or its base year is not in it
 */
export function importStatbankCpi(text: string): ParsedRows<SourcedIndex> {
  const [header = [], ...records] = Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ""), {
    delimiter: ";",
    skipEmptyLines: "greedy",
  }).data;
  if (HEADER.some((name, column) => header[column]?.trim().toUpperCase() !== name)) {
    throw unreadableFile(
      "not_statbank_cpi",
      `the header is not that of the StatBank table PRIS01 (${HEADER.join(";")})`,
    );
  }
  const { levels, rejected } = monthlyLevels(records);
  return yearRows(levels, (means) => seriesOf(baseYear(means)), rejected);
}

function monthlyLevels(records: readonly (readonly string[])[]): {
  levels: ReadonlyMap<string, string>;
  rejected: readonly RowIssue[];
} {
  const levels = new Map<string, string>();
  const rejected: RowIssue[] = [];
  for (const [index, [group = "", unit = "", period = "", figure = ""]] of records.entries()) {
    if (!ALL_ITEMS.test(group.trim()) || !LEVEL.test(unit.trim())) {
      throw unreadableFile("another_index", `line ${index + 2} is not the level of the index of all items`);
    }
    const [, year, month] = /^(\d{4})M(0[1-9]|1[0-2])$/.exec(period.trim()) ?? [];
    const level = figure.trim().replace(",", ".");
    // "..": not published.
    if (level === "..") continue;
    if (year === undefined || !isDecimalText(level) || Number(level) <= 0) {
      rejected.push({ line: index + 2, reason: "is not a month with a level" });
    } else levels.set(`${year}-${month}`, level);
  }
  return { levels, rejected };
}

function baseYear(means: AnnualMeans): number {
  const bases = [...means].filter(([, level]) => decimal(level).minus(100).abs().lte(BASE_TOLERANCE));
  const [base] = bases[0] ?? [];
  if (base === undefined || bases.length > 1) {
    throw unreadableFile(
      "base_unknown",
      "no year of the file, or more than one, has the level 100: its base is unknown",
    );
  }
  return base;
}

function seriesOf(base: number): Omit<SourcedIndex, "year" | "index_value"> {
  return {
    region: "DK",
    series: `CPI all items, Statistics Denmark, ${base}=100`,
    source: `Statistics Denmark, consumer price index (PRIS01, ${base}=100), mean of the twelve months`,
    source_url: "https://www.statbank.dk/PRIS01",
    licence: "Statistics Denmark: free to use with the source named",
  };
}
