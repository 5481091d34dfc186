import type { EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import { canonicalHash } from "../../core/content-hash.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { type Unit, unitRatio } from "../../core/units.ts";
import type { CalculatedEntry } from "./calculation.ts";
import { buildEntry } from "./calculation-entry.ts";
import { sliceInputs } from "./calculation-slice.ts";
import { figureAsFactor } from "./figure-as-factor.ts";
import { onSlice, type UseSlice } from "./use-period.ts";

/** Electricity of own solar cells, wind or water that is used on site and that no bill shows. */
export const OWN_GENERATION = "energy.electricity.own_generation";

const RULE = {
  key: "rule.own_generation.kwh",
  source: "GHG Protocol Scope 2 Guidance (2015): own renewable generation used on site",
  source_url: "https://ghgprotocol.org/scope-2-guidance",
  year: 2015,
};

interface OwnGeneration {
  readonly category: EmissionCategory;
  /** Id that the entry names its frozen copy of the rule by. */
  readonly id: string;
  readonly quantity: { readonly value: string; readonly unit: Unit };
  /** ISO date. */
  readonly transaction_date: string;
  /** ISO 3166-1 alpha-2. */
  readonly region: string;
  /** The part of its period that the entry is of; absent: all of it. */
  readonly slice?: UseSlice;
}

/**
 * The entry of own renewable electricity used on site: kWh x 0 kg CO2e/kWh in scope 2, market-based and location-based
 * (GHG Protocol Scope 2 Guidance, 2015). It keeps the kWh for the energy figures. Null: the unit is none of energy.
 */
export function ownGenerationEntry(own: OwnGeneration): CalculatedEntry | null {
  const { category, quantity, transaction_date, slice } = own;
  const ratio = unitRatio(quantity.unit, "kWh");
  if (ratio === null) return null;
  const kwh = onSlice(decimal(quantity.value), slice).times(ratio.numerator).div(ratio.denominator);
  const entry = buildEntry(
    { scope: 2, scope3_category: null, category_key: category.key, is_upstream: false },
    asFactor(own),
    {
      times: (perUnit) => kwh.times(perUnit),
      terms: `${decimalText(kwh)} kWh`,
      method: "direct_measurement",
      score: 2,
      inputs: {
        stated_quantity: quantity.value,
        stated_unit: quantity.unit,
        quantity: decimalText(kwh),
        unit: "kWh",
        transaction_date,
        ...sliceInputs(slice),
      },
      conversions: [],
    },
    null,
  );
  return {
    ...entry,
    market_based_fallback: false,
    formula: `${decimalText(kwh)} kWh of own renewable generation used on site x 0 kg CO2e/kWh = 0 kg CO2e`,
    inputs: { ...entry.inputs, market_based_note: "Certificates that were sold for it are not known to the service." },
  };
}

function asFactor({ category, id, region }: OwnGeneration): EmissionFactor {
  const { key, source, source_url, year } = RULE;
  return figureAsFactor({
    id,
    key,
    release: String(year),
    name_en: category.name_en,
    name_da: category.name_da,
    scope: 2,
    scope3_category: null,
    unit: "kWh",
    kg_co2e_per_unit: "0",
    region,
    valid_year: year,
    boundary: null,
    gwp_set: null,
    source,
    source_url,
    licence: "Rule of a standard",
    content_hash: canonicalHash(RULE),
  });
}
