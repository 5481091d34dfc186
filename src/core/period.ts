import { z } from "zod";
import { calendarDay } from "./days.ts";
import { validationError } from "./errors.ts";
import { boundsOfDay, dayInput, utcMoment, writtenDatetime } from "./moment.ts";

/** A datetime with offset, or a day. */
const moment = (description: string) =>
  z
    .union([writtenDatetime, dayInput], {
      error: "must be an ISO 8601 date, or a datetime with offset, e.g. 2026-01-31 or 2026-01-31T12:00:00Z",
    })
    .describe(description);

/** `from` and `to` of every filtered list and summary: inclusive on both ends, compared with the transaction date. */
export const periodInput = {
  from: moment("First moment, inclusive; 2026-01-01 is the day's start (UTC)").optional(),
  to: moment("Last moment, inclusive; 2026-12-31 is the day's end (UTC)").optional(),
};

/** The same of entries and their sums, whose default end is today: slices after it are booked, and counted when they are asked for. */
export const entryPeriodInput = {
  from: periodInput.from,
  to: moment("Inclusive; 2026-12-31 is the day's end (UTC); default: today").optional(),
};

export interface Period {
  /** Inclusive bounds as UTC timestamps with microseconds, or null for open. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The bounds in UTC, date-only ones resolved to the start and the end of that UTC day; the texts must be valid.
 * @throws ServiceError request.validation_failed when `from` is after `to`.
 */
export function resolvePeriod(input: { from?: string | undefined; to?: string | undefined }): Period {
  const from = input.from === undefined ? null : (utcMoment(input.from) ?? boundsOfDay(input.from).from);
  const to = input.to === undefined ? null : (utcMoment(input.to) ?? boundsOfDay(input.to).to);
  if (from !== null && to !== null && from > to) {
    throw validationError([{ path: "from", code: "invalid_period", message: "must not be after to" }]);
  }
  return { from, to };
}

/** A period of entries and their sums: an end that is not asked for is that of the UTC day of `now`, unless the beginning lies after it. */
export function untilToday(asked: Period, now: Date): Period {
  const { to } = boundsOfDay(calendarDay(now));
  return asked.to !== null || (asked.from !== null && asked.from > to) ? asked : { from: asked.from, to };
}

/** Month number used by the `ym` columns: year x 12 + month - 1, in UTC. */
export function monthNumber(moment_utc: Date): number {
  return moment_utc.getUTCFullYear() * 12 + moment_utc.getUTCMonth();
}

/** "2026-03" for a month number. */
export function monthLabel(ym: number): string {
  return `${Math.floor(ym / 12)}-${String((ym % 12) + 1).padStart(2, "0")}`;
}
