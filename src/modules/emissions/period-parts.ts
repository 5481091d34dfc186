import { midnight } from "../../core/moment.ts";
import { monthNumber, type Period } from "../../core/period.ts";

/** A period taken apart into what sums are kept for, whole UTC months and whole UTC days, and the rest. */
export interface PeriodParts {
  /** Inclusive months; the first is greater than the last when the period holds no whole month. */
  readonly whole_from_ym: number;
  readonly whole_to_ym: number;
  /** At most two: what the period takes of the months that it cuts. `days` and `edges` are these, taken apart. */
  readonly cuts: readonly (Range<string> & { readonly ym: number })[];
  /** The whole days outside the whole months, as ISO 8601 dates; at most 60. */
  readonly days: readonly string[];
  /** Parts of days: at most two, inclusive on both ends, as UTC timestamps with microseconds. */
  readonly edges: readonly Range<string>[];
}

interface Range<Moment> {
  readonly from: Moment;
  readonly to: Moment;
}

/** What an open end means: before and after every month that a date can have. */
const FIRST_YM = 12;
const LAST_YM = 9999 * 12 + 11;
/** Months that PostgreSQL has a date for, whatever the period is. */
const NO_MONTH = { whole_from_ym: FIRST_YM + 1, whole_to_ym: FIRST_YM };

const MICROS_PER_MS = 1000n;
const MICROS_PER_DAY = 86_400_000n * MICROS_PER_MS;

/** Takes a period apart: whole months and days come from the kept sums, parts of days from the entries. */
export function periodParts(period: Period): PeriodParts {
  const from = period.from === null ? null : microsOf(period.from);
  const to = period.to === null ? null : microsOf(period.to);
  const first_ym = from === null ? FIRST_YM : monthAt(from - 1n) + 1;
  const last_ym = to === null ? LAST_YM : monthAt(to + 1n) - 1;
  // Both ends cut the same month.
  if (from !== null && to !== null && first_ym > last_ym + 1) {
    return { ...NO_MONTH, ...finerParts([{ from, to }]) };
  }
  const head = from === null ? [] : [{ from, to: monthStart(first_ym) - 1n }];
  const tail = to === null ? [] : [{ from: monthStart(last_ym + 1), to }];
  const months = first_ym > last_ym ? NO_MONTH : { whole_from_ym: first_ym, whole_to_ym: last_ym };
  return { ...months, ...finerParts([...head, ...tail]) };
}

function finerParts(ranges: readonly Range<bigint>[]): Pick<PeriodParts, "cuts" | "days" | "edges"> {
  const cuts = ranges.filter(({ from, to }) => from <= to);
  const days: string[] = [];
  const edges: Range<bigint>[] = [];
  for (const { from, to } of cuts) {
    const first = dayAt(from - 1n) + 1n;
    const last = dayAt(to + 1n) - 1n;
    for (let day = first; day <= last; day += 1n) days.push(textOf(day * MICROS_PER_DAY).slice(0, 10));
    // Both ends cut the same day.
    if (first > last + 1n) edges.push({ from, to });
    else edges.push({ from, to: first * MICROS_PER_DAY - 1n }, { from: (last + 1n) * MICROS_PER_DAY, to });
  }
  return {
    cuts: cuts.map((cut) => ({ ym: monthAt(cut.from), ...rangeText(cut) })),
    days,
    edges: edges.filter(({ from, to }) => from <= to).map(rangeText),
  };
}

/** The months that a period touches, for walks along the month column; null where it is open. */
export function touchedMonths(period: Period): { readonly from_ym: number | null; readonly to_ym: number | null } {
  return {
    from_ym: period.from === null ? null : monthAt(microsOf(period.from)),
    to_ym: period.to === null ? null : monthAt(microsOf(period.to)),
  };
}

/** Microseconds since 1970 of a bound of a Period: `2026-03-31T23:59:59.999999Z`. Dates have milliseconds and drop the rest. */
function microsOf(bound: string): bigint {
  return BigInt(Date.parse(bound)) * MICROS_PER_MS + BigInt(bound.slice("2026-03-31T23:59:59.999".length, -1));
}

function monthAt(micros: bigint): number {
  return monthNumber(new Date(Number(quotient(micros, MICROS_PER_MS))));
}

/** Days since 1970. */
function dayAt(micros: bigint): bigint {
  return quotient(micros, MICROS_PER_DAY);
}

/** Rounds down, for moments before 1970 too. */
function quotient(micros: bigint, unit: bigint): bigint {
  const rest = ((micros % unit) + unit) % unit;
  return (micros - rest) / unit;
}

function monthStart(ym: number): bigint {
  return BigInt(midnight(Math.floor(ym / 12), (ym % 12) + 1, 1)) * MICROS_PER_MS;
}

function rangeText({ from, to }: Range<bigint>): Range<string> {
  return { from: textOf(from), to: textOf(to) };
}

function textOf(micros: bigint): string {
  const ms = quotient(micros, MICROS_PER_MS);
  const rest = micros - ms * MICROS_PER_MS;
  return new Date(Number(ms)).toISOString().replace("Z", `${String(rest).padStart(3, "0")}Z`);
}
