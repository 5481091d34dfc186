import type { Catalog } from "../../core/catalog.ts";
import { type Unit, UNIT_NAMES } from "../../core/units.ts";
import { calculate } from "./calculate.ts";
import type { CalculationRequest, CalculationSettings } from "./calculation.ts";

/**
 * The units in which a quantity of the category can be counted at that time and place: those of its factors, and what
 * converts to them. The engine itself is asked, so that the answer is never another one than that of a calculation.
 */
export function countableUnits(
  { category_key, transaction_date, region }: Pick<CalculationRequest, "category_key" | "transaction_date" | "region">,
  catalog: Catalog,
  settings: CalculationSettings,
): readonly Unit[] {
  const request = { category_key, transaction_date, region, amount: null };
  return UNIT_NAMES.filter(
    (unit) => calculate({ ...request, quantity: { value: "1", unit } }, catalog, settings).kind === "calculated",
  );
}
