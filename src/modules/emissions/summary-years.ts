import {
  type FinancialYear,
  lastDay,
  type YearStatement,
  yearOfMonth,
  yearsBetween,
} from "../../core/financial-year.ts";
import { SCOPE3_CATEGORIES } from "../../core/ghg.ts";
import { monthLabel } from "../../core/period.ts";
import { type AskedTotal, isAnswered, type KnownCells } from "./completeness.ts";
import { scopeTotals, type Scope2Method, summarise, type Summary } from "./emissions-summary.ts";
import { scopeName } from "./emission-scope.ts";
import type { Coverage } from "./store-coverage.ts";
import type { CoveredSums } from "./store-period-sums.ts";
import type { MonthSums } from "./store-sums.ts";
import type { UsePeriod } from "./use-period.ts";

/** A financial year, or the months before the company's first one, which have none. */
interface SummedYear extends Pick<FinancialYear, "from" | "to" | "from_ym" | "to_ym"> {
  readonly report_year: number | null;
}

/**
 * Totals with those of each financial year from the first to the last that has entries, years between them included. They add up
 * to the total: a year that the period cuts has what lies in the period, and months before the company's first year are one
 * without report_year. Of each year by itself a figure is null where nothing is counted and nobody answered that there is nothing.
 */
export function summariseYears(
  sums: CoveredSums<MonthSums>,
  asked: AskedTotal & { readonly years: YearStatement },
  method: Scope2Method,
): Summary {
  const { coverage, rows } = sums;
  const yearly = summedYears(rows, asked.years).map((year) => {
    const { report_year, from, to, from_ym, to_ym } = year;
    const ofYear = rows.filter(({ ym }) => from_ym <= ym && ym <= to_ym);
    return {
      report_year,
      from,
      to,
      ...scopeTotals(ofYear, method, knownOfYear(ofYear, coverage, daysOf(year, asked))),
    };
  });
  return { ...summarise(sums, asked, method), years: yearly };
}

function summedYears(rows: readonly MonthSums[], years: YearStatement): SummedYear[] {
  const [first, last] = [rows.at(0)?.ym, rows.at(-1)?.ym];
  if (first === undefined || last === undefined) return [];
  const summed = yearsBetween(years, first, last);
  if (yearOfMonth(years, first) !== null) return [...summed];
  const to_ym = (summed[0]?.from_ym ?? last + 1) - 1;
  const before = { report_year: null, from: `${monthLabel(first)}-01`, to: lastDay(to_ym), from_ym: first, to_ym };
  return [before, ...summed];
}

/** The days of a year that are asked for, as far as they have come; a year to come has its first. */
function daysOf({ from, to }: SummedYear, { period, today }: AskedTotal): UsePeriod {
  const start = period.from !== null && period.from.slice(0, 10) > from ? period.from.slice(0, 10) : from;
  const [end = to] = [to, today, ...(period.to === null ? [] : [period.to.slice(0, 10)])].toSorted();
  return { start, end: end < start ? start : end };
}

function knownOfYear(rows: readonly MonthSums[], { none }: Coverage, days: UsePeriod): KnownCells {
  const counted = new Set(rows.map(({ scope }) => scopeName(scope)));
  const isNone = (scope: number, category: number): boolean => isAnswered(none, days, scope, category);
  const isScope3None = (): boolean => SCOPE3_CATEGORIES.every(({ number }) => isNone(3, number));
  const hasScope: KnownCells["hasScope"] = (name) =>
    counted.has(name) || isNone(Number(name), 0) || (name === "3" && isScope3None());
  return {
    hasTotal: counted.size > 0 || (["1", "2", "3"] as const).every(hasScope),
    hasScope,
    hasCategory: (number) => isNone(3, number),
  };
}
