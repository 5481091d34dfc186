import { type Decimal, decimal, decimalSum } from "./quantity.ts";

/**
 * Shares of weights in percent with at most `places` digits after the point, which add up to exactly 100: what rounding
 * down leaves over goes to the largest remainders, of equal ones to the first. Empty when the weights add up to zero; they
 * must not be negative.
 */
export function percentShares(weights: readonly Decimal[], places: number): Decimal[] {
  const total = decimalSum(weights);
  if (total.eq(0)) return [];
  const whole = decimal(100).times(decimal(10).pow(places));
  const parts = weights.map((weight) => {
    const exact = weight.times(whole).div(total);
    const units = exact.round(0, 0);
    return { units, remainder: exact.minus(units) };
  });
  const left = Number(whole.minus(decimalSum(parts.map(({ units }) => units))));
  const favoured = new Set(parts.toSorted((a, b) => b.remainder.cmp(a.remainder)).slice(0, left));
  return parts.map((part) =>
    part.units
      .plus(favoured.has(part) ? 1 : 0)
      .times(100)
      .div(whole),
  );
}
