import { type Decimal, decimal, decimalSum } from "./quantity.ts";

/**
 * Shares of weights in percent with at most `places` digits after the point, which add up to exactly 100: what rounding
 * down leaves over goes to the largest remainders, of equal ones to the first. Empty when the weights add up to zero; they
 * must not be negative.
 */
export function percentShares(weights: readonly Decimal[], places: number): Decimal[] {
  return sharesOf(decimal(100), weights, places);
}

/**
 * A figure divided in proportion to weights, by the same rule: the shares add up to exactly the figure, which must not have more than
 * `places` digits after the point. The weights' sum must not be negative; single ones may be. Empty when it is zero.
 */
export function sharesOf(figure: Decimal, weights: readonly Decimal[], places: number): Decimal[] {
  const total = decimalSum(weights);
  if (total.eq(0)) return [];
  const unit = decimal(10).pow(places);
  const whole = figure.times(unit);
  const parts = weights.map((weight) => {
    const exact = weight.times(whole).div(total);
    const units = floor(exact);
    return { units, remainder: exact.minus(units) };
  });
  const left = Number(whole.minus(decimalSum(parts.map(({ units }) => units))));
  const favoured = new Set(parts.toSorted((a, b) => b.remainder.cmp(a.remainder)).slice(0, left));
  return parts.map((part) => part.units.plus(favoured.has(part) ? 1 : 0).div(unit));
}

function floor(value: Decimal): Decimal {
  const towardsZero = value.round(0, 0);
  return towardsZero.gt(value) ? towardsZero.minus(1) : towardsZero;
}
