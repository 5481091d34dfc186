import { type Decimal, decimal, decimalSum, tonnesOf } from "../../../core/quantity.ts";
import type { TargetRecord } from "../../targets/index.ts";
import { weightOfGroup } from "./data-quality.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import type { YearScopeFacts } from "../../emissions/index.ts";
import { putContractualInstruments } from "./contractual-instruments.ts";
import type { UnroundedFact, UnroundedFacts } from "./unrounded-facts.ts";
import { E1_GAS_ROWS } from "./esrs-e1-derived.ts";
import { isOfLedger } from "./ledger-targets.ts";
import { isOfYear } from "../snapshot/is-of-year.ts";
import { previousYear } from "../snapshot/snapshot-years.ts";
import { isWholeYear } from "./year-coverage.ts";

/** Figures of the chapter that VSME has as well, under its own name; the rows of the table of emissions first. */
const SAME_AS_VSME: readonly (readonly [e1: string, vsme: string])[] = [
  ["E1GrossScope1", "GrossScope1GreenhouseGasEmissions"],
  ["E1GrossLocationBasedScope2", "GrossLocationBasedScope2GreenhouseGasEmissions"],
  ["E1GrossMarketBasedScope2", "GrossMarketBasedScope2GreenhouseGasEmissions"],
  ["E1GrossScope3", "GrossScope3GreenhouseGasEmissions"],
  ["E1TotalLocationBased", "TotalGrossLocationBasedGHGEmissions"],
  ["E1TotalMarketBased", "TotalGrossMarketBasedGHGEmissions"],
  ["E1GrossScope3ByCategory", "GrossScope3GreenhouseGasEmissionsByCategory"],
  ["E1BiogenicCO2Emissions", "BiogenicCO2Emissions"],
  ["E1NetRevenue", "Turnover"],
  ["E1TotalEnergyConsumption", "TotalEnergyConsumption"],
];

const ENERGY = "EnergyConsumptionFrom";
const RENEWABLE = "RenewableEnergyMember";
/** Energy of the chapter as sums of VSME's kinds; each needs all of its kinds that are used at all. */
const ENERGY_SUMS: readonly (readonly [e1: string, kinds: readonly string[], member: string])[] = [
  ["E1RenewableFuelConsumption", ["Fuels"], RENEWABLE],
  ["E1PurchasedRenewableEnergy", ["Electricity", "OtherPurchased"], RENEWABLE],
  ["E1SelfGeneratedRenewableEnergy", ["SelfGeneratedElectricity"], RENEWABLE],
  ["E1RenewableEnergyConsumption", ["Fuels", "Electricity", "OtherPurchased", "SelfGeneratedElectricity"], RENEWABLE],
  [
    "E1NonRenewableEnergyConsumption",
    ["Fuels", "Electricity", "OtherPurchased", "SelfGeneratedElectricity"],
    "NonRenewableEnergyMember",
  ],
];

/** What a report of the chapter is made from: the unrounded facts of the same snapshot's VSME report, and the language of its texts. */
interface E1Sources {
  readonly vsme: UnroundedFacts;
  readonly language: "da" | "en";
}

/** What the ledger and VSME's answers tell of the chapter. */
export function putE1Ledger(unroundedFacts: UnroundedFacts, snapshot: Snapshot, { vsme, language }: E1Sources): void {
  for (const [datapoint, same] of SAME_AS_VSME) {
    for (const row of vsme.rows(same)) unroundedFacts.put({ ...row, datapoint, provenance: withoutSources(row) });
  }
  putEnergySums(unroundedFacts, vsme);
  putContractualInstruments(unroundedFacts, snapshot);
  putPrimaryShare(unroundedFacts, snapshot);
  putTargetRows(unroundedFacts, snapshot, language);
  putYears(unroundedFacts, vsme, snapshot);
}

/** Sources are named by VSME's ids, which this report does not have. */
function withoutSources({ provenance }: UnroundedFact): UnroundedFact["provenance"] {
  return provenance.derived_from === undefined ? provenance : { ...provenance, derived_from: [] };
}

