import type { EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import { canonicalHash } from "../../core/content-hash.ts";
import type { CalculationMethod } from "../../core/ghg.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import type { CalculatedEntry } from "./calculation.ts";
import { buildEntry } from "./calculation-entry.ts";
import { sliceInputs, sliceTerms } from "./calculation-slice.ts";
import { figureAsFactor } from "./figure-as-factor.ts";
import { onSlice, type UseSlice } from "./use-period.ts";
import type { DataQualityScore } from "./calculation-quality.ts";

/** Emissions that somebody else worked out: a supplier, a fund, a study. Decimals are text. */
export interface StatedEmissions {
  readonly kg_co2e: string;
  /** kg, told apart from the total. */
  readonly biogenic_co2_kg: string;
  /** Who states them and where, as a person wrote it. */
  readonly source: string;
  /** The year that the figure describes. */
  readonly year: number;
  readonly method: CalculationMethod;
  /** Who verified the figure; null: nobody, as far as known. */
  readonly verified_by: string | null;
}

/** PCAF direction, 1 best .. 5 worst, as in `activityScore`: 1 stays with what was verified by somebody else. */
export const STATED_SCORES: Readonly<Record<CalculationMethod, DataQualityScore>> = {
  direct_measurement: 2,
  supplier_specific: 2,
  site_specific: 2,
  hybrid: 3,
  fuel_based: 3,
  distance_based: 3,
  waste_type_specific: 3,
  average_data: 4,
  spend_based: 5,
};

const PER_KG = "kg CO2e stated";

interface Statement {
  readonly category: EmissionCategory;
  /** Id that the entry names its frozen copy of the statement by. */
  readonly id: string;
  readonly stated: StatedEmissions;
  /** ISO date. */
  readonly transaction_date: string;
  /** ISO 3166-1 alpha-2. */
  readonly region: string;
  /** The part of its period that the entry is of; absent: all of it. */
  readonly slice?: UseSlice;
}

/**
 * The entry of emissions that are stated as such: kg CO2e = the stated kg CO2e, or a slice's share of them. Nothing is multiplied; source, year and
 * method stand where other entries have a factor. Without another figure, market-based and location-based are the same.
 * @throws Error for a category without a scope
 */
export function statedEntry({ category, id, stated, transaction_date, region, slice }: Statement): CalculatedEntry {
  const scope = category.default_scope;
  if (scope === null) throw new Error(`${category.key} has no scope`);
  const { kg_co2e, biogenic_co2_kg, source, year, method, verified_by } = stated;
  const place = { scope, scope3_category: category.default_scope3_category, category_key: category.key };
  const entry = buildEntry(
    { ...place, is_upstream: false },
    asFactor({ category, id, stated, transaction_date, region }),
    {
      times: (perUnit) => onSlice(decimal(kg_co2e), slice).times(perUnit),
      terms: [`${kg_co2e} ${PER_KG}`, ...sliceTerms(slice)].join(" "),
      method,
      score: verified_by === null ? STATED_SCORES[method] : 1,
      inputs: {
        stated_kg_co2e: kg_co2e,
        stated_source: source,
        stated_year: year,
        stated_method: method,
        verified_by,
        transaction_date,
        ...sliceInputs(slice),
      },
      conversions: [],
    },
    null,
  );
  const formula = [`${kg_co2e} kg CO2e as stated by ${source} for ${year}`, ...sliceTerms(slice)].join(" ");
  // What is stated is the market-based figure too: no average stands in for it.
  return {
    ...entry,
    market_based_fallback: false,
    biogenic_co2_kg: decimalText(onSlice(decimal(biogenic_co2_kg), slice)),
    formula: scope === 2 ? `${formula} (market-based: the same)` : formula,
  };
}

/** A statement in the form of a factor of 1, so that the entry keeps a copy of it like of any factor. */
function asFactor({ category, id, stated, region }: Statement): EmissionFactor {
  return figureAsFactor({
    id,
    key: `stated.${category.key}`,
    release: String(stated.year),
    name_en: `Stated emissions, ${category.name_en}`,
    name_da: `Oplyst udledning, ${category.name_da}`,
    scope: category.default_scope,
    scope3_category: category.default_scope3_category,
    unit: PER_KG,
    kg_co2e_per_unit: "1",
    region,
    valid_year: stated.year,
    boundary: null,
    gwp_set: null,
    source: stated.source,
    source_url: `urn:uuid:${id}`,
    licence: "Stated to the company",
    content_hash: canonicalHash({ ...stated, category_key: category.key }),
  });
}
