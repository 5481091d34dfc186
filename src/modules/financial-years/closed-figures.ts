import { GHG_SCOPES } from "../../core/ghg.ts";
import { decimalSum, decimalText } from "../../core/quantity.ts";
import type { ClosedFigure } from "./store-closings.ts";

/** Sums by scope of what a year counts by scope and anything else; a scope without rows has no figure. Pure. */
export function closedFigures(rows: readonly ClosedFigure[]): ClosedFigure[] {
  return GHG_SCOPES.flatMap((name) => {
    const own = rows.filter(({ scope }) => String(scope) === name);
    const sum = (column: "market_based_kg" | "location_based_kg") =>
      decimalText(decimalSum(own.map((row) => row[column])));
    if (own.length === 0) return [];
    const [market_based_kg, location_based_kg] = [sum("market_based_kg"), sum("location_based_kg")];
    return [{ scope: Number(name), market_based_kg, location_based_kg }];
  });
}
