import type { SourcedRate } from "../../src/modules/factors/catalog-tables.ts";
import { type Decimal, decimal, roundedText, decimalText } from "../../src/core/quantity.ts";

/** Means of months are shipped from here on; of years, from the first day that is read. */
const FIRST_MONTH = "2019-01";

/** The krone keeps its central rate in ERM II, from which its daily rates differ by less than 0.1 %. */
const WITHOUT_MEANS: ReadonlySet<string> = new Set(["DKK"]);

/**
 * Plain means of daily reference rates by year and month, units of the currency per euro, six decimals: the way in which the ECB
 * computes its own averages. A period counts for a currency when it has a rate on every day on which another one has; the month and the
 * year of the newest day are still running and have none.
 */
export function meanRates(daily: readonly SourcedRate[]): SourcedRate[] {
  const newest = daily.reduce((latest, { day }) => (day > latest ? day : latest), "");
  const days = new Map<string, Set<string>>();
  const rates = new Map<string, Map<string, Decimal[]>>();
  for (const { currency, day, per_eur } of daily) {
    if (WITHOUT_MEANS.has(currency)) continue;
    for (const name of periodsOf(day)) {
      if (newest.startsWith(name)) continue;
      days.set(name, (days.get(name) ?? new Set()).add(day));
      const ofPeriod = rates.get(name) ?? new Map<string, Decimal[]>();
      rates.set(name, ofPeriod);
      ofPeriod.set(currency, [...(ofPeriod.get(currency) ?? []), decimal(per_eur)]);
    }
  }
  const means = [...rates].flatMap(([name, ofPeriod]) =>
    [...ofPeriod].flatMap(([currency, values]) =>
      values.length === days.get(name)?.size ? mean(currency, name, values) : [],
    ),
  );
  return means.toSorted(
    (a, b) => a.currency.localeCompare(b.currency) || a.kind.localeCompare(b.kind) || a.day.localeCompare(b.day),
  );
}

/** The periods that a day is in: "2025", and "2025-03" where means of months are shipped. */
function periodsOf(day: string): string[] {
  const [year, month] = [day.slice(0, 4), day.slice(0, 7)];
  return month < FIRST_MONTH ? [year] : [year, month];
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function mean(currency: string, name: string, values: readonly Decimal[]): SourcedRate {
  const sum = values.reduce((total, value) => total.plus(value), decimal("0"));
  const isYear = name.length === "2025".length;
  return {
    currency,
    day: isYear ? `${name}-12-31` : lastDayOf(name),
    kind: isYear ? "annual_average" : "monthly_average",
    per_eur: roundedText(decimalText(sum.div(values.length))),
    source: `European Central Bank, euro reference rates, mean of the ${isYear ? "year" : "month"}`,
    source_url: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip",
    licence: "ECB: reuse permitted with the source named",
  };
}
