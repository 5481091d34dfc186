import { type Decimal, decimal, decimalSum } from "../../core/quantity.ts";
import { isWithinCategory } from "../emissions/index.ts";

export interface ProjectionTerms {
  readonly base_year: number;
  readonly target_year: number;
  /** Growth of every category per year in percent, decimal text; may be negative. */
  readonly growth_pct: string;
}

/** Emissions of one category in the base year, kg CO2e. */
export interface BaseEmission {
  readonly category_key: string;
  readonly kg: Decimal;
}

/** What a tiltag takes away per year: an amount or a share of what is left, decimal text; one of the two is null. */
export interface Reduction {
  readonly category_id: string | null;
  readonly reduction_kg: string | null;
  readonly reduction_pct: string | null;
  /** First year with the reduction. */
  readonly start_year: number;
  /** Years that it lasts; null: to the end. */
  readonly lifetime_years: number | null;
}

export interface ProjectedYear {
  readonly year: number;
  readonly baseline_kg: Decimal;
  readonly with_tiltag_kg: Decimal;
  /** Per reduction, in their order: what there was to take, and what it took; zero in years in which it does not run. */
  readonly effects: readonly { readonly available_kg: Decimal; readonly taken_kg: Decimal }[];
}

/** Digits after the point that a year's figures keep: exact powers and shares of shares would have thousands. */
const DECIMALS = 24;

/** Categories that the same reductions reach: they shrink alike, so they are one sum. */
interface Pool {
  readonly reachedBy: readonly boolean[];
  readonly base: Decimal;
}

/**
 * Emissions per year from base to target year, without and with the reductions: base x (1 + growth)^years, then the
 * reductions in their order, each on what the ones before it left, so that no kg is taken twice and none goes below zero.
 */
export function project(
  terms: ProjectionTerms,
  base: readonly BaseEmission[],
  reductions: readonly Reduction[],
): ProjectedYear[] {
  const pools = poolsOf(base, reductions);
  const growth = decimal(terms.growth_pct).div(100).plus(1);
  const years: ProjectedYear[] = [];
  for (let year = terms.base_year; year <= terms.target_year; year += 1) {
    const factor = growth.pow(year - terms.base_year);
    const grown = pools.map((pool) => pool.base.times(factor).round(DECIMALS));
    years.push({ year, baseline_kg: decimalSum(grown), ...reduce(year, pools, grown, reductions) });
  }
  return years;
}

function reduce(
  year: number,
  pools: readonly Pool[],
  grown: readonly Decimal[],
  reductions: readonly Reduction[],
): Pick<ProjectedYear, "with_tiltag_kg" | "effects"> {
  const left = [...grown];
  const effects = reductions.map((reduction, index) => {
    if (!runsIn(reduction, year)) return { available_kg: decimal(0), taken_kg: decimal(0) };
    // A category below zero (more credited than bought) has nothing to take.
    const reached = pools.flatMap((pool, at) =>
      pool.reachedBy[index] === true && left[at]?.gt(0) === true ? [at] : [],
    );
    const available_kg = decimalSum(reached.map((at) => left[at] ?? decimal(0)));
    const taken_kg = takenFrom(available_kg, reduction);
    const rest = available_kg.minus(taken_kg);
    const share = available_kg.eq(0) ? decimal(0) : rest.div(available_kg);
    for (const at of reached) {
      left[at] = reached.length === 1 ? rest : (left[at] ?? decimal(0)).times(share).round(DECIMALS);
    }
    return { available_kg, taken_kg };
  });
  return { with_tiltag_kg: decimalSum(left), effects };
}

/** Whether a reduction runs in a year: from its start for its lifetime. */
export function runsIn(reduction: Pick<Reduction, "start_year" | "lifetime_years">, year: number): boolean {
  const { start_year, lifetime_years } = reduction;
  return year >= start_year && (lifetime_years === null || year < start_year + lifetime_years);
}

function takenFrom(available: Decimal, { reduction_kg, reduction_pct }: Reduction): Decimal {
  if (reduction_pct !== null) return available.times(decimal(reduction_pct)).div(100).round(DECIMALS);
  const wanted = decimal(reduction_kg ?? 0);
  return wanted.gt(available) ? available : wanted;
}

function poolsOf(base: readonly BaseEmission[], reductions: readonly Reduction[]): Pool[] {
  const pools = new Map<string, Pool>();
  for (const { category_key, kg } of base) {
    const reachedBy = reductions.map(
      ({ category_id }) => category_id === null || isWithinCategory(category_key, category_id),
    );
    // A category below zero stays apart: in a common sum it would hide what can be taken from the others.
    const name = `${kg.lt(0) ? "-" : "+"}${reachedBy.map(Number).join("")}`;
    const poolBase = pools.get(name)?.base ?? decimal(0);
    pools.set(name, { reachedBy, base: poolBase.plus(kg) });
  }
  return [...pools.values()];
}
