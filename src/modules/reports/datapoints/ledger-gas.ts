import { SCOPE3_CATEGORIES } from "../../../core/ghg.ts";
import { decimal, decimalSum, tonnesOf } from "../../../core/quantity.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import type { ScopeFacts } from "../../emissions/index.ts";
import type { UnroundedFact, UnroundedFacts } from "./unrounded-facts.ts";
import { categorySource, type GasSource, type KnownGas, knownGas, scopeSource } from "./known-gases.ts";

type KgColumn = "market_based_kg" | "location_based_kg" | "biogenic_co2_kg";

interface Gas {
  readonly datapoint: string;
  readonly column: KgColumn;
  readonly source: GasSource;
}

const SCOPE_1 = "GrossScope1GreenhouseGasEmissions";
const LOCATION_2 = "GrossLocationBasedScope2GreenhouseGasEmissions";
const MARKET_2 = "GrossMarketBasedScope2GreenhouseGasEmissions";
const SCOPE_3 = "GrossScope3GreenhouseGasEmissions";
const BY_CATEGORY = "GrossScope3GreenhouseGasEmissionsByCategory";

/** Greenhouse gases of VSME B3 in tCO2e, each with the kind of emissions whose sum it is. */
const GASES: readonly Gas[] = [
  { datapoint: SCOPE_1, column: "market_based_kg", source: scopeSource(1) },
  { datapoint: LOCATION_2, column: "location_based_kg", source: scopeSource(2) },
  { datapoint: MARKET_2, column: "market_based_kg", source: scopeSource(2) },
  { datapoint: SCOPE_3, column: "market_based_kg", source: scopeSource(3) },
  { datapoint: "BiogenicCO2Emissions", column: "biogenic_co2_kg", source: "cl:BiogenicCO2Member" },
];

interface Total {
  readonly datapoint: string;
  readonly column: KgColumn;
  readonly scopes: readonly (1 | 2 | 3)[];
  readonly from: readonly string[];
}

/** Sums of scopes: without one of them there is none, since a part never looks like the whole. */
export const GAS_TOTALS: readonly Total[] = [
  {
    datapoint: "TotalGrossLocationBasedScope1AndScope2GHGEmissions",
    column: "location_based_kg",
    scopes: [1, 2],
    from: [SCOPE_1, LOCATION_2],
  },
  {
    datapoint: "TotalGrossMarketBasedScope1AndScope2GHGEmissions",
    column: "market_based_kg",
    scopes: [1, 2],
    from: [SCOPE_1, MARKET_2],
  },
  {
    datapoint: "TotalGrossLocationBasedGHGEmissions",
    column: "location_based_kg",
    scopes: [1, 2, 3],
    from: [SCOPE_1, LOCATION_2, SCOPE_3],
  },
  {
    datapoint: "TotalGrossMarketBasedGHGEmissions",
    column: "market_based_kg",
    scopes: [1, 2, 3],
    from: [SCOPE_1, MARKET_2, SCOPE_3],
  },
];

/**
 * What the ledger has of scopes, scope 3 categories and biogenic CO2, and zero where people have stated that there are none.
 * What nobody knows is not put in, and neither is a sum that credit notes make negative: no gross emission is.
 */
export function putGases(unroundedFacts: UnroundedFacts, snapshot: Snapshot): void {
  if (!tellsUnknown(snapshot)) {
    putEveryGas(unroundedFacts, snapshot.facts.scopes);
    return;
  }
  for (const { datapoint, column, source } of GASES) {
    putKnown(unroundedFacts, [datapoint, null, column], knownGas(source, snapshot));
  }
  for (const { datapoint, column, scopes, from } of GAS_TOTALS) {
    const rows = knownRows(scopes.map((scope) => knownGas(scopeSource(scope), snapshot)));
    if (rows === null) continue;
    const { recorded, has_stated } = rows;
    const total = unrounded([datapoint, null, column], recorded);
    unroundedFacts.put(has_stated ? { ...total, provenance: { source: "derived", derived_from: [...from] } } : total);
  }
  for (const { number } of SCOPE3_CATEGORIES) {
    const source = categorySource(number);
    putKnown(unroundedFacts, [BY_CATEGORY, source, "market_based_kg"], knownGas(source, snapshot));
  }
}

type KgCell = readonly [datapoint: string, member: string | null, column: KgColumn];

function putKnown(unroundedFacts: UnroundedFacts, [datapoint, member, column]: KgCell, gas: KnownGas): void {
  switch (gas.kind) {
    case "recorded": {
      const put = unrounded([datapoint, member, column], gas.rows);
      unroundedFacts.put({ ...put, provenance: { source: "ledger", entry_count: gas.entry_count } });
      return;
    }
    case "none": {
      const provenance = { source: "input" as const, input_id: gas.input_id };
      unroundedFacts.put({ datapoint, member, value: { amount: decimal(0) }, provenance });
      return;
    }
    case "negative":
    case "unknown":
      return;
    default:
      gas satisfies never;
  }
}

/** Null: one of them is not known. */
function knownRows(parts: readonly KnownGas[]): { recorded: readonly ScopeFacts[]; has_stated: boolean } | null {
  if (parts.some(({ kind }) => kind === "unknown" || kind === "negative")) return null;
  const recorded = parts.flatMap((part) => (part.kind === "recorded" ? part.rows : []));
  return { recorded, has_stated: parts.some(({ kind }) => kind === "none") };
}

/** As format 4 told them: every scope, zero where the ledger has nothing, and the categories that have entries. */
function putEveryGas(unroundedFacts: UnroundedFacts, scopes: readonly ScopeFacts[]): void {
  const ofScopes = (of: readonly number[]) => scopes.filter(({ scope }) => of.includes(scope));
  for (const { datapoint, column, source } of GASES) {
    const rows = scopes.filter(({ scope }) => source === "cl:BiogenicCO2Member" || source === `cl:Scope${scope}Member`);
    unroundedFacts.put(unrounded([datapoint, null, column], rows));
  }
  for (const total of GAS_TOTALS)
    unroundedFacts.put(unrounded([total.datapoint, null, total.column], ofScopes(total.scopes)));
  for (const { number } of SCOPE3_CATEGORIES) {
    const rows = scopes.filter(({ scope3_category }) => scope3_category === number);
    if (rows.length > 0) unroundedFacts.put(unrounded([BY_CATEGORY, categorySource(number), "market_based_kg"], rows));
  }
}

function unrounded([datapoint, member, column]: KgCell, rows: readonly ScopeFacts[]): UnroundedFact {
  return {
    datapoint,
    member,
    value: { amount: tonnesOf(decimalSum(rows.map((row) => row[column]))) },
    provenance: { source: "ledger", entry_count: rows.reduce((sum, row) => sum + row.entry_count, 0) },
  };
}
