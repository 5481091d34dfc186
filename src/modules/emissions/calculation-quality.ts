import type { EmissionFactor } from "../../core/catalog.ts";
import type { CalculationMethod } from "../../core/ghg.ts";
import { decimal } from "../../core/quantity.ts";
import { isForeign } from "./calculation-version.ts";
import { isDistantYear } from "./factor-choice/source-table.ts";

/** First segment of a factor key -> method (GHG Protocol Technical Guidance for Calculating Scope 3 Emissions). */
const METHODS: Readonly<Record<string, CalculationMethod>> = {
  fuel: "fuel_based",
  // Refrigerant that was refilled is the gas that escaped: the emission itself is weighed.
  refrigerant: "direct_measurement",
  vehicle: "distance_based",
  freight: "distance_based",
  waste: "waste_type_specific",
};

/** Units of travel factors that count a distance; hotel nights and hours at home are averages. */
const DISTANCE_UNITS: ReadonlySet<string> = new Set(["km", "passenger_km", "tonne_km"]);

/** The method of an entry that multiplied a physical quantity. */
export function activityMethod(factor: EmissionFactor): CalculationMethod {
  if (DISTANCE_UNITS.has(factor.unit)) return "distance_based";
  return METHODS[factor.key.slice(0, factor.key.indexOf("."))] ?? "average_data";
}

export type DataQualityScore = 1 | 2 | 3 | 4 | 5;

/** A factor that is further from the transaction than this describes other technology. */
const YEARS_APART_MAX = 2;

/** Factor groups whose quantity is metered or weighed at the company itself. */
const METERED_GROUPS: ReadonlySet<string> = new Set(["fuel", "refrigerant", "electricity", "heat"]);

/**
 * Data quality of a physical quantity with an average factor, PCAF direction (1 best .. 5 worst):
 *
 * | 1 | emissions stated by the supplier and verified: not made here |
 * | 2 | metered fuel, energy or gas with a factor for this country and about this year |
 * | 3 | the same with a factor of another country, another boundary or more than 2 years apart; every distance, mass, night |
 * | 4 | distance, mass or night with a factor more than 2 years apart; anything whose factor describes a later year, or one further back
 * than its subject allows (data/factor-sources.csv) |
 */
export function activityScore(factor: EmissionFactor, region: string, year: number): DataQualityScore {
  if (isDistantYear(factor, year)) return 4;
  const isOld = Math.abs(factor.valid_year - year) > YEARS_APART_MAX;
  const group = factor.key.slice(0, factor.key.indexOf("."));
  if (!METERED_GROUPS.has(group)) return isOld ? 4 : 3;
  return isOld || factor.boundary === "life_cycle" || isForeign(factor, region) ? 3 : 2;
}

/**
 * Data quality of money with a spend factor: 4 when the factor describes the company's own country and the amount is in
 * the factor's price level (same year, or deflated with a loaded index); 5 otherwise.
 */
export function spendScore(factor: EmissionFactor, region: string, isPriceLevelKnown: boolean): DataQualityScore {
  return isPriceLevelKnown && !isForeign(factor, region) ? 4 : 5;
}

/** Percent of a product footprint from which it counts as one that mostly rests on the supplier's own data. */
const MOSTLY_PRIMARY_PERCENT = 50;

/**
 * Data quality of a supplier's product footprint by its primary data share (PACT Methodology, primary data share): 2 when
 * at least half of it is primary data, 3 when less is or it does not say. 1 stays with what was verified.
 */
export function productScore(primary_data_share: string | null): DataQualityScore {
  return primary_data_share !== null && decimal(primary_data_share).gte(MOSTLY_PRIMARY_PERCENT) ? 2 : 3;
}
