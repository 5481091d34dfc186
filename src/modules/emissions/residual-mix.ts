import type { Catalog, EmissionFactor } from "../../core/catalog.ts";
import { AIB_COUNTRIES } from "./aib-countries.ts";
import type { ResidualMixChoice } from "./calculation.ts";
import { factorOfYear } from "./calculation-version.ts";
import { generalDeclarationKey, residualMixKey } from "./residual-mix-key.ts";

/** Why there is none: nobody has chosen one, it is not imported, or its publisher has none of the country. */
export const RESIDUAL_MIX_GAPS = ["not_chosen", "not_imported", "not_available"] as const;
export type ResidualMixGap = (typeof RESIDUAL_MIX_GAPS)[number];

/** The factor of a market and year, or why there is none, in words. */
export type ResidualMix =
  | { readonly kind: "found"; readonly factor: EmissionFactor }
  | { readonly kind: "missing"; readonly code: ResidualMixGap; readonly because: string };

/** Countries of AIB's table beside the members. */
const OTHERS_OF_TABLE = ["MT", "PL", "RO"];

/**
 * The residual mix of a country (ISO 3166-1 alpha-2) in a calendar year: of that year, else of the newest edition before, else of the
 * first after. A country that an edition leaves out ("NA": full disclosure) has none of that edition: another year's figure, or
 * zero, never stands for it.
 */
export function residualMixOf(
  catalog: Catalog,
  choice: ResidualMixChoice,
  { country, year }: { readonly country: string; readonly year: number },
): ResidualMix {
  if (choice === "none") return missing("not_chosen", "the company has chosen no residual mix");
  if (choice === "energinet" && country === "DK") {
    const declared = factorOfYear(catalog, generalDeclarationKey(year), year);
    return declared === null
      ? missing("not_imported", "Energinet's general declaration is not imported")
      : found(declared);
  }
  const key = residualMixKey(country, year);
  const edition = isOfTable(country) ? editionOf(catalog, year) : null;
  if (edition === null) {
    const mix = factorOfYear(catalog, key, year);
    return mix === null ? missing("not_imported", `no residual mix of ${country} is imported`) : found(mix);
  }
  const mix = catalog.family(key).find(({ valid_year, region }) => valid_year === edition && region === country);
  return mix === undefined
    ? missing("not_available", `the residual mixes of ${edition} have none of ${country}: not available is not zero`)
    : found(mix);
}

/** A residual mix that describes another year than the consumption; null: it is of that year. */
export function residualMixNote({ valid_year }: Pick<EmissionFactor, "valid_year">, year: number): string | null {
  if (valid_year === year) return null;
  return `The residual mix of ${valid_year} stands for ${year}: none of that year is imported.`;
}

function isOfTable(country: string): boolean {
  return AIB_COUNTRIES.has(country) || OTHERS_OF_TABLE.includes(country);
}

/** Years of which AIB's table is imported, by catalogue: a catalogue never changes. */
const editions = new WeakMap<Catalog, readonly number[]>();

/** The edition that describes a year; null: none is imported. */
function editionOf(catalog: Catalog, year: number): number | null {
  const known = editions.get(catalog) ?? importedEditions(catalog);
  editions.set(catalog, known);
  return known.findLast((edition) => edition <= year) ?? known[0] ?? null;
}

function importedEditions(catalog: Catalog): readonly number[] {
  const years = [...AIB_COUNTRIES, ...OTHERS_OF_TABLE].flatMap((country) =>
    catalog.family(residualMixKey(country, 2000)).map(({ valid_year }) => valid_year),
  );
  return [...new Set(years)].toSorted((one, other) => one - other);
}

function found(factor: EmissionFactor): ResidualMix {
  return { kind: "found", factor };
}

function missing(code: ResidualMixGap, because: string): ResidualMix {
  return { kind: "missing", code, because };
}
