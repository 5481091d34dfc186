import { type Decimal, decimal, decimalSum, decimalText, roundedText } from "../../core/quantity.ts";

/** Signed parts in proportion to weights above zero, 6 decimals; they add up to the whole exactly. */
export function portions(whole: string, weights: readonly Decimal[]): string[] {
  const sum = decimalSum(weights);
  const upTo = weights.map((_, index) => {
    if (index === weights.length - 1) return decimal(whole);
    const share = decimalSum(weights.slice(0, index + 1)).div(sum);
    return decimal(roundedText(decimalText(decimal(whole).times(share))));
  });
  return upTo.map((end, index) => decimalText(end.minus(upTo[index - 1] ?? decimal("0"))));
}
