import { monthNumber, type Period } from "../../core/period.ts";

/** A period split into whole UTC months, which the rollups answer, and the parts of months at its ends. */
export interface PeriodParts {
  /** Inclusive months; the first is greater than the last when the period holds no whole month. */
  readonly whole_from_ym: number;
  readonly whole_to_ym: number;
  /** At most two, inclusive on both ends, as UTC timestamps with microseconds. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** What an open end means: before and after every month that a date can have. */
const FIRST_YM = 0;
const LAST_YM = 9999 * 12 + 11;

const MICROS_PER_MS = 1000n;

interface End {
  /** The first or last whole month on this side. */
  readonly whole_ym: number;
  /** The month that is cut, null when none is. */
  readonly cut_ym: number | null;
  readonly at: bigint;
}

/** Splits a period: whole months come from the monthly sums, the rest from the entries. */
export function periodParts(period: Period): PeriodParts {
  const first = firstEnd(period.from);
  const last = lastEnd(period.to);
  const months = { whole_from_ym: first.whole_ym, whole_to_ym: last.whole_ym };
  if (period.from !== null && period.to !== null && monthAt(first.at) === monthAt(last.at)) {
    const whole = first.cut_ym === null && last.cut_ym === null;
    if (whole) return { ...months, edges: [] };
    return { whole_from_ym: 1, whole_to_ym: 0, edges: [range(first.at, last.at)] };
  }
  const head = first.cut_ym === null ? [] : [range(first.at, monthEnd(first.cut_ym))];
  const tail = last.cut_ym === null ? [] : [range(monthStart(last.cut_ym), last.at)];
  return { ...months, edges: [...head, ...tail] };
}

function firstEnd(text: string | null): End {
  if (text === null) return { whole_ym: FIRST_YM, cut_ym: null, at: 0n };
  const at = microsOf(text);
  const ym = monthAt(at);
  return at === monthStart(ym) ? { whole_ym: ym, cut_ym: null, at } : { whole_ym: ym + 1, cut_ym: ym, at };
}

function lastEnd(text: string | null): End {
  if (text === null) return { whole_ym: LAST_YM, cut_ym: null, at: 0n };
  const at = microsOf(text);
  const ym = monthAt(at);
  return at === monthEnd(ym) ? { whole_ym: ym, cut_ym: null, at } : { whole_ym: ym - 1, cut_ym: ym, at };
}

/** The months that a period touches, for walks along the month column; null where it is open. */
export function touchedMonths(period: Period): { readonly from_ym: number | null; readonly to_ym: number | null } {
  return {
    from_ym: period.from === null ? null : monthAt(microsOf(period.from)),
    to_ym: period.to === null ? null : monthAt(microsOf(period.to)),
  };
}

/** Microseconds since 1970 of an ISO 8601 text; digits beyond microseconds are dropped, as no stored time has them. */
function microsOf(text: string): bigint {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? "";
  const seconds = Date.parse(text.replace(/\.\d+/, ""));
  return BigInt(seconds) * MICROS_PER_MS + BigInt(fraction.padEnd(6, "0").slice(0, 6));
}

function monthAt(micros: bigint): number {
  return monthNumber(new Date(msOf(micros)));
}

/** Rounds down, for moments before 1970 too. */
function msOf(micros: bigint): number {
  const rest = ((micros % MICROS_PER_MS) + MICROS_PER_MS) % MICROS_PER_MS;
  return Number((micros - rest) / MICROS_PER_MS);
}

function monthStart(ym: number): bigint {
  return BigInt(Date.UTC(Math.floor(ym / 12), ym % 12, 1)) * MICROS_PER_MS;
}

function monthEnd(ym: number): bigint {
  return monthStart(ym + 1) - 1n;
}

function range(from: bigint, to: bigint): { from: string; to: string } {
  return { from: textOf(from), to: textOf(to) };
}

function textOf(micros: bigint): string {
  const ms = msOf(micros);
  const rest = Number(micros - BigInt(ms) * MICROS_PER_MS);
  return new Date(ms).toISOString().replace("Z", `${String(rest).padStart(3, "0")}Z`);
}
