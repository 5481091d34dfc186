import type { Row } from "../pdf/page-words.ts";
import { monthOfName } from "../../../core/month-names.ts";

const CREDIT =
  /^(?:kreditnota|kreditnote|kreditfaktura|kreditering|credit (?:note|memo|invoice)|rechnungskorrektur|storno(?:rechnung)?|facture d['’]avoir|avoir|nota de crédito)(?![\p{L}])/iu;
const GERMAN_CREDIT = /^gutschrift(?:snummer|sdatum|snr)?(?![\p{L}])/iu;

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

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** A title without figures: what follows its first word is free. */
const plain = (names: string): RegExp => new RegExp(`^(?:${names})(?!\\p{L})`, "iu");

const ORDINAL =
  "første|anden|andet|tredje|sidste|first|second|third|final|last|erste|zweite|dritte|letzte|första|andra|sista";
/** A title with figures: an ordinal before its name or none, and what stands behind it. */
const figured = (names: string): RegExp =>
  new RegExp(
    String.raw`^(?<ordinal>\d{1,2}(?:\.|st|nd|rd|th)\s*|\d{1,2}\s+|(?:${ORDINAL})\s+)?(?:${names})(?!\p{L})(?<behind>.*)$`,
    "iu",
  );

const DATE_WORDS =
  "nr no nummer number num n° nº # pr per as at of on af den the dated dato date vom zum bis til till to from fra från for för für " +
  "perioden periode period";
const INVOICE_WORDS =
  "faktura fakturaen fakturan fakturanr fakturanummer regning regningen invoice rechnung " +
  "på vedr vedrørende zu zur re regarding concerning avseende angående our your vores jeres unsere unserer ihre";

/** What a document that is no invoice is called. */
interface OtherTitle {
  /** In words, with their article. */
  readonly says: string;
  readonly plain: RegExp;
  /** With a number, a date or an ordinal; absent: such titles are references, as invoices have them. */
  readonly figured?: RegExp;
  /** Words that may stand among these figures, and nothing else. */
  readonly among?: ReadonlySet<string>;
}

const REMINDERS =
  "rykker|rykkerskrivelse|betalingspåmindelse|påmindelse|mahnung|zahlungserinnerung|reminder|payment reminder|påminnelse|purring";
const STATEMENTS = "kontoudtog|statement of account|account statement|kontoauszug|kontoutdrag";

const REMINDER: OtherTitle = {
  says: "a reminder",
  plain: plain(REMINDERS),
  figured: figured(REMINDERS),
  among: words(`${DATE_WORDS} ${INVOICE_WORDS}`),
};
const OTHERS: readonly OtherTitle[] = [
  REMINDER,
  {
    says: "an order confirmation",
    plain: plain(
      "ordrebekræftelse|order confirmation|auftragsbestätigung|orderbekräftelse|ordrebekreftelse|confirmation de commande",
    ),
  },
  { says: "a quotation", plain: plain("tilbud|quotation|quote|angebot|offert|devis|estimate") },
  {
    says: "a delivery note",
    plain: plain("følgeseddel|delivery note|packing slip|lieferschein|följesedel|bon de livraison"),
  },
  {
    says: "a statement of account",
    plain: plain(STATEMENTS),
    figured: figured(STATEMENTS),
    among: words(DATE_WORDS),
  },
  {
    says: "a pro forma invoice",
    plain: plain("pro ?forma|proforma[- ]?(?:faktura|invoice|rechnung)"),
    figured: figured("pro[- ]?forma[- ]?(?:faktura|invoice|rechnung)"),
    among: words(DATE_WORDS),
  },
  { says: "a purchase order", plain: plain("indkøbsordre|purchase order|bestellung|inköpsorder|rekvisition") },
];

const INVOICE = /^(?:faktura|invoice|rechnung|facture|tax invoice)$/iu;
/** "FAKTURA NR. 77"; with a colon it is a label, which other documents have as well. */
const NUMBERED_INVOICE =
  /^(?:faktura|invoice|rechnung|facture|tax invoice)\s+(?:(?:nr|no|nummer|number|n°|nº|#)\.?\s*)?(?=\S*\d)[\p{L}\d][\p{L}\d./-]*$/iu;

/**
 * What the title calls the document when that is no invoice, in words; null: nothing of the kind. Beside and below the title of an
 * invoice, and above one without a number, such words are references. Only what a reminder is about stands below its own title.
 */
export function otherDocument(head: readonly Row[]): string | null {
  const cells = head.flatMap((row, at) => row.cells.map(({ text }) => ({ at, text: text.trim() })));
  const invoice_at = cells.find(({ text }) => INVOICE.test(text))?.at ?? Infinity;
  const numbered_at = cells.find(({ text }) => NUMBERED_INVOICE.test(text))?.at ?? Infinity;
  const isTitle = (other: OtherTitle, at: number): boolean =>
    other === REMINDER ? at < invoice_at : invoice_at === Infinity && at < numbered_at;
  const found = OTHERS.find((other) => cells.some(({ at, text }) => isTitle(other, at) && isCalled(text, other)));
  return found?.says ?? null;
}

/** Longer texts are sentences. */
const TITLE_LENGTH_MAX = 100;
/** "30.06.2026", "F-1001", "2025-17", "nr.12"; a dash between two of them. */
const FIGURES = /^(?:[-–]|\p{L}{0,4}[-./#]?\d[\p{L}\d./–-]*)$/u;

function isCalled(text: string, { plain: isPlain, figured: isFigured, among }: OtherTitle): boolean {
  // Behind a colon stands what a label is about.
  if (text.includes(":")) return false;
  if (!/\d/.test(text) && isPlain.test(text)) return true;
  const match = text.length > TITLE_LENGTH_MAX ? null : isFigured?.exec(text);
  const { ordinal, behind = "" } = match?.groups ?? {};
  if (match == null || (ordinal === undefined && !/\d/.test(behind))) return false;
  return behind
    .split(/[\s,()]+/u)
    .filter((word) => word !== "")
    .every((word) => FIGURES.test(word) || isAmong(word.toLowerCase().replace(/\.$/, ""), among));
}

function isAmong(word: string, among: ReadonlySet<string> | undefined): boolean {
  return among?.has(word) === true || monthOfName(word) !== null;
}
