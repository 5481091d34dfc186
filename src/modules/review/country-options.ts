import { z } from "zod";
import { roundedNumber } from "../../core/quantity.ts";
import { type CurrentActivityRow, readAs, type ReadingTables } from "../activities/index.ts";
import { type CalculationResult, keptPlace, resultKg } from "../emissions/index.ts";

/** A country in which the electricity of a line may have been used, and what it would count there. */
export const countryOption = z.object({
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  category_id: z.string(),
  /** To state as facts.attributes; null: the category says the country. */
  attributes: z.union([z.object({ country: z.string() }), z.null()]),
  /** kg CO2e with upstream entries; null: nothing can be calculated. */
  effect_kg: z.union([z.number(), z.null()]),
});

export type CountryOption = z.infer<typeof countryOption>;

const ABROAD = "energy.electricity.grid_other";
const DENMARK = "energy.electricity.grid_dk";

/** The category of ordinary electricity that is used in a country. */
export function gridCategory(country: string): string {
  return country === "DK" ? DENMARK : ABROAD;
}

/**
 * The countries in which electricity of an unknown place may have been used: the company's own, and those that its document makes likely.
 * Each with the category and the attribute to state, and the kg that the line would count.
 */
export function countryOptions(row: CurrentActivityRow, tables: ReadingTables): readonly CountryOption[] {
  const { likely = [] } = keptPlace(row.conversion) ?? {};
  const countries = [...new Set([tables.country, ...likely])];
  return countries.map((country) => {
    const isDenmark = country === "DK";
    const category_id = gridCategory(country);
    const rule = { attributes: isDenmark ? {} : { country }, factor_key: null };
    const { result } = readAs(row, category_id, tables, rule);
    return { country, category_id, attributes: isDenmark ? null : { country }, effect_kg: kgOf(result) };
  });
}

function kgOf(result: CalculationResult): number | null {
  return result.kind === "calculated" ? roundedNumber(resultKg(result)) : null;
}
