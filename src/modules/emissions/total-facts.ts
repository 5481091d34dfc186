import { z } from "zod";
import { GHG_SCOPES, SCOPE3_CATEGORIES } from "../../core/ghg.ts";
import { percentShares } from "../../core/percent-shares.ts";
import { decimal, decimalSum, OUTPUT_DECIMALS, roundedNumber } from "../../core/quantity.ts";
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
  unknown: z
    .object({
      scopes: z.array(z.enum(GHG_SCOPES)),
      scope3_categories: z.array(z.int().min(1).max(15)),
      reason: z.union([z.string(), z.null()]),
    })
    .describe("Scopes and scope 3 categories in which the period has no entry: their figures of 0 are unknown"),
  waiting: z
    .object({
      lines: z.int(),
      documents: z.int(),
      money: z.array(z.object({ amount: z.number(), currency: z.string() })),
      estimated_kg: z.union([z.number(), z.null()]),
      without_estimate: z.int(),
    })
    .describe("What waits for a person in these months, and is in no total; see list_review_items"),
};

/** Nothing waits. */
export const NOTHING_WAITS = { lines: 0, documents: 0, money: [], estimated_kg: 0, without_estimate: 0 };

/** What market-based kg CO2e of scope 2 used the grid average, and what location-based kg rest on life-cycle factors. */
export const scope2Reservations = { market_based_fallback_kg: z.number(), life_cycle_kg: z.number() };

type TotalFacts = z.infer<z.ZodObject<typeof totalFacts>>;

/** What the sums of a period rest on, of one scope or of all; the rows are those that its total adds up. */
export function factsOf(coverage: Coverage, rows: readonly EmissionSums[], scope: number | null = null): TotalFacts {
  const { data_from, data_to, months_with_data } = coverage;
  return {
    data_from,
    data_to,
    months_with_data,
    basis: basisOf(rows),
    unknown: unknownOf(coverage, scope),
    waiting: waitingOf(coverage),
  };
}

/** Sums of what waits; estimated_kg is null when something waits and nothing of it can be estimated. */
function waitingOf({ waiting, waiting_documents }: Coverage): TotalFacts["waiting"] {
  const count = (column: "lines" | "without_estimate") => waiting.reduce((sum, row) => sum + row[column], 0);
  const [lines, without_estimate] = [count("lines"), count("without_estimate")];
  const estimate = roundedNumber(decimalSum(waiting.map((row) => row.estimated_kg)));
  return {
    lines,
    documents: waiting_documents,
    money: waiting.flatMap(({ money, currency }) =>
      currency === "" ? [] : [{ amount: roundedNumber(money), currency }],
    ),
    estimated_kg: lines > 0 && lines === without_estimate ? null : estimate,
    without_estimate,
  };
}

const UNKNOWN_REASON = "Nothing is recorded there in this period, which does not say that nothing was emitted.";

/** Unknown is not zero: a sum of no entries says nothing about emissions. */
function unknownOf({ counted }: Coverage, scope: number | null): TotalFacts["unknown"] {
  const of = (number: number): boolean => scope === null || scope === number;
  const scopes = GHG_SCOPES.filter(
    (name) => of(Number(name)) && !counted.some((place) => Math.floor(place / 100) === Number(name)),
  );
  const scope3_categories = SCOPE3_CATEGORIES.map(({ number }) => number).filter(
    (number) => of(3) && !counted.includes(SCOPE3_PLACE + number),
  );
  const is_known = scopes.length + scope3_categories.length === 0;
  return { scopes, scope3_categories, reason: is_known ? null : UNKNOWN_REASON };
}

/** See Coverage.counted. */
const SCOPE3_PLACE = 300;

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
