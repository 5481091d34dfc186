import type { YearFacts } from "../snapshot/store-facts.ts";

/** How many months of a year have entries, of any scope. */
export function monthsWithData({ years }: Pick<YearFacts, "years">, year: number): number {
  let mask = years.filter((row) => row.year === year).reduce((months, row) => months | row.month_mask, 0);
  let count = 0;
  for (; mask !== 0; mask >>= 1) count += mask & 1;
  return count;
}

/** Whether the ledger has entries of all twelve months: a part of a year is not compared with a whole one. */
export function isWholeYear(facts: Pick<YearFacts, "years">, year: number): boolean {
  return monthsWithData(facts, year) === 12;
}
