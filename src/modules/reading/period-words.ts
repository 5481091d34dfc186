import { calendarDay, plusDays } from "../../core/days.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import { namedDays, type PrintedPeriod } from "./named-days.ts";
import { type PeriodAtom, type PeriodChain, periodChains } from "./period-chains.ts";
import { UNIT_MONTHS } from "./period-tokens.ts";

const A_YEAR = /20\d\d/;
/** What every name of a part of a year has in it. */
const A_PART =
  /jan|feb|m[aä]r|mrz|mae|apr|ma[ijy]|ju[nl]|aug|sep|o[kc]t|nov|de[czs]|kv|[qkh][1-4]|quart|half|halb|halv|kalend|calend|full|helår|for året/iu;

/**
 * The period that a text names by its first and last day or by weeks (namedDays), or by months, quarters, halves or years that follow one another, which
 * always name their year: "01.10.2024 - 30.09.2025", "juli 2026", "december - februar 2026" (from December of the year before),
 * "nov-dec 2025 og jan 2026", "3. og 4. kvartal 2026", "Q3 2026". It is read whole or not at all. Null: none, several, or one
 * that `openWordsIn` asks about.
 */
export function periodInWords(text: string): PrintedPeriod | null {
  const { period } = readWords(text);
  return period;
}

/**
 * What a text names without saying for certain which days it means: months with others between them ("januar og marts 2026"), or
 * one from which something holds ("fra januar 2026"). Proposed are the days from the first to the last. Null: it names nothing so.
 */
export function openWordsIn(text: string): OpenPeriod | null {
  const { open } = readWords(text);
  return open;
}

/** Descriptions are short; what stands further back in a long text names no period of the line. */
const TEXT_MAX = 400;

interface ReadWords {
  readonly period: PrintedPeriod | null;
  readonly open: OpenPeriod | null;
}

const NOTHING: ReadWords = { period: null, open: null };

function readWords(text: string): ReadWords {
  const shown = text.slice(0, TEXT_MAX);
  const days = namedDays(shown);
  if (days.length > 0) return { period: only(days), open: null };
  // Most lines name no year, and nothing else is read without.
  if (!A_YEAR.test(shown) || !A_PART.test(shown)) return NOTHING;
  const read = periodChains(shown).flatMap((chain) => readChain(chain, shown.slice(chain.at, chain.end)) ?? []);
  const uncertain = read.filter(({ certainty }) => certainty === "open");
  const certain = read.filter(({ certainty }) => certainty === "certain");
  const [first] = uncertain;
  if (first !== undefined) return { period: null, open: spanOf(uncertain, first.period.words) };
  const [rank] = certain.map(({ rank: of }) => of).toSorted((one, other) => one - other);
  if (rank !== undefined) {
    return { period: only(certain.filter((one) => one.rank === rank).map(({ period }) => period)), open: null };
  }
  const [endless] = read;
  return endless === undefined ? NOTHING : { period: null, open: spanOf(read, endless.period.words) };
}

/** The days of one stretch of months, quarters or halves with its year, for certain; null: it is none. */
export function stretchOf(chain: PeriodChain): Pick<PrintedPeriod, "start" | "end"> | null {
  const read = readChain(chain, "");
  return read?.certainty === "certain" ? read.period : null;
}

interface ReadChain {
  /** endless: it begins or ends something else; where the text names a period as well, that one counts. */
  readonly certainty: "certain" | "open" | "endless";
  /** Several together tell more than a part of a year, and that more than a month. */
  readonly rank: number;
  readonly period: PrintedPeriod;
}

