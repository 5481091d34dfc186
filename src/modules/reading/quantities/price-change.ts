import { decimal } from "../../../core/quantity.ts";
import { foldWords, ownWords } from "./commodity-words.ts";
import { PRICE_ADJUSTED, PRICE_LOWERED } from "./price-words.ts";

/** Whether the words of a line say that only the price of something is changed afterwards. */
export function saysPriceChange(description: string): boolean {
  const words = ownWords(foldWords(description));
  return PRICE_ADJUSTED.test(words) || PRICE_LOWERED.test(words);
}

/**
 * The same of a line of an invoice, whose amount is signed as it is booked: what is sold there may be called by its discount, and only
 * what gives money back is one. A change of a price is one whatever its sign.
 */
export function isPriceChange(description: string, amount: string | null): boolean {
  return isPriceChangeIn(foldWords(description), amount);
}

/** The same by the folded words of a line. */
export function isPriceChangeIn(folded: string, amount: string | null): boolean {
  const words = ownWords(folded);
  return PRICE_ADJUSTED.test(words) || (amount !== null && decimal(amount).lt(0) && PRICE_LOWERED.test(words));
}
