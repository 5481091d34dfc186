import type { FinancialYear } from "../../../core/financial-year.ts";
import type { YearScopeFacts } from "../../emissions/index.ts";

/** Whether sums are of that financial year. */
export function isOfYear(row: Pick<YearScopeFacts, "year" | "period_end">, year: FinancialYear): boolean {
  return row.period_end === undefined ? row.year === year.report_year : row.period_end === year.to;
}
