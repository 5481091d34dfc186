import type { EmissionCategory } from "../../core/catalog.ts";
import { parseUnit, type Unit } from "../../core/units.ts";
import type { CalculationRequest, ReviewReason } from "./calculation.ts";
import { fuelOf } from "./fuel-properties.ts";

/** Energy of which the unit says neither upper nor lower heating value. */
const PLAIN: ReadonlySet<Unit> = new Set(["Wh", "kWh", "MWh", "GWh", "MJ", "GJ", "TJ"]);

/**
 * Why gas in plain kilowatt hours waits whose document names only the lower heating value. Danish gas is billed by the upper one
 * (Evida, "Brændværdi"), by which plain kWh count else; a tenth of the emissions lies between the two. Null: nothing
 * speaks of the lower one, the upper one is named as well, or the unit itself says which it is.
 */
export function heatingValueReview(category: EmissionCategory, request: CalculationRequest): ReviewReason | null {
  const { quantity, fuel_values = [] } = request;
  const unit = quantity === null ? null : parseUnit(quantity.unit);
  const fuel = category.default_factor_key === null ? null : fuelOf(category.default_factor_key);
  if (unit === null || !PLAIN.has(unit) || fuel !== "natural_gas") return null;
  const lower = fuel_values.find(({ to_unit }) => to_unit === "kWh_net");
  if (lower === undefined || fuel_values.some(({ to_unit }) => to_unit === "kWh_gross")) return null;
  const detail =
    `The document states ${lower.statement}: the lower heating value, and not whether its ${unit} are of that one or of the upper one. ` +
    "State the quantity in kWh_net (lower) or kWh_gross (upper).";
  return { code: "unit_mismatch", detail };
}
