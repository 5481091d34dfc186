import { type FinancialYear, financialYear, monthOfDay, REGULAR_MONTHS } from "../../../core/financial-year.ts";
import { SCOPE3_CATEGORIES } from "../../../core/ghg.ts";
import { monthLabel } from "../../../core/period.ts";
import { type Decimal, decimal, decimalSum, roundedTo, tonnesOf } from "../../../core/quantity.ts";
import { categorySource, type GasSource, knownGas, scopeSource } from "../datapoints/known-gases.ts";
import { omissionReason } from "../datapoints/unknown-gases.ts";
import { monthsWithData } from "../datapoints/year-coverage.ts";
import type { ReportDocument } from "./report-document.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { isOfYear } from "../snapshot/is-of-year.ts";
import { reportedYear } from "../snapshot/snapshot-years.ts";
import type { YearScopeFacts } from "../../emissions/index.ts";

/** tCO2e of reports are to the kilogram, MWh to the kilowatt-hour. */
export const DECIMALS = 3;

/** Kilograms as reports tell them: tCO2e to the kilogram, half up, each figure from the exact one. */
export function tonnes(kg: string | number | Decimal): number {
  return roundedTo(tonnesOf(kg), DECIMALS);
}

/** A share as reports tell it, to two digits. */
export function percent(value: Decimal): number {
  return roundedTo(value, 2);
}

interface ScopeSum {
  readonly scope: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
}

type KgColumn = "market_based_kg" | "location_based_kg";
type Sums = Omit<ReportDocument["months"][number], "month">;

const SCOPES = [1, 2, 3] as const;

function added(rows: readonly ScopeSum[], column: KgColumn): Decimal {
  return decimalSum(rows.map((row) => row[column]));
}

/** As format 4 told them: a scope without entries is zero. */
function everySum(rows: readonly ScopeSum[]): Sums {
  return scopeValues((scope, column) =>
    tonnes(
      added(
        rows.filter((row) => row.scope === scope),
        column,
      ),
    ),
  );
}

function scopeValues(of: (scope: 1 | 2 | 3, column: KgColumn) => number | null): Sums {
  return {
    scope_1: of(1, "market_based_kg"),
    scope_2_location_based: of(2, "location_based_kg"),
    scope_2_market_based: of(2, "market_based_kg"),
    scope_3: of(3, "market_based_kg"),
  };
}

interface Knowledge {
  /** Scopes of which a person has said that there are none. */
  readonly none: ReadonlySet<number>;
  /** Whether the sum of the rows is one of all scopes. */
  readonly is_total: boolean;
}

/** A scope without rows is unknown unless it is stated to be none; the totals are sums of exact figures, not of rounded ones. */
function knownSums(rows: readonly ScopeSum[], { none, is_total }: Knowledge): Sums {
  const of = (scope: 1 | 2 | 3, column: KgColumn) => {
    const scopeRows = rows.filter((row) => row.scope === scope);
    if (scopeRows.length === 0) return none.has(scope) ? 0 : null;
    return tonnes(added(scopeRows, column));
  };
  const recorded = (column: KgColumn) => tonnes(added(rows, column));
  return {
    ...scopeValues(of),
    total_location_based: is_total ? recorded("location_based_kg") : null,
    total_market_based: is_total ? recorded("market_based_kg") : null,
    recorded_location_based: recorded("location_based_kg"),
    recorded_market_based: recorded("market_based_kg"),
  };
}

/** Scopes of the report year that are known in this way. */
function scopesThatAre(kind: "none" | "unknown" | "negative", snapshot: Snapshot): ReadonlySet<1 | 2 | 3> {
  return new Set(SCOPES.filter((scope) => knownGas(scopeSource(scope), snapshot).kind === kind));
}

/** Scopes of which neither the ledger nor a person tells anything. */
export function unknownScopes(snapshot: Snapshot): readonly (1 | 2 | 3)[] {
  return [...scopesThatAre("unknown", snapshot)];
}

/** All of the year. A month without entries of a scope has no figure of it. */
export function monthRows(snapshot: Snapshot): ReportDocument["months"] {
  const { facts } = snapshot;
  const { from_ym, months } = reportedYear(snapshot);
  const none = scopesThatAre("none", snapshot);
  const isWhole = scopesThatAre("unknown", snapshot).size + scopesThatAre("negative", snapshot).size === 0;
  return Array.from({ length: months }, (_, index) => {
    const rows = facts.months.filter(({ month }) => month === index + 1);
    const month = monthLabel(from_ym + index);
    if (!tellsUnknown(snapshot)) return { month, ...everySum(rows) };
    return {
      month,
      ...knownSums(rows, { none, is_total: isWhole && (rows.length > 0 || none.size === SCOPES.length) }),
    };
  });
}

