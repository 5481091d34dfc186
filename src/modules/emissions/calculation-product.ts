import type { EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { unitRatio } from "../../core/units.ts";
import type {
  CalculatedEntry,
  CalculationRequest,
  ConversionStep,
  ProductChoice,
  ProductFootprint,
} from "./calculation.ts";
import { buildEntry, type EntryClassification } from "./calculation-entry.ts";
import { isOfProducts } from "./counting-facts.ts";
import { figureAsFactor } from "./figure-as-factor.ts";
import { productScore } from "./calculation-quality.ts";
import { periodInputs } from "./calculation-slice.ts";
import { onSlice } from "./use-period.ts";

/**
 * Whether entries of a category may come from product footprints: purchased goods and services, and capital goods, which
 * are what a cradle-to-gate footprint describes (GHG Protocol Scope 3 Standard, categories 1 and 2). Energy stays in
 * scope 2, and transport has a use that is not in the footprint.
 */
export function takesProductFootprint(category: EmissionCategory | undefined): boolean {
  return category?.default_scope === 3 && isOfProducts(category.default_scope3_category);
}

/**
 * The entry of a product with the footprint of its supplier: kg CO2e = quantity [declared unit] / declared amount
 * [declared unit] x footprint [kg CO2e per declared amount], divided once at the end. The footprint is the one without
 * biogenic uptake: inventories report biogenic CO2 apart, and a removal is no negative emission.
 * @throws Error when the units do not convert: `matchFootprint` offers none that does not.
 */
export function productEntry(
  classification: EntryClassification,
  { footprint, quantity, matched_by }: Extract<ProductChoice, { kind: "match" }>,
  request: CalculationRequest,
): CalculatedEntry {
  const { declared_unit, declared_amount } = footprint;
  const ratio = unitRatio(quantity.unit, declared_unit);
  if (ratio === null) throw new Error(`${quantity.unit} does not convert to ${declared_unit}`);
  const stated = onSlice(decimal(quantity.value), request.slice).times(ratio.numerator);
  const divisor = ratio.denominator.times(decimal(declared_amount));
  const converted = decimalText(stated.div(ratio.denominator));
  const isOne = decimal(declared_amount).eq(1);
  const steps = quantity.unit === declared_unit ? [] : [unitStep(quantity, converted, declared_unit)];
  return buildEntry(
    classification,
    asFactor(footprint),
    {
      times: (perUnit) => (divisor.eq(1) ? stated.times(perUnit) : stated.times(perUnit).div(divisor)),
      terms: `${converted} ${declared_unit}${isOne ? "" : ` / ${declared_amount} ${declared_unit}`}`,
      method: "supplier_specific",
      score: productScore(footprint.primary_data_share),
      inputs: {
        stated_quantity: quantity.value,
        stated_unit: quantity.unit,
        quantity: converted,
        unit: declared_unit,
        transaction_date: request.transaction_date,
        ...periodInputs(request),
        pcf_record_id: footprint.id,
        pact_id: footprint.pact_id,
        pact_spec_version: footprint.spec_version,
        declared_unit_amount: declared_amount,
        pcf_excluding_biogenic_uptake: footprint.kg_co2e,
        primary_data_share: footprint.primary_data_share,
        valid_from: footprint.valid_from,
        valid_to: footprint.valid_to,
        matched_by,
      },
      conversions: steps,
    },
    null,
  );
}

function unitStep(quantity: { value: string; unit: string }, converted: string, to: string): ConversionStep {
  const note = `${quantity.value} ${quantity.unit} = ${converted} ${to}`;
  return { kind: "unit", from: quantity.unit, to, factor: null, note };
}

/** The step that says why a footprint of the product was not used; none where there is no footprint. */
export function unusedProduct({ product }: CalculationRequest): ConversionStep[] {
  if (product?.kind !== "unusable") return [];
  return [{ kind: "choice", from: "product_footprint", to: "next best method", factor: null, note: product.note }];
}

/** A footprint in the form of a factor, per declared amount, so that the entry keeps a copy of it like of any factor. */
function asFactor(footprint: ProductFootprint): EmissionFactor {
  const { declared_amount, declared_unit } = footprint;
  const name = `${footprint.product_name}, ${footprint.company_name}`;
  return figureAsFactor({
    id: footprint.id,
    key: `pcf.${footprint.pact_id}`,
    release: footprint.spec_version,
    name_en: name,
    name_da: name,
    scope: 3,
    scope3_category: 1,
    unit: decimal(declared_amount).eq(1) ? declared_unit : `${declared_amount} ${declared_unit}`,
    kg_co2e_per_unit: footprint.kg_co2e,
    region: footprint.geography ?? "not stated",
    valid_year: footprint.reference_year,
    boundary: "cradle_to_gate",
    gwp_set: footprint.gwp_set,
    source: `Product footprint of ${footprint.company_name} (PACT ${footprint.spec_version})`,
    source_url: `urn:uuid:${footprint.pact_id}`,
    licence: "Released to the company by the supplier",
    content_hash: footprint.content_hash,
  });
}
