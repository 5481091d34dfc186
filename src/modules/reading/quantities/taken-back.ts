import type { Decimal } from "../../../core/quantity.ts";
import type { Commodity } from "../parsed-document.ts";
import type { ReadLine } from "./quantity-lines.ts";

interface Delivered {
  readonly line: ReadLine;
  readonly value: Decimal;
}

/** What the company delivers to the grid itself: neither its consumption nor a purchase of something else. */
const EXPORTED =
  / (?:\p{L}*overskud(?:s?produktion|sstrøm)\p{L}*|overskottsel|\p{L}*(?:lever|salg|solgt|såld|sålt|eksport|matet)\p{L}* (?:af (?:el|strøm) )?(?:til|ud på|ut på|till) (?:el)?n[eä]t(?:tet|et|t)?|(?:el|strøm|sol|solcelle)?(?:eksport|export)\p{L}*|överskott\p{L}*|überschuss\p{L}*|\p{L}*einspeis\p{L}*|fed into the grid|(?:delivered|sold) to (?:the )?grid|surplus (?:power|electricity|production))(?= )/u;

/** Whether folded words are about what was delivered to the grid. */
export function saysExport(words: string): boolean {
  return EXPORTED.test(words);
}

/**
 * The lines of one supply whose quantities may count, and apart from them those that give money back beside a quantity without a sign, and what was
 * delivered to the grid: what is used is not paid out. Where nothing is charged, as on a credit note whose amounts have a sign, the whole document takes back.
 */
export function withoutTakenBack<T extends Delivered>(
  candidates: readonly T[],
  commodity: Commodity,
): { readonly delivered: readonly T[]; readonly taken_back: readonly T[] } {
  const isTakenBack = ({ line, value }: T): boolean =>
    isDelivery(line) && ((line.isMoneyBack && value.gt(0)) || saysExport(line.words));
  const isCharged = ({ line, value }: T): boolean =>
    isDelivery(line) && !line.isMoneyBack && value.gt(0) && !saysExport(line.words);
  // Who hands over paper or metal is paid for it: that is waste of the company all the same.
  if (commodity === "waste" || !candidates.some(isCharged)) return { delivered: candidates, taken_back: [] };
  return {
    delivered: candidates.filter((one) => !isTakenBack(one)),
    taken_back: candidates.filter(isTakenBack),
  };
}

function isDelivery({ role }: ReadLine): boolean {
  return role === "energy" || role === "weak_energy";
}
