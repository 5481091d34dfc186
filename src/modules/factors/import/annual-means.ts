import { grouped } from "../../../core/grouped.ts";
import { decimal, decimalSum, decimalText } from "../../../core/quantity.ts";
import type { SourcedIndex } from "../catalog-tables.ts";
import type { RowIssue } from "../csv-rows.ts";
import type { ParsedRows } from "./parsed-rows.ts";

/** Price levels of the months of one series: decimal text by "YYYY-MM". */
export type MonthlyLevels = ReadonlyMap<string, string>;
/** Levels of years: decimal text with at most 2 decimals, oldest first. */
export type AnnualMeans = ReadonlyMap<number, string>;

/** Eurostat and Statistics Denmark publish levels of a year as the mean of its months, with 2 and 1 decimals. */
const DECIMALS = 2;
const HALF_UP = 1;

/**
 * What a file of months says of years. One row read is one year, in the order of the years, and one rejected month; a year without
 * twelve months is skipped: the mean of eleven is another figure. level of a year = sum of the levels of its 12 months / 12.
 * @param seriesOf what a year's row says beside year and level, by all levels of the file
 */
export function yearRows(
  levels: MonthlyLevels,
  seriesOf: (means: AnnualMeans) => Omit<SourcedIndex, "year" | "index_value">,
  rejected: readonly RowIssue[] = [],
): ParsedRows<SourcedIndex> {
  const ordered = [...levels].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const byYear = grouped(ordered, ([month]) => Number(month.slice(0, 4)));
  const years = new Map([...byYear].map(([year, ofYear]) => [year, ofYear.map(([, level]) => level)]));
  const complete = [...years].filter(([, months]) => months.length === 12);
  const mean = (months: readonly string[]) => decimalText(decimal(decimalSum(months)).div(12).round(DECIMALS, HALF_UP));
  const means = new Map(complete.map(([year, months]) => [year, mean(months)]));
  const series = seriesOf(means);
  return {
    read: years.size + rejected.length,
    rows: [...means].map(([year, index_value], position) => ({
      line: position + 1,
      row: { ...series, year, index_value },
    })),
    rejected,
    skipped: [{ reason: "a year without twelve months", count: years.size - complete.length }],
  };
}
