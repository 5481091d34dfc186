import { calendarDay } from "../../core/days.ts";
import { areOfUnknownOrder, detectDateOrder, parseDate } from "./amounts.ts";

/** Days, both included; ISO dates. */
export interface PrintedPeriod {
  readonly start: string;
  readonly end: string;
  /** The words that say so. */
  readonly words: string;
}

const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}]|[./-]\d)`;
const BETWEEN = String.raw`\s*(?:-|–|—|til|to|bis|till|t\.o\.m\.)\s*`;
const DAY = String.raw`20\d\d-\d\d-\d\d|\d{1,2}(?:\.\d{1,2}\.|-\d{1,2}-|\/\d{1,2}\/)20\d\d`;
/** Two figures of a year, as nobody writes of a version or a clause. */
const SHORT = String.raw`\d\d(?:\.\d\d\.|\/\d\d\/)[1-4]\d`;
/** "31/12 2025", "31.12. 2025": the year apart. */
const YEAR_APART = String.raw`\d{1,2}\/\d{1,2} 20\d\d|\d{1,2}\.\d{1,2}\.? 20\d\d`;
const OF_NO_YEAR = String.raw`\d{1,2}\.\d{1,2}\.?|\d{1,2}\/\d{1,2}`;
const RANGES = [
  new RegExp(`${START}(?<d1>${DAY}|${OF_NO_YEAR})${BETWEEN}(?<d2>${DAY}|${YEAR_APART})${END}`, "giu"),
  new RegExp(`${START}(?<d1>${SHORT}|${OF_NO_YEAR})${BETWEEN}(?<d2>${SHORT})${END}`, "giu"),
] as const;
const WEEKS = new RegExp(
  `${START}(?:uge|ugerne|weeks?|kw|kalenderwochen?|veckor|vecka)\\s*(?<w1>\\d{1,2})(?:${BETWEEN}(?<w2>\\d{1,2}))?(?:\\s*[,/]\\s*|\\s+(?:i |of |in )?)(?<year>20\\d\\d)${END}`,
  "giu",
);

/** A text without one of them names neither days nor weeks: nearly every line, told before anything is looked for. */
const MAY_NAME_DAYS = /\d[./-]\d{1,2}[./-](?:20)?[1-4]\d|\d[./]\d{1,2}\.? 20\d\d|20\d\d-\d\d-\d\d/;
const MAY_NAME_WEEKS = /uge|week|kw|kalenderw|veck/iu;

/**
 * Each period that a text names by its first and last day, or by weeks of a year (ISO 8601: from Monday to Sunday): "01.10.2024 -
 * 30.09.2025", "01.12 - 31.12.2025", "1/12 - 31/12 2025", "01.12.25 - 31.12.25", "uge 40-43 2025". The first day has the year of the last one, or the one
 * before. Left out are days that are none, that end before they start, or of which nobody knows which number is the month.
 */
export function namedDays(text: string): PrintedPeriod[] {
  const days = MAY_NAME_DAYS.test(text) ? RANGES.flatMap((range) => [...text.matchAll(range)]) : [];
  const weeks = MAY_NAME_WEEKS.test(text) ? [...text.matchAll(WEEKS)] : [];
  return [
    ...days.flatMap(({ 0: words, groups = {} }) => daysOf(groups, words)),
    ...weeks.flatMap(({ 0: words, groups = {} }) => weeksOf(groups, words)),
  ];
}

type Groups = Readonly<Record<string, string | undefined>>;

function daysOf({ d1 = "", d2: last = "" }: Groups, words: string): PrintedPeriod[] {
  const d2 = last.replace(/\.? /, last.includes("/") ? "/" : ".");
  const isWhole = d1.length > OF_NO_YEAR_MAX;
  const first = isWhole ? d1 : inYearOf(d1, d2);
  if (areOfUnknownOrder([first, d2])) return [];
  const order = detectDateOrder([first, d2]);
  const [start, end] = [parseDate(first, order), parseDate(d2, order)];
  if (start === null || end === null) return [];
  if (end >= start) return [{ start, end, words }];
  const before = `${Number(start.slice(0, 4)) - 1}${start.slice(4)}`;
  return isWhole || parseDate(before, order) === null ? [] : [{ start: before, end, words }];
}

/** "01.12." is the longest day without a year. */
const OF_NO_YEAR_MAX = 6;

/** A day without a year in the year of another, written like that one. */
function inYearOf(day: string, other: string): string {
  const [sign = "."] = /[./]/.exec(day) ?? [];
  const year = /20\d\d/.exec(other)?.[0] ?? other.slice(-2);
  return `${day.replace(/\.$/, "")}${sign}${year}`;
}

const DAYS_OF_WEEK = 7;

function weeksOf({ w1 = "", w2 = w1, year = "" }: Groups, words: string): PrintedPeriod[] {
  const [first, last] = [Number(w1), Number(w2)];
  if (first < 1 || last < first || last > weeksIn(Number(year))) return [];
  return [{ start: dayOfWeek(Number(year), first, 0), end: dayOfWeek(Number(year), last, DAYS_OF_WEEK - 1), words }];
}

/** Day of an ISO week, Monday being 0: the first week is that of 4 January. */
function dayOfWeek(year: number, week: number, day: number): string {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = 4 - ((fourth.getUTCDay() + 6) % DAYS_OF_WEEK);
  return calendarDay(new Date(Date.UTC(year, 0, monday + (week - 1) * DAYS_OF_WEEK + day)));
}

/** 53 where 28 December lies in week 53. */
function weeksIn(year: number): number {
  return dayOfWeek(year, 53, 0) <= `${year}-12-28` ? 53 : 52;
}
