import type { Catalog, EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import type { ResidualMixChoice } from "./calculation.ts";
import { countsByLifeCycle, defaultFactorKey } from "./factor-choice/earlier-default.ts";
import { type ResidualMix, residualMixOf } from "./residual-mix.ts";

/** Electricity whose grid is that of the company's country, not one that the category names. */
const GRID_OF_COMPANY: ReadonlySet<string> = new Set([
  "energy.electricity.grid_other",
  "energy.electricity.ev_charging",
]);

/** What the figures of a life-cycle factor contain, and why nothing is added for the supply chain. */
const LIFE_CYCLE_NOTE =
  "The factor is a life-cycle figure: it includes the upstream part that belongs to scope 3 category 3, so no " +
  "category 3 entry is added. Scope 2 is overstated by that part.";

/** Keys of one country's grid: the figure of generation alone, and the life-cycle figure that stands in where there is none. */
export interface GridFactorKeys {
  readonly generation: string;
  readonly life_cycle: string | null;
}

/**
 * The average grid factors where the category leaves the country open: "electricity.gb.location.kwh" for Great Britain, elsewhere
 * "electricity.de.generation.*.kwh" (of the year of use or the nearest) and the production mix. Null: the category's own factor
 * counts. Denmark's other grids are unknown ("grid_other" of a Danish company is a grid abroad), which has no factor.
 */
export function gridFactorKeys(category: EmissionCategory, region: string): GridFactorKeys | null {
  if (!GRID_OF_COMPANY.has(category.key) || region === "DK") return null;
  return gridKeysAbroad(region.slice(0, 2));
}

function gridKeysAbroad(of: string): GridFactorKeys {
  const country = of.toLowerCase();
  if (country === "gb") return { generation: "electricity.gb.location.kwh", life_cycle: null };
  return {
    generation: `electricity.${country}.generation.${GENERATION_YEAR}.kwh`,
    life_cycle: `electricity.${country}.production_mix.kwh`,
  };
}

/**
 * Key of the average of a country's grid (ISO 3166-1 alpha-2), any year, among the factors of a release: of generation alone where there
 * is one. Null: no category has one of Denmark.
 */
export function gridAverageKey(catalog: Catalog, country: string): string | null {
  if (country === "DK") {
    const denmark = catalog.category("energy.electricity.grid_dk");
    return denmark === undefined ? null : defaultFactorKey(denmark, catalog);
  }
  const { generation, life_cycle } = gridKeysAbroad(country);
  const hasGeneration = catalog.family(generation).length > 0 || !countsByLifeCycle(catalog);
  return life_cycle === null || hasGeneration ? generation : life_cycle;
}

/** Names the family; its version of the year of use counts. */
const GENERATION_YEAR = "2024";

/**
 * Whether the market-based result of purchased energy can fall back to the average of a grid: electricity only. Heat, steam and
 * cooling come from the network of one supplier, for which no residual mix is published (GHG Protocol Scope 2 Guidance, ch. 6).
 */
export function hasResidualMix({ category_key }: { readonly category_key: string }): boolean {
  return category_key.startsWith("energy.electricity.");
}

/** Whether a quantity of this category waits for a person who knows in which grid it was used. */
export function gridIsUnknown(category: EmissionCategory): boolean {
  return category.key === "energy.electricity.grid_other";
}

/**
 * The residual mix for the market-based result of electricity that was counted by the factor of a grid; where there is none, the
 * location-based factor stands in and the entry says so (GHG Protocol Scope 2 Guidance, ch. 6: the last step of the
 * market-based hierarchy). Null: it was not counted by a grid.
 */
export function residualMix(
  { catalog, choice }: { readonly catalog: Catalog; readonly choice: ResidualMixChoice },
  grid: EmissionFactor,
  year: number,
): ResidualMix | null {
  if (!grid.key.startsWith("electricity.")) return null;
  const mix = residualMixOf(catalog, choice, { country: grid.region.slice(0, 2), year });
  if (mix.kind === "missing" || mix.factor.unit === grid.unit) return mix;
  return { kind: "missing", code: "not_imported", because: `the residual mix is per ${mix.factor.unit}` };
}

/** What the inputs of an entry say about the boundary of an energy factor; null for combustion-only ones. */
export function boundaryNote(factor: EmissionFactor): string | null {
  return factor.boundary === "life_cycle" ? LIFE_CYCLE_NOTE : null;
}
