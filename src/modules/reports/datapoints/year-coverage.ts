import { type FinancialYear } from "../../../core/financial-year.ts";
import { isOfYear } from "../snapshot/is-of-year.ts";
import type { YearFacts } from "../snapshot/year-facts.ts";

/** How many months of a year have entries, of any scope. */
export function monthsWithData({ years }: Pick<YearFacts, "years">, year: FinancialYear): number {
  let mask = years.filter((row) => isOfYear(row, year)).reduce((months, row) => months | row.month_mask, 0);
  let count = 0;
  for (; mask !== 0; mask >>= 1) count += mask & 1;
  return count;
}

/** Whether the ledger has entries of all its months: a part of a year is not compared with a whole one. */
export function isWholeYear(facts: Pick<YearFacts, "years">, year: FinancialYear): boolean {
  return monthsWithData(facts, year) === year.months;
}
