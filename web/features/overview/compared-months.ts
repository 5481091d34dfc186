/** A month of a series, e.g. "2026-03"; without entries it only stands between months that have some. */
interface MonthOfSeries {
  readonly month: string;
  readonly total_co2e_kg: number | null;
  readonly entry_count: number;
}

/** Percent by which the months with data differ from the same months of the year before, or how many of those have none. */
type Comparison = { readonly percent: number } | { readonly missing: number } | null;

/** Null: nothing can be said, as where the year before has no data at all. */
export function compareMonths(months: readonly MonthOfSeries[], earlier: readonly MonthOfSeries[]): Comparison {
  const before = new Map(withData(earlier).map((month) => [month.month.slice(5), month.total_co2e_kg]));
  const now = withData(months);
  if (now.length === 0 || before.size === 0) return null;
  const missing = now.filter(({ month }) => !before.has(month.slice(5))).length;
  if (missing > 0) return { missing };
  const kgBefore = now.map(({ month }) => before.get(month.slice(5)) ?? null);
  const kgNow = now.map(({ total_co2e_kg }) => total_co2e_kg);
  if ([...kgNow, ...kgBefore].includes(null)) return null;
  const [sum, sumBefore] = [kgNow, kgBefore].map((kg) => kg.reduce<number>((total, one) => total + (one ?? 0), 0));
  if (sum === undefined || sumBefore === undefined || sumBefore <= 0) return null;
  return { percent: ((sum - sumBefore) / sumBefore) * 100 };
}

/** Months in a row, by their numbers: "01" to "12". */
export interface MonthRun {
  readonly first: string;
  readonly last: string;
}

/** The months with data, those that follow each other as one run. */
export function monthRuns(months: readonly MonthOfSeries[]): readonly MonthRun[] {
  const runs: MonthRun[] = [];
  for (const { month } of withData(months)) {
    const number = month.slice(5);
    const open = runs.at(-1);
    if (open === undefined || Number(number) !== Number(open.last) + 1) runs.push({ first: number, last: number });
    else runs[runs.length - 1] = { ...open, last: number };
  }
  return runs;
}

/** First and last day of a run of months in a year. */
export function periodOf(year: number, { first, last }: MonthRun): { readonly from: string; readonly to: string } {
  // The day before the first of the next month.
  const to = new Date(Date.UTC(year, Number(last), 0)).toISOString().slice(0, 10);
  return { from: `${year}-${first}-01`, to };
}

/** Months of a calendar year that have begun, 0 to 12: those of the future lack no data. */
export function begunMonths(year: number, today: Date): number {
  const thisYear = today.getUTCFullYear();
  if (year === thisYear) return today.getUTCMonth() + 1;
  return year < thisYear ? 12 : 0;
}

/** Those of the months that have begun in which nothing is booked, e.g. "2026-03". */
export function lackingMonths(year: number, months: readonly MonthOfSeries[], begun: number): readonly string[] {
  const known = new Set(withData(months).map(({ month }) => month));
  return Array.from({ length: begun }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`).filter(
    (month) => !known.has(month),
  );
}

function withData(months: readonly MonthOfSeries[]): readonly MonthOfSeries[] {
  return months.filter(({ entry_count }) => entry_count > 0);
}
