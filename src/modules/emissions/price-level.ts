import type { Catalog, EmissionFactor, PriceIndex } from "../../core/catalog.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import type { CalculationRequest, ConversionStep } from "./calculation.ts";
import { documentYear } from "./calculation-version.ts";

/** The way from the price level of an amount to that of a spend factor. */
export interface PriceLevel {
  /** The amount is multiplied by `numerator` / `denominator`. */
  readonly numerator: string;
  readonly denominator: string;
  /** Whether the amount is in the factor's price level: of the same year, or deflated. */
  readonly is_known: boolean;
  /** Whether a year has no published level yet, and the newest one before it stands in. */
  readonly is_distant: boolean;
  readonly used: readonly PriceIndex[];
  /** Of the formula. */
  readonly terms: readonly string[];
  readonly step: ConversionStep | null;
}

/** The euro area, whose index stands for the prices in euro of a country without one of its own. */
const EURO_AREA = "EA";

/**
 * From the prices of the document's year to those of the factor's, by the published index of the country that the factor describes,
 * else, for a factor per euro, by that of the euro area. After the last published year the last one counts, flagged. Without an index
 * the amount stays as it is.
 */
export function priceLevel(factor: EmissionFactor, request: CalculationRequest, catalog: Catalog): PriceLevel {
  const unchanged = { numerator: "1", denominator: "1", is_distant: false, used: [], terms: [] };
  const year = documentYear(request);
  const priceYear = factor.price_year ?? factor.valid_year;
  if (year === priceYear) return { ...unchanged, is_known: true, step: null };
  const labels = { from: `${year} prices`, to: `${priceYear} prices` };
  const levels = levelsOf(factor, { year, priceYear }, catalog);
  if (levels === null) {
    const note = `No price index of ${factor.region.slice(0, 2)} for ${year} and ${priceYear} is loaded: the amount is not deflated.`;
    return { ...unchanged, is_known: false, step: { kind: "price_level", ...labels, factor: null, note } };
  }
  const { atUse, base } = levels;
  const told = [levelInWords(base, priceYear), levelInWords(atUse, year)].join(", ");
  const note = `${base.series} of ${base.region}: ${told}, ${base.source}`;
  return {
    numerator: base.index_value,
    denominator: atUse.index_value,
    is_known: true,
    is_distant: atUse.year !== year || base.year !== priceYear,
    used: [atUse, base],
    terms: [`x ${base.index_value} / ${atUse.index_value} (price level ${atUse.year} to ${base.year})`],
    step: {
      kind: "price_level",
      ...labels,
      factor: decimalText(decimal(base.index_value).div(atUse.index_value)),
      note,
    },
  };
}

interface Levels {
  /** Of the document's year, or the newest before it. */
  readonly atUse: PriceIndex;
  /** Of the factor's price year, or the newest before it. */
  readonly base: PriceIndex;
}

function levelsOf(
  factor: EmissionFactor,
  { year, priceYear }: { readonly year: number; readonly priceYear: number },
  catalog: Catalog,
): Levels | null {
  const country = factor.region.slice(0, 2);
  for (const region of factor.currency === "EUR" ? [country, EURO_AREA] : [country]) {
    const atUse = catalog.priceIndex(region, year);
    const base = catalog.priceIndex(region, priceYear);
    if (atUse !== null && base !== null) return { atUse, base };
  }
  return null;
}

function levelInWords({ index_value, year }: PriceIndex, asked: number): string {
  return year === asked
    ? `${index_value} in ${year}`
    : `${index_value} in ${year}, the newest published before ${asked}`;
}
