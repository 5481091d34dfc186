import { monthOfDay, REGULAR_MONTHS, yearLabel } from "../../../../core/financial-year.ts";
import { decimal, decimalSum, roundedNumber } from "../../../../core/quantity.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";

/** tCO2e of one month or year, by scope. */
export type Sums = ReportDocument["months"][number] | ReportDocument["years"][number];

/** Scopes 1, 2 (market-based) and 3; null where one is not known. */
export function scopesOf({
  scope_1,
  scope_2_market_based,
  scope_3,
}: Sums): [number | null, number | null, number | null] {
  return [scope_1, scope_2_market_based, scope_3];
}

/** The printed total of all scopes; null where one of them is not known. */
export function marketTotal(sums: Sums): number | null {
  return sums.total_market_based === undefined ? addedKnown(scopesOf(sums)) : sums.total_market_based;
}

/** Null where one scope is not known. */
export function locationTotal(sums: Sums): number | null {
  const { scope_1, scope_2_location_based, scope_3, total_location_based } = sums;
  return total_location_based === undefined
    ? addedKnown([scope_1, scope_2_location_based, scope_3])
    : total_location_based;
}

/** Market-based, of the scopes that the ledger has, be they all or some. */
export function recordedTotal(sums: Sums): number {
  return sums.recorded_market_based ?? addedKnown(scopesOf(sums));
}

/** Exact sum of printed figures: binary fractions would show in the last digit. */
export function added(values: readonly number[]): number {
  return roundedNumber(decimalSum(values));
}

/** The same of those that are known. */
function addedKnown(values: readonly (number | null)[]): number {
  return added(values.filter((value) => value !== null));
}

/** What percent of `total` a value is, exactly; null without a total. */
export function percentOf(value: number, total: number): number | null {
  return total > 0 ? roundedNumber(decimal(value).times(100).div(total)) : null;
}

/** Whether a document tells unknown scopes as zero, as carbon-ledger-report/2 did: it is drawn as it was then. */
export function isFormat2({ report_format }: Pick<ReportDocument, "report_format">): boolean {
  return report_format === "carbon-ledger-report/2";
}

type Period = ReportDocument["period"];

/** How the reported year is called: "2025", or "2024/25". */
export function yearTitle({ period }: Pick<ReportDocument, "period">): string {
  return yearLabel(period);
}

/** How the year before it is called. */
export function previousYearTitle({ previous_period, report_year }: ReportDocument): string {
  if (previous_period === undefined) return String(report_year - 1);
  return previous_period === null ? "\u2013" : yearLabel(previous_period);
}

/** Months of a year, of which a report of a first or changed year has other than twelve. */
export function monthsOf({ period }: { readonly period?: Period | undefined }): number {
  return period === undefined ? REGULAR_MONTHS : monthOfDay(period.to) - monthOfDay(period.from) + 1;
}

/** The sums of the year before the reported one; a year without entries has none. */
export function yearBefore(document: ReportDocument): ReportDocument["years"][number] {
  const { previous_period } = document;
  const isPrevious = ({ period }: ReportDocument["years"][number]) => period?.to === previous_period?.to;
  const stated = previous_period == null ? undefined : document.years.find(isPrevious);
  return (
    stated ??
    reportYear({ ...document, years: previous_period === undefined ? document.years : [] }, document.report_year - 1)
  );
}

/** The sums of the report year, or of another calendar year; a year without entries has none. */
export function reportYear(document: ReportDocument, year = document.report_year): ReportDocument["years"][number] {
  const nothing = isFormat2(document) ? 0 : null;
  const none = {
    year,
    months_with_data: 0,
    scope_1: nothing,
    scope_2_location_based: nothing,
    scope_2_market_based: nothing,
    scope_3: nothing,
  };
  const yearSums = document.years.find(
    (candidate) =>
      candidate.year === year && (candidate.period === undefined || candidate.period.to === document.period.to),
  );
  if (yearSums !== undefined) return yearSums;
  return isFormat2(document) ? none : { ...none, total_location_based: null, total_market_based: null };
}
