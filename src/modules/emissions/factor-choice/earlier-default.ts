import type { Catalog, EmissionCategory } from "../../../core/catalog.ts";

/**
 * Default factors of Danish electricity under release 2026.1: consumption mixes over the life cycle of Electricity Maps, which no longer
 * ship. A database that loaded them keeps them for the years that count by that release; no later release names their edition.
 */
const EARLIER_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ["energy.electricity.grid_dk1", "electricity.dk1.flow_traced.2025.kwh"],
  ["energy.electricity.grid_dk2", "electricity.dk2.flow_traced.2025.kwh"],
  ["energy.electricity.grid_dk", "electricity.dk.flow_traced.2025.kwh"],
  ["energy.electricity.ev_charging", "electricity.dk.flow_traced.2025.kwh"],
  ["sold.use.electricity", "electricity.dk.flow_traced.2025.kwh"],
]);

const EARLIER_KEYS = [...new Set(EARLIER_DEFAULTS.values())];

/** Whether a release counts by life-cycle figures of grids where it has none of generation: 2026.1 did. */
export function countsByLifeCycle(catalog: Catalog): boolean {
  return EARLIER_KEYS.some((key) => catalog.family(key).length > 0);
}

/**
 * Key of the factor that counts a line of which nothing more is known, among the factors of a release: the one that the release had for
 * the category where its edition is there, else that of data/categories.csv. Null: the category has none.
 */
export function defaultFactorKey(
  { key, default_factor_key }: Pick<EmissionCategory, "default_factor_key" | "key">,
  catalog: Catalog,
): string | null {
  const earlier = EARLIER_DEFAULTS.get(key);
  return earlier !== undefined && catalog.family(earlier).length > 0 ? earlier : default_factor_key;
}
