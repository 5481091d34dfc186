import { decimal, decimalText } from "../../core/quantity.ts";

/** Which character separates the decimals. The other one groups thousands. */
export type DecimalMark = "," | ".";

/** Order of the numeric parts of a date in one column. ISO dates and month names are read in either. */
export type DateOrder = "day_first" | "month_first";

/** Blanks are tried from their first on alone: a run of them is looked at once. */
const CURRENCY_WORDS = /^(?:[A-Z]{3}|[Kk]r\.?|[€$£])\s*|(?<!\s)\s*(?:[A-Z]{3}|[Kk]r\.?|,-|[€$£])$/g;

/** Groups of thousands never begin with a zero: "0,198" is less than one. */
const GROUPED: Readonly<Record<DecimalMark, RegExp>> = {
  ",": /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,\d+)?$/,
  ".": /^(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?$/,
};

/** Nearly every cell: no signs besides a minus, no groups. */
const PLAIN: Readonly<Record<DecimalMark, RegExp>> = {
  ",": /^-?\d{1,15}(?:,\d{1,9})?$/,
  ".": /^-?\d{1,15}(?:\.\d{1,9})?$/,
};

/** Thousands behind the only mark of a number, or three decimals. */
const A_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Longest number that is read: 15 digits before and 9 after the mark leave room for signs and separators. */
const AMOUNT_LENGTH_MAX = 40;

/** Longest cell that is looked at: such a number with signs, currency and blanks around it. */
const CELL_LENGTH_MAX = 60;

const NO_NUMBER = { digits: "", negative: false };

/**
 * Reads one printed amount as decimal text: "-1.234,50", "1 234.50 kr.", "(612.44)", "612,44-". Null when the text is not
 * a number written with this decimal mark: formulas, words, a misplaced separator. Nothing is ever evaluated.
 */
export function parseAmount(text: string, mark: DecimalMark): string | null {
  if (PLAIN[mark].test(text)) return decimalText(decimal(text.replace(",", ".")));
  const { digits, negative } = unsigned(text);
  if (digits === "" || digits.length > AMOUNT_LENGTH_MAX || !GROUPED[mark].test(digits)) return null;
  const plain = mark === "," ? digits.replaceAll(".", "").replace(",", ".") : digits.replaceAll(",", "");
  const value = decimal(plain);
  return decimalText(negative ? value.neg() : value);
}

function unsigned(text: string): { digits: string; negative: boolean } {
  const trimmed = text.trim();
  if (trimmed.length > CELL_LENGTH_MAX) return NO_NUMBER;
  let rest = trimmed.replaceAll("\u2212", "-").replace(CURRENCY_WORDS, "").replace(CURRENCY_WORDS, "");
  let negative = false;
  if (/^\(.*\)$/.test(rest)) {
    negative = true;
    rest = rest.slice(1, -1);
  } else if (/^[-+].*[^-]$|^[-+].$/.test(rest)) {
    negative = rest.startsWith("-");
    rest = rest.slice(1);
  } else if (rest.endsWith("-")) {
    negative = true;
    rest = rest.slice(0, -1);
  }
  return {
    digits: rest
      .replace(CURRENCY_WORDS, "")
      .replaceAll(/(?<=\d)[\s'\u00a0\u2009\u202f](?=\d{3})/g, "")
      .trim(),
    negative,
  };
}

/**
 * The decimal mark of a column, from the cells that can only be read one way ("1.234,50", "99,5"). `fallback` decides
 * where no cell shows it ("1.234") or as many cells show one as the other.
 */
export function detectDecimalMark(cells: Iterable<string>, fallback: DecimalMark): DecimalMark {
  let commas = 0;
  let points = 0;
  for (const cell of cells) {
    const mark = markShownBy(cell);
    if (mark === ",") commas += 1;
    else if (mark === ".") points += 1;
  }
  if (commas === points) return fallback;
  return commas > points ? "," : ".";
}

/** A whole number below a thousand, or above without groups; null: another one, or none. */
export function sizeOfWhole(cell: string): "small" | "large" | null {
  const { digits } = unsigned(cell);
  if (!/^[1-9]\d*$/.test(digits)) return null;
  return digits.length > 3 ? "large" : "small";
}

/** "15.000" where the comma is the decimal mark. */
export function isGroup(cell: string, mark: DecimalMark): boolean {
  const { digits } = unsigned(cell);
  return A_GROUP.test(digits) && !digits.includes(mark);
}

/** The decimal mark of a number that can only be read one way; null: one of both, or no number. */
export function markShownBy(cell: string): DecimalMark | null {
  return shownMark(unsigned(cell).digits);
}

function shownMark(digits: string): DecimalMark | null {
  const asComma = GROUPED[","].test(digits);
  const asPoint = GROUPED["."].test(digits);
  if (asComma === asPoint) return null;
  return asComma ? "," : ".";
}

const NUMERIC_DATE = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{2}|\d{4})(?:[ T,].*)?$/;
const ISO_DATE = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[ T].*)?$/;
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/;
const DAY_MONTH_NAME = /^(\d{1,2})\.?[ -]([a-zæøå]{3,9})\.?[ -,]*(\d{4})$/i;
const MONTH_NAME_DAY = /^([a-zæøå]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;

/** First three letters of a month's Danish, English, Swedish, Norwegian and German name. */
const MONTHS: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  mär: 3,
  apr: 4,
  maj: 5,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  okt: 10,
  oct: 10,
  nov: 11,
  dec: 12,
  des: 12,
  dez: 12,
};

