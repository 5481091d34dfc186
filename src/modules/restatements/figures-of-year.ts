import type { TenantQueries } from "../../core/context.ts";
import type { FinancialYear } from "../../core/financial-year.ts";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { decimalSum, decimalText } from "../../core/quantity.ts";
import { selectYearSums, type YearSums } from "../emissions/index.ts";
import type { ClosedFigure } from "../financial-years/index.ts";

/** What a year counts now, of each scope with any entry; kg CO2e as decimal text. */
export async function figuresOfYear(db: TenantQueries, year: FinancialYear): Promise<ClosedFigure[]> {
  return figuresOf(await selectYearSums(db, [year]));
}

/** Sums by scope of what a year counts by scope and category; pure. */
export function figuresOf(rows: readonly YearSums[]): ClosedFigure[] {
  return GHG_SCOPES.flatMap((name) => {
    const own = rows.filter(({ scope }) => String(scope) === name);
    const sum = (column: "market_based_kg" | "location_based_kg") =>
      decimalText(decimalSum(own.map((row) => row[column])));
    if (own.length === 0) return [];
    const [market_based_kg, location_based_kg] = [sum("market_based_kg"), sum("location_based_kg")];
    return [{ scope: Number(name), market_based_kg, location_based_kg }];
  });
}
