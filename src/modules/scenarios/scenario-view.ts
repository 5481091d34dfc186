import type { Principal, TenantQueries } from "../../core/context.ts";
import { wholeYearEndingIn } from "../../core/financial-year.ts";
import { type Decimal, decimal, roundedNumber } from "../../core/quantity.ts";
import { selectYearSums } from "../emissions/index.ts";
import { financialYears } from "../financial-years/index.ts";
import { type BaseEmission, project, type ProjectedYear } from "./projection.ts";
import type { ScenarioRecord, TiltagRecord } from "./scenario.ts";
import type { ScenarioRow, Viewer } from "./store.ts";
import { selectTiltag, type TiltagRow, type TiltagVersionTerms } from "./store-tiltag.ts";
import { ranks, tiltagCost } from "./tiltag-cost.ts";

export function isConsultant(principal: Principal): boolean {
  return principal.kind === "consultant_key";
}

/** Whose eyes a credential looks with. */
export function viewerOf(principal: Principal): Viewer {
  return isConsultant(principal) ? { consultant_id: principal.consultant?.id ?? null } : null;
}

/** Market-based emissions of the financial year that ends in base_year by category; empty when the company has no entries in that year. */
export async function baseEmissions(db: TenantQueries, base_year: number): Promise<BaseEmission[]> {
  const year = wholeYearEndingIn(await financialYears(db), base_year);
  const sums = year === undefined ? [] : await selectYearSums(db, [year]);
  return sums.map((row) => ({ category_key: row.category_key, kg: decimal(row.market_based_kg) }));
}

/** A scenario as lists show it. */
export function scenarioSummaryOf(row: ScenarioRow) {
  return { ...row, growth_pct: roundedNumber(row.growth_pct) };
}

/** A scenario with its tiltag and years, computed from the ledger as it is now. */
export async function scenarioView(db: TenantQueries, row: ScenarioRow): Promise<ScenarioRecord> {
  const tiltag = await selectTiltag(db, row.id);
  const base = await baseEmissions(db, row.base_year);
  const years = base.length === 0 ? [] : project(row, base, tiltag);
  const [first] = years;
  return {
    ...scenarioSummaryOf(row),
    base_year_kg: first === undefined ? null : roundedNumber(first.baseline_kg),
    tiltag: tiltagViews(tiltag, years),
    projection: years.map(({ year, baseline_kg, with_tiltag_kg }) => ({
      year,
      baseline_kg: roundedNumber(baseline_kg),
      with_tiltag_kg: roundedNumber(with_tiltag_kg),
    })),
  };
}

/** Tiltag in stacking order with their cost. */
export async function tiltagOf(db: TenantQueries, row: ScenarioRow): Promise<TiltagRecord[]> {
  return (await scenarioView(db, row)).tiltag;
}

function tiltagViews(tiltag: readonly TiltagRow[], years: readonly ProjectedYear[]): TiltagRecord[] {
  const costedTiltag = tiltag.map((row, index) => {
    const annual_kg = annualReduction(row, index, years);
    return { row, annual_kg, cost: tiltagCost(row, annual_kg) };
  });
  const ranked = ranks(costedTiltag.map(({ cost }) => cost.abatement_cost_dkk_per_tonne));
  return costedTiltag.map(({ row, annual_kg, cost }, index) => ({
    id: row.id,
    position: row.position,
    ...shownTerms(row),
    annual_reduction_kg: rounded(annual_kg),
    abatement_cost_dkk_per_tonne: rounded(cost.abatement_cost_dkk_per_tonne),
    payback_years: rounded(cost.payback_years),
    npv_dkk: rounded(cost.npv_dkk),
    rank: ranked[index] ?? null,
    version: row.version,
    created_at: row.created_at,
  }));
}

/** What a tiltag or one of its versions says, with numbers. */
export function shownTerms(row: TiltagVersionTerms) {
  return {
    name: row.name,
    category_id: row.category_id,
    reduction_kg: rounded(row.reduction_kg),
    reduction_pct: rounded(row.reduction_pct),
    start_year: row.start_year,
    lifetime_years: row.lifetime_years,
    capex_dkk: roundedNumber(row.capex_dkk),
    annual_opex_dkk: roundedNumber(row.annual_opex_dkk),
    annual_savings_dkk: roundedNumber(row.annual_savings_dkk),
    discount_rate_pct: roundedNumber(row.discount_rate_pct),
  };
}

/** A removed tiltag: it takes nothing away, so that nothing is computed of it. */
export function removedView(row: TiltagRow): TiltagRecord {
  const { id, position, version, created_at } = row;
  const costs = { abatement_cost_dkk_per_tonne: null, payback_years: null, npv_dkk: null, rank: null };
  return { id, position, ...shownTerms(row), annual_reduction_kg: null, ...costs, version, created_at };
}

/** What it takes away in its first year, after the tiltag before it; without a base year the stated amount, if any. */
function annualReduction(row: TiltagRow, index: number, years: readonly ProjectedYear[]): Decimal | null {
  if (years.length === 0) return row.reduction_kg === null ? null : decimal(row.reduction_kg);
  return years.find(({ year }) => year === row.start_year)?.effects[index]?.taken_kg ?? null;
}

function rounded(value: string | Decimal | null): number | null {
  return value === null ? null : roundedNumber(value);
}
