import { type Decimal, quotient, roundedNumber } from "../../core/quantity.ts";

/** Share of a total in percent; null when the total is not positive, since no share of it has a meaning. */
export function sharePercent(part: Decimal, total: Decimal): number | null {
  return total.gt(0) ? roundedNumber(quotient(part.times(100), total)) : null;
}
