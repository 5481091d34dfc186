import type { CalculatedEntry, CalculationSettings } from "./calculation.ts";
import { type CountedAs, type CountedBy, onlyCounting } from "./company-factors.ts";
import { type CountingFacts, countedAs } from "./counting-facts.ts";
import { COUNTS_BY } from "./gwp-sets.ts";

/** By what of the company's entries count. Pure. */
export function countedAsOf(entries: readonly CountingEntry[]): CountedAs {
  return countedAs(entries.map(factsOfEntry));
}

type CountingEntry = Pick<CalculatedEntry, "conversions" | "factor" | "inputs" | "scope3_category">;

function factsOfEntry({ conversions, factor, inputs, scope3_category }: CountingEntry): CountingFacts {
  const text = (name: string): string | null => {
    const value = inputs[name];
    return typeof value === "string" ? value : null;
  };
  return {
    company_factor_id: text("company_factor_id"),
    pcf_record_id: text("pcf_record_id"),
    factor_key: text("factor_key"),
    scope3_category,
    gwp_set: factor.gwp_set,
    chosen_gwp_set: conversions.find(({ note }) => note.startsWith(COUNTS_BY))?.from ?? null,
  };
}

/**
 * Tables by which something is counted as something else counts, or as it counted before: by the same factors of the company, whatever
 * was approved or withdrawn since, and in its category by the same footprint and choices. Null: by what is in force.
 */
export function tablesCountedBy<Tables extends { readonly settings: CalculationSettings }>(
  tables: Tables,
  counted_by: CountedBy | null,
  category_key: string | undefined = counted_by?.category_key,
): Tables {
  if (counted_by === null) return tables;
  const { company_factors } = tables.settings;
  const changed = {
    ...(company_factors === undefined ? {} : { company_factors: onlyCounting(company_factors, counted_by) }),
    ...(category_key === counted_by.category_key ? choicesOf(counted_by) : {}),
  };
  if (Object.keys(changed).length === 0) return tables;
  return { ...tables, settings: { ...tables.settings, ...changed } };
}

function choicesOf({ aviation_non_co2, gwp_set, pcf_record_id }: CountedAs): Partial<CalculationSettings> {
  return {
    ...(aviation_non_co2 === undefined ? {} : { aviation_non_co2 }),
    ...(gwp_set === undefined ? {} : { gwp_set }),
    ...(pcf_record_id === undefined ? {} : { counted_product: { pcf_record_id } }),
  };
}

/**
 * Tables by which a reading that counts is calculated again for another reason than what the company chose: by the factors, footprint and
 * choices of its entries. Without entries by what is in force.
 */
export function tablesOfEntries<Tables extends { readonly settings: CalculationSettings }>(
  tables: Tables,
  category_key: string,
  entries: readonly CountingEntry[],
): Tables {
  return tablesCountedBy(tables, entries.length === 0 ? null : { category_key, ...countedAsOf(entries) });
}
