import { decimalSum, decimalText } from "../../core/quantity.ts";
import type { CalculationResult } from "./calculation.ts";

/** Market-based kg CO2e of a result, companions included, as the totals count it; decimal text. */
export function resultKg(result: CalculationResult): string {
  if (result.kind !== "calculated") return "0";
  return decimalText(decimalSum(result.entries.map((entry) => entry.market_based_kg)));
}