/** Whether days have a stroke between day and month, where the month may come first, and no number above 12 says which is the day. */
export function areOfUnknownOrder(days: readonly string[]): boolean {
  const parts = days.flatMap((day) => /^(\d{1,2})\/(\d{1,2})\//.exec(day)?.slice(1) ?? []);
  return parts.length > 0 && parts.every((part) => Number(part) <= 12);
}

/**
 * The order of a column's dates, or of columns that are written alike: month first where a day above 12 shows it, and none the reverse;
 * `fallback` where none shows either.
 */
export function detectDateOrder(cells: Iterable<string>, fallback: DateOrder = "day_first"): DateOrder {
  let isMonthFirst = false;
  for (const cell of cells) {
    const parts = NUMERIC_DATE.exec(cell.trim());
    if (parts === null) continue;
    if (Number(parts[1]) > 12) return "day_first";
    if (Number(parts[2]) > 12) isMonthFirst = true;
  }
  return isMonthFirst ? "month_first" : fallback;
}

/** Reads a printed date as ISO text ("2026-02-03"); years 1970 to 2099. Null: not a real date. A time of day is ignored. */
export function parseDate(text: string, order: DateOrder): string | null {
  const trimmed = text.trim();
  const iso = ISO_DATE.exec(trimmed) ?? COMPACT_DATE.exec(trimmed);
  if (iso !== null) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = NUMERIC_DATE.exec(trimmed);
  if (numeric !== null) {
    const [, first, second, yearText] = numeric;
    const year = Number(yearText) + (yearText?.length === 2 ? 2000 : 0);
    const [day, month] = order === "day_first" ? [first, second] : [second, first];
    return isoDate(year, Number(month), Number(day));
  }
  const dayFirst = DAY_MONTH_NAME.exec(trimmed);
  if (dayFirst !== null) return isoDate(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]));
  const nameFirst = MONTH_NAME_DAY.exec(trimmed);
  return nameFirst === null ? null : isoDate(Number(nameFirst[3]), monthOf(nameFirst[1]), Number(nameFirst[2]));
}

function monthOf(name: string | undefined): number {
  return MONTHS[(name ?? "").slice(0, 3).toLowerCase()] ?? 0;
}

const DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isoDate(year: number, month: number, day: number): string | null {
  // Every fourth year from 1970 to 2099 is a leap year.
  const days = month === 2 && year % 4 === 0 ? 29 : (DAYS[month - 1] ?? 0);
  if (year < 1970 || year > 2099 || day < 1 || day > days) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
