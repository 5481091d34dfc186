import {
  type DateOrder,
  type DecimalMark,
  detectDateOrder,
  detectDecimalMark,
  parseAmount,
  parseDate,
} from "../amounts.ts";
import type { Decimal } from "../../../core/quantity.ts";
import { ROUNDED, TO_THE_CENT } from "../balance.ts";
import { periodInWords } from "../period-words.ts";
import type { Row } from "../pdf/page-words.ts";

const MONTH =
  "jan|feb|mar|mär|apr|maj|may|mai|jun|jul|aug|sep|okt|oct|nov|dec|des|dez|fév|fev|avr|juin|juil|août|aout|déc";
const DATE = new RegExp(
  String.raw`\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})\b|\b\d{1,2}\.?[ -](?:${MONTH})\p{L}*\.?[ ,-]*\d{4}\b|\b(?:${MONTH})\p{L}*\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b`,
  "giu",
);
/** Names that the table of months writes otherwise. */
const OTHER_MONTHS: readonly (readonly [RegExp, string])[] = [
  [/juin/iu, "jun"],
  [/juil\p{L}*/iu, "jul"],
  [/ao[uû]t/iu, "aug"],
  [/f[ée]v\p{L}*/iu, "feb"],
  [/avr\p{L}*/iu, "apr"],
  [/d[ée]c(?!ember)\p{L}*/iu, "dec"],
  [/märz/iu, "mar"],
];

/** A number as it stands on a page: sign, groups, decimals, currency or minus behind. */
const MONEY =
  /(?<![\p{L}\d.,-])[-−(+]?\s?(?:[€$£]\s?-?)?(?:\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+|\d+)(?:[.,]\d{1,6})?-?\)?(?![\p{L}\d%]|[.,]\d)/gu;

/** How one document writes its numbers and dates. */
export interface Notation {
  readonly mark: DecimalMark;
  readonly order: DateOrder;
  /** How far apart printed sums may be that are equal, in the document's currency. */
  readonly tolerance: Decimal;
}

/**
 * Detected from everything on the pages. `isAmerican`: where nothing shows it, the month stands first. `isRecognised`: the
 * letters were recognised on a picture, and may be misread.
 */
export function notationOf(
  rows: readonly Row[],
  { isAmerican, isRecognised }: { readonly isAmerican: boolean; readonly isRecognised: boolean },
): Notation {
  const texts = rows.flatMap((row) => row.cells.map((cell) => cell.text));
  const dates = texts.flatMap((text) => text.match(DATE) ?? []);
  const numbers = texts.flatMap((text) => (text.replaceAll(DATE, " ").match(MONEY) ?? []).filter(hasMark));
  const order = detectDateOrder(dates);
  const isOpen = !dates.some((date) => Number(/^\d{1,2}/.exec(date)?.[0]) > 12);
  return {
    mark: detectDecimalMark(
      numbers.map((number) => number.replaceAll(/[€$£]/g, "").trim()),
      isAmerican ? "." : ",",
    ),
    order: isAmerican && isOpen ? "month_first" : order,
    tolerance: isRecognised ? TO_THE_CENT : ROUNDED,
  };
}

function hasMark(text: string): boolean {
  return /[.,]\d/.test(text);
}

/** Every date in a text, in order, as ISO text. */
export function datesIn(text: string, order: DateOrder): string[] {
  return (text.match(DATE) ?? []).flatMap((dateText) => {
    let written = dateText;
    for (const [name, monthName] of OTHER_MONTHS) written = written.replace(name, monthName);
    return (
      parseDate(written.replace(/^(\d{1,2})-(\p{L})/u, "$1 $2").replace(/(\p{L})-(\d{4})$/u, "$1 $2"), order) ?? []
    );
  });
}

/** The number that a whole cell is, as decimal text; null when it holds anything else. */
export function amountOf(text: string, mark: DecimalMark): string | null {
  return parseAmount(text.trim(), mark);
}

/** Every number with decimals or groups in a text, in order; dates and percentages are none. */
export function amountsIn(text: string, mark: DecimalMark): string[] {
  const amountTexts =
    text
      .replaceAll(DATE, " ")
      .replaceAll(/\d+(?:[.,]\d+)? ?%|\[\d{1,3}\]/g, " ")
      .match(MONEY) ?? [];
  return amountTexts.flatMap((amountText) => parseAmount(amountText.trim(), mark) ?? []);
}

/** A text without the numbers and dates in it. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(DATE, " ").replaceAll(MONEY, " ").replaceAll(/\s+/g, " ").trim();
}

/** The period that a text states as two dates, both included, or by the names of months, quarter or year. */
export function periodIn(text: string, order: DateOrder): { readonly start: string; readonly end: string } | null {
  const [start, end, ...more] = datesIn(text, order);
  if (end === undefined) return periodInWords(text);
  if (start === undefined || more.length > 0 || end < start) return null;
  const between = /\d\s*(?:-|–|—|til|to|bis|till|tom|t\.o\.m\.|au|through|\/)\s*\S/iu.test(text);
  return between ? { start, end } : null;
}
