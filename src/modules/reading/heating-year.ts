import { calendarDay } from "../../core/days.ts";
import { monthOfName } from "../../core/month-names.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import type { PrintedPeriod } from "./named-days.ts";

const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const LABEL = String.raw`(?:varme(?:år|sæson|året|sæsonen)(?:et|en)?|fyringssæson(?:en)?|forbrugsår(?:et)?|heating\s+(?:year|season)|heizjahr|heizperiode|värmeår(?:et)?)`;
/** "Varmeår: 2025/2026", "varmeåret 2025/26", "heating year 2025-2026", "Varmeår 2026". */
const NAMED_YEAR = new RegExp(
  String.raw`${START}${LABEL}\.?\s*:?\s*(?<first>20\d\d)(?:\s*[/–-]\s*(?<last>20\d\d|\d\d))?${END}(?!\s*[./-]\s*\d)`,
  "giu",
);

const DAY = (name: string): string =>
  String.raw`(?:(?<${name}d>\d{1,2})\.?\s*(?<${name}n>\p{L}{3,9})|(?<${name}n2>\p{L}{3,9})\s+(?<${name}d3>\d{1,2})|(?<${name}d2>\d{1,2})[./](?<${name}m>\d{1,2})\.?(?![./]?\d))`;
/** "Varmeåret løber fra 1. juni til 31. maj", "varmeår (1/6 - 31/5)", "the heating year runs from 1 June to 31 May". */
const NAMED_DAYS = new RegExp(
  String.raw`${START}${LABEL}[^\d.;]{0,40}?${DAY("a")}\s*(?:-|–|—|til|to|bis|till|og|and)\s*${DAY("b")}`,
  "giu",
);

/** What texts of one document say of the year in which heat is used. */
export interface HeatingYear {
  /** Its days, where the document says in which month such a year begins; null: it does not. */
  readonly period: PrintedPeriod | null;
  /** Set where it does not. */
  readonly open: OpenPeriod | null;
}

/**
 * The heating year that a document names. In which month one begins is the supplier's choice and is told by no law, so that "Varmeår
 * 2025/2026" alone is no period. Proposed is then the year from 1 June, in which most Danish district heating works read and
 * settle, and the calendar year where a single one is named. Null: it names none, or several.
 */
export function heatingYearIn(texts: readonly string[]): HeatingYear | null {
  const named = texts.flatMap((text) => [...text.slice(0, TEXT_MAX).matchAll(NAMED_YEAR)].flatMap(yearsOf));
  const [year] = named;
  if (year === undefined || named.some(({ first, last }) => first !== year.first || last !== year.last)) return null;
  const months = new Set(
    texts.flatMap((text) => [...text.slice(0, TEXT_MAX).matchAll(NAMED_DAYS)].flatMap(firstMonthOf)),
  );
  const [month] = months;
  if (months.size === 1 && month !== undefined && (month === 1) === (year.first === year.last)) {
    return { period: { ...yearFrom(year.first, month), words: year.words }, open: null };
  }
  const proposed = yearFrom(year.first, year.first === year.last ? 1 : JUNE);
  return { period: null, open: { ...proposed, words: year.words } };
}

const TEXT_MAX = 400;
const JUNE = 6;

interface NamedYear {
  readonly first: number;
  readonly last: number;
  readonly words: string;
}

function yearsOf(match: RegExpExecArray): NamedYear[] {
  const { first: from = "", last: to = from } = match.groups ?? {};
  const first = Number(from);
  const last = to.length === 2 ? Math.floor(first / 100) * 100 + Number(to) : Number(to);
  return last === first || last === first + 1 ? [{ first, last, words: match[0].trim() }] : [];
}

/** The month on whose first day it begins, where the other day is the last one of the twelve months. */
function firstMonthOf({ groups = {} }: RegExpExecArray): number[] {
  const from = dayOf(groups, "a");
  const to = dayOf(groups, "b");
  if (from === null || to === null || from.day !== 1) return [];
  const isWhole = to.month === (from.month === 1 ? 12 : from.month - 1) && to.day >= 28;
  return isWhole ? [from.month] : [];
}

function dayOf(
  groups: Readonly<Record<string, string | undefined>>,
  name: string,
): { readonly day: number; readonly month: number } | null {
  const word = groups[`${name}n`] ?? groups[`${name}n2`];
  const day = Number(groups[`${name}d`] ?? groups[`${name}d2`] ?? groups[`${name}d3`]);
  const month = word === undefined ? Number(groups[`${name}m`]) : (monthOfName(word) ?? 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { day, month } : null;
}

function yearFrom(year: number, month: number): { readonly start: string; readonly end: string } {
  const iso = (at: number): string => calendarDay(new Date(at));
  return { start: iso(Date.UTC(year, month - 1, 1)), end: iso(Date.UTC(year + 1, month - 1, 0)) };
}
