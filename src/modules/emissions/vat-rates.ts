import { EUROSTAT_CODES } from "../../core/country.ts";
import { ownCurrency } from "../../core/currency.ts";

/**
 * Rates of VAT in percent by country: those of 2026, the standard one first, and those from 2020 on that they replaced, so that
 * earlier documents have theirs. Denmark: momsloven section 33. The others by overviews of the published rates: scopulus.co.uk
 * (2021), vat-solutions.com and easytax.co (January 2025), calculariva.app (2025), easytax.co (2026), eu-vat.info (Iceland). Rates of
 * some months (Germany 2020, Ireland 2020, Luxembourg 2023), parking rates and those of parts of a country are left out.
 */
const VAT_PERCENTS: Readonly<Record<string, readonly string[]>> = {
  AT: ["20", "13", "10"],
  BE: ["21", "12", "6"],
  BG: ["20", "9"],
  CH: ["8.1", "7.7", "3.8", "3.7", "2.6", "2.5"],
  CY: ["19", "9", "5"],
  CZ: ["21", "15", "12", "10"],
  DE: ["19", "7"],
  DK: ["25"],
  EE: ["24", "22", "20", "13", "9"],
  ES: ["21", "10", "4"],
  FI: ["25.5", "24", "14", "13.5", "10"],
  FR: ["20", "10", "5.5", "2.1"],
  GB: ["20", "5"],
  GR: ["24", "13", "6"],
  HR: ["25", "13", "5"],
  HU: ["27", "18", "5"],
  IE: ["23", "13.5", "9", "4.8"],
  IS: ["24", "11"],
  IT: ["22", "10", "5", "4"],
  LT: ["21", "12", "9", "5"],
  LU: ["17", "14", "8", "3"],
  LV: ["21", "12", "5"],
  MT: ["18", "7", "5"],
  NL: ["21", "9"],
  NO: ["25", "15", "12"],
  PL: ["23", "8", "5"],
  PT: ["23", "13", "6"],
  RO: ["21", "19", "11", "9", "5"],
  SE: ["25", "12", "6"],
  SI: ["22", "9.5", "5"],
  SK: ["23", "20", "19", "10", "5"],
};

/** What tells which country's VAT a document has. */
export interface VatPlace {
  /** ISO 3166-1 alpha-2, or the prefix of a VAT number; null: not known. */
  readonly seller: string | null;
  readonly currency: string | null;
  /** ISO 3166-1 alpha-2 of the company that bought. */
  readonly company: string;
}

/**
 * Rates that a document can have: of its seller's country; of the countries that have its currency, where that is not known; else of
 * the company's. Decimal texts, none twice; empty: none is known.
 */
export function vatPercents({ seller, currency, company }: VatPlace): readonly string[] {
  const of = (country: string) => VAT_PERCENTS[EUROSTAT_CODES.get(country) ?? country] ?? [];
  if (seller !== null) return of(seller);
  if (currency === null) return of(company);
  const having = Object.keys(VAT_PERCENTS).filter((country) => ownCurrency(country) === currency);
  return [...new Set(having.flatMap(of))];
}

/** Rates and currency of a company's own country. */
export function ownVat(company: string): { readonly percents: readonly string[]; readonly currency: string } {
  return { percents: vatPercents({ seller: null, currency: null, company }), currency: ownCurrency(company) ?? "" };
}
