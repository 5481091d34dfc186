import type { Catalog, EmissionCategory } from "../../core/catalog.ts";

/** A category in which something is counted: of the lowest level, with a scope. */
type CountedCategory = EmissionCategory & { readonly default_scope: NonNullable<EmissionCategory["default_scope"]> };

/** What a request is told that names another key. */
export const NOT_COUNTED = {
  code: "unknown_category",
  message: "must be a category key of level 3 that is counted, see list_emission_categories",
} as const;

/** The category of a key; null: there is none, it has others below it, or nothing is counted in it. */
export function countedCategory(catalog: Catalog, key: string): CountedCategory | null {
  const category = catalog.category(key);
  return category?.level === 3 && isCounted(category) ? category : null;
}

function isCounted(category: EmissionCategory): category is CountedCategory {
  return category.default_scope !== null;
}