/** A kind that is used but could not be split leaves the sum out: a part never looks like the whole. */
function putEnergySums(unroundedFacts: UnroundedFacts, vsme: UnroundedFacts): void {
  if (vsme.amount("TotalEnergyConsumption") === null) return;
  for (const [datapoint, kinds, member] of ENERGY_SUMS) {
    const used = kinds.map((kind) => ENERGY + kind).filter((id) => vsme.hasAny(id));
    const parts = used.map((id) => vsme.get(`${id}.${member}`));
    const amounts = used.map((id) => vsme.amount(`${id}.${member}`));
    if (used.length === 0 || amounts.includes(null)) continue;
    const amount = decimalSum(amounts.map((partAmount) => partAmount ?? 0));
    const entry_count = parts.reduce((count, part) => count + (part?.provenance.entry_count ?? 0), 0);
    unroundedFacts.put({ datapoint, member: null, value: { amount }, provenance: { source: "ledger", entry_count } });
  }
}

/**
 * By weight: kg CO2e of scope 3 from direct measurements and suppliers' own figures, of all kg of scope 3 (ESRS E1 AR 46 g:
 * primary data "obtained from suppliers or other value chain partners"); a quantity times a published factor is none.
 */
function putPrimaryShare(unroundedFacts: UnroundedFacts, snapshot: Snapshot): void {
  const { facts } = snapshot;
  const rows = facts.scopes.filter(({ scope }) => scope === 3);
  const sum = (column: "primary_kg" | "weight_kg") => decimalSum(rows.map((row) => row[column]));
  const weight = sum("weight_kg");
  if (!weight.gt(0)) return;
  const entry_count = rows.reduce((count, row) => count + row.entry_count, 0);
  const primary = tellsUnknown(snapshot)
    ? weightOfGroup(
        "supplier_or_direct",
        facts.methods.filter(({ scope }) => scope === 3),
      )
    : sum("primary_kg");
  const amount = primary.times(100).div(weight);
  unroundedFacts.put(ledger("E1Scope3PrimaryDataShare", null, { amount }, entry_count));
}

const SCOPE_MEMBERS: Readonly<Record<TargetRecord["scope"], string>> = {
  "1": "cl:TargetScope1",
  "2": "cl:TargetScope2",
  "3": "cl:TargetScope3",
  "1+2": "cl:TargetScope1And2",
  all: "cl:TargetAllScopes",
};

/** The members for a target over one category only, by the scopes that it is in. */
const PARTIAL_MEMBERS: Readonly<Record<TargetRecord["scope"], string>> = {
  "1": "cl:TargetPartOfScope1",
  "2": "cl:TargetPartOfScope2",
  "3": "cl:TargetPartOfScope3",
  "1+2": "cl:TargetPartOfScope1And2",
  all: "cl:TargetPartOfAllScopes",
};

/** Absolute targets, the oldest first; intensity targets have no value in tonnes. */
function putTargetRows(unroundedFacts: UnroundedFacts, snapshot: Snapshot, language: "da" | "en"): void {
  const { targets, category_names, facts } = snapshot;
  const isTold = tellsUnknown(snapshot);
  const [newest] = targets;
  const nameOf = (key: string) => category_names[key]?.[language] ?? key;
  const by = (target: TargetRecord) => (isTold ? { source: "input" as const, target_id: target.id } : LEDGER);
  if (newest !== undefined) {
    unroundedFacts.put({ datapoint: "E1HasTargets", member: null, value: { given: true }, provenance: by(newest) });
  }
  const absolute = targets
    .filter(({ target_type }) => target_type === "absolute")
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  for (const [index, target] of absolute.entries()) {
    const put = (datapoint: string, value: UnroundedFact["value"], provenance = by(target)) =>
      unroundedFacts.put({ datapoint, member: String(index + 1), value, provenance });
    const percent = decimal(target.target_reduction_percent);
    const isPartial = isTold && target.category !== null;
    if (isTold) put("E1TargetName", { given: target.name });
    put("E1TargetScope", { given: (isPartial ? PARTIAL_MEMBERS : SCOPE_MEMBERS)[target.scope] });
    if (isPartial) put("E1TargetCategory", { given: nameOf(target.category ?? "") });
    put("E1TargetBaseYear", { given: String(target.baseline_year) });
    put("E1TargetYear", { given: String(target.target_year) });
    const isBooked = target.category === null && isOfLedger(target, facts.years);
    put("E1TargetBaselineValue", { amount: tonnesOf(target.baseline_emissions) }, isBooked ? LEDGER : by(target));
    put("E1TargetValue", { amount: tonnesOf(target.target_emissions) });
    put("E1TargetReductionPercent", { amount: percent });
    put("E1TargetAnnualPercent", { amount: percent.div(target.target_year - target.baseline_year) });
  }
}

