import { z } from "zod";

/** Characters; a datetime with nanoseconds and an offset has 35, and no form bounds the digits of a second. */
const LONGEST_MOMENT = 40;

/** What every stored moment lies between: PostgreSQL knows no year 0, and texts of later years sort otherwise. */
const FIRST_MOMENT = "0001-01-01T00:00:00.000000Z";
const LAST_MOMENT = "9999-12-31T23:59:59.999999Z";

/** date-time of RFC 3339 5.6, and without seconds, as ISO 8601 has it; T and Z in either case. */
const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d:\d\d)$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

const MINUTE_MS = 60_000;

/**
 * A datetime with offset as UTC text with microseconds, the form that stored moments are told in; null when it is none. What
 * lies outside the years 1 to 9999, in UTC, becomes the nearest moment within. A leap second is the last microsecond before
 * it, since stored moments have none; digits beyond microseconds are dropped.
 */
export function utcMoment(text: string): string | null {
  const [, year, month, day, hour, minute, second = "0", fraction = "", zone = "Z"] = FORM.exec(text) ?? [];
  if (text.length > LONGEST_MOMENT || year === undefined || !isDay(`${year}-${month}-${day}`)) return null;
  const offset = offsetMinutes(zone);
  if (offset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const is_leap = second === "60";
  const local = midnight(Number(year), Number(month), Number(day)) + (Number(hour) * 60 + Number(minute)) * MINUTE_MS;
  const at = new Date(local - offset * MINUTE_MS + Math.min(Number(second), 59) * 1000);
  // RFC 3339 5.7: leap seconds come at the end of a UTC month.
  if (is_leap && !isLastMinuteOfMonth(at)) return null;
  if (at.getUTCFullYear() < 1) return FIRST_MOMENT;
  if (at.getUTCFullYear() > 9999) return LAST_MOMENT;
  return `${at.toISOString().slice(0, 19)}.${is_leap ? "999999" : fraction.padEnd(6, "0").slice(0, 6)}Z`;
}

/** Whether a text is a day of the calendar as YYYY-MM-DD, of years 0000 to 9999. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  // What the calendar does not have becomes a day of another month.
  const date = new Date(midnight(Number(year), Number(month), Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** The first and the last microsecond of a UTC day; of the year 0, the first moment there is. */
export function boundsOfDay(day: string): { readonly from: string; readonly to: string } {
  if (day.startsWith("0000")) return { from: FIRST_MOMENT, to: FIRST_MOMENT };
  return { from: `${day}T00:00:00.000000Z`, to: `${day}T23:59:59.999999Z` };
}

/** A day as the database can have it, which knows no year 0; null: none is asked for. */
export function storedDay(day: string | undefined): string | null {
  return day === undefined ? null : boundsOfDay(day).from.slice(0, "YYYY-MM-DD".length);
}

/** Start of a UTC day, milliseconds since 1970. Date.UTC would take the years 0 to 99 for 1900 to 1999. */
export function midnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function isLastMinuteOfMonth(at: Date): boolean {
  return at.getUTCHours() === 23 && at.getUTCMinutes() === 59 && new Date(at.getTime() + 1000).getUTCDate() === 1;
}

/** Minutes east of UTC, up to 23:59 either way as in RFC 3339; null when it is none. */
function offsetMinutes(zone: string): number | null {
  if (zone.length === 1) return 0;
  const [hours = 0, minutes = 0] = zone.slice(1).split(":").map(Number);
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** A moment as a caller wrote it; `utcMoment` tells it in UTC. */
export const writtenDatetime = z
  .string()
  .refine((text) => utcMoment(text) !== null, {
    error: "must be a datetime with offset, e.g. 2026-06-30T12:00:00Z",
    abort: true,
  })
  .max(LONGEST_MOMENT)
  .meta({ format: "date-time" });

/** A moment that a caller names, in UTC with microseconds. */
export const datetimeInput = writtenDatetime.transform((text) => utcMoment(text) ?? text);

/** A day that a caller names. */
export const dayInput = z
  .string()
  .refine(isDay, { error: "must be a day as YYYY-MM-DD, e.g. 2026-06-30", abort: true })
  .max(10)
  .meta({ format: "date" });
