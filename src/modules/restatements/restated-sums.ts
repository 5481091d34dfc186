import { z } from "zod";
import type { TenantQueries } from "../../core/context.ts";
import type { FinancialYear } from "../../core/financial-year.ts";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { changePercent } from "../../core/change-percent.ts";
import { decimal, decimalSum, roundedNumber } from "../../core/quantity.ts";
import { biogenicChange, biogenicChangeShape, selectYearSums, type YearSums } from "../emissions/index.ts";

const kg = z.union([z.number(), z.null()]);

/** A financial year before and after a restatement, kg CO2e; null where nothing is counted. */
export const restatedYear = z.object({
  report_year: z.int(),
  from: z.string(),
  to: z.string(),
  /** Closed before and after; false: it was open, and what the booking changes in it counts like any other. */
  is_closed: z.boolean(),
  scopes: z.array(
    z.object({
      scope: z.enum(GHG_SCOPES),
      market_based_before_kg: kg,
      market_based_after_kg: kg,
      location_based_before_kg: kg,
      location_based_after_kg: kg,
      ...biogenicChangeShape,
      /** Change of the scope in percent of what it was, market-based; null: it was nothing, or 0. */
      change_pct: kg,
    }),
  ),
});

export type RestatedYear = z.infer<typeof restatedYear>;

/** The sums of a year by scope and category, as they are in the transaction. */
export async function sumsOfYear(db: TenantQueries, year: FinancialYear): Promise<readonly YearSums[]> {
  return await selectYearSums(db, [year]);
}

/** Whether a figure of the year by scope and category differs. */
export function isRestated(before: readonly YearSums[], after: readonly YearSums[]): boolean {
  return figuresOf(before) !== figuresOf(after);
}

/** The year's scopes before and after; pure. */
export function toRestatedYear(
  { report_year, from, to }: FinancialYear,
  is_closed: boolean,
  { before, after }: { readonly before: readonly YearSums[]; readonly after: readonly YearSums[] },
): RestatedYear {
  const scopes = GHG_SCOPES.map((scope) => {
    const was = before.filter((row) => String(row.scope) === scope);
    const is = after.filter((row) => String(row.scope) === scope);
    const market_based_before_kg = sumOf(was, "market_based_kg");
    const market_based_after_kg = sumOf(is, "market_based_kg");
    return {
      scope,
      market_based_before_kg,
      market_based_after_kg,
      location_based_before_kg: sumOf(was, "location_based_kg"),
      location_based_after_kg: sumOf(is, "location_based_kg"),
      ...biogenicChange(sumOf(was, "biogenic_co2_kg") ?? 0, sumOf(is, "biogenic_co2_kg") ?? 0),
      change_pct: changePercent(textOf(market_based_before_kg), textOf(market_based_after_kg) ?? "0"),
    };
  });
  return { report_year, from, to, is_closed, scopes };
}

function figuresOf(rows: readonly YearSums[]): string {
  return JSON.stringify(
    rows.map(({ scope, category_key, market_based_kg, location_based_kg, biogenic_co2_kg }) => [
      scope,
      category_key,
      decimal(market_based_kg).toFixed(),
      decimal(location_based_kg).toFixed(),
      decimal(biogenic_co2_kg).toFixed(),
    ]),
  );
}

type Summed = "market_based_kg" | "location_based_kg" | "biogenic_co2_kg";

function sumOf(rows: readonly YearSums[], column: Summed): number | null {
  return rows.length === 0 ? null : roundedNumber(decimalSum(rows.map((row) => row[column])));
}

function textOf(kg_number: number | null): string | null {
  return kg_number === null ? null : String(kg_number);
}
