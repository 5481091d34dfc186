import { parseDate } from "./amounts.ts";
import { type PeriodToken, periodTokens, type PeriodUnit } from "./period-tokens.ts";
import { isNumbered, isUnclear, isYear, unitOfYear, withYearsApart, type YearToken, yearAt } from "./period-years.ts";

/** A month, quarter, half, year or day as a text names it. */
export interface PeriodAtom {
  /** number: it says nothing of its own; date: a day in figures. */
  readonly kind: PeriodUnit | "day" | "date" | "number";
  /** Whether a number behind it is its day or its year, or which year is its own. Absent: no. */
  readonly isDoubtful?: boolean;
  /** Whether its year is the first of two: "april 2025/26". Absent: no. */
  readonly hasTwoYears?: boolean;
  /** Of a number: "1." or "1st". */
  readonly isOrdinal?: boolean;
  /** 0 for January, or for the first quarter, half or year. */
  readonly index: number;
  /** Of the month. */
  readonly day?: number;
  readonly year: number | null;
  /** What connects it with the one before it. */
  readonly link: "range" | "list" | null;
  readonly at: number;
  readonly end: number;
}

/** What a text names one after the other, with nothing but connecting words between. */
export interface PeriodChain {
  readonly atoms: readonly PeriodAtom[];
  /** Whether a word before or behind it says that something begins or ends with it. */
  readonly isOpenEnded: boolean;
  /** Place of its words, in the text. */
  readonly at: number;
  readonly end: number;
}

/** All chains of a text, in order. */
export function periodChains(text: string): PeriodChain[] {
  const tokens = withYearsApart(periodTokens(text));
  const chains: PeriodChain[] = [];
  for (let index = 0; index < tokens.length;) {
    const read = chainAt(tokens, index);
    if (read !== null) chains.push(read.chain);
    index = read?.next ?? index + 1;
  }
  return chains;
}

function chainAt(tokens: readonly PeriodToken[], from: number): { chain: PeriodChain; next: number } | null {
  let { atom, next } = atomAt(tokens, from, null);
  const atoms: PeriodAtom[] = [];
  while (atom !== null) {
    atoms.push(atom);
    const linked = linkAt(tokens, next);
    if (linked === null) break;
    const following = atomAt(tokens, linked.next, { link: linked.link, before: atom });
    if (following.atom === null || isApart(atom, following.atom, linked, tokens[following.next])) break;
    // "Lejemål 3 og 4. kvartal".
    const isOther = atom.kind === "number" && atom.isOrdinal !== true && !linked.isTight;
    if (isOther) atoms.splice(-1, 1, { ...atom, isDoubtful: true });
    // "Maj 2026 - Jan Hansen", or "januar 2026 - marts leje".
    const isName = atom.year !== null && following.atom.year === null && !linked.isWord;
    next = following.next;
    atom = isName && tokens[next]?.kind === "other" ? { ...following.atom, isDoubtful: true } : following.atom;
  }
  const [first] = atoms;
  const last = atoms.at(-1);
  if (first === undefined || last === undefined) return null;
  const before = tokens[from - 1];
  const isAfterWord = before?.kind === "from" || (before?.kind === "link" && before.link === "range" && before.isWord);
  const isBeforeWord = tokens[next]?.kind === "onwards";
  const isRange = atoms[1]?.link === "range";
  const chain = {
    atoms,
    isOpenEnded: isBeforeWord || (isAfterWord && !(before.kind === "from" && isRange)),
    at: isAfterWord ? before.at : first.at,
    end: isBeforeWord ? (tokens[next]?.end ?? last.end) : last.end,
  };
  return { chain, next };
}

interface Link {
  readonly link: "range" | "list";
  readonly isWord: boolean;
  readonly isComma: boolean;
  readonly isTight: boolean;
  readonly next: number;
}

/** One connecting word or sign, or several in a row: ", og". */
function linkAt(tokens: readonly PeriodToken[], from: number): Link | null {
  const links: (PeriodToken & { readonly kind: "link" })[] = [];
  for (let token = tokens[from]; token?.kind === "link"; token = tokens[from + links.length]) links.push(token);
  const [first] = links;
  const next = from + links.length;
  const [before, behind] = [tokens[from - 1], tokens[next]];
  if (first === undefined || before === undefined || behind === undefined) return null;
  return {
    link: links.some(({ link }) => link === "range") ? "range" : "list",
    isWord: links.some(({ isWord }) => isWord),
    isComma: links.length === 1 && first.link === "list" && !first.isWord,
    isTight: before.end === first.at && links.at(-1)?.end === behind.at,
    next,
  };
}

/**
 * Whether two things stand beside each other without belonging together: "10.07.2026, juli 2026", "Q3 2026, juli 2026", "juli
 * 2026, Jan Jensen".
 */
function isApart(
  before: PeriodAtom,
  atom: PeriodAtom,
  { isComma, isWord, isTight }: Link,
  behind?: PeriodToken,
): boolean {
  if (atom.kind === "number" || before.kind === "number") {
    const number = atom.kind === "number" ? atom : before;
    return !(number.isOrdinal === true || isWord || isTight);
  }
  if (!isComma) return false;
  if (before.year !== null && atom.year === null && behind?.kind === "other") return true;
  return before.kind !== atom.kind && (before.year !== null || atom.kind === "year");
}

interface Read {
  readonly atom: PeriodAtom | null;
  readonly next: number;
}