const LEDGER = { source: "ledger" } as const;

const BASE_YEAR = "GreenhouseGasEmissionReductionTargetBaseYear";

/** The columns of the table beside the year itself: the base year as VSME tells it, and the year before. */
function putYears(unroundedFacts: UnroundedFacts, vsme: UnroundedFacts, snapshot: Snapshot): void {
  const { facts } = snapshot;
  const base_year = vsme.get(BASE_YEAR);
  if (base_year !== undefined) unroundedFacts.put({ ...base_year, datapoint: "E1BaseYear" });
  if (unroundedFacts.known("E1BaseYear") === vsme.known(BASE_YEAR)) {
    for (const [datapoint, same] of SAME_AS_VSME.slice(0, E1_GAS_ROWS.length)) {
      const row = vsme.get(`${same}.BaselineYearMember`);
      if (row === undefined) continue;
      unroundedFacts.put({ ...row, datapoint: `${datapoint}.BaseYearMember`, provenance: withoutSources(row) });
    }
  }
  const previous = previousYear(snapshot);
  if (previous === null || !isWholeYear(facts, previous)) return;
  const rows = facts.years.filter((row) => isOfYear(row, previous));
  putColumn(unroundedFacts, "ComparativeMember", rows, tellsUnknown(snapshot) ? isKnownSum : () => rows.length > 0);
}

const COLUMN_SUMS = [
  ["market_based_kg", [1]],
  ["location_based_kg", [2]],
  ["market_based_kg", [2]],
  ["market_based_kg", [3]],
  ["location_based_kg", [1, 2, 3]],
  ["market_based_kg", [1, 2, 3]],
] as const;

/** The figures of one year that `isTold` lets through, which judges by the sums of the scopes that are added up. */
function putColumn(
  unroundedFacts: UnroundedFacts,
  member: string,
  rows: readonly YearScopeFacts[],
  isTold: (parts: readonly (Decimal | null)[]) => boolean,
): void {
  for (const [index, row] of E1_GAS_ROWS.entries()) {
    const [column, scopes] = COLUMN_SUMS[index] ?? COLUMN_SUMS[0];
    const parts = scopes.map((scope) => scopeSum(rows, scope, column));
    if (!isTold(parts)) continue;
    const amount = tonnesOf(decimalSum(parts.map((kg) => kg ?? 0)));
    unroundedFacts.put(ledger(`${row}.${member}`, null, { amount }));
  }
}

/** Null for a scope without entries. */
function scopeSum(
  rows: readonly YearScopeFacts[],
  scope: number,
  column: "market_based_kg" | "location_based_kg",
): Decimal | null {
  const scopeRows = rows.filter((row) => row.scope === scope);
  return scopeRows.length === 0 ? null : decimalSum(scopeRows.map((row) => row[column]));
}

/** A part never looks like the whole, and no gross emission is negative. */
function isKnownSum(parts: readonly (Decimal | null)[]): boolean {
  return parts.every((kg) => kg !== null && !kg.lt(0));
}

function ledger(
  datapoint: string,
  member: string | null,
  value: UnroundedFact["value"],
  entry_count?: number,
): UnroundedFact {
  const provenance =
    entry_count === undefined ? { source: "ledger" as const } : { source: "ledger" as const, entry_count };
  return { datapoint, member, value, provenance };
}
