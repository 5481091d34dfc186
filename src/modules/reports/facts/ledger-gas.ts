import { SCOPE3_CATEGORIES } from "../../../core/ghg.ts";
import { decimalSum, tonnesOf } from "../../../core/quantity.ts";
import type { ScopeFacts } from "../store-facts.ts";
import type { Drafts } from "./drafts.ts";

type KgColumn = "market_based_kg" | "location_based_kg" | "biogenic_co2_kg";

/** Greenhouse gases of VSME B3 in tCO2e: scopes, both scope 2 methods, totals and the scope 3 categories that have entries. */
const TOTALS: readonly (readonly [datapoint: string, column: KgColumn, scopes: readonly number[]])[] = [
  ["GrossScope1GreenhouseGasEmissions", "market_based_kg", [1]],
  ["GrossLocationBasedScope2GreenhouseGasEmissions", "location_based_kg", [2]],
  ["GrossMarketBasedScope2GreenhouseGasEmissions", "market_based_kg", [2]],
  ["TotalGrossLocationBasedScope1AndScope2GHGEmissions", "location_based_kg", [1, 2]],
  ["TotalGrossMarketBasedScope1AndScope2GHGEmissions", "market_based_kg", [1, 2]],
  ["GrossScope3GreenhouseGasEmissions", "market_based_kg", [3]],
  ["TotalGrossLocationBasedGHGEmissions", "location_based_kg", [1, 2, 3]],
  ["TotalGrossMarketBasedGHGEmissions", "market_based_kg", [1, 2, 3]],
  ["BiogenicCO2Emissions", "biogenic_co2_kg", [1, 2, 3]],
];

export function putGases(drafts: Drafts, scopes: readonly ScopeFacts[]): void {
  for (const [datapoint, column, of] of TOTALS) {
    const rows = scopes.filter(({ scope }) => of.includes(scope));
    drafts.put(draft(datapoint, null, rows, column));
  }
  for (const { number } of SCOPE3_CATEGORIES) {
    const rows = scopes.filter(({ scope3_category }) => scope3_category === number);
    if (rows.length === 0) continue;
    drafts.put(
      draft("GrossScope3GreenhouseGasEmissionsByCategory", `cl:Category${number}Member`, rows, "market_based_kg"),
    );
  }
}

function draft(datapoint: string, member: string | null, rows: readonly ScopeFacts[], column: KgColumn) {
  return {
    datapoint,
    member,
    value: { amount: tonnesOf(decimalSum(rows.map((row) => row[column]))) },
    provenance: { source: "ledger" as const, entry_count: rows.reduce((sum, row) => sum + row.entry_count, 0) },
  };
}
