import { detectDateOrder, parseDate } from "../amounts.ts";
import { monthOfName } from "../period-tokens.ts";
import { periodInWords, type PrintedPeriod } from "../period-words.ts";

type Days = Pick<PrintedPeriod, "start" | "end">;

/**
 * The days that the whole cell of a column of periods states: in words, or as a month or two days or months of any spelling ("2025-12",
 * "dec-25", "1/12-2025 - 31/12-2025"). Null: none, several, or days of which nobody knows which number is the month.
 */
export function periodInCell(cell: string): Days | null {
  const text = cell.trim();
  if (text.length > CELL_MAX) return null;
  return periodInWords(text) ?? monthIn(text) ?? rangeIn(text);
}

const CELL_MAX = 60;

const MONTH_FORMS = [
  /^(?<year>20\d\d)[-./ ]?(?<month>\d{1,2})$/,
  /^(?<month>\d{1,2})[-./ ](?<year>20\d\d)$/,
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
    new Date(Date.UTC(2000 + year, month - 1 + after, day)).toISOString().slice(0, 10);
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

const DAY_FORM = /^(?:20\d{6}|\d{1,4}[-./]\d{1,2}[-./]\d{1,4})$/;
const DAY_AND_MONTH = /^\d{1,2}([./])\d{1,2}\.?$/;

function daysBetween(first: string, last: string): Days | null {
  const [from, to] = [monthIn(first), monthIn(last)];
  if (from !== null && to !== null) return { start: from.start, end: to.end };
  if (!DAY_FORM.test(last)) return null;
  // The year may stand at the last day alone.
  const separator = DAY_AND_MONTH.exec(first)?.[1];
  const whole = separator === undefined ? first : `${first.replace(/\.$/, "")}${separator}${last.slice(-4)}`;
  if (!DAY_FORM.test(whole) || areOfUnknownOrder([whole, last])) return null;
  const order = detectDateOrder([whole, last]);
  const [start, end] = [parseDate(whole, order), parseDate(last, order)];
  return start === null || end === null ? null : { start, end };
}

/** With a stroke between day and month the month may come first, unless a number above 12 says which is the day. */
function areOfUnknownOrder(days: readonly string[]): boolean {
  const parts = days.flatMap((day) => /^(\d{1,2})\/(\d{1,2})\//.exec(day)?.slice(1) ?? []);
  return parts.length > 0 && parts.every((part) => Number(part) <= 12);
}
