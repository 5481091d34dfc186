import { type Decimal, decimalSum } from "../../../core/quantity.ts";
import type { ReadLine } from "./quantity-lines.ts";

interface Measured {
  readonly line: ReadLine;
  readonly value: Decimal;
}

/** A line that begins with what was used names the charge behind it as its kind: "Elforbrug abonnement Nord". */
const CONSUMPTION_FIRST =
  /^ (?:(?:ikke |ej )?\p{L}*(?:afgiftspligtig|avgiftspliktig|skattepliktig|steuerpflichtig|afgiftsfri|avgiftsfri|skattefri|steuerfrei)\p{L}* )?(?:\p{L}*(?:forbrug|forbruk|förbrukning|verbrauch)|(?:\p{L}+ )?(?:consumption|usage))(?= )/u;

/**
 * Standing charges and taxes that are called by a consumption and measure another quantity than what counts: they may be a consumption
 * of their own. Together they may repeat what counts, as a tax in two steps does.
 */
export function consumptionsInDoubt<T extends Measured>(charges: readonly T[], counted: readonly T[]): readonly T[] {
  const total = decimalSum(counted.map(({ value }) => value));
  const isRepeated = (value: Decimal): boolean =>
    [total, ...counted.map((one) => one.value)].some((one) => one.eq(value));
  const named = charges.filter(
    ({ line, value }) =>
      (line.role === "fixed" || line.role === "tax") &&
      value.gt(0) &&
      line.hasMoney &&
      !line.isMoneyBack &&
      CONSUMPTION_FIRST.test(line.words) &&
      !isRepeated(value),
  );
  return named.length > 1 && isRepeated(decimalSum(named.map(({ value }) => value))) ? [] : named;
}
