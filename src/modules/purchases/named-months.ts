import { isNameOfOthers, monthOfName } from "../../core/month-names.ts";
import type { Purchase } from "./purchase.ts";

/**
 * Whether a payment that was made before its item was dated says by a name in its words that it is for another month than the item's:
 * the one that the item names, else the one of its date. What is paid again and again is then the amount of several items.
 */
export function isForAnotherMonth(
  payment: Pick<Purchase, "dated" | "words">,
  item: Pick<Purchase, "dated" | "words">,
): boolean {
  if (payment.dated >= item.dated) return false;
  const paid = monthsIn(payment.words);
  if (paid.length === 0) return false;
  const named = monthsIn(item.words);
  const billed = named.length === 0 ? [Number(item.dated.slice(5, 7))] : named;
  return !paid.some((month) => billed.includes(month));
}

/** Calendar months, 1 to 12, that folded words name. */
function monthsIn(words: string): number[] {
  return words.split(" ").flatMap((word) => (isNameOfOthers(word) ? [] : (monthOfName(word) ?? [])));
}
