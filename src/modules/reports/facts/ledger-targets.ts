import { decimal } from "../../../core/quantity.ts";
import type { PlannedTiltag } from "../../scenarios/index.ts";
import type { TargetRecord } from "../../targets/index.ts";
import type { Draft, Drafts } from "./drafts.ts";

const KG_PER_TONNE = 1000;

/** The concept whose values in base and target year a target states, by scope and method. */
const CONCEPTS: Readonly<Record<TargetRecord["scope"], Readonly<Record<TargetRecord["scope2_method"], string>>>> = {
  all: {
    location_based: "TotalGrossLocationBasedGHGEmissions",
    market_based: "TotalGrossMarketBasedGHGEmissions",
  },
  "1+2": {
    location_based: "TotalGrossLocationBasedScope1AndScope2GHGEmissions",
    market_based: "TotalGrossMarketBasedScope1AndScope2GHGEmissions",
  },
  "1": {
    location_based: "GrossScope1GreenhouseGasEmissions",
    market_based: "GrossScope1GreenhouseGasEmissions",
  },
  "2": {
    location_based: "GrossLocationBasedScope2GreenhouseGasEmissions",
    market_based: "GrossMarketBasedScope2GreenhouseGasEmissions",
  },
  "3": {
    location_based: "GrossScope3GreenhouseGasEmissions",
    market_based: "GrossScope3GreenhouseGasEmissions",
  },
};

/** From wide to narrow. */
const BY_BREADTH: readonly TargetRecord["scope"][] = ["all", "1+2", "1", "2", "3"];

/**
 * The targets that VSME C3 has room for: absolute ones over all categories, of one pair of years - that of the widest, the
 * oldest of equals. Others are in the report's list of targets.
 */
export function disclosedTargets(targets: readonly TargetRecord[]): readonly TargetRecord[] {
  const whole = targets
    .filter(({ target_type, category }) => target_type === "absolute" && category === null)
    .toSorted((a, b) => breadth(a) - breadth(b) || a.created_at.localeCompare(b.created_at));
  const [leading] = whole;
  return whole.filter(
    ({ baseline_year, target_year }) => baseline_year === leading?.baseline_year && target_year === leading.target_year,
  );
}

function breadth({ scope }: TargetRecord): number {
  return BY_BREADTH.indexOf(scope);
}

/** Targets of VSME C3 and the tiltag that are planned for them. Answers with other years describe another target: it stands alone. */
export function putTargets(
  drafts: Drafts,
  { targets, planned }: { readonly targets: readonly TargetRecord[]; readonly planned: readonly PlannedTiltag[] },
): void {
  if (targets.length > 0) drafts.put(ledger("HasReductionTargets", { given: true }));
  if (planned.length > 0) {
    const text = planned.map(({ name, start_year }) => `${start_year}: ${name}`).join("\n");
    drafts.put(
      ledger("DisclosureOfListOfMainActionsTheEntitySeeksInOrderToAchieveItsTargets", { given: text }, planned.length),
    );
  }
  const disclosed = disclosedTargets(targets);
  const [leading] = disclosed;
  if (leading === undefined) return;
  const years = [
    ["GreenhouseGasEmissionReductionTargetBaseYear", String(leading.baseline_year)],
    ["GreenhouseGasEmissionReductionTargetYear", String(leading.target_year)],
  ] as const;
  if (years.some(([id, year]) => (drafts.known(id) ?? year) !== year)) return;
  for (const [id, year] of years) drafts.put(ledger(id, { given: year }));
  for (const target of disclosed) {
    const concept = CONCEPTS[target.scope][target.scope2_method];
    drafts.put(ledger(`${concept}.BaselineYearMember`, tonnes(target.baseline_emissions)));
    drafts.put(ledger(`${concept}.TargetYearMember`, tonnes(target.target_emissions)));
  }
  drafts.put(ledger("ReductionTargetPercent", { amount: decimal(leading.target_reduction_percent) }));
}

function tonnes(kg: number): Draft["value"] {
  return { amount: decimal(kg).div(KG_PER_TONNE) };
}

function ledger(datapoint: string, value: Draft["value"], entry_count = 1): Draft {
  return { datapoint, member: null, value, provenance: { source: "ledger", entry_count } };
}
