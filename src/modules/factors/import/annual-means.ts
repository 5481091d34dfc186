import { decimal, decimalSum, decimalText } from "../../../core/quantity.ts";

/** Price levels of the months of one series: decimal text by "YYYY-MM". */
export type MonthlyLevels = ReadonlyMap<string, string>;

export interface AnnualMeans {
  /** Decimal text with at most 2 decimals, by year, oldest first. */
  readonly means: ReadonlyMap<number, string>;
  /** Years of which a month is missing. */
  readonly incomplete: number;
}

/** Eurostat and Statistics Denmark publish levels of a year as the mean of its months, with 2 and 1 decimals. */
const DECIMALS = 2;
const HALF_UP = 1;

/** level of a year = sum of the levels of its 12 months / 12. A year without 12 months has none: the mean of eleven is another figure. */
export function annualMeans(levels: MonthlyLevels): AnnualMeans {
  const years = new Map<number, string[]>();
  for (const [month, level] of [...levels].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const year = Number(month.slice(0, 4));
    years.set(year, [...(years.get(year) ?? []), level]);
  }
  const complete = [...years].filter(([, months]) => months.length === 12);
  const mean = (months: readonly string[]) => decimalText(decimal(decimalSum(months)).div(12).round(DECIMALS, HALF_UP));
  return {
    means: new Map(complete.map(([year, months]) => [year, mean(months)])),
    incomplete: years.size - complete.length,
  };
}
