import { type Decimal, decimal, decimalSum, roundedNumber, tonnesOf } from "../../../core/quantity.ts";
import type { PlannedTiltag } from "../../scenarios/index.ts";
import type { TargetRecord } from "../../targets/index.ts";
import type { YearFacts } from "../store-facts.ts";
import type { YearScopeFacts } from "../store-year-sums.ts";
import type { Draft, Drafts } from "./drafts.ts";

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

/** The part of a snapshot that C3 is told from. */
interface TargetSources {
  readonly targets: readonly TargetRecord[];
  readonly planned: readonly PlannedTiltag[];
  readonly facts: Pick<YearFacts, "years">;
}

/** Targets of VSME C3 and the tiltag that are planned for them. Answers with other years describe another target: it stands alone. */
export function putTargets(drafts: Drafts, { targets, planned, facts }: TargetSources): void {
  const ledgerYears = facts.years;
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
    drafts.put(ledger(`${concept}.BaselineYearMember`, { amount: tonnesOf(target.baseline_emissions) }));
    drafts.put(ledger(`${concept}.TargetYearMember`, { amount: tonnesOf(target.target_emissions) }));
  }
  drafts.put(ledger("ReductionTargetPercent", { amount: decimal(leading.target_reduction_percent) }));
  if (isOfLedger(leading, ledgerYears)) putBaseYear(drafts, yearOf(ledgerYears, leading.baseline_year));
}

function yearOf(rows: readonly YearScopeFacts[], year: number): readonly YearScopeFacts[] {
  return rows.filter((row) => row.year === year);
}

const EVERY_MONTH = 0b1111_1111_1111;
const SCOPES_OF = { "1": [1], "2": [2], "3": [3], "1+2": [1, 2], all: [1, 2, 3] } as const;

/**
 * Whether the target's base is what the ledger has of all twelve months of that year: only then are the ledger's scopes the
 * parts of the base.
 */
function isOfLedger(target: TargetRecord, years: readonly YearScopeFacts[]): boolean {
  const rows = yearOf(years, target.baseline_year);
  if (rows.reduce((mask, row) => mask | row.month_mask, 0) !== EVERY_MONTH) return false;
  const scopes: readonly number[] = SCOPES_OF[target.scope];
  const kg = sumKg(rows, scopes, `${target.scope2_method}_kg`);
  return roundedNumber(kg) === target.baseline_emissions;
}

function sumKg(
  rows: readonly YearScopeFacts[],
  scopes: readonly number[],
  column: "market_based_kg" | "location_based_kg",
): Decimal {
  return decimalSum(rows.filter(({ scope }) => scopes.includes(scope)).map((row) => row[column]));
}

const SCOPE_CONCEPTS = [
  ["GrossScope1GreenhouseGasEmissions", 1, "market_based_kg"],
  ["GrossLocationBasedScope2GreenhouseGasEmissions", 2, "location_based_kg"],
  ["GrossMarketBasedScope2GreenhouseGasEmissions", 2, "market_based_kg"],
  ["GrossScope3GreenhouseGasEmissions", 3, "market_based_kg"],
] as const;

function putBaseYear(drafts: Drafts, rows: readonly YearScopeFacts[]): void {
  for (const [concept, scope, column] of SCOPE_CONCEPTS) {
    const amount = tonnesOf(sumKg(rows, [scope], column));
    drafts.put(ledger(`${concept}.BaselineYearMember`, { amount }));
  }
}

function ledger(datapoint: string, value: Draft["value"], entry_count = 1): Draft {
  return { datapoint, member: null, value, provenance: { source: "ledger", entry_count } };
}
