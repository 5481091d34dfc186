import type { Catalog, EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import { canonicalHash, namedUuid } from "../../core/content-hash.ts";
import { type Decimal, decimal, decimalText } from "../../core/quantity.ts";
import { isEnergyUnit, parseUnit, unitRatio } from "../../core/units.ts";
import {
  type CalculatedEntry,
  type CalculationRequest,
  type CalculationSettings,
  DEFAULT_RESIDUAL_MIX,
  type ReviewReason,
} from "./calculation.ts";
import { buildEntry, type MarketBasis } from "./calculation-entry.ts";
import { sliceInputs } from "./calculation-slice.ts";
import { factorOfYear, yearOf } from "./calculation-version.ts";
import { figureAsFactor } from "./figure-as-factor.ts";
import { residualMixNote, residualMixOf } from "./residual-mix.ts";
import { gridAverageKey } from "./scope2.ts";
import { onSlice } from "./use-period.ts";

/** Electricity of own solar cells, wind or water that is used on site and that no bill shows. */
const OWN_GENERATION = "energy.electricity.own_generation";
/** The same, where the certificates for it were sold: whoever bought them claims what it was made of. */
const CERTIFICATES_SOLD = "energy.electricity.own_generation_sold";

const RULE = {
  key: "rule.own_generation.kwh",
  source: "GHG Protocol Scope 2 Guidance (2015): own renewable generation used on site",
  source_url: "https://ghgprotocol.org/scope-2-guidance",
  year: 2015,
};

/** Name space of the ids by which entries name their copy of the rule: a random UUID, fixed for ever. */
const RULE_NAMESPACE = Buffer.from("6d0b4a3be1f24f5c9a7a1c5d0e8f4b21", "hex");

/** Whether electricity of a category is the company's own, used on site. */
export function isOwnGeneration(category_key: string): boolean {
  return category_key === OWN_GENERATION || category_key === CERTIFICATES_SOLD;
}

/** Whether a quantity in this unit counts as electricity of the company's own. */
export function countsOwnGeneration(category_key: string, unit_text: string): boolean {
  return isOwnGeneration(category_key) && isEnergyUnit(unit_text);
}

interface Tables {
  readonly category: EmissionCategory;
  readonly catalog: Catalog;
  readonly settings: CalculationSettings;
}

/** The entry, or why there is none. */
export type OwnGenerationResult = CalculatedEntry | ReviewReason;

/**
 * The entry of own renewable electricity used on site: kWh x 0 kg CO2e/kWh in scope 2, location-based and market-based. Where its
 * certificates were sold the market-based figure is kWh x residual mix, as of any electricity without a claim, else the average of the
 * grid (GHG Protocol Scope 2 Guidance, 2015). It keeps the kWh for the energy figures. Null: the unit is none of energy.
 */
export function ownGenerationEntry(
  request: CalculationRequest,
  { category, catalog, settings }: Tables,
): OwnGenerationResult | null {
  const { quantity, transaction_date, slice } = request;
  const unit = quantity === null ? null : parseUnit(quantity.unit);
  const ratio = unit === null ? null : unitRatio(unit, "kWh");
  if (quantity === null || ratio === null) return null;
  const kwh = onSlice(decimal(quantity.value), slice).times(ratio.numerator).div(ratio.denominator);
  const market = category.key === CERTIFICATES_SOLD ? unclaimed(request, { catalog, settings }) : null;
  if (market !== null && "code" in market) return market;
  const entry = buildEntry(
    { scope: 2, scope3_category: null, category_key: category.key, is_upstream: false },
    asFactor(category, request.region),
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
    market,
  );
  return market === null ? unsold(entry, kwh) : { ...entry, market_based_fallback: market.isFallback };
}

function unsold(entry: CalculatedEntry, kwh: Decimal): CalculatedEntry {
  return {
    ...entry,
    market_based_fallback: false,
    formula: `${decimalText(kwh)} kWh of own renewable generation used on site x 0 kg CO2e/kWh = 0 kg CO2e`,
    inputs: { ...entry.inputs, market_based_note: "No certificates are said to have been sold for it." },
  };
}

/** What counts electricity that nobody may claim; without a residual mix or an average of the grid, the reason to ask. */
function unclaimed(
  request: CalculationRequest,
  { catalog, settings }: Pick<Tables, "catalog" | "settings">,
): (MarketBasis & { readonly isFallback: boolean }) | ReviewReason {
  const year = yearOf(request);
  const country = request.region.slice(0, 2);
  const mix = residualMixOf(catalog, settings.residual_mix ?? DEFAULT_RESIDUAL_MIX, { country, year });
  if (mix.kind === "found" && mix.factor.unit === "kWh") {
    return { factor: mix.factor, note: residualMixNote(mix.factor, year), isFallback: false };
  }
  const key = gridAverageKey(catalog, country);
  const factor = key === null ? null : factorOfYear(catalog, key, year);
  if (factor === null) {
    const detail = `The certificates for it were sold, and neither a residual mix nor the average of the grid of ${country} is loaded.`;
    return { code: "no_factor", detail };
  }
  const note = "Its certificates were sold. No residual mix is in force: the average of the grid stands in.";
  return { factor, note, isFallback: true };
}

function asFactor(category: EmissionCategory, region: string): EmissionFactor {
  const { key, source, source_url, year } = RULE;
  const stated = { rule: key, category: category.key, region };
  return figureAsFactor({
    id: namedUuid(RULE_NAMESPACE, JSON.stringify(stated)),
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
    content_hash: canonicalHash({ ...RULE, category: category.key, region }),
  });
}
