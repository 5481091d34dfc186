import type { EmissionFactor } from "../../core/catalog.ts";
import type { CalculationMethod } from "../../core/ghg.ts";
import { type Decimal, decimal, decimalText, roundedText } from "../../core/quantity.ts";
import type { CalculatedEntry, ConversionStep, FrozenFactor } from "./calculation.ts";
import type { DataQualityScore } from "./calculation-quality.ts";
import { rowsOfCategory } from "./factor-choice/attribute-table.ts";
import { hasResidualMix } from "./scope2.ts";

/** Where an entry is reported. */
export interface EntryClassification {
  readonly scope: 1 | 2 | 3;
  readonly scope3_category: number | null;
  readonly category_key: string;
  readonly is_upstream: boolean;
}

/** How much of the factor's unit was used, by which way, and what is known about it. */
export interface EntryBasis {
  /** Multiplies figures per unit of the factor: a product, or a fraction that is divided once, at the end. */
  readonly times: (perUnit: string) => Decimal;
  /** The left side of the formula, e.g. "245 Nm3". */
  readonly terms: string;
  readonly method: CalculationMethod;
  readonly score: DataQualityScore;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly conversions: readonly ConversionStep[];
}

/** The market-based result where it differs from the location-based one. */
export interface MarketBasis {
  readonly factor: EmissionFactor;
  /** What a reader must know of the factor, e.g. that it is of another year; absent or null: nothing. */
  readonly note?: string | null;
}

/**
 * kg CO2e = quantity [unit] x factor [kg CO2e/unit], for the total and for each gas that the factor states; the total is
 * never rebuilt from the gases. The gases and the biogenic CO2 are those of the location-based factor.
 */
export function buildEntry(
  classification: EntryClassification,
  factor: EmissionFactor,
  basis: EntryBasis,
  market: MarketBasis | null,
): CalculatedEntry {
  const location = basis.times(factor.kg_co2e_per_unit);
  const marketBased = market === null ? location : basis.times(market.factor.kg_co2e_per_unit);
  const isFallback = classification.scope === 2 && market === null && hasResidualMix(classification);
  // Member by member: one with so many that begins as a copy is slow to build and to read.
  return {
    scope: classification.scope,
    scope3_category: classification.scope3_category,
    category_key: classification.category_key,
    is_upstream: classification.is_upstream,
    market_based_kg: decimalText(marketBased),
    location_based_kg: decimalText(location),
    co2_kg: gasText(factor.co2_kg, basis),
    ch4_kg_co2e: gasText(factor.ch4_kg_co2e, basis),
    n2o_kg_co2e: gasText(factor.n2o_kg_co2e, basis),
    biogenic_co2_kg: factor.biogenic_co2_kg === null ? "0" : decimalText(basis.times(factor.biogenic_co2_kg)),
    calculation_method: basis.method,
    data_quality_score: basis.score,
    market_based_fallback: isFallback,
    factor: freezeFactor(factor),
    formula: formulaText(
      classification,
      basis,
      { factor, kg: location },
      market === null ? null : { factor: market.factor, kg: marketBased },
    ),
    inputs: {
      ...basis.inputs,
      factor_key: factor.key,
      factor_kg_co2e_per_unit: factor.kg_co2e_per_unit,
      factor_unit: factor.unit,
      ...(classification.scope === 2 ? marketInputs(classification, factor, market) : {}),
    },
    conversions: basis.conversions,
  };
}

function gasText(perUnit: string | null, basis: EntryBasis): string | null {
  return perUnit === null ? null : decimalText(basis.times(perUnit));
}

/** Whether a network declared the factor for the heat that it delivers itself. */
function isOfNetwork({ category_key }: EntryClassification, { key }: EmissionFactor): boolean {
  const row = rowsOfCategory(category_key).find(({ factor_key }) => factor_key === key);
  return row?.attributes.network !== undefined;
}

function marketInputs(
  classification: EntryClassification,
  factor: EmissionFactor,
  market: MarketBasis | null,
): Record<string, unknown> {
  if (market === null && !hasResidualMix(classification)) {
    return {
      market_based_note: isOfNetwork(classification, factor)
        ? "The factor named is the supplying network's own: it is used for both results."
        : "No factor of the supplying network is loaded: the factor named is used for both results.",
    };
  }
  if (market === null) {
    return {
      market_based_note:
        "No residual mix is in force and no certificate is allocated: the location-based factor is used again.",
    };
  }
  return {
    market_based_factor: freezeFactor(market.factor),
    ...(typeof market.note === "string" ? { market_based_note: market.note } : {}),
  };
}

/** A factor with what it was multiplied to. */
interface Multiplied {
  readonly factor: EmissionFactor;
  readonly kg: Decimal;
}

function formulaText(
  classification: EntryClassification,
  { terms }: EntryBasis,
  byLocation: Multiplied,
  byMarket: Multiplied | null,
): string {
  const location = product(terms, byLocation);
  if (classification.scope !== 2) return location;
  if (byMarket === null) {
    if (hasResidualMix(classification)) return `${location} (market-based: the same, no residual mix is in force)`;
    if (isOfNetwork(classification, byLocation.factor)) return `${location} (market-based: the same)`;
    return `${location} (market-based: the same, no factor of the supplying network is loaded)`;
  }
  return `location-based: ${location}; market-based: ${product(terms, byMarket)}`;
}

function product(terms: string, { factor, kg }: Multiplied): string {
  const exact = decimalText(kg);
  const shown = roundedText(exact);
  const isRounded = !decimal(shown).eq(kg);
  const per = `${factor.kg_co2e_per_unit} kg CO2e/${factor.unit}`;
  return `${terms} x ${per} = ${shown} kg CO2e${isRounded ? ", rounded to 6 decimals" : ""}`;
}

const frozen = new WeakMap<EmissionFactor, FrozenFactor>();

/** The copy of a factor that entries keep: made once, for all that a catalogue's factor counts. */
export function freezeFactor(factor: EmissionFactor): FrozenFactor {
  const before = frozen.get(factor);
  if (before !== undefined) return before;
  const copy = frozenCopy(factor);
  frozen.set(factor, copy);
  return copy;
}

function frozenCopy(factor: EmissionFactor): FrozenFactor {
  return {
    id: factor.id,
    key: factor.key,
    name_en: factor.name_en,
    value: factor.kg_co2e_per_unit,
    unit: factor.unit,
    region: factor.region,
    year: factor.valid_year,
    source: factor.source,
    source_url: factor.source_url,
    licence: factor.licence,
    gwp_set: factor.gwp_set,
    boundary: factor.boundary,
    ...(factor.confidence == null
      ? {}
      : { confidence: factor.confidence, read_in: factor.read_in ?? factor.source_url }),
    content_hash: factor.content_hash,
  };
}
