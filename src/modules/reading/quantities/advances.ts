import { decimal } from "../../../core/quantity.ts";
import { foldWords, ownWords } from "./commodity-words.ts";

/** An amount on account before a supply is measured, or its deduction on the bill that settles it. */
export type AdvanceKind = "advance" | "deduction";

/** Words for an amount on account, against `foldWords` text as all patterns here. */
const ADVANCE =
  / \p{L}*aconto| (?:\p{L}+ )?[aà] ?conto|abschl[aä]g|vorauszahl| on account| advances | advance (?:payment|bill|invoice|charge)s? | prepa(?:id|yment)|forskud|förskott|forudbetal|forhåndsbetal|acompte/u;
/** Words that take something off. */
const TAKEN_OFF =
  / (?:fratrukket|fratrukne|fratræk\p{L}*|fratrekk\p{L}*|fradrag\p{L}*|fradraget|trukket|modregn\p{L}*|deduct\p{L}*|less|minus|abzüglich|abzgl|avgår|avräkn\p{L}*|avdrag\p{L}*|verrechne\p{L}*) /u;
/** Words for what was paid or charged; "ubetalt" was not. */
const PAID =
  /(?<!u)betalt\p{L}* | (?:\p{L}*opkræv(?:et|ede)|\p{L}*fakturer(?:et|ede|t|ad|ade)|afregnet|paid|received|billed|charged|invoiced|debiterat|geleistet\p{L}*|gezahlt\p{L}*|bezahlt\p{L}*|berechnet\p{L}*|modtaget|modtagne) /u;
/** Names of what a customer has paid in, where it is taken off. */
const PAYMENTS =
  / (?:\p{L}*indbetal(?:ing|inger|ingerne|t)|\p{L}*inbetalning\p{L}*|innbetaling\p{L}*|(?:aconto)?rater|\p{L}*zahlungen|abschläge|payments?|preliminärt) /u;
const BEFORE = / (?:tidligere|allerede|hidtil|forud|already|previously|previous|bereits|tidigare|redan) /u;

/**
 * Whether a line is an advance (an amount on account) or the deduction of advances, by its words and the sign of its
 * amount; null: neither. `amount` is signed as it is booked, costs positive: what is added to a bill is not taken off it.
 */
export function advanceOf(line: { readonly description: string; readonly amount: string | null }): AdvanceKind | null {
  const words = foldWords(line.description);
  const isNegative = line.amount !== null && decimal(line.amount).lt(0);
  if (!saysAdvance(words)) return isNegative && PAYMENTS.test(words) ? "deduction" : null;
  return isNegative || TAKEN_OFF.test(ownWords(words)) ? "deduction" : "advance";
}

/** Whether folded words speak of an amount on account, or of one that was charged before. */
export function saysAdvance(words: string): boolean {
  const text = ownWords(words);
  return ADVANCE.test(text) || (BEFORE.test(text) && PAID.test(text));
}
