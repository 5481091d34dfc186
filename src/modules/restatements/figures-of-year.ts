import type { TenantQueries } from "../../core/context.ts";
import type { FinancialYear } from "../../core/financial-year.ts";
import { selectYearSums } from "../emissions/index.ts";
import { type ClosedFigure, closedFigures } from "../financial-years/index.ts";

/** What a year counts now, of each scope with any entry; kg CO2e as decimal text. */
export async function figuresOfYear(db: TenantQueries, year: FinancialYear): Promise<ClosedFigure[]> {
  return closedFigures(await selectYearSums(db, [year]));
}
