import { z } from "zod";

/** A country as requests state it (ISO 3166-1 alpha-2). */
export const countryInput = z
  .string()
  .max(2)
  .regex(/^[A-Z]{2}$/, "must be a country code of two capital letters");

const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Codes that have a name and are no country's: areas of several countries, and what is not known. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"]);

/** Whether two capital letters are the code of a country (ISO 3166-1 alpha-2, by the names that the platform has). */
export function isCountry(code: string): boolean {
  return !NO_COUNTRIES.has(code) && names.of(code) !== undefined;
}

/** Eurostat's codes of two countries, which are not those of ISO 3166-1. */
export const EUROSTAT_CODES: ReadonlyMap<string, string> = new Map([
  ["EL", "GR"],
  ["UK", "GB"],
]);
