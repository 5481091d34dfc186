import { EUROSTAT_CODES, isCountry } from "./country.ts";
import { cvrOf } from "./cvr.ts";

/** Prefix of VAT numbers of Northern Ireland. */
const NORTHERN_IRELAND = "XI";
/** "CVR" and "SE" before eight digits: what a Danish number is called, and no country. */
const DANISH = /^(?:DK)?(?:CVR|SE)\d{8}$/;
/** Country prefix, then 2 to 12 letters and digits with at least one digit (EN 16931). */
const VAT = /^(?<prefix>[A-Z]{2})(?=[A-Z]*\d)[A-Z\d]{2,12}$/;

/**
 * ISO 3166-1 alpha-2 of the country that a company's number names: that of a VAT number by its prefix, Denmark by a CVR number. Null: it
 * names none.
 */
export function countryOfNumber(number: string | null): string | null {
  const compact = (number ?? "").toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  if (DANISH.test(compact) || cvrOf(compact) !== null) return "DK";
  const prefix = VAT.exec(compact)?.groups?.["prefix"];
  if (prefix === undefined) return null;
  const country = prefix === NORTHERN_IRELAND ? "GB" : (EUROSTAT_CODES.get(prefix) ?? prefix);
  return isCountry(country) ? country : null;
}