interface Before {
  readonly link: "range" | "list";
  readonly before: PeriodAtom;
}

function atomAt(tokens: readonly PeriodToken[], from: number, after: Before | null): Read {
  const [token, second] = [tokens[from], tokens[from + 1]];
  const link = after?.link ?? null;
  if (token?.kind === "unit") return unitAt(tokens, from, after);
  if (isYear(token)) {
    const hasTwoYears = token.kind === "years";
    const named = unitOfYear(tokens, from);
    if (named !== null) {
      const own = unitAt(tokens, named, after, token);
      // A year of its own stands behind it: the one before it belongs to something else.
      const { atom } = own;
      if (atom?.year === null) {
        // "2026 maj 12".
        const kind = atom.isDoubtful === true ? "day" : atom.kind;
        const { year, at } = token;
        return { ...own, atom: { ...atom, kind, isDoubtful: isUnclear(token), hasTwoYears, year, at } };
      }
      if (atom?.isDoubtful === true) return own;
    }
    return after === null || isNumbered(tokens, from)
      ? NONE
      : {
          atom: { kind: "year", index: 0, hasTwoYears, year: token.year, link, at: token.at, end: token.end },
          next: from + 1,
        };
  }
  if (token?.kind === "date") return { atom: dateAtom(token, link), next: from + 1 };
  if (token?.kind !== "number") return NONE;
  if (second?.kind === "unit" && second.unit === "month") {
    const named = unitAt(tokens, from + 1, after);
    if (named.atom === null || (named.atom.kind === "month" && named.atom.day !== undefined)) return NONE;
    return { ...named, atom: { ...named.atom, kind: "day", day: token.value, at: token.at } };
  }
  return numberAt(tokens, from, token, after);
}

function numberAt(
  tokens: readonly PeriodToken[],
  from: number,
  { value, isOrdinal, at, end }: PeriodToken & { readonly kind: "number" },
  after: Before | null,
): Read {
  const number: PeriodAtom = {
    kind: "number",
    index: value - 1,
    isOrdinal,
    year: null,
    link: after?.link ?? null,
    at,
    end,
  };
  const before = after?.before;
  if (before === undefined || before.year !== null) return { atom: number, next: from + 1 };
  // "Jan 1-15, 2026".
  const ofMonth = before.kind === "day" && number.link === "range" ? yearAt(tokens, from + 1, null, null) : null;
  if (ofMonth !== null) {
    const { year, isSpan: hasTwoYears, isDoubtful, next } = ofMonth;
    const day = { kind: "day", index: before.index, day: value, year, hasTwoYears, isDoubtful } as const;
    return { atom: { ...number, ...day, end: ofMonth.end ?? end }, next };
  }
  // "Q1-3 2025".
  const year = tokens[from + 1];
  if (!isYear(year) || before.kind === "month" || before.kind === "day") return { atom: number, next: from + 1 };
  const years = { year: year.year, hasTwoYears: year.kind === "years", isDoubtful: isUnclear(year) };
  return { atom: { ...number, ...years, kind: before.kind, end: year.end }, next: from + 2 };
}

const NONE = { atom: null, next: 0 } as const;

function dateAtom(
  { written, at, end }: PeriodToken & { readonly kind: "date" },
  link: PeriodAtom["link"],
): PeriodAtom | null {
  const day = parseDate(written, "day_first") ?? parseDate(written, "month_first");
  if (day === null) return null;
  const [year, month, of] = day.split("-").map(Number);
  return { kind: "date", index: (month ?? 1) - 1, day: of ?? 1, year: year ?? null, link, at, end };
}

/** A part of a year with its year behind it, or a month with day and year. `leading` is the year right in front of it. */
function unitAt(
  tokens: readonly PeriodToken[],
  from: number,
  after: Before | null,
  leading: YearToken | null = null,
): Read {
  const token = tokens[from];
  if (token?.kind !== "unit") return NONE;
  const { at, end } = token;
  const named: PeriodAtom = { kind: token.unit, index: token.index, year: null, link: after?.link ?? null, at, end };
  const [inFront, second] = [tokens[from - 2], tokens[from + 1]];
  const isApart = after === null && tokens[from - 1]?.kind === "link" && isYear(inFront);
  const apart = isApart ? inFront : null;
  const isDated = token.unit === "month" && second?.kind === "number";
  const year = yearAt(tokens, from + (isDated ? 2 : 1), leading, apart);
  const years = { year: year?.year ?? null, hasTwoYears: year?.isSpan === true, isDoubtful: year?.isDoubtful === true };
  if (isDated) {
    const dated = { ...named, ...years, day: second.value, end: year?.end ?? second.end };
    if (year !== null) return { atom: { ...dated, kind: "day" }, next: year.next };
    const isOfDays = isUntilDay(tokens, from + 2);
    return { atom: { ...dated, ...(isOfDays ? { kind: "day" } : { isDoubtful: true }) }, next: from + 2 };
  }
  return { atom: { ...named, ...years, end: year?.end ?? end }, next: year?.next ?? from + 1 };
}

/** Whether the day of a month goes on to another: "-15, 2026". */
function isUntilDay(tokens: readonly PeriodToken[], from: number): boolean {
  const [link, number] = [tokens[from], tokens[from + 1]];
  const isRange = link?.kind === "link" && link.link === "range" && number?.kind === "number";
  return isRange && yearAt(tokens, from + 2, null, null) !== null;
}
