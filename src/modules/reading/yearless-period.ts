import { isNameOfOthers } from "../../core/month-names.ts";
import { plusDays } from "../../core/days.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import type { PrintedPeriod } from "./named-days.ts";
import { type PeriodChain, periodChains } from "./period-chains.ts";
import { stretchOf } from "./period-words.ts";

/** What most lines have nothing of. */
const A_PART =
  /(?<!\p{L})(?:jan|feb|mar|mär|apr|ma[ij]|jun|jul[iy]|aug|sep|o[kc]t|nov|de[cz]|kv|quart|halv|half|halb|q[1-4])|[1-4]\.?\s?(?:kv|q|halv|half|halb)/iu;
const A_YEAR = /20\d\d/;
const TEXT_MAX = 400;

/** Days before its first one from which something is billed or paid ahead. */
const AHEAD_DAYS_MAX = 31;
/** Days after its last one within which it is billed for certain; a later one may as well be of another year. */
const BILLED_WITHIN_DAYS = 123;

/** Types of things, volts and cars as well. */
const OF_THINGS = /^(?:[khKH][1-4]|[1-4]\s?kV)$/u;
const CARS = /(?<!\p{L})(?:audi|infiniti)(?!\p{L})/iu;

/** What names a part of a year without its year. */
export interface YearlessPeriod {
  /** Its days in the year that is meant for certain; null: that is not certain. */
  readonly period: PrintedPeriod | null;
  /** Set where it is not. */
  readonly open: OpenPeriod | null;
}

/**
 * The months, quarters or halves that a text names without a year ("Elregning december", "Varme 4. kvartal"), in the newest year
 * in which they begin at most 31 days after the day of its document: what is posted in January as December's was used before the
 * turn of the year. Where that ended long ago, whose year it is has to be told. Two figures behind a month are the year, where they
 * can be that of the document or one beside it ("El jan 26"). Null: it names a whole year, none, several parts, a day, or a word that
 * is more often something else ("Jan", "Mars", "Jul", "K2", "1 kV").
 * @param day ISO date of the document
 */
export function yearlessPeriodIn(text: string, day: string): YearlessPeriod | null {
  const shown = text.slice(0, TEXT_MAX);
  if (A_YEAR.test(shown) || !A_PART.test(shown)) return null;
  const chains = periodChains(shown).filter(({ atoms }) => atoms.some(({ kind }) => kind !== "number"));
  const [read] = chains;
  if (read === undefined || chains.length > 1 || read.isOpenEnded) return null;
  const chain = { ...read, atoms: read.atoms.map((atom) => withShortYear(atom, Number(day.slice(0, 4)))) };
  const words = shown.slice(chain.at, chain.end);
  if (!chain.atoms.every(isPart) || OF_THINGS.test(words) || CARS.test(shown)) return null;
  const isDated = chain.atoms.some(({ year }) => year !== null);
  if (!isDated && words.split(/[^\p{L}\p{N}]+/u).some(isNameOfOthers)) return null;
  const days = isDated ? stretchOf(chain) : newestBefore(chain, plusDays(day, AHEAD_DAYS_MAX));
  if (days === null) return null;
  const named = { start: days.start, end: days.end, words };
  const isCertain = isDated || days.end >= plusDays(day, -BILLED_WITHIN_DAYS);
  return isCertain ? { period: named, open: null } : { period: null, open: named };
}

type Atom = PeriodChain["atoms"][number];

function isPart({ kind, day }: Atom): boolean {
  return (kind === "month" || kind === "quarter" || kind === "half") && day === undefined;
}

/** "December 25": the day of a month stands before its name, so that what stands behind it is its year. */
function withShortYear(atom: Atom, of: number): Atom {
  const { kind, day, ...month } = atom;
  const year = 2000 + (day ?? 0);
  if (kind !== "month" || day === undefined || Math.abs(year - of) > 1) return atom;
  return { ...month, kind, year, isDoubtful: false };
}

/** Its days in the newest year in which they begin on this day or before; null: they are no one stretch. */
function newestBefore(chain: PeriodChain, latest: string): Pick<PrintedPeriod, "start" | "end"> | null {
  const of = Number(latest.slice(0, 4));
  for (const year of [of + 1, of, of - 1]) {
    const days = stretchOf(inYear(chain, year));
    if (days === null || days.start <= latest) return days;
  }
  return null;
}

/** The year is that of its last part: "december - februar" begins in the year before. */
function inYear({ atoms, ...chain }: PeriodChain, year: number): PeriodChain {
  const last = atoms.at(-1);
  return { ...chain, atoms: last === undefined ? [] : [...atoms.slice(0, -1), { ...last, year }] };
}