/** Null: it names no year, or days alone that make no period. */
function readChain({ atoms, isOpenEnded }: PeriodChain, words: string): ReadChain | null {
  const spans = spansOf(inTwoYears(withKinds(atoms)));
  const [first] = spans;
  if (first === undefined) return null;
  const areDays = spans.every(({ isDay }) => isDay);
  const isRange = spans.slice(1).some(({ atom }) => atom.link === "range");
  if (areDays && (!isRange || spans.some(({ atom }) => atom.kind === "date"))) return null;
  const whole = isOpenEnded ? null : wholeOf(spans);
  const starts = spans.map(({ start }) => start).toSorted();
  const ends = spans.map(({ end }) => end).toSorted();
  const period = whole ?? { start: starts[0] ?? "", end: ends.at(-1) ?? "" };
  const rank = spans.length > 1 ? 1 : first.atom.kind === "month" ? 3 : 2;
  const certainty = whole !== null ? "certain" : spans.length > 1 || !isOpenEnded ? "open" : "endless";
  return { certainty, rank, period: { ...period, words } };
}

/**
 * What can be meant, from the last to the first: what no kind follows is left out, and so is what stands before something that no
 * year or month has ("bolig 12, 1. og 2. kvartal").
 */
function withKinds(atoms: readonly PeriodAtom[]): PeriodAtom[] {
  const named: PeriodAtom[] = [];
  for (const atom of atoms.toReversed()) {
    const next = named[0];
    const meant = withKind(atom, next);
    if (meant === null && next === undefined) continue;
    if (meant === null) break;
    if (!canBe(meant)) {
      if (next !== undefined && atom.isDoubtful !== true) named[0] = { ...next, isDoubtful: true };
      break;
    }
    named.unshift(meant);
  }
  return named;
}

/**
 * Numbers are of the kind of what follows them: "1.-3. kvartal", "1.-15. juli", "January 1 to March 31, 2026". A number that is no
 * ordinal may be of something else: "uge 1-5 januar", "lejemål 3 og 4. kvartal".
 */
function withKind(atom: PeriodAtom, next: PeriodAtom | undefined): PeriodAtom | null {
  const isDated = atom.kind === "month" && atom.day !== undefined && atom.year === null;
  if (isDated && next?.kind === "day") return { ...atom, kind: "day", isDoubtful: false };
  if (atom.kind !== "number") return atom;
  const isWholeMonth = next?.kind === "day" && atom.index === 0 && next.day === lastDayOf(next);
  if (next?.kind === "day" && (atom.isOrdinal === true || isWholeMonth))
    return { ...atom, kind: "day", index: next.index, day: atom.index + 1 };
  return next?.kind === "quarter" || next?.kind === "half" ? { ...atom, kind: next.kind } : null;
}

/** Whether a year has as many of the kind, and a month as many days. */
function canBe(atom: PeriodAtom): boolean {
  const { index, day = 1 } = atom;
  return index >= 0 && index < 12 / monthsOf(atom) && day >= 1 && day <= 31;
}

function lastDayOf({ index, year }: PeriodAtom): number {
  return Number(iso(year ?? 2024, index + 1, 0).slice(8));
}

/** "Oktober - april 2025/26" begins in the first of the two years and ends in the second; what does not do so is doubtful. */
function inTwoYears(atoms: readonly PeriodAtom[]): readonly PeriodAtom[] {
  const spanning = atoms.find(({ hasTwoYears }) => hasTwoYears === true);
  if (spanning === undefined) return atoms;
  const [first, last] = [atoms[0] ?? spanning, atoms.at(-1) ?? spanning];
  const year = spanning.year ?? 0;
  const isOwn = (atom: PeriodAtom, own: number) => atom === spanning || atom.year === null || atom.year === own;
  const isClear =
    isLater(first, last) &&
    (spanning === first || spanning === last) &&
    atoms.every((atom) => atom === spanning || atom.hasTwoYears !== true) &&
    isOwn(first, year) &&
    isOwn(last, year + 1);
  return atoms.map((atom) => {
    if (isClear) return { ...atom, year: atom === first ? year : atom === last ? year + 1 : atom.year };
    return atom === spanning ? { ...atom, isDoubtful: true } : atom;
  });
}

interface Span {
  readonly atom: PeriodAtom;
  readonly isDay: boolean;
  readonly start: string;
  readonly end: string;
}

