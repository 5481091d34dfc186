import type { Catalog, EmissionFactor } from "../../core/catalog.ts";
import { type Decimal, decimal, decimalText } from "../../core/quantity.ts";
import { parseUnit, type UnitRatio } from "../../core/units.ts";
import {
  type CalculatedEntry,
  type CalculationRequest,
  type CalculationSettings,
  DEFAULT_RESIDUAL_MIX,
} from "./calculation.ts";
import { buildEntry, type EntryBasis, type EntryClassification } from "./calculation-entry.ts";
import type { ActivityMatch } from "./calculation-factors.ts";
import { activityMethod, activityScore } from "./calculation-quality.ts";
import { periodInputs, sliceTerms } from "./calculation-slice.ts";
import { choiceSteps, yearInputs, yearOf } from "./calculation-version.ts";
import { atPlaceOfUse } from "./factor-choice/candidates.ts";
import { residualMixNote } from "./residual-mix.ts";
import { boundaryNote, residualMix } from "./scope2.ts";
import { propertiesUsed, type UnitPath, unitPath, unitSteps } from "./unit-path.ts";
import { onSlice } from "./use-period.ts";
import { upstreamFactors, upstreamNote } from "./upstream.ts";

/**
 * The entry of a physical quantity, followed by its scope 3 category 3 companions when it is scope 1 or 2 and an
 * upstream factor is loaded. kg CO2e = stated quantity [stated unit] x factor units per stated unit x kg CO2e per factor
 * unit x share of the period, divided once at the end.
 */
export function activityEntries(
  classification: EntryClassification,
  match: ActivityMatch,
  asked: CalculationRequest,
  { catalog, settings }: { readonly catalog: Catalog; readonly settings: CalculationSettings },
): CalculatedEntry[] {
  const { factor, told } = match;
  const request = atPlaceOfUse(asked);
  const year = yearOf(request);
  if (classification.scope === 3)
    return [buildEntry(classification, factor, activityBasis(match, request, told), null)];
  const upstream = upstreamFactors(catalog, factor, year).flatMap(({ category_key, factor: upstreamFactor }) => {
    const path = upstreamPath(match, upstreamFactor);
    if (path === null) return [];
    return [
      { category_key, match: { ...match, factor: upstreamFactor, path, steps: choiceSteps(upstreamFactor, request) } },
    ];
  });
  const boundary = boundaryNote(factor);
  const missing = upstreamNote(factor, upstream);
  const basis = activityBasis(match, request, {
    ...told,
    ...(boundary === null ? {} : { boundary_note: boundary }),
    ...(missing === null ? {} : { upstream_note: missing }),
    upstream_factor_keys: upstream.map((upstreamEntry) => upstreamEntry.match.factor.key),
  });
  const choice = settings.residual_mix ?? DEFAULT_RESIDUAL_MIX;
  const mix = classification.scope === 2 ? residualMix({ catalog, choice }, factor, year) : null;
  const market = mix?.kind === "found" ? { factor: mix.factor, note: residualMixNote(mix.factor, year) } : null;
  const main = buildEntry(
    classification,
    factor,
    mix?.kind === "missing" && choice !== "none"
      ? { ...basis, inputs: { ...basis.inputs, residual_mix_missing: mix.because } }
      : basis,
    market,
  );
  const companions = upstream.map((upstreamEntry) =>
    buildEntry(
      { scope: 3, scope3_category: 3, category_key: upstreamEntry.category_key, is_upstream: true },
      upstreamEntry.match.factor,
      activityBasis(upstreamEntry.match, request, { accompanies_factor_key: factor.key }),
      null,
    ),
  );
  return [main, ...companions];
}

/** The way from the stated unit to the upstream factor's; null: no heating value or density of the fuel leads there. */
function upstreamPath({ factor, stated, path, known }: ActivityMatch, upstream: EmissionFactor): UnitPath | null {
  if (upstream.unit === factor.unit) return path;
  const to = parseUnit(upstream.unit);
  return to === null ? null : unitPath(stated.unit, to, known);
}

/** How much of the factor's unit was used, with every step from the stated unit to it. */
export function activityBasis(
  match: Omit<ActivityMatch, "known" | "told">,
  request: CalculationRequest,
  notes: Readonly<Record<string, unknown>>,
): EntryBasis {
  const { factor, stated, path } = match;
  const { ratio } = path;
  const properties = propertiesUsed(path);
  const used = onSlice(decimal(stated.value), request.slice);
  const quantity = times(used, ratio);
  const isConverted = stated.unit !== factor.unit;
  return {
    times: (perUnit) => times(used.times(perUnit), ratio),
    terms: [`${stated.value} ${stated.unit}${isConverted ? ratioTerm(match) : ""}`, ...sliceTerms(request.slice)].join(
      " ",
    ),
    method: activityMethod(factor),
    score: activityScore(factor, request.region, yearOf(request)),
    inputs: {
      stated_quantity: stated.value,
      stated_unit: stated.unit,
      quantity: decimalText(quantity),
      unit: factor.unit,
      transaction_date: request.transaction_date,
      ...periodInputs(request),
      // What was used is measured by the settlement alone.
      ...(request.advance === "advance" ? { is_estimate: true } : {}),
      ...yearInputs(factor, request),
      ...(properties.length === 0 ? {} : { fuel_properties: properties }),
      ...notes,
    },
    conversions: [...unitSteps(stated.value, path), ...match.steps],
  };
}

function times(value: Decimal, ratio: UnitRatio): Decimal {
  const product = value.times(ratio.numerator);
  return ratio.denominator.eq(1) ? product : product.div(ratio.denominator);
}

/** " x 1000 kWh/MWh", " / 1000 kg/t", or a fraction where neither way terminates: " x 1000 / 3.6 kWh/GJ". */
function ratioTerm({ stated, factor, path: { ratio } }: Omit<ActivityMatch, "known" | "told">): string {
  const more = ratio.numerator.div(ratio.denominator);
  const fewer = ratio.denominator.div(ratio.numerator);
  if (more.gte(1) && more.times(ratio.denominator).eq(ratio.numerator)) {
    return ` x ${decimalText(more)} ${factor.unit}/${stated.unit}`;
  }
  if (fewer.times(ratio.numerator).eq(ratio.denominator)) {
    return ` / ${decimalText(fewer)} ${stated.unit}/${factor.unit}`;
  }
  return ` x ${decimalText(ratio.numerator)} / ${decimalText(ratio.denominator)} ${factor.unit}/${stated.unit}`;
}
