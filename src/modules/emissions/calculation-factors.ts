import type { Catalog, EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import { parseUnit, type Unit } from "../../core/units.ts";
import type { CalculationRequest, CalculationSettings, ConversionStep } from "./calculation.ts";
import { choiceSteps, factorOfYear, yearOf } from "./calculation-version.ts";
import { fuelOf, propertiesOf } from "./fuel-properties.ts";
import { gridFactorKey } from "./scope2.ts";
import { type JudgedFuelValues, judgedFuelValues } from "./stated-fuel-values.ts";
import { type FuelValue, propertiesUsed, type UnitPath, unitPath } from "./unit-path.ts";

/** A further factor of a category, for quantities that its default factor does not count. */
interface AlternativeFactor {
  readonly key: string;
  /** Set where the factor is only right in one country. */
  readonly only_region?: string;
}

/**
 * Reviewed by hand: the same fuel or service per another unit of the same source. The British cubic metre of natural
 * gas is measured at another pressure, temperature and calorific value than the Danish Nm3, so it never serves Denmark.
 */
export const ALTERNATIVE_FACTORS: Readonly<Record<string, readonly AlternativeFactor[]>> = {
  "energy.stationary.natural_gas": [
    { key: "fuel.natural_gas.kWh_gross" },
    { key: "fuel.natural_gas.kWh_net" },
    { key: "fuel.natural_gas.m3", only_region: "GB" },
  ],
  "energy.stationary.heating_oil": [{ key: "fuel.gas_oil.kWh_net" }],
  "energy.stationary.fuel_oil": [{ key: "fuel.fuel_oil.t" }],
  "energy.stationary.lpg": [{ key: "fuel.lpg.kWh_gross" }],
  "energy.stationary.propane": [{ key: "fuel.propane.l" }],
  "energy.stationary.coal": [{ key: "fuel.coal_industrial.kWh_net" }],
  "transport.own.diesel": [{ key: "fuel.diesel.kWh_net" }],
  "transport.own.petrol": [{ key: "fuel.petrol.kWh_net" }],
  "transport.own.offroad": [{ key: "fuel.gas_oil.kWh_net" }],
  "transport.own.marine": [{ key: "fuel.marine_gas_oil.t" }],
  "transport.own.jet": [{ key: "fuel.jet_fuel.t" }],
  "transport.travel.taxi": [{ key: "travel.taxi_vkm.km" }],
};

/** A factor for a quantity, and the way from the stated unit to the factor's. */
export interface ActivityMatch {
  readonly factor: EmissionFactor;
  readonly stated: { readonly value: string; readonly unit: Unit };
  readonly path: UnitPath;
  /** Heating values and densities of the fuel, by which factors of other units are reached. */
  readonly known: readonly FuelValue[];
  readonly steps: readonly ConversionStep[];
}

export type ActivityChoice =
  | { readonly kind: "match"; readonly match: ActivityMatch }
  | { readonly kind: "mismatch"; readonly units: readonly string[] }
  /** The category has no factor for physical quantities at all. */
  | { readonly kind: "none" };

/**
 * The factor for a physical quantity: one of its very unit, else one to whose unit it converts by definition, else one
 * that is reached with the fewest heating values and densities of the fuel, those of the document before published ones; between equals the category's
 * default before a reviewed alternative. Never a factor of a unit that does not convert.
 */
export function chooseActivityFactor(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): ActivityChoice {
  const { quantity } = request;
  if (quantity === null) return { kind: "none" };
  const candidates = loadedCandidates(category, request, catalog, settings);
  if (candidates.length === 0) return { kind: "none" };
  const unit = parseUnit(quantity.unit);
  const known = knownOf(category, request);
  const best = unit === null ? null : nearest(unit, candidates, known);
  if (unit === null || best === null) {
    return { kind: "mismatch", units: candidates.map(({ factor }) => factor.unit) };
  }
  const { factor, path } = best;
  const steps = [...best.steps, ...choiceSteps(factor, request)];
  return { kind: "match", match: { factor, stated: { value: quantity.value, unit }, path, known, steps } };
}

/** Whether a physical quantity of some unit could be counted at that time and place. */
export function hasActivityFactor(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): boolean {
  return loadedCandidates(category, request, catalog, settings).length > 0;
}

function loadedCandidates(
  category: EmissionCategory,
  request: CalculationRequest,
  catalog: Catalog,
  settings: CalculationSettings,
): FactorCandidate[] {
  return candidateKeys(category, request.region, settings).flatMap((candidate) => {
    const factor = factorOfYear(catalog, candidate.key, yearOf(request));
    return factor === null ? [] : [{ factor, steps: candidate.steps }];
  });
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
 * Heating values and densities of the category's fuel: those that the document states, then the published ones of the year
 * between other units. None where the category is about something else.
 */
function knownOf(category: EmissionCategory, request: CalculationRequest): FuelValue[] {
  const fuel = category.default_factor_key === null ? null : fuelOf(category.default_factor_key);
  if (fuel === null) return [];
  const { usable } = statedOf(category, request);
  const isStated = (published: FuelValue) =>
    usable.some(({ from_unit, to_unit }) => from_unit === published.from_unit && to_unit === published.to_unit);
  return [...usable, ...propertiesOf(fuel, request.region, yearOf(request)).filter((row) => !isStated(row))];
}

interface FactorCandidate {
  readonly factor: EmissionFactor;
  readonly steps: readonly ConversionStep[];
}

function nearest(
  unit: Unit,
  candidates: readonly FactorCandidate[],
  properties: readonly FuelValue[],
): (FactorCandidate & { readonly path: UnitPath }) | null {
  const reached = candidates.flatMap((candidate) => {
    const to = parseUnit(candidate.factor.unit);
    const path = to === null ? null : unitPath(unit, to, properties);
    return path === null ? [] : [{ ...candidate, path }];
  });
  const distance = ({ path }: { path: UnitPath }) => propertiesUsed(path).length * 2 + (path.hops.length > 0 ? 1 : 0);
  return reached.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

interface Candidate {
  readonly key: string;
  readonly steps: readonly ConversionStep[];
}

function candidateKeys(category: EmissionCategory, region: string, settings: CalculationSettings): Candidate[] {
  const key = gridFactorKey(category, region) ?? category.default_factor_key;
  const alternatives = (ALTERNATIVE_FACTORS[category.key] ?? [])
    .filter(({ only_region }) => only_region === undefined || only_region === region)
    .map((alternative) => ({ key: alternative.key, steps: [] }));
  return key === null ? alternatives : [aviationCandidate(key, settings), ...alternatives];
}

/** The air factors come in pairs: ".rf." includes the effects besides CO2, ".direct." leaves them out. */
function aviationCandidate(key: string, settings: CalculationSettings): Candidate {
  if (!key.includes(".rf.")) return { key, steps: [] };
  const chosen = settings.aviation_non_co2 ? key : key.replace(".rf.", ".direct.");
  const effect = settings.aviation_non_co2 ? "with" : "without";
  const note = `Flights ${effect} the multiplier for effects besides CO2: the company's setting aviation_non_co2.`;
  return { key: chosen, steps: [{ kind: "choice", from: "aviation_non_co2", to: chosen, factor: null, note }] };
}
