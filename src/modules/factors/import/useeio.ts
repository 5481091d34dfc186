import { z } from "zod";
import { validationError } from "../../../core/errors.ts";
import { cell, csvRows } from "../csv-rows.ts";
import type { FactorRow } from "../factor-version.ts";
import type { ParsedFactors } from "./parsed-rows.ts";

const UNIT = /^kg CO2e\/(20\d\d) USD, purchaser price$/;

const cells = z.object({
  "2017 NAICS Code": z.string().regex(/^\d{6}$/, { message: "is not a six-digit NAICS code" }),
  "2017 NAICS Title": cell.text,
  GHG: cell.text,
  Unit: z.string().regex(UNIT, { message: 'is not "kg CO2e/<year> USD, purchaser price"' }),
  "Supply Chain Emission Factors with Margins": cell.decimal,
});

/**
 * Reads the US EPA's supply chain factors by NAICS (USEEIO), kg CO2e per USD at purchaser prices with margins.
 * Keys are "useeio.naics<code>.usd"; the price year is the one in the unit column.
 * @param release of the publisher, e.g. "1.3.0": the file does not say it.
 * @throws ServiceError request.validation_failed without a release; Error when columns are missing.
 */
export function importUseeio(text: string, release: string | null): ParsedFactors {
  if (release === null) {
    throw validationError([{ path: "release", code: "required", message: "name the release, e.g. 1.3.0" }]);
  }
  const { rows, rejected } = csvRows(text, cells);
  const totals = rows.filter(({ row }) => row.GHG === "All GHGs");
  return {
    read: rows.length + rejected.length,
    rows: totals.map(({ line, row }) => ({ line, row: factorRow(row, release) })),
    rejected,
    skipped: [{ reason: "factor of a single gas", count: rows.length - totals.length }],
  };
}

function factorRow(row: z.output<typeof cells>, release: string): FactorRow {
  const priceYear = Number(UNIT.exec(row.Unit)?.[1]);
  const name = `Spend (US): ${row["2017 NAICS Title"]}`;
  return {
    key: `useeio.naics${row["2017 NAICS Code"]}.usd`,
    release,
    name_en: name,
    name_da: name,
    scope: 3,
    scope3_category: 1,
    unit: "USD",
    kg_co2e_per_unit: row["Supply Chain Emission Factors with Margins"],
    co2_kg: null,
    ch4_kg_co2e: null,
    n2o_kg_co2e: null,
    biogenic_co2_kg: null,
    region: "US",
    valid_year: priceYear,
    currency: "USD",
    price_year: priceYear,
    boundary: null,
    gwp_set: null,
    source: `US EPA Supply Chain GHG Emission Factors v${release} by NAICS-6 (USEEIO), ${priceYear} USD, with margins`,
    source_url: "https://doi.org/10.23719/1531143",
    licence: "US EPA ScienceHub (open, no restriction); cite EPA, no EPA endorsement",
    note: `purchaser price ${priceYear} USD; cradle-to-shelf of the purchaser, for suppliers in the United States`,
  };
}
