import { CALCULATION_METHODS, type CalculationMethod } from "../../../core/ghg.ts";
import { percentShares } from "../../../core/percent-shares.ts";
import { type Decimal, decimalSum } from "../../../core/quantity.ts";
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

/** Shares with one digit, as they are printed, that add up to exactly 100. */
export function methodShares(methods: readonly MethodFacts[]): MethodShares {
  const rowsOf = (group: Group) => methods.filter(({ calculation_method }) => groupOf(calculation_method) === group);
  const groups = METHOD_GROUPS.map(rowsOf);
  const shares = percentShares(groups.map(weightOf), 1);
  return METHOD_GROUPS.flatMap((group, index) => {
    const share = shares[index];
    if (share === undefined) return [];
    const entry_count = rowsOf(group).reduce((count, row) => count + row.entry_count, 0);
    return [{ group, share_pct: Number(share), entry_count }];
  });
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