/** The years that have entries, oldest first, and always the report year. */
export function yearRows(snapshot: Snapshot): ReportDocument["years"] {
  const { facts } = snapshot;
  const isTold = tellsUnknown(snapshot);
  const reported = reportedYear(snapshot);
  const factYears = facts.years.map(yearOfFacts);
  const years = new Map((isTold ? [...factYears, reported] : factYears).map((factYear) => [factYear.to, factYear]));
  const inOrder = [...years.values()].toSorted((a, b) => a.to_ym - b.to_ym);
  return inOrder.map((financialYearOfRow) => {
    const { report_year, from, to } = financialYearOfRow;
    const period = snapshot.financial_year === undefined ? {} : { period: { from, to } };
    const year = report_year;
    const rows = facts.years.filter((row) => isOfYear(row, financialYearOfRow));
    const months_with_data = monthsWithData(facts, financialYearOfRow);
    if (!isTold) return { year, months_with_data, ...everySum(rows) };
    const none = to === reported.to ? scopesThatAre("none", snapshot) : new Set<number>();
    const is_total = SCOPES.every((scope) => isKnown(rows.filter((row) => row.scope === scope)) || none.has(scope));
    return { year, ...period, months_with_data, ...knownSums(rows, { none, is_total }) };
  });
}

function yearOfFacts({ year, period_end, months }: YearScopeFacts): FinancialYear {
  const to_ym = period_end === undefined ? year * 12 + 11 : monthOfDay(period_end);
  return financialYear(to_ym - (months ?? REGULAR_MONTHS) + 1, to_ym);
}

/** No gross emission is negative: such a sum is no part of a total. */
function isKnown(rows: readonly ScopeSum[]): boolean {
  return rows.length > 0 && !added(rows, "market_based_kg").lt(0) && !added(rows, "location_based_kg").lt(0);
}

/** Largest first; shares are of the market-based total. */
export function categoryRows(snapshot: Snapshot, language: "da" | "en"): ReportDocument["categories"] {
  const { facts, category_names } = snapshot;
  const total = decimalSum(facts.categories.map((row) => row.market_based_kg));
  const isNet = facts.categories.some((row) => decimal(row.market_based_kg).lt(0));
  const shareOf = (kg: string) => {
    if (tellsUnknown(snapshot) && (isNet || !total.gt(0))) return null;
    return total.gt(0) ? percent(decimal(kg).times(100).div(total)) : 0;
  };
  return facts.categories
    .toSorted((a, b) => decimal(b.market_based_kg).cmp(a.market_based_kg))
    .map(({ category_key, scope, market_based_kg, entry_count }) => ({
      key: category_key,
      name: category_names[category_key]?.[language] ?? category_key,
      scope: scope === 1 ? "1" : scope === 2 ? "2" : "3",
      value: tonnes(market_based_kg),
      share_pct: shareOf(market_based_kg),
      entry_count,
    }));
}

/** All 15 categories and, where there is any, what belongs to none. */
export function scope3Rows(snapshot: Snapshot, language: "da" | "en"): ReportDocument["scope3_categories"] {
  const ofNumber = (number: number | null) =>
    snapshot.facts.scopes.filter(({ scope, scope3_category }) => scope === 3 && scope3_category === number);
  const isTold = tellsUnknown(snapshot);
  const named = SCOPE3_CATEGORIES.map(({ number, name_da, name_en }) => ({
    number,
    name: language === "da" ? name_da : name_en,
    ...(isTold ? knownCategory(number, snapshot) : { value: tonnes(added(ofNumber(number), "market_based_kg")) }),
    unit: "tCO2e" as const,
  }));
  const rest = ofNumber(null);
  if (isTold && rest.length === 0) return named;
  const name = language === "da" ? "Uklassificeret" : "Unclassified";
  const recordedStatus = isTold ? { status: "recorded" as const, reason: null } : {};
  return [
    ...named,
    { number: null, name, value: tonnes(added(rest, "market_based_kg")), unit: "tCO2e" as const, ...recordedStatus },
  ];
}

type CategoryKnowledge = Pick<ReportDocument["scope3_categories"][number], "value" | "status" | "reason">;

function knownCategory(number: number, snapshot: Snapshot): CategoryKnowledge {
  const source: GasSource = categorySource(number);
  const gas = knownGas(source, snapshot);
  switch (gas.kind) {
    case "recorded":
      return { value: tonnes(added(gas.rows, "market_based_kg")), status: "recorded", reason: null };
    case "negative":
      return { value: tonnes(gas.market_based_kg), status: "recorded", reason: null };
    case "none":
      return { value: 0, status: "stated_none", reason: gas.reason };
    case "unknown": {
      const reason = omissionReason(number, snapshot);
      return { value: null, status: reason === null ? "unknown" : "left_out", reason };
    }
    default:
      return gas satisfies never;
  }
}
