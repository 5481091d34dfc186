import { z } from "zod";
import { percentShares } from "../../core/percent-shares.ts";
import { decimal, decimalSum, OUTPUT_DECIMALS, roundedNumber } from "../../core/quantity.ts";
import { type AskedTotal, completenessFacts, completenessOf } from "./completeness.ts";
import type { Coverage } from "./store-coverage.ts";
import type { EmissionSums, ScopeSums } from "./store-sums.ts";

const share = z.number().min(0).max(100);
const day = z.union([z.iso.date(), z.null()]);

/** Beside every total: which days it rests on, and by which method. */
export const totalFacts = {
  data_from: day.describe("First UTC day with data, in the period and up to today; null: none"),
  data_to: day.describe("Last such day, never after today"),
  months_with_data: z.int().describe("UTC months from data_from to data_to with data"),
  basis: z
    .union([z.object({ product_pct: share, quantity_pct: share, spend_pct: share, stated_pct: share }), z.null()])
    .describe("Percent of the sum of kg without signs, adding up to 100, by method; null: nothing is emitted"),
  spend_region_substituted_kg: z
    .number()
    .describe(
      "Market-based kg of money times a factor of another country than the seller's: none of the seller's is loaded",
    ),
  factor_year_distant_kg: z
    .number()
    .describe("Market-based kg of factors that describe a year far from that of the use, as none nearer is loaded"),
  ...completenessFacts,
};

/** What market-based kg CO2e of scope 2 used the grid average, and what location-based kg rest on life-cycle factors. */
export const scope2Reservations = { market_based_fallback_kg: z.number(), life_cycle_kg: z.number() };

export type TotalFacts = z.infer<z.ZodObject<typeof totalFacts>>;

/** What the sums of a period rest on, and what is not in them; the rows are those that its total adds up. */
export function factsOf(coverage: Coverage, rows: readonly EmissionSums[], asked: AskedTotal): TotalFacts {
  const { data_from, data_to, months_with_data } = coverage;
  const kg = (column: "spend_region_substituted_kg" | "factor_year_distant_kg") =>
    roundedNumber(decimalSum(rows.map((row) => row[column])));
  return {
    data_from,
    data_to,
    months_with_data,
    basis: basisOf(rows),
    spend_region_substituted_kg: kg("spend_region_substituted_kg"),
    factor_year_distant_kg: kg("factor_year_distant_kg"),
    ...completenessOf(coverage, asked),
  };
}

/** Signed sums in kg CO2e, zero where no entry is one of these. */
export function scope2ReservationsOf(rows: readonly ScopeSums[]): z.infer<z.ZodObject<typeof scope2Reservations>> {
  const scope2 = rows.filter(({ scope }) => scope === 2);
  const kg = (column: keyof typeof scope2Reservations) => roundedNumber(decimalSum(scope2.map((row) => row[column])));
  return { market_based_fallback_kg: kg("market_based_fallback_kg"), life_cycle_kg: kg("life_cycle_kg") };
}

/** A footprint of the product, a quantity times a factor, money times a factor, or emissions that were stated. */
function basisOf(rows: readonly EmissionSums[]): TotalFacts["basis"] {
  const weight = (column: "weight_kg" | "product_kg" | "spend_based_kg" | "stated_kg") =>
    decimalSum(rows.map((row) => decimal(row[column])));
  const [product, spend, stated] = [weight("product_kg"), weight("spend_based_kg"), weight("stated_kg")];
  const quantity = weight("weight_kg").minus(product).minus(spend).minus(stated);
  const shares = percentShares([product, quantity, spend, stated], OUTPUT_DECIMALS).map(Number);
  const [product_pct, quantity_pct, spend_pct, stated_pct] = shares;
  if (product_pct === undefined || quantity_pct === undefined) return null;
  if (spend_pct === undefined || stated_pct === undefined) return null;
  return { product_pct, quantity_pct, spend_pct, stated_pct };
}
