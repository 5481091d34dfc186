import type { Catalog, EmissionFactor, PriceIndex } from "../../core/catalog.ts";
import { decimal, decimalText, quotient } from "../../core/quantity.ts";
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
  const { at_document, at_factor } = levels;
  const told = [levelInWords(at_factor, priceYear), levelInWords(at_document, year)].join(", ");
  const note = `${at_factor.series} of ${at_factor.region}: ${told}, ${at_factor.source}`;
  return {
    numerator: at_factor.index_value,
    denominator: at_document.index_value,
    is_known: true,
    is_distant: at_document.year !== year || at_factor.year !== priceYear,
    used: [at_document, at_factor],
    terms: [
      `x ${at_factor.index_value} / ${at_document.index_value} (price level ${at_document.year} to ${at_factor.year})`,
    ],
    step: {
      kind: "price_level",
      ...labels,
      factor: decimalText(quotient(decimal(at_factor.index_value), at_document.index_value)),
      note,
    },
  };
}

interface Levels {
  /** Of the document's year, or the newest before it. */
  readonly at_document: PriceIndex;
  /** Of the factor's price year, or the newest before it. */
  readonly at_factor: PriceIndex;
}

function levelsOf(
  factor: EmissionFactor,
  { year, priceYear }: { readonly year: number; readonly priceYear: number },
  catalog: Catalog,
): Levels | null {
  const country = factor.region.slice(0, 2);
  for (const region of factor.currency === "EUR" ? [country, EURO_AREA] : [country]) {
    const at_document = catalog.priceIndex(region, year);
    const at_factor = catalog.priceIndex(region, priceYear);
    if (at_document !== null && at_factor !== null) return { at_document, at_factor };
  }
  return null;
}

function levelInWords({ index_value, year }: PriceIndex, asked: number): string {
  return year === asked
    ? `${index_value} in ${year}`
    : `${index_value} in ${year}, the newest published before ${asked}`;
}