/** With the years that are not written: each begins before the one behind it, or else after the one before it. Empty: no year is. */
function spansOf(atoms: readonly PeriodAtom[]): Span[] {
  if (atoms.every(({ year }) => year === null)) return [];
  const dated: PeriodAtom[] = [];
  for (const atom of atoms.toReversed()) {
    const next = dated[0];
    const year = atom.year ?? (next?.year == null ? null : isLater(atom, next) ? next.year - 1 : next.year);
    dated.unshift({ ...atom, year });
  }
  let before: PeriodAtom | undefined;
  return dated.map((atom) => {
    const year = atom.year ?? (before === undefined ? 0 : (before.year ?? 0) + (isLater(before, atom) ? 1 : 0));
    before = { ...atom, year };
    return { atom, isDay: atom.kind === "day" || atom.kind === "date", ...daysOfAtom(before) };
  });
}

function isLater(one: PeriodAtom, other: PeriodAtom): boolean {
  const [a, b] = [firstMonth(one), firstMonth(other)];
  return a > b || (a === b && (one.day ?? 0) > (other.day ?? 0));
}

function monthsOf({ kind }: PeriodAtom): number {
  return kind === "quarter" || kind === "half" || kind === "year" ? UNIT_MONTHS[kind] : 1;
}

function firstMonth(atom: PeriodAtom): number {
  return atom.index * monthsOf(atom);
}

function daysOfAtom(atom: PeriodAtom): { start: string; end: string } {
  const year = atom.year ?? 0;
  const first = firstMonth(atom);
  if (atom.kind === "day" || atom.kind === "date") {
    const day = iso(year, first, Math.min(atom.day ?? 1, lastDayOf(atom)));
    return { start: day, end: day };
  }
  return { start: iso(year, first, 1), end: iso(year, first + monthsOf(atom), 0) };
}

function iso(year: number, month: number, day: number): string {
  return calendarDay(new Date(Date.UTC(year, month, day)));
}

/** The days of all of them, where they are one stretch for certain; null: they are not. */
function wholeOf(spans: readonly Span[]): { start: string; end: string } | null {
  if (spans.some(({ atom }) => atom.isDoubtful === true || atom.kind === "date" || !isReal(atom))) return null;
  let whole: { start: string; end: string } | null = null;
  for (const [index, span] of spans.entries()) {
    const { start, end, isDay, atom } = span;
    const before = spans[index - 1];
    if (whole === null || before === undefined) {
      whole = { start, end };
      continue;
    }
    if (isDay !== before.isDay) return null;
    // "2025-2026" may be one financial year, and "december 2025 og 2026" anything.
    if (atom.kind === "year" && (atom.link === "range" || before.atom.kind !== "year")) return null;
    const isNext = start === plusDays(whole.end, 1);
    // In "januar - februar - april" it is not told what the second dash says.
    const reaches = atom.link === "range" && before.atom.link !== "range" && start > whole.end;
    const repeats = atom.link === "list" && spans.length === 2 && start === whole.start && end === whole.end;
    if (!isNext && !reaches && !repeats) return null;
    whole = { start: whole.start, end };
  }
  return whole;
}

/** Whether a month has the day. */
function isReal(atom: PeriodAtom): boolean {
  return atom.kind !== "day" || (atom.day ?? 1) <= lastDayOf(atom);
}

function spanOf(read: readonly ReadChain[], words: string): OpenPeriod {
  const starts = read.map(({ period }) => period.start).toSorted();
  const ends = read.map(({ period }) => period.end).toSorted();
  return { start: starts[0] ?? "", end: ends.at(-1) ?? "", words };
}

/** Two different ones say nothing of the line as a whole. */
function only(periods: readonly PrintedPeriod[]): PrintedPeriod | null {
  const [first] = periods;
  if (first === undefined) return null;
  return periods.every(({ start, end }) => start === first.start && end === first.end) ? first : null;
}
