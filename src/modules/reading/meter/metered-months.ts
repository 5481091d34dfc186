import { type Decimal, decimal } from "../../../core/quantity.ts";
import type { RowFault } from "../parsed-document.ts";
import { comesTwice, minutesOfDays } from "./local-time.ts";
import { type PointRole, pointRole } from "./point-type.ts";
import type { MeterRow } from "./row.ts";

/** What one metering point used in one calendar month, or in one longer period that an export states as a whole. */
export interface MeteredPeriod {
  readonly point: string;
  readonly type: string;
  readonly role: PointRole;
  first_day: string;
  last_day: string;
  kwh: Decimal;
  /** Minutes that have a value, and those whose value is an estimate. */
  minutes: number;
  estimated_minutes: number;
}

/** Adds up rows one by one; exact decimals. */
export interface MeteredMonths {
  /** Null: taken; else why the row is not. */
  add(row: MeterRow): RowFault | null;
  /** By metering point and time. */
  readonly periods: () => MeteredPeriod[];
  readonly notes: Readonly<MeterNotes>;
}

export interface MeterNotes {
  /** Rows that say the same again. */
  repeated: number;
  /** Values below zero: what was delivered, not used. */
  negative: number;
  production: number;
}

const STATED_TWICE: RowFault = {
  reason: "stated_twice",
  message: "the same period is stated again with another quantity; the first one was taken.",
};

export function meteredMonths(): MeteredMonths {
  const periods = new Map<string, MeteredPeriod>();
  const seen = new Map<string, string>();
  const notes: MeterNotes = { repeated: 0, negative: 0, production: 0 };
  return {
    notes,
    add(row) {
      const role = pointRole(row.type_code, row.type_name);
      if (role === "production") {
        notes.production += 1;
        return null;
      }
      const type = row.type_code === "" ? row.type_name : row.type_code;
      const repetition = repetitionOf(row, type, seen);
      if (repetition === "same") notes.repeated += 1;
      if (repetition === "other") return STATED_TWICE;
      if (repetition === null) addTo(periods, row, { type, role, notes });
      return null;
    },
    periods: () =>
      [...periods.values()].toSorted(
        (left, right) => compare(left.point, right.point) || compare(left.first_day, right.first_day),
      ),
  };
}

/** Null: said for the first time, or for the second in the hour that comes twice. */
function repetitionOf(row: MeterRow, type: string, seen: Map<string, string>): "same" | "other" | null {
  const key = `${row.point}|${type}|${row.from}|${row.is_within_day ? "" : row.last_day}`;
  const value = row.kwh?.toFixed() ?? "";
  const earlier = seen.get(key);
  if (earlier === undefined) {
    seen.set(key, value);
    return null;
  }
  const second = `${key}|second`;
  if (row.is_within_day && comesTwice(row.from) && !seen.has(second)) {
    seen.set(second, value);
    return null;
  }
  return earlier === value || seen.get(second) === value ? "same" : "other";
}

function addTo(
  periods: Map<string, MeteredPeriod>,
  row: MeterRow,
  { type, role, notes }: { readonly type: string; readonly role: PointRole; readonly notes: MeterNotes },
): void {
  const key = `${row.point}|${type}|${row.month ?? `${row.first_day}/${row.last_day}`}`;
  const period = periods.get(key) ?? {
    point: row.point,
    type,
    role,
    first_day: row.first_day,
    last_day: row.last_day,
    kwh: decimal(0),
    minutes: 0,
    estimated_minutes: 0,
  };
  periods.set(key, period);
  if (row.first_day < period.first_day) period.first_day = row.first_day;
  if (row.last_day > period.last_day) period.last_day = row.last_day;
  if (row.kwh === null) return;
  period.minutes += row.minutes;
  if (row.is_estimated) period.estimated_minutes += row.minutes;
  if (row.kwh.lt(0)) notes.negative += 1;
  else period.kwh = period.kwh.plus(row.kwh);
}

/** Minutes of the period without a value; below zero where periods overlap. */
export function missingMinutes({ first_day, last_day, minutes }: MeteredPeriod): number {
  return minutesOfDays(first_day, last_day) - minutes;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
