import { decimal, decimalSum, tonnesOf } from "../../../core/quantity.ts";
import type { TargetRecord } from "../../targets/index.ts";
import type { Snapshot } from "../snapshot.ts";
import type { YearScopeFacts } from "../store-year-sums.ts";
import type { Draft, Drafts } from "./drafts.ts";
import { E1_GAS_ROWS } from "./esrs-e1-derived.ts";
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

/** What the ledger and VSME's answers tell of the chapter; `vsme` are the drafts of the same snapshot's VSME report. */
export function putE1Ledger(drafts: Drafts, vsme: Drafts, snapshot: Snapshot): void {
  for (const [datapoint, same] of SAME_AS_VSME) {
    for (const row of vsme.rows(same)) drafts.put({ ...row, datapoint, provenance: withoutSources(row) });
  }
  putEnergySums(drafts, vsme);
  putPrimaryShare(drafts, snapshot);
  putTargetRows(drafts, snapshot.targets);
  putYears(drafts, vsme, snapshot);
}

/** Sources are named by VSME's ids, which this report does not have. */
function withoutSources({ provenance }: Draft): Draft["provenance"] {
  return provenance.derived_from === undefined ? provenance : { ...provenance, derived_from: [] };
}

/** A kind that is used but could not be split leaves the sum out: a part never looks like the whole. */
function putEnergySums(drafts: Drafts, vsme: Drafts): void {
  if (vsme.amount("TotalEnergyConsumption") === null) return;
  for (const [datapoint, kinds, member] of ENERGY_SUMS) {
    const used = kinds.map((kind) => ENERGY + kind).filter((id) => vsme.hasAny(id));
    const parts = used.map((id) => vsme.get(`${id}.${member}`));
    const amounts = used.map((id) => vsme.amount(`${id}.${member}`));
    if (used.length === 0 || amounts.includes(null)) continue;
    const amount = decimalSum(amounts.map((one) => one ?? 0));
    const entry_count = parts.reduce((count, part) => count + (part?.provenance.entry_count ?? 0), 0);
    drafts.put({ datapoint, member: null, value: { amount }, provenance: { source: "ledger", entry_count } });
  }
}

/** By weight: kg CO2e of scope 3 from suppliers and measured activities, of all kg of scope 3. */
function putPrimaryShare(drafts: Drafts, { facts }: Snapshot): void {
  const rows = facts.scopes.filter(({ scope }) => scope === 3);
  const sum = (column: "primary_kg" | "weight_kg") => decimalSum(rows.map((row) => row[column]));
  const weight = sum("weight_kg");
  if (!weight.gt(0)) return;
  const entry_count = rows.reduce((count, row) => count + row.entry_count, 0);
  const amount = sum("primary_kg").times(100).div(weight);
  drafts.put(ledger("E1Scope3PrimaryDataShare", null, { amount }, entry_count));
}

const SCOPE_MEMBERS: Readonly<Record<TargetRecord["scope"], string>> = {
  "1": "cl:TargetScope1",
  "2": "cl:TargetScope2",
  "3": "cl:TargetScope3",
  "1+2": "cl:TargetScope1And2",
  all: "cl:TargetAllScopes",
};

/** Absolute targets, the oldest first; intensity targets have no value in tonnes. */
function putTargetRows(drafts: Drafts, targets: readonly TargetRecord[]): void {
  if (targets.length > 0) drafts.put(ledger("E1HasTargets", null, { given: true }));
  const absolute = targets
    .filter(({ target_type }) => target_type === "absolute")
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  for (const [index, target] of absolute.entries()) {
    const put = (datapoint: string, value: Draft["value"]) => drafts.put(ledger(datapoint, String(index + 1), value));
    const percent = decimal(target.target_reduction_percent);
    put("E1TargetScope", { given: SCOPE_MEMBERS[target.scope] });
    put("E1TargetBaseYear", { given: String(target.baseline_year) });
    put("E1TargetYear", { given: String(target.target_year) });
    put("E1TargetBaselineValue", { amount: tonnesOf(target.baseline_emissions) });
    put("E1TargetValue", { amount: tonnesOf(target.target_emissions) });
    put("E1TargetReductionPercent", { amount: percent });
    put("E1TargetAnnualPercent", { amount: percent.div(target.target_year - target.baseline_year) });
  }
}

const BASE_YEAR = "GreenhouseGasEmissionReductionTargetBaseYear";

/** The columns of the table beside the year itself: the base year as VSME tells it, and the year before. */
function putYears(drafts: Drafts, vsme: Drafts, { facts, report_year }: Snapshot): void {
  const base_year = vsme.get(BASE_YEAR);
  if (base_year !== undefined) drafts.put({ ...base_year, datapoint: "E1BaseYear" });
  if (drafts.known("E1BaseYear") === vsme.known(BASE_YEAR)) {
    for (const [datapoint, same] of SAME_AS_VSME.slice(0, E1_GAS_ROWS.length)) {
      const row = vsme.get(`${same}.BaselineYearMember`);
      if (row === undefined) continue;
      drafts.put({ ...row, datapoint: `${datapoint}.BaseYearMember`, provenance: withoutSources(row) });
    }
  }
  if (isWholeYear(facts, report_year - 1)) putColumn(drafts, "ComparativeMember", facts.years, report_year - 1);
}

function putColumn(drafts: Drafts, member: string, years: readonly YearScopeFacts[], year: number): void {
  const rows = years.filter((row) => row.year === year);
  if (rows.length === 0) return;
  const of = (column: "market_based_kg" | "location_based_kg", scopes: readonly number[]) =>
    tonnesOf(decimalSum(rows.filter(({ scope }) => scopes.includes(scope)).map((row) => row[column])));
  const amounts = [
    of("market_based_kg", [1]),
    of("location_based_kg", [2]),
    of("market_based_kg", [2]),
    of("market_based_kg", [3]),
    of("location_based_kg", [1, 2, 3]),
    of("market_based_kg", [1, 2, 3]),
  ];
  for (const [index, row] of E1_GAS_ROWS.entries()) {
    const amount = amounts[index];
    if (amount !== undefined) drafts.put(ledger(`${row}.${member}`, null, { amount }));
  }
}

function ledger(datapoint: string, member: string | null, value: Draft["value"], entry_count?: number): Draft {
  const provenance =
    entry_count === undefined ? { source: "ledger" as const } : { source: "ledger" as const, entry_count };
  return { datapoint, member, value, provenance };
}
