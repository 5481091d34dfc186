import type { Catalog, EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import { parseUnit, type Unit } from "../../core/units.ts";
import type { CalculationRequest, CalculationSettings, ConversionStep } from "./calculation.ts";
import { choiceSteps, yearOf } from "./calculation-version.ts";
import {
  atPlaceOfUse,
  type FittingFactors,
  fittingFactors,
  type LoadedFactor,
  loadedFactors,
} from "./factor-choice/candidates.ts";
import { attributesInWords } from "./factor-choice/attributes.ts";
import { valuesOfCategory } from "./factor-choice/attribute-table.ts";
import { isOfOtherGwpSet, type RankedLine, ranked, type ReachedFactor } from "./factor-choice/rank.ts";
import { priceAreaSteps } from "./factor-choice/price-area.ts";
import { choiceTold } from "./factor-choice/told.ts";
import { fuelOf, propertiesOf } from "./fuel-properties.ts";
import { COUNTS_BY, DEFAULT_GWP_SET } from "./gwp-sets.ts";
import { type JudgedFuelValues, judgedFuelValues } from "./stated-fuel-values.ts";
import { type FuelValue, type UnitPath, unitPath } from "./unit-path.ts";

/** A factor for a quantity, and the way from the stated unit to the factor's. */
export interface ActivityMatch {
  readonly factor: EmissionFactor;
  readonly stated: { readonly value: string; readonly unit: Unit };
  readonly path: UnitPath;
  /** Heating values and densities of the fuel, by which factors of other units are reached. */
  readonly known: readonly FuelValue[];
  readonly steps: readonly ConversionStep[];
  /** What the inputs of the entry say of the line's attributes and of the choice. */
  readonly told: Readonly<Record<string, unknown>>;
}

export type ActivityChoice =
  | { readonly kind: "match"; readonly match: ActivityMatch }
  | { readonly kind: "mismatch"; readonly units: readonly string[] }
  /** The category has factors, and none of what the line is about; what is missing, in words. */
  | {
      readonly kind: "no_class";
      readonly detail: string;
      readonly is_stated: boolean;
      /** Key of the life-cycle figure of its grid, which counts where a person names it; absent: there is none. */
      readonly life_cycle_key?: string;
    }
  /** The category has no factor for physical quantities at all. */
  | { readonly kind: "none" };

/**
 * The factor for a physical quantity: of those that what is known of the line leaves and to whose unit the quantity converts, by
 * definition or by heating values and densities of the fuel, the first of `CHOICE_RULES`. A factor that a person named, or a rule,
 * goes before them all. Never a factor of a unit that does not convert.
 */
export function chooseActivityFactor(
  category: EmissionCategory,
  asked: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): ActivityChoice {
  const { quantity } = asked;
  if (quantity === null) return { kind: "none" };
  const request = atPlaceOfUse(asked);
  const loaded = loadedFactors(category, request, catalog, settings);
  if (loaded.length === 0) return { kind: "none" };
  const fits = fittingFactors(loaded, request);
  if (fits.fitting.length === 0) return noClass(category, fits, request);
  const unit = parseUnit(quantity.unit);
  const line = { ...fits, request, gwp_set: settings.gwp_set };
  const [best, ...others] = unit === null ? [] : reachedFactors(unit, fits.fitting, category, line);
  if (unit === null || best === undefined) {
    return { kind: "mismatch", units: fits.fitting.map(({ factor }) => factor.unit) };
  }
  const { factor, path } = best;
  const steps = [
    ...best.steps,
    ...choiceSteps(factor, request),
    ...gwpSteps(factor, settings),
    ...priceAreaSteps(factor, request, catalog),
  ];
  const told = choiceTold({ best, others, line, fits });
  const known = knownOf(factor.key, category, request);
  return { kind: "match", match: { factor, stated: { value: quantity.value, unit }, path, known, steps, told } };
}

/** What a reader must know where a gas has no figure of the warming potentials that the company counts by. */
function gwpSteps(factor: EmissionFactor, { gwp_set = DEFAULT_GWP_SET }: CalculationSettings): ConversionStep[] {
  if (factor.gwp_set === null || !isOfOtherGwpSet(factor, gwp_set)) return [];
  const note = `${COUNTS_BY}${gwp_set}: the warming potential of this factor is of ${factor.gwp_set}.`;
  return [{ kind: "choice", from: gwp_set, to: factor.gwp_set, factor: null, note }];
}

/** The factors to whose unit a quantity converts, best first. */
export function reachedFactors(
  unit: Unit,
  candidates: readonly LoadedFactor[],
  category: EmissionCategory,
  line: RankedLine,
): readonly ReachedFactor[] {
  const reached = candidates.flatMap((candidate): ReachedFactor[] => {
    const to = parseUnit(candidate.factor.unit);
    const path = to === null ? null : unitPath(unit, to, knownOf(candidate.factor.key, category, line.request));
    return path === null ? [] : [{ ...candidate, path }];
  });
  return ranked(reached, line);
}

function noClass(category: EmissionCategory, fits: FittingFactors, { factor_key }: CalculationRequest): ActivityChoice {
  if (typeof factor_key === "string") {
    const detail = `The factor ${factor_key} that was chosen for it is none of ${category.key}: choose another, or clear emission_factor.`;
    return { kind: "no_class", detail, is_stated: true };
  }
  const lifeCycle = fits.unfit.find(({ candidate }) => candidate.is_life_cycle_only_named)?.candidate;
  if (lifeCycle !== undefined) {
    const { region } = lifeCycle.factor;
    const detail = `No factor of generation alone is loaded of the grid of ${region}. Its life-cycle figure ${lifeCycle.key}, which overstates scope 2, counts where a person names it: state facts.emission_factor_key, or the company's own factor.`;
    return { kind: "no_class", detail, is_stated: true, life_cycle_key: lifeCycle.key };
  }
  const said = attributesInWords(fits.attributes);
  const values = [...valuesOfCategory(category.key)].map(([name, of]) => `${name} (${of.join(", ")})`).join("; ");
  const about = said === "" ? `does not say which` : `is about ${said}, for which none is loaded`;
  const detail = `The factors of ${category.key} are told apart by ${values}; the line ${about}. State facts.attributes, or the company's own factor.`;
  return { kind: "no_class", detail, is_stated: said !== "" };
}

/** Whether a physical quantity of some unit could be counted at that time and place. */
export function hasActivityFactor(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): boolean {
  const placed = atPlaceOfUse(request);
  const loaded = loadedFactors(category, placed, catalog, settings);
  return loaded.some((one) => one.is_life_cycle_only_named) || fittingFactors(loaded, placed).fitting.length > 0;
}

/** What a document's own heating values and densities are worth for a category; none where it is about no fuel. */
export function statedOf(
  category: EmissionCategory,
  { region, fuel_values = [] }: Pick<CalculationRequest, "region" | "fuel_values">,
): JudgedFuelValues {
  const name = category.default_factor_key === null ? null : fuelOf(category.default_factor_key);
  return name === null ? { usable: [], unused: [] } : judgedFuelValues(fuel_values, { name, region });
}

/**
 * Heating values and densities of the fuel of a factor: those that the document states of the category's fuel, then the published ones of
 * the year between other units. None where the factor is about something else.
 */
function knownOf(factor_key: string, category: EmissionCategory, request: CalculationRequest): FuelValue[] {
  const fuel = fuelOf(factor_key);
  if (fuel === null) return [];
  const ofCategory = category.default_factor_key === null ? null : fuelOf(category.default_factor_key);
  const usable = fuel === ofCategory ? statedOf(category, request).usable : [];
  const isStated = (published: FuelValue) =>
    usable.some(({ from_unit, to_unit }) => from_unit === published.from_unit && to_unit === published.to_unit);
  return [...usable, ...propertiesOf(fuel, request.region, yearOf(request)).filter((row) => !isStated(row))];
}
