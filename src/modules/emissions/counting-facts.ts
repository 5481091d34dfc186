import type { CountedAs } from "./company-factors.ts";
import { GWP_SETS } from "./gwp-sets.ts";

/** What of an entry says by what of the company's it counts. */
export interface CountingFacts {
  readonly company_factor_id: string | null;
  readonly pcf_record_id: string | null;
  readonly factor_key: string | null;
  readonly scope3_category: number | null;
  /** Warming potentials of its factor. */
  readonly gwp_set: string | null;
  /** Those that the company had chosen, where its factor is of others; null: of these. */
  readonly chosen_gwp_set: string | null;
}

/** By what of the company's entries count that say so; where they differ in a choice, it is not known. Pure. */
export function countedAs(facts: readonly CountingFacts[]): CountedAs {
  const company_factors = distinct(facts.map(({ company_factor_id }) => company_factor_id)).toSorted();
  const effects = distinct(facts.map(({ factor_key }) => effectsOf(factor_key)));
  const sets = distinct(facts.map(gwpSetOf));
  const products = distinct(facts.map(({ pcf_record_id }) => pcf_record_id));
  const [aviation_non_co2] = effects;
  const gwp_set = GWP_SETS.find((known) => known === sets[0]);
  const isPurchase = facts.some(({ scope3_category }) => isOfProducts(scope3_category));
  return {
    company_factors,
    ...(aviation_non_co2 === undefined || effects.length > 1 ? {} : { aviation_non_co2 }),
    ...(gwp_set === undefined || sets.length > 1 ? {} : { gwp_set }),
    ...(!isPurchase || products.length > 1 ? {} : { pcf_record_id: products[0] ?? null }),
  };
}

/** The same text for what counts by the same; members may come in any order. Pure. */
export function countedAsKey({ company_factors, aviation_non_co2, gwp_set, pcf_record_id }: CountedAs): string {
  return JSON.stringify([company_factors, aviation_non_co2, gwp_set, pcf_record_id === undefined ? "" : pcf_record_id]);
}

/**
 * By what things count together that count by these: by all of the company's factors, and by a choice where it is that of each. Pure.
 */
export function countedTogether(counted: readonly CountedAs[]): CountedAs {
  const [first] = counted;
  const isShared = (name: "aviation_non_co2" | "gwp_set" | "pcf_record_id") =>
    counted.every((one) => one[name] === first?.[name]);
  const { aviation_non_co2, gwp_set, pcf_record_id } = first ?? {};
  return {
    company_factors: distinct(counted.flatMap(({ company_factors }) => company_factors)).toSorted(),
    ...(aviation_non_co2 === undefined || !isShared("aviation_non_co2") ? {} : { aviation_non_co2 }),
    ...(gwp_set === undefined || !isShared("gwp_set") ? {} : { gwp_set }),
    ...(pcf_record_id === undefined || !isShared("pcf_record_id") ? {} : { pcf_record_id }),
  };
}

/** Whether entries of a scope 3 category may come from product footprints: see `takesProductFootprint`. */
export function isOfProducts(scope3_category: number | null): boolean {
  return scope3_category === 1 || scope3_category === 2;
}

/** The air factors come in pairs: ".rf." includes the effects besides CO2, ".direct." leaves them out; null: no such factor. */
function effectsOf(factor_key: string | null): boolean | null {
  if (factor_key?.includes(".rf.") === true) return true;
  return factor_key?.includes(".direct.") === true ? false : null;
}

/** Whether a choice of the company's settings, of the effects of flights or of warming potentials, decides what the factor counts. */
export function isByChoice(factor_key: string): boolean {
  return effectsOf(factor_key) !== null || isOfRefrigerant(factor_key);
}

function isOfRefrigerant(factor_key: string | null): boolean {
  return factor_key?.startsWith("refrigerant.") === true;
}

function gwpSetOf({ factor_key, gwp_set, chosen_gwp_set }: CountingFacts): string | null {
  return isOfRefrigerant(factor_key) ? (chosen_gwp_set ?? gwp_set) : null;
}

function distinct<Value>(values: readonly (Value | null)[]): Value[] {
  return [...new Set(values.flatMap((value) => (value === null ? [] : [value])))];
}
