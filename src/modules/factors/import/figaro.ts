import { z } from "zod";
import { EUROSTAT_CODES } from "../../../core/country.ts";
import { validationError } from "../../../core/errors.ts";
import { decimal, decimalText } from "../../../core/quantity.ts";
import { cell, csvRows } from "../csv-rows.ts";
import type { FactorRow } from "../factor-version.ts";
import type { ParsedFactors } from "./parsed-rows.ts";

const cells = z.object({
  year: cell.year,
  country_code: z.string().regex(/^[A-Z]{2}$/, { message: "is not a country code" }),
  nace_code: z.string().regex(/^[A-Z](?:\d{2}(?:[T_]\d{2})?)?$/, { message: "is not a NACE A64 code" }),
  product: cell.text,
  total_purchaser_prices_with_margins: cell.decimal,
});

/** Denmark's figures ship, with Danish names, under keys of their own. */
const SHIPPED_COUNTRY = "DK";

const RELEASE = /^(20\d\d)\.(\d+)$/;
/** Later releases are share-alike, by the data licence in the publisher's repository. */
const LAST_CC_BY = [2026, 4] as const;

/**
 * Reads figaro_purchaser_price_factors_26ed.csv of the FIGARO monetary emission factors (Ecodex, computed from Eurostat data): kg CO2e
 * per 1,000 EUR at purchaser prices with margins, by purchasing country, NACE A64 product and year. Keys are
 * "spend.<country>.<code>.eur", the year of the figure is the price year. Denmark is left out, because it ships.
 * @param release of the publisher, e.g. "2026.4": the file does not say it, and the licence depends on it.
 * @throws ServiceError request.validation_failed without a release; Error when columns are missing.
 */
export function importFigaro(text: string, release: string | null): ParsedFactors {
  const licence = licenceOf(release);
  if (release === null || licence === null) {
    throw validationError([{ path: "release", code: "required", message: "name the release, e.g. 2026.4" }]);
  }
  const { rows, rejected } = csvRows(text, cells);
  const taken = rows.filter(({ row }) => row.country_code !== SHIPPED_COUNTRY);
  return {
    read: rows.length + rejected.length,
    rows: taken.map(({ line, row }) => ({ line, row: factorRow(row, release, licence) })),
    rejected,
    skipped: [{ reason: "Denmark, which comes along", count: rows.length - taken.length }],
  };
}

function licenceOf(release: string | null): string | null {
  const [, year, number] = RELEASE.exec(release ?? "") ?? [];
  if (year === undefined || number === undefined) return null;
  const isCcBy = Number(year) < LAST_CC_BY[0] || (Number(year) === LAST_CC_BY[0] && Number(number) <= LAST_CC_BY[1]);
  return isCcBy ? "CC-BY-4.0" : "CC-BY-SA-4.0";
}

function factorRow(row: z.output<typeof cells>, release: string, licence: string): FactorRow {
  const region = EUROSTAT_CODES.get(row.country_code) ?? row.country_code;
  const name = `Spend (${region}): ${row.product}`;
  return {
    key: `spend.${region.toLowerCase()}.${row.nace_code.toLowerCase()}.eur`,
    release,
    name_en: name,
    name_da: name,
    scope: 3,
    scope3_category: 1,
    unit: "EUR",
    kg_co2e_per_unit: decimalText(decimal(row.total_purchaser_prices_with_margins).div(1_000)),
    co2_kg: null,
    ch4_kg_co2e: null,
    n2o_kg_co2e: null,
    biogenic_co2_kg: null,
    region,
    valid_year: row.year,
    currency: "EUR",
    price_year: row.year,
    boundary: null,
    gwp_set: null,
    source: `FIGARO monetary emission factors, Ecodex (https://getecodex.com), version ${release}, computed from Eurostat data`,
    source_url: "https://doi.org/10.5281/zenodo.23157020",
    licence,
    note: `per EUR ${row.year} at purchaser price excl. deductible VAT; changed: source prints kg per 1000 EUR; cradle-to-gate, no capital goods; what the country's industries buy, from every origin`,
  };
}
