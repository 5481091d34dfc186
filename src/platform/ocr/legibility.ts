import type { RecognisedLine } from "./recognised-lines.ts";

/** Words that stand on invoices and receipts; on a page that is read upside down none of them appears. */
const LEXICON = new Set(
  [
    "faktura fakturanr fakturanummer fakturadato kvittering kreditnota bon dato nr tlf cvr moms heraf inkl ekskl",
    "beløb pris antal stk subtotal total alt betalt betaling konto kort kontant rabat kunde levering periode vare",
    "beskrivelse ialt forfald forfaldsdato netto brutto adresse telefon side enhed vej og af til med for fra den",
    "invoice receipt credit note date number no vat tax amount price quantity qty unit due paid cash card customer",
    "description page phone and the of to net gross thank you tak rechnung quittung datum summe mwst betrag eur dkk",
    "bar karte menge netto ust bezahlt kvitto summa belopp kr liter ltr kwh",
  ]
    .join(" ")
    .split(" "),
);

/** How well a page was read. */
export interface Legibility {
  /** Words of the lexicon, amounts and dates: what only an upright page holds. */
  readonly known_words: number;
  /** Mean confidence of all words by their length, 0..100; 0 without words. */
  readonly confidence: number;
}

/** Judges what was read on a page. */
export function legibilityOf(lines: readonly RecognisedLine[]): Legibility {
  let known_words = 0;
  let weight = 0;
  let sum = 0;
  for (const { text, confidence } of lines.flatMap(({ words }) => words)) {
    weight += text.length;
    sum += text.length * confidence;
    if (confidence >= 50 && isKnown(text)) known_words += 1;
  }
  return { known_words, confidence: weight === 0 ? 0 : sum / weight };
}

function isKnown(text: string): boolean {
  const word = text.toLowerCase().replaceAll(/[^\p{L}\p{N}.,/-]/gu, "");
  if (/^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$|^\d{1,4}[-./]\d{1,2}[-./]\d{2,4}$/.test(word)) return true;
  return LEXICON.has(word.replaceAll(/[^\p{L}]/gu, ""));
}
