import type { Row } from "../pdf/page-words.ts";

const CREDIT =
  /^(?:kreditnota|kreditnote|kreditfaktura|kreditering|credit (?:note|memo|invoice)|rechnungskorrektur|storno(?:rechnung)?|facture d['’]avoir|avoir|nota de crédito)(?![\p{L}])/iu;
const GERMAN_CREDIT = /^gutschrift(?:snummer|sdatum|snr)?(?![\p{L}])/iu;
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:rykker|rykkerskrivelse|betalingspåmindelse|påmindelse|mahnung|zahlungserinnerung|reminder|payment reminder|påminnelse|purring)(?![\p{L}])/iu,
    "a reminder",
  ],
  [
    /^(?:ordrebekræftelse|order confirmation|auftragsbestätigung|orderbekräftelse|ordrebekreftelse|confirmation de commande)(?![\p{L}])/iu,
    "an order confirmation",
  ],
  [/^(?:tilbud|quotation|quote|angebot|offert|tilbud|devis|estimate)(?![\p{L}])/iu, "a quotation"],
  [
    /^(?:følgeseddel|delivery note|packing slip|lieferschein|följesedel|bon de livraison)(?![\p{L}])/iu,
    "a delivery note",
  ],
  [
    /^(?:kontoudtog|statement of account|account statement|kontoauszug|kontoutdrag)(?![\p{L}])/iu,
    "a statement of account",
  ],
  [/^(?:pro ?forma|proforma[- ]?(?:faktura|invoice|rechnung))(?![\p{L}])/iu, "a pro forma invoice"],
  [/^(?:indkøbsordre|purchase order|bestellung|inköpsorder|rekvisition)(?![\p{L}])/iu, "a purchase order"],
];

/** German invoices that the buyer writes for the seller (UNTDID 1001 code 389) carry the same title as credit notes. */
export function isAmbiguousCredit(head: readonly Row[]): boolean {
  const texts = head.flatMap((row) => row.cells.map((cell) => cell.text.trim()));
  return texts.some((text) => GERMAN_CREDIT.test(text)) && !texts.some((text) => CREDIT.test(text));
}

/** Whether the head of the pages calls the document a credit note. */
export function isCreditNotePage(head: readonly Row[]): boolean {
  const texts = head.flatMap((row) => row.cells.map((cell) => cell.text.trim()));
  return texts.some((text) => CREDIT.test(text) || GERMAN_CREDIT.test(text));
}

/** What the title calls the document when that is no invoice, in words; null: nothing of the kind. */
export function otherDocument(head: readonly Row[]): string | null {
  const texts = head.flatMap((row) => row.cells.map((cell) => cell.text.trim()).filter((text) => !/[:\d]/.test(text)));
  if (texts.some((text) => /^(?:faktura|invoice|rechnung|facture|tax invoice)$/iu.test(text))) return null;
  return OTHERS.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1] ?? null;
}
