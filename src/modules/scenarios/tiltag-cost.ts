import { type Decimal, decimal } from "../../core/quantity.ts";
import { FIGURE_MIN } from "../../core/stated-figure.ts";

/** Money per tiltag, DKK as decimal text; the rate in percent per year. */
export interface TiltagTerms {
  readonly capex_dkk: string;
  readonly annual_opex_dkk: string;
  readonly annual_savings_dkk: string;
  /** Never null where capex_dkk is not zero. */
  readonly lifetime_years: number | null;
  readonly discount_rate_pct: string;
}

export interface TiltagCost {
  /** DKK per t CO2e; negative: it saves money. Null without a reduction, as answers show it: below FIGURE_MIN. */
  readonly abatement_cost_dkk_per_tonne: Decimal | null;
  /** Undiscounted; 0 without an investment, null when savings, as answers show them, never pay it back. */
  readonly payback_years: Decimal | null;
  /** Null without a lifetime. */
  readonly npv_dkk: Decimal | null;
}

/** What one krone of investment costs per year over `years`: r / (1 - (1 + r)^-n), and 1/n at a rate of zero. */
export function annuity(rate_pct: string, years: number): Decimal {
  const rate = decimal(rate_pct).div(100);
  if (rate.eq(0)) return decimal(1).div(years);
  const growth = rate.plus(1).pow(years);
  return rate.times(growth).div(growth.minus(1));
}

/**
 * DKK/t = (capex x annuity + opex - savings) / (annual kg / 1000); NPV = -capex + (savings - opex) / annuity; payback =
 * capex / (savings - opex). `annual_kg` null: the reduction is not known.
 */
export function tiltagCost(terms: TiltagTerms, annual_kg: Decimal | null): TiltagCost {
  const capex = decimal(terms.capex_dkk);
  const gain = decimal(terms.annual_savings_dkk).minus(decimal(terms.annual_opex_dkk));
  const { lifetime_years } = terms;
  const factor = lifetime_years === null ? null : annuity(terms.discount_rate_pct, lifetime_years);
  const investment = factor === null ? decimal(0) : capex.times(factor);
  const perYear = investment.minus(gain);
  return {
    abatement_cost_dkk_per_tonne: annual_kg?.gte(FIGURE_MIN) === true ? perYear.times(1000).div(annual_kg) : null,
    payback_years: payback(capex, gain),
    npv_dkk: factor === null ? null : gain.div(factor).minus(capex),
  };
}

function payback(capex: Decimal, gain: Decimal): Decimal | null {
  if (capex.eq(0)) return gain.gte(0) ? decimal(0) : null;
  return gain.gte(FIGURE_MIN) ? capex.div(gain) : null;
}

/** Places from 1, cheapest reduction first, equal costs in the order given; null where there is no cost per tonne. */
export function ranks(costs: readonly (Decimal | null)[]): (number | null)[] {
  const knownCosts = costs.flatMap((cost, index) => (cost === null ? [] : [{ cost, index }]));
  const order = knownCosts.toSorted((left, right) => left.cost.cmp(right.cost)).map(({ index }) => index);
  return costs.map((cost, index) => (cost === null ? null : order.indexOf(index) + 1));
}
