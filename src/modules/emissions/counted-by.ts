import type { CalculatedEntry, CalculationSettings } from "./calculation.ts";
import { type CountedBy, onlyCounting } from "./company-factors.ts";

/** Ids of the company's own factors by which entries count, in a fixed order; none: the catalogue's count them alone. */
export function companyFactorsOf(entries: readonly Pick<CalculatedEntry, "inputs">[]): string[] {
  const ids = entries.flatMap(({ inputs }) => {
    const id = inputs["company_factor_id"];
    return typeof id === "string" ? [id] : [];
  });
  return [...new Set(ids)].toSorted();
}

/**
 * Tables by which something is counted as something else counts, or as it counted before: by the same factors of the company, whatever
 * was approved or withdrawn since. Null: by what is in force.
 */
export function tablesCountedBy<Tables extends { readonly settings: CalculationSettings }>(
  tables: Tables,
  counted_by: CountedBy | null,
): Tables {
  const { settings } = tables;
  const { company_factors } = settings;
  if (counted_by === null || company_factors === undefined) return tables;
  return { ...tables, settings: { ...settings, company_factors: onlyCounting(company_factors, counted_by) } };
}

/**
 * Tables by which a reading that counts is calculated again for another reason than its factors: by the company's factors of its
 * entries. Without entries by what is in force.
 */
export function tablesOfEntries<Tables extends { readonly settings: CalculationSettings }>(
  tables: Tables,
  category_key: string,
  entries: readonly Pick<CalculatedEntry, "inputs">[],
): Tables {
  const company_factors = companyFactorsOf(entries);
  return tablesCountedBy(tables, entries.length === 0 ? null : { category_key, company_factors });
}
