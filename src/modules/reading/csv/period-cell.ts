import { calendarDay } from "../../../core/days.ts";
import { areOfUnknownOrder, detectDateOrder, parseDate } from "../amounts.ts";
import { monthOfName } from "../../../core/month-names.ts";
import type { PrintedPeriod } from "../named-days.ts";
import { periodInWords } from "../period-words.ts";

type Days = Pick<PrintedPeriod, "start" | "end">;

/**
 * The days that the whole cell of a column of periods states: in words, or as a day, month, quarter or year, or two days or months, of any
 * spelling ("2025-12", "dec-25", "Q4-25", "1/12-2025 - 31/12-2025"). Null: none, several, or days of which nobody knows which number is the month.
 */
export function periodInCell(cell: string): Days | null {
  const shown = cell.trim();
  // Whether a day that ends at midnight is still of the period, the first of a month does not say.
  if (shown.length > CELL_MAX || FIRST_AT_MIDNIGHT.test(shown)) return null;
  const text = shown.replaceAll(TIME_OF_DAY, "");
  return periodInWords(text) ?? yearIn(text) ?? quarterIn(text) ?? monthIn(text) ?? dayIn(text) ?? rangeIn(text);
}

const TIME_OF_DAY = /(?<=\d\d)[ T]\d{1,2}:\d\d(?::\d\d)?(?![\d.:])/g;
/** The end of two moments. */
const FIRST_AT_MIDNIGHT = /\d[ T]\d{1,2}:\d\d.*(?:-0?1|\b0?1[-./]\d{1,2}[-./]\d{4})[ T]00?:00(?::00)?$/;

const CELL_MAX = 60;

function yearIn(text: string): Days | null {
  return /^20\d\d$/.test(text) ? { start: `${text}-01-01`, end: `${text}-12-31` } : null;
}

const QUARTER_FORMS = [
  /^[qk](?<quarter>[1-4])[-./' ]{0,2}(?<year>20\d\d|[23]\d)$/i,
  /^(?<year>20\d\d|[23]\d)[-./ ]?[qk](?<quarter>[1-4])$/i,
];

function quarterIn(text: string): Days | null {
  for (const form of QUARTER_FORMS) {
    const { year, quarter } = form.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const last = Number(quarter) * 3;
    return { start: monthOf(Number(year.slice(-2)), last - 2).start, end: monthOf(Number(year.slice(-2)), last).end };
  }
  return null;
}

/** One day, unless nobody knows which of its numbers is the month. */
function dayIn(text: string): Days | null {
  if (!DAY_FORM.test(text) || areOfUnknownOrder([text])) return null;
  const day = parseDate(text, detectDateOrder([text]));
  return day === null ? null : { start: day, end: day };
}

const MONTH_FORMS = [
  /^(?<year>20\d\d)[-./ ]?(?<month>\d{1,2})$/,
  /^(?<month>\d{1,2})[-./ ](?<year>20\d\d)$/,
  // Two figures of a year cannot be those of a month.
  /^(?<month>\d{1,2})\/(?<year>[23]\d)$/,
  /^(?<name>\p{L}{3,9})\.?[-./' ]{0,2}(?<year>(?:20)?\d\d)$/u,
];

function monthIn(text: string): Days | null {
  for (const form of MONTH_FORMS) {
    const { year = "", month, name = "" } = form.exec(text)?.groups ?? {};
    const number = month === undefined ? monthOfName(name) : Number(month);
    if (year !== "" && number !== null && number >= 1 && number <= 12) return monthOf(Number(year.slice(-2)), number);
  }
  return null;
}

function monthOf(year: number, month: number): Days {
  const dayAt = (after: number, day: number): string =>
    calendarDay(new Date(Date.UTC(2000 + year, month - 1 + after, day)));
  return { start: dayAt(0, 1), end: dayAt(1, 0) };
}

const BETWEEN = /\s*(?:-|–|—|\/|;|\b(?:til|to|bis|till)\b)\s*/gu;

/** Two days or two months around the one separator that leaves both readable. */
function rangeIn(text: string): Days | null {
  const found = [...text.matchAll(BETWEEN)]
    .map((between) => daysBetween(text.slice(0, between.index), text.slice(between.index + between[0].length)))
    .filter((days) => days !== null);
  const [only] = found;
  return only !== undefined && found.length === 1 && only.start <= only.end ? only : null;
}

const DAY_FORM = /^(?:20\d{6}|\d{1,4}[-./]\d{1,2}[-./ ]\d{1,4})$/;
const DAY_AND_MONTH = /^\d{1,2}[./]\d{1,2}\.?$/;
const YEAR_OF_DAY = /^\d{1,2}[-./]\d{1,2}(?<year>[-./ ](?:20)?\d\d)$/;

function daysBetween(first: string, last: string): Days | null {
  const [from, to] = [monthIn(first), monthIn(last)];
  if (from !== null && to !== null) return { start: from.start, end: to.end };
  if (!DAY_FORM.test(last)) return null;
  // The year may stand at the last day alone.
  const year = YEAR_OF_DAY.exec(last)?.groups?.["year"];
  const whole = DAY_AND_MONTH.test(first) && year !== undefined ? `${first.replace(/\.$/, "")}${year}` : first;
  if (!DAY_FORM.test(whole) || areOfUnknownOrder([whole, last])) return null;
  const order = detectDateOrder([whole, last]);
  const [start, end] = [parseDate(whole, order), parseDate(last, order)];
  return start === null || end === null ? null : { start, end };
}
