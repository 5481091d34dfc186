import { z } from "zod";
import type { GhgScope } from "../../core/ghg.ts";
import { monthLabel } from "../../core/period.ts";
import { type Decimal, decimal, decimalSum, roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { type AskedTotal, type KnownCells, knownCells } from "./completeness.ts";
import { scopeName } from "./emission-scope.ts";
import type { CoveredSums } from "./store-period-sums.ts";
import { type EmissionSums, listedEntries, type MonthSums, type ScopeSums } from "./store-sums.ts";
import { factsOf, scope2Reservations, scope2ReservationsOf, totalFacts } from "./total-facts.ts";
import { weightedQuality } from "../../core/weighted-quality.ts";

/** kg CO2e; null: not known, which is not zero. */
const kg = z.union([z.number(), z.null()]);
const byScope = z.object({ "1": kg, "2": kg, "3": kg });

const totals = { total_co2e_kg: kg, by_scope: byScope, entry_count: z.int() };
const yearTotals = z.object({
  /** Calendar year in which the financial year ends; null: months before the company's first year. */
  report_year: z.union([z.int(), z.null()]),
  from: z.iso.date(),
  to: z.iso.date(),
  ...totals,
});

/**
 * Totals of a period, all kg CO2e; `items` only with group_by = month, `years` only with group_by = year. What may be unknown is declared so: callers must
 * not read it as zero.
 */
export const summaryRecord = z.object({
  total_co2e_kg: kg,
  by_scope: byScope,
  entry_count: z.int(),
  scope2: z.object({ market_based_kg: kg, location_based_kg: kg, ...scope2Reservations }),
  biogenic_co2_kg: kg,
  period: z.object({ from: z.union([z.string(), z.null()]), to: z.union([z.string(), z.null()]) }),
  scope2_method: z.enum(["market_based", "location_based"]),
  data_quality: z.object({
    score: z.union([z.number(), z.null()]),
    primary_share_pct: z.union([z.number(), z.null()]),
    spend_share_pct: z.union([z.number(), z.null()]),
  }),
  ...totalFacts,
  items: z.array(z.object({ month: z.string(), ...totals })).optional(),
  years: z.array(yearTotals).optional(),
});
SCHEMA_NAMES.add(summaryRecord, { name: "EmissionsSummary" });

export type Summary = z.infer<typeof summaryRecord>;
export type Scope2Method = Summary["scope2_method"];

/** Totals over rows that are sums by scope (and by anything else). What is unknown is null. */
export function summarise(sums: CoveredSums<ScopeSums>, asked: AskedTotal, scope2_method: Scope2Method): Summary {
  const { coverage, rows } = sums;
  const { period } = asked;
  const scope2 = rows.filter((row) => row.scope === 2);
  const quality = weightedQuality(rows);
  const facts = factsOf(coverage, rows, asked);
  const known = knownCells(coverage, facts);
  const ofScope2 = (column: "market_based_kg" | "location_based_kg") =>
    known.hasScope("2") ? roundedNumber(total(scope2, column)) : null;
  return {
    ...scopeTotals(rows, scope2_method, known),
    scope2: {
      market_based_kg: ofScope2("market_based_kg"),
      location_based_kg: ofScope2("location_based_kg"),
      ...scope2ReservationsOf(rows),
    },
    biogenic_co2_kg: known.hasTotal ? roundedNumber(total(rows, "biogenic_co2_kg")) : null,
    period: { from: period.from, to: period.to },
    scope2_method,
    data_quality: {
      score: quality === null ? null : roundedNumber(quality.score),
      primary_share_pct: quality === null ? null : roundedNumber(quality.primary_share_percent),
      spend_share_pct: quality === null ? null : roundedNumber(quality.spend_share_percent),
    },
    ...facts,
  };
}

/** The same with one item per month from the first to the last month that has entries, months between them included. */
export function summariseMonths(sums: CoveredSums<MonthSums>, asked: AskedTotal, scope2_method: Scope2Method): Summary {
  const { rows } = sums;
  const months = new Map<number, MonthSums[]>();
  const first = rows.at(0)?.ym ?? 0;
  const last = rows.at(-1)?.ym ?? -1;
  for (let ym = first; ym <= last; ym += 1) months.set(ym, []);
  for (const row of rows) months.get(row.ym)?.push(row);
  const known = knownCells(sums.coverage, factsOf(sums.coverage, rows, asked));
  const items = [...months].map(([ym, month]) => ({
    month: monthLabel(ym),
    ...scopeTotals(month, scope2_method, known),
  }));
  return { ...summarise(sums, asked, scope2_method), items };
}

/** Sums by scope and of all of them, null where they are not known. */
export function scopeTotals(rows: readonly ScopeSums[], method: Scope2Method, known: KnownCells) {
  const column = `${method}_kg` as const;
  const byScope: Record<GhgScope, Decimal> = { "1": decimal(0), "2": decimal(0), "3": decimal(0) };
  for (const row of rows) {
    const scope = scopeName(row.scope);
    byScope[scope] = byScope[scope].plus(decimal(row[column]));
  }
  const cell = (scope: GhgScope) => (known.hasScope(scope) ? roundedNumber(byScope[scope]) : null);
  return {
    total_co2e_kg: known.hasTotal ? roundedNumber(total(rows, column)) : null,
    by_scope: { "1": cell("1"), "2": cell("2"), "3": cell("3") },
    entry_count: listedEntries(rows),
  };
}

function total(
  rows: readonly EmissionSums[],
  column: Exclude<keyof EmissionSums, "entry_count" | "closing_count">,
): Decimal {
  return decimalSum(rows.map((row) => row[column]));
}
