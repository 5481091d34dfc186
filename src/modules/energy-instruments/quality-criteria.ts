import type { InstrumentFacts } from "./instrument-facts.ts";
import { isWithinMarket, notAllocatable } from "./instrument-standing.ts";
import { servedPeriod, vintageOf } from "./served-period.ts";

export const CRITERIA = [
  "emission_rate",
  "only_claim",
  "cancelled_for_company",
  "close_in_time",
  "same_market",
  "supplier_rate",
  "all_transferred",
  "residual_mix",
] as const;
export const JUDGEMENTS = ["met", "not_met", "unknown", "not_applicable"] as const;

export interface QualityCriterion {
  readonly criterion: (typeof CRITERIA)[number];
  readonly judgement: (typeof JUDGEMENTS)[number];
  /** On what the judgement rests. */
  readonly because: string;
}

type Stated = Omit<InstrumentFacts, "evidence">;

/**
 * The eight Scope 2 Quality Criteria (GHG Protocol Scope 2 Guidance, table 7.1), as far as what was stated lets them be judged.
 * `has_residual_mix`: a residual mix of the market is in force for the year of the consumption.
 */
export function qualityCriteria(facts: Stated, has_residual_mix: boolean): QualityCriterion[] {
  const vintage = vintageOf(facts);
  const { from, to } = servedPeriod(facts);
  const isCounted = notAllocatable(facts, false).length === 0;
  const generated = vintage === null ? facts.period_from.slice(0, 4) : String(vintage);
  const isSameYear = generated === from.slice(0, 4) && generated === to.slice(0, 4);
  return [
    told("emission_rate", "met", `${facts.kg_co2e_per_kwh} kg CO2e per kWh is stated`),
    facts.number_ranges.length > 0
      ? told("only_claim", "met", "its certificate numbers are registered once in this installation")
      : told("only_claim", "unknown", "no certificate numbers are stated"),
    told(
      "cancelled_for_company",
      isCounted ? "met" : "not_met",
      notAllocatable(facts, false)[0]?.detail ?? cancelledBecause(facts),
    ),
    vintage === null
      ? told("close_in_time", "met", "its electricity is used in the period of delivery")
      : told("close_in_time", isSameYear ? "met" : "not_met", `generated in ${generated}, used from ${from} to ${to}`),
    told(
      "same_market",
      isWithinMarket(facts) ? "met" : "not_met",
      `generated in ${facts.origin_country}, used in ${facts.market}`,
    ),
    ofKind(facts, "supplier_product", "supplier_rate", "a product of a supplier"),
    ofKind(facts, "contract", "all_transferred", "a contract with a generator"),
    has_residual_mix
      ? told("residual_mix", "met", "a residual mix of the market and year is in force")
      : told("residual_mix", "not_met", "no residual mix is in force: the average of the grid stands in"),
  ];
}

function cancelledBecause({ cancellation, certificates }: Stated): string {
  if (cancellation !== null) return `cancelled on ${cancellation.date}`;
  return certificates === "none_issued" ? "no certificates are issued" : "the supplier states that it cancelled them";
}

/** Criteria 6 and 7 are about one kind each. */
function ofKind(
  facts: Stated,
  kind: InstrumentFacts["kind"],
  criterion: "supplier_rate" | "all_transferred",
  what: string,
): QualityCriterion {
  if (facts.kind !== kind) return told(criterion, "not_applicable", `it is not ${what}`);
  return notAllocatable(facts, false).length === 0
    ? told(criterion, "met", cancelledBecause(facts))
    : told(criterion, "unknown", "nothing is stated of the certificates of that electricity");
}

function told(
  criterion: QualityCriterion["criterion"],
  judgement: QualityCriterion["judgement"],
  because: string,
): QualityCriterion {
  return { criterion, judgement, because };
}
