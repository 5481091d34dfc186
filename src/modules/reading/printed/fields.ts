import type { Row } from "../pdf/page-words.ts";
import { labelled, matches, valuesAt } from "./labelled-cells.ts";
import { datesIn, type Notation } from "./values.ts";

const DOCUMENT =
  "faktura|salgsfaktura|kreditnota|kreditnote|kreditfaktura|kredit|regning|regnings|bilag|bilags|invoice|tax invoice|sales invoice|vat invoice|bill|credit note|credit memo|credit|rechnung|rechnungs|gutschrift|gutschrifts|beleg|facture|avoir|kvittering|kvitterings|receipt|dokument|document|bon|kassebon|kassenbon|fattura|factuur|factura";
const NUMBER_WORD = "nr|nummer|no|num|number|numéro|numero|n°|nº|id|#";
/** A title with nothing but the number below it or beside it. */
const TITLE = /^(?:faktura|salgsfaktura|invoice|tax invoice|rechnung|facture|kreditnota|credit note)(?<value>)$/iu;
const NUMBER_LABELS: readonly RegExp[] = [
  new RegExp(String.raw`^(?:${DOCUMENT})[\s-]*(?:${NUMBER_WORD})(?![\p{L}])\.?\s*[:.#]*\s*(?<value>.*)$`, "iu"),
  new RegExp(
    String.raw`^(?:n°|nº|numéro|numero|no|nr|number|num)\.? (?:de |af |of |der )?(?:la )?(?:${DOCUMENT})\s*[:.#]*\s*(?<value>.*)$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:${DOCUMENT})\s*[:#]?\s*(?:(?:${NUMBER_WORD})(?![\p{L}])\.?)?\s*[:#]?\s*(?<value>\S.*)$`,
    "iu",
  ),
  new RegExp(String.raw`^(?:nummer|nr|no|number)\.?\s*[:#]\s*(?<value>.*)$`, "iu"),
];
/** A document's own number: no blanks but between groups, at least one digit. */
const NUMBER = /^(?=.{0,39}\d)[\p{L}\d][\p{L}\d/._-]{0,39}$/u;

const DATE_LABELS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:${DOCUMENT}|udstedelses|udskrifts|utställnings|utskrifts|issue|ausstellungs|faktureret)s?[\s-]*(?:dato|date|datum|dt)\b\.?\s*:?\s*(?<value>.*)$`,
    "iu",
  ),
  /^(?:date of issue|date d['’]émission|date (?:de |of )?(?:la )?(?:facture|facturation|invoice|issue)|issued(?: on)?|date issued|udstedt(?: den)?|faktureringsdato|facture du|billed on|invoiced)\b\.?\s*:?\s*(?<value>.*)$/iu,
  /^(?:dato|date|datum|den)\b\.?\s*:?\s*(?<value>.*)$/iu,
];

/** A value with how sure its label makes it: 1 an exact label, less for a general one. */
export interface LabelledValue {
  readonly value: string;
  readonly confidence: number;
}

/** The number of the document: labelled as such, else behind its title. Null: none is recognised. */
export function documentNumber(rows: readonly Row[]): LabelledValue | null {
  for (const [index, label] of NUMBER_LABELS.entries()) {
    const value = labelled(rows, label, numberIn);
    if (value !== null) return { value, confidence: index < 2 ? 0.98 : 0.85 };
  }
  const titled = labelled(rows, TITLE, numberIn);
  return titled === null ? null : { value: titled, confidence: 0.7 };
}

function numberIn(text: string): string | null {
  const clean = text.replace(/^(?:(?:no|nr|n°|nº|num)\b\.?|[#:.])\s*/iu, "").trim();
  const [first = "", second = ""] = clean.split(/\s+/);
  if (datesIn(`${first} ${second}`, "day_first").length > 0 && !/^\D/.test(first)) {
    return /^\d{1,4}[-./]\d{1,2}[-./]\d{2,4}$/.test(first) ? null : (first.match(NUMBER)?.[0] ?? null);
  }
  const joined = /^\p{L}{1,6}$/u.test(first) && /^\d/.test(second) ? `${first} ${second}` : first;
  if (joined !== first && NUMBER.test(second)) return joined;
  return NUMBER.test(first.replace(/[,;]$/, "")) ? first.replace(/[,;]$/, "") : null;
}

/** Tills print the time beside the date of a sale. */
const TIME = /(?<![\d:.,])(?:[01]?\d|2[0-3])[:.][0-5]\d(?:[:.][0-5]\d)?(?![\d.,])/u;

/** The date of the document as ISO text; the earliest unlabelled one, with little confidence, where none is labelled. */
export function issueDate(rows: readonly Row[], { order }: Notation): LabelledValue | null {
  const dateIn = (text: string) => datesIn(text.slice(0, 40), order)[0] ?? null;
  for (const [index, label] of DATE_LABELS.entries()) {
    const value = labelled(rows, label, dateIn);
    if (value !== null) return { value, confidence: index < 2 ? 0.98 : 0.85 };
  }
  const isOther =
    /forfald|due|fällig|échéance|förfallo|forfall|lever|deliver|liefer|order|ordre|periode|period|betal|fra |til /iu;
  for (const row of rows) {
    const first = row.cells.some((cell) => isOther.test(cell.text))
      ? undefined
      : row.cells.flatMap((cell) => datesIn(cell.text, order))[0];
    const isTimed = row.cells.some((cell) => TIME.test(cell.text));
    if (first !== undefined) return { value: first, confidence: isTimed ? 0.7 : 0.5 };
  }
  return null;
}

const METER_LABEL =
  /^(?:aftagenummer|aftagenr|målepunkt(?:s-?id)?|målepunktsnr|metering point(?: id)?|gsrn|zählpunkt|marktlokation|anläggnings-?id|målepunkt-?id|mpan|måler(?:nr|nummer)?|målernr|meter(?: no| number| id)?|zähler(?:nummer|nr)?|mätar(?:nummer|nr)?|installationsnr|installationsnummer)\b\.?\s*:?\s*(?<value>.*)$/iu;

const CUSTOMER_LABEL =
  /^(?:kunde(?:nr|nummer|-?id)|kundenummer|kund(?:nr|nummer)|customer (?:no|number|id)|account (?:no|number)|kundennummer|kunden-?nr)\b\.?\s*:?\s*(?<value>.*)$/iu;

/** The supplier's number of the customer; null: none is labelled. */
export function customerNumber(rows: readonly Row[]): string | null {
  return labelled(rows, CUSTOMER_LABEL, (text) => /^[\p{L}\d][\p{L}\d -]{2,29}$/u.exec(text.trim())?.[0] ?? null);
}

/** The metering point (18 digits) or meter that the document names first; null when it names none or several. */
export function meterOf(rows: readonly Row[]): string | null {
  const meterNumbers = new Set<string>();
  for (const label of matches(rows, METER_LABEL)) {
    for (const text of valuesAt(rows, label)) {
      const number = /^(?:DE)?[\d][\d -]{4,39}$/.exec(text.trim())?.[0].replaceAll(/[ -]/g, "");
      if (number !== undefined) {
        meterNumbers.add(number);
        break;
      }
    }
  }
  const points = [...meterNumbers].filter((number) => /^\d{18}$/.test(number));
  const numbers = points.length > 0 ? points : [...meterNumbers];
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
}
