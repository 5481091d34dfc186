import { numberKey } from "../../../core/invoice-number.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import type { Row } from "../pdf/page-words.ts";
import { matches, valuesNear } from "./labelled-cells.ts";

const VERB =
  "vedr(?:ørende|ører)?|ang(?:ående)?|krediterer|krediter(?:ing|et)(?: (?:af|av|til))?|" +
  "kredit(?:nota|note|faktura)? (?:af|av|til|for|på|vedr(?:ørende)?)|credits|credited|crediting|credit(?: note| memo)? (?:for|of|to|against|on)|" +
  "(?:gutschrift|storno|stornierung|stornorechnung|(?:rechnungs)?korrektur) (?:zu|zur|für|der|von)|zur?|betr(?:ifft)?|bezug(?: auf)?|bezüglich|" +
  "ref(?:erence|erer|ers)?(?: (?:to|til|till))?|re|regarding|relates to|relating to|applies to|avser|avseende|gäller|gjelder|" +
  "oprindelig[te]?|opprinnelig|original(?:t|e)?|ursprünglicher?|ursprunglig|henvis(?:er|ning) til|(?:korrektion|rettelse) (?:af|til)|correction (?:of|to)";
const WHOSE = "vores|vor|our|unserer?|ihrer?|deres|your|den|der|the|vår|tidligere|følgende|following";
const INVOICE =
  "faktura(?:en|er|erne|nr|nummer|numre)?|fakturor|invoices?|bills?|regning(?:en|er)?|rechnung(?:en|snr|snummer)?|facture";
const NUMBER_WORD = "nr|no|nos|nummer|number|numbers|numre|n°|nº|#";

/** "Vedrørende faktura 1234", "Kreditering af faktura nr.: 1234", "Original invoice: A-100", "Gutschrift zu Rechnung 2025-17". */
const CREDITED = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${VERB})(?:[.:]+\s*|\s+)|(?:original|ursprungs)-?)(?:(?:${WHOSE})\s+)?(?:${INVOICE})(?!\p{L})` +
    String.raw`\.?\s*(?:(?:${NUMBER_WORD})(?!\p{L})\.?)?\s*[:.]?\s*(?<value>.*)$`,
  "iu",
);
/** A label by itself, behind which nothing but a number can stand. */
const LABEL_END = new RegExp(String.raw`(?::|(?:^|[\s.])(?:${NUMBER_WORD})\.?|(?:nr|nummer)\.?)\s*$`, "iu");
const AMONG_NUMBERS = new RegExp(String.raw`^(?:${NUMBER_WORD}|${INVOICE}|og|and|und|och|samt|&|\+)\.?$`, "iu");
/** One with a digit, as suppliers number invoices: no day, no sum. */
const NUMBER = /^(?=.*\d)[\p{L}\d][\p{L}\d./_-]{0,29}$/u;
const DAY_OR_SUM = /^(?:\d{1,4}[-./]\d{1,2}[-./]\d{2,4}|\d{1,3}(?:\.?\d{3})*\.\d{2})$/;

/** More invoices than that are no credit note of one. */
const INVOICES_MAX = 20;

/**
 * The invoices that a printed credit note says it takes back: their numbers behind such words, or in the cell beside or below them where
 * they are a label, at most 20. `starts_at` is the first row of the table of its lines, `own` its own number, which names none.
 */
export function creditedInvoices(
  rows: readonly Row[],
  { starts_at, own }: { readonly starts_at: number; readonly own: string | null },
): ParsedDocument["references"] {
  const byKey = new Map<string, string>();
  for (const match of matches(rows, CREDITED)) {
    const { at, cell, rest } = match;
    // Beside the words of a line stands its quantity.
    const isLabel = rest === "" && (at < starts_at || LABEL_END.test(cell.text));
    const beside = isLabel
      ? valuesNear(rows, match)
          .map(numbersIn)
          .find(({ isAll }) => isAll)
      : undefined;
    for (const number of (beside ?? numbersIn(rest)).numbers) {
      const key = numberKey(number);
      if (key !== null && key !== numberKey(own) && !byKey.has(key)) byKey.set(key, number);
    }
  }
  return [...byKey.values()].slice(0, INVOICES_MAX).map((number) => ({ kind: "invoice", number }));
}

/** The numbers with which a text begins, and whether nothing else stands in it. */
function numbersIn(text: string): { readonly numbers: readonly string[]; readonly isAll: boolean } {
  const numbers: string[] = [];
  for (const word of text.split(/[\s;]+|,(?=\s)/u).filter((one) => one !== "")) {
    if (AMONG_NUMBERS.test(word)) continue;
    const number = word.replace(/^[("#:]+/u, "").replace(/[.,)":/-]+$/u, "");
    if (!NUMBER.test(number) || DAY_OR_SUM.test(number)) return { numbers, isAll: false };
    numbers.push(number);
  }
  return { numbers, isAll: numbers.length > 0 };
}
