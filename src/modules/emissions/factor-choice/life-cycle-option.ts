import type { Catalog } from "../../../core/catalog.ts";
import { calculate } from "../calculate.ts";
import type { CalculationRequest, CalculationSettings } from "../calculation.ts";
import { resultKg } from "../result-kg.ts";
import { atPlaceOfUse, loadedFactors } from "./candidates.ts";
import { viewOfRequest } from "./entry-release.ts";

/** The life-cycle figure of a grid, which counts a line where a person names it. */
export interface LifeCycleOption {
  /** What a person names. */
  readonly key: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** kg CO2e market-based with upstream entries, decimal text; null: the line cannot be counted by it yet. */
  readonly kg: string | null;
}

/** What a person can name where no figure of generation alone counts the line; null: its grid has no life-cycle figure. */
export function lifeCycleOption(
  asked: CalculationRequest,
  tables: Catalog,
  settings: CalculationSettings,
): LifeCycleOption | null {
  const { catalog } = viewOfRequest(asked, tables, settings);
  const category = catalog.category(asked.category_key);
  if (category === undefined) return null;
  const loaded = loadedFactors(category, atPlaceOfUse(asked), catalog, settings);
  const option = loaded.find(({ is_life_cycle_only_named }) => is_life_cycle_only_named);
  if (option === undefined) return null;
  const result = calculate({ ...asked, company_factor_id: null, factor_key: option.key }, tables, settings);
  return {
    key: option.key,
    country: option.factor.region,
    kg: result.kind === "calculated" ? resultKg(result) : null,
  };
}
