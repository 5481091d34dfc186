import { type Decimal, decimal, decimalSum, roundedNumber, tonnesOf } from "../../../core/quantity.ts";
import type { PlannedTiltag } from "../../scenarios/index.ts";
import type { TargetRecord } from "../../targets/index.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import type { YearScopeFacts } from "../../emissions/index.ts";
import type { YearFacts } from "../snapshot/year-facts.ts";
import type { UnroundedFact, UnroundedFacts } from "./unrounded-facts.ts";

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
interface TargetSources extends Pick<Snapshot, "format"> {
  readonly targets: readonly TargetRecord[];
  readonly planned: readonly PlannedTiltag[];
  readonly facts: Pick<YearFacts, "years">;
}

/** Targets of VSME C3 and the tiltag that are planned for them. Answers with other years describe another target: it stands alone. */
export function putTargets(unroundedFacts: UnroundedFacts, { targets, planned, facts, format }: TargetSources): void {
  const isTold = tellsUnknown({ format });
  const [first] = targets;
  if (first !== undefined) unroundedFacts.put(stated("HasReductionTargets", { given: true }, isTold ? first.id : null));
  putActions(unroundedFacts, planned, isTold);
  const disclosed = disclosedTargets(targets);
  const [leading] = disclosed;
  if (leading === undefined) return;
  const years = [
    ["GreenhouseGasEmissionReductionTargetBaseYear", String(leading.baseline_year)],
    ["GreenhouseGasEmissionReductionTargetYear", String(leading.target_year)],
  ] as const;
  if (years.some(([id, year]) => (unroundedFacts.known(id) ?? year) !== year)) return;
  const by = isTold ? leading.id : null;
  for (const [id, year] of years) unroundedFacts.put(stated(id, { given: year }, by));
  for (const target of disclosed) putValues(unroundedFacts, target, { format, facts });
  unroundedFacts.put(stated("ReductionTargetPercent", { amount: decimal(leading.target_reduction_percent) }, by));
  if (isOfLedger(leading, facts.years)) putBaseYear(unroundedFacts, yearOf(facts.years, leading.baseline_year), isTold);
}

function putActions(unroundedFacts: UnroundedFacts, planned: readonly PlannedTiltag[], isTold: boolean): void {
  if (planned.length === 0) return;
  const actions = planned.map(({ name, start_year }) => `${start_year}: ${name}`).join("\n");
  const provenance = isTold ? { source: "input" as const } : { source: "ledger" as const, entry_count: planned.length };
  const datapoint = "DisclosureOfListOfMainActionsTheEntitySeeksInOrderToAchieveItsTargets";
  unroundedFacts.put({ datapoint, member: null, value: { given: actions }, provenance });
}

function putValues(
  unroundedFacts: UnroundedFacts,
  target: TargetRecord,
  { format, facts }: Omit<TargetSources, "targets" | "planned">,
) {
  const concept = CONCEPTS[target.scope][target.scope2_method];
  const base = { amount: tonnesOf(target.baseline_emissions) };
  const by = tellsUnknown({ format }) ? target.id : null;
  // A base that is the ledger's own sum of that whole year rests on the ledger; any other was typed into the target.
  const isBooked = by !== null && isOfLedger(target, facts.years);
  const baseline = `${concept}.BaselineYearMember`;
  unroundedFacts.put(isBooked ? booked(baseline, base) : stated(baseline, base, by));
  unroundedFacts.put(stated(`${concept}.TargetYearMember`, { amount: tonnesOf(target.target_emissions) }, by));
}

const MONTHS = 12;

/** Of the year of twelve months that ends there: what base and target years are. */
function yearOf(rows: readonly YearScopeFacts[], year: number): readonly YearScopeFacts[] {
  return rows.filter((row) => row.year === year && (row.months ?? MONTHS) === MONTHS);
}

const EVERY_MONTH = 0b1111_1111_1111;
const SCOPES_OF = { "1": [1], "2": [2], "3": [3], "1+2": [1, 2], all: [1, 2, 3] } as const;

/**
 * Whether the target's base is what the ledger has of all twelve months of that year: only then are the ledger's scopes the
 * parts of the base.
 */
export function isOfLedger(target: TargetRecord, years: readonly YearScopeFacts[]): boolean {
  const kg = bookedBase(target, years);
  return kg !== null && roundedNumber(kg) === target.baseline_emissions;
}

/**
 * What the ledger has of a target's scopes in its base year, kg CO2e; null where it does not have all twelve months of it, or
 * where the target is measured otherwise.
 */
export function bookedBase(target: TargetRecord, years: readonly YearScopeFacts[]): Decimal | null {
  if (target.target_type !== "absolute" || target.category !== null) return null;
  const rows = yearOf(years, target.baseline_year);
  if (rows.reduce((mask, row) => mask | row.month_mask, 0) !== EVERY_MONTH) return null;
  const scopes: readonly number[] = SCOPES_OF[target.scope];
  return sumKg(rows, scopes, `${target.scope2_method}_kg`);
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

function putBaseYear(unroundedFacts: UnroundedFacts, rows: readonly YearScopeFacts[], isTold: boolean): void {
  for (const [concept, scope, column] of SCOPE_CONCEPTS) {
    const scopeRows = rows.filter((row) => row.scope === scope);
    const kg = sumKg(scopeRows, [scope], column);
    if (isTold && (scopeRows.length === 0 || kg.lt(0))) continue;
    const value = { amount: tonnesOf(kg) };
    const datapoint = `${concept}.BaselineYearMember`;
    unroundedFacts.put(isTold ? booked(datapoint, value) : stated(datapoint, value, null));
  }
}

/** What somebody wrote into a target; `target_id` null: as format 4 told it, which named the ledger. */
function stated(datapoint: string, value: UnroundedFact["value"], target_id: string | null): UnroundedFact {
  const provenance =
    target_id === null ? { source: "ledger" as const, entry_count: 1 } : { source: "input" as const, target_id };
  return { datapoint, member: null, value, provenance };
}

function booked(datapoint: string, value: UnroundedFact["value"]): UnroundedFact {
  return { datapoint, member: null, value, provenance: { source: "ledger" } };
}
