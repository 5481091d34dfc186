import { CALCULATION_METHODS, type CalculationMethod } from "../../../core/ghg.ts";
import { type Decimal, decimal, decimalSum } from "../../../core/quantity.ts";
import { weightedQuality } from "../../../core/weighted-quality.ts";
import { percent } from "../presentation/document-sums.ts";
import { METHOD_GROUPS, type ReportDocument } from "../presentation/report-document.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import type { MethodFacts } from "../snapshot/ledger-facts.ts";

type MethodShares = NonNullable<ReportDocument["data_quality"]["method_shares"]>;
type Group = (typeof METHOD_GROUPS)[number];

/**
 * What an emission rests on by its calculation method (GHG Protocol Scope 3 Calculation Guidance): a direct measurement or
 * the supplier's own figure; a quantity (kWh, litres, kilometres, tonnes) times a published factor; or money spent.
 */
const GROUP_OF: Readonly<Record<CalculationMethod, Group>> = {
  direct_measurement: "supplier_or_direct",
  supplier_specific: "supplier_or_direct",
  hybrid: "supplier_or_direct",
  fuel_based: "quantity",
  distance_based: "quantity",
  site_specific: "quantity",
  waste_type_specific: "quantity",
  average_data: "quantity",
  spend_based: "spend",
};

/** How good the year's data are, by weight of the emissions without signs. */
export function dataQuality(snapshot: Snapshot): ReportDocument["data_quality"] {
  const { facts } = snapshot;
  const quality = weightedQuality(facts.scopes);
  return {
    score: quality === null ? null : percent(quality.score),
    ...(tellsUnknown(snapshot)
      ? { method_shares: methodShares(facts.methods) }
      : {
          primary_share_pct: quality === null ? null : percent(quality.primary_share_percent),
          spend_share_pct: quality === null ? null : percent(quality.spend_share_percent),
        }),
    entry_count: facts.scopes.reduce((count, row) => count + row.entry_count, 0),
    months_with_data: facts.months_with_data,
    pending_review_count: facts.pending_review_count,
    market_based_fallback_count: facts.market_based_fallback_count,
  };
}

/** Tenths of a percent in the whole: shares are printed with one digit, and those add up. */
const TENTHS = 1000;

/** Shares with one digit that add up to exactly 100: what rounding leaves over goes to the largest remainders. */
export function methodShares(methods: readonly MethodFacts[]): MethodShares {
  const total = weightOf(methods);
  if (total.eq(0)) return [];
  const parts = METHOD_GROUPS.map((group) => {
    const rows = methods.filter(({ calculation_method }) => groupOf(calculation_method) === group);
    const exact = weightOf(rows).times(TENTHS).div(total);
    const whole = exact.round(0, 0);
    const entry_count = rows.reduce((count, row) => count + row.entry_count, 0);
    return { group, whole: Number(whole), remainder: exact.minus(whole), entry_count };
  });
  const left = TENTHS - parts.reduce((sum, { whole }) => sum + whole, 0);
  const favoured = new Set(parts.toSorted((a, b) => b.remainder.cmp(a.remainder)).slice(0, left));
  return parts.map((part) => ({
    group: part.group,
    share_pct: Number(decimal(part.whole + (favoured.has(part) ? 1 : 0)).div(TENTHS / 100)),
    entry_count: part.entry_count,
  }));
}

/** kg CO2e without signs of the methods of one group. */
export function weightOfGroup(group: Group, methods: readonly MethodFacts[]): Decimal {
  return weightOf(methods.filter(({ calculation_method }) => groupOf(calculation_method) === group));
}

function weightOf(methods: readonly MethodFacts[]): Decimal {
  return decimalSum(methods.map(({ weight_kg = "0" }) => weight_kg));
}

function groupOf(method: string): Group {
  const calculationMethod = CALCULATION_METHODS.find((candidate) => candidate === method);
  // The ledger's check constraint knows these methods only.
  if (calculationMethod === undefined) throw new Error(`no calculation method: ${method}`);
  return GROUP_OF[calculationMethod];
}
