import type { Decimal } from "../../../core/quantity.ts";
import type { ReadLine } from "./quantity-lines.ts";

interface Delivered {
  readonly line: ReadLine;
  readonly value: Decimal;
}

/**
 * The lines of one supply whose quantities may count, and apart from them those that give money back beside a quantity without a sign: what is
 * used is not paid out. Where nothing is charged, as on a credit note whose amounts have a sign, the whole document takes back.
 */
export function withoutTakenBack<T extends Delivered>(
  candidates: readonly T[],
): { readonly delivered: readonly T[]; readonly taken_back: readonly T[] } {
  const isTakenBack = ({ line, value }: T): boolean => isDelivery(line) && line.isMoneyBack && value.gt(0);
  const isCharged = ({ line, value }: T): boolean => isDelivery(line) && !line.isMoneyBack && value.gt(0);
  if (!candidates.some(isCharged)) return { delivered: candidates, taken_back: [] };
  return {
    delivered: candidates.filter((one) => !isTakenBack(one)),
    taken_back: candidates.filter(isTakenBack),
  };
}

function isDelivery({ role }: ReadLine): boolean {
  return role === "energy" || role === "weak_energy";
}
