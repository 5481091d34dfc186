import { z } from "zod";
import { validationError } from "./errors.ts";

/** Characters; a datetime with nanoseconds and an offset has 35, and no form bounds the digits of a second. */
export const LONGEST_MOMENT = 40;

/** A moment that a caller names: ISO 8601 with offset. */
export const datetimeInput = z.iso
  .datetime({ offset: true, error: "must be a datetime with offset, e.g. 2026-06-30T12:00:00Z" })
  .max(LONGEST_MOMENT);

/** A day that a caller names. */
export const dayInput = z.iso.date({ error: "must be a day as YYYY-MM-DD, e.g. 2026-06-30", abort: true });

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** ISO 8601 datetime with offset, or a date; both within years 1900 to 2199. */
const moment = (description: string) =>
  z
    .union([datetimeInput, z.iso.date()], {
      error: "must be an ISO 8601 date, or a datetime with offset, e.g. 2026-01-31 or 2026-01-31T12:00:00Z",
    })
    .refine((text) => /^(19|20|21)\d\d-/.test(text), { message: "year must be between 1900 and 2199" })
    .describe(description);

/** `from` and `to` of every filtered list and summary: inclusive on both ends, compared with the transaction date. */
export const periodInput = {
  from: moment("First moment, inclusive: ISO 8601, e.g. 2026-01-01 (start of that UTC day)").optional(),
  to: moment("Last moment, inclusive: ISO 8601, e.g. 2026-12-31 (end of that UTC day)").optional(),
};

export interface Period {
  /** Inclusive bounds as UTC timestamps with microseconds, or null for open. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Resolves date-only bounds to the start and the end of that UTC day.
 * @throws ServiceError request.validation_failed when `from` is after `to`.
 */
export function resolvePeriod(input: { from?: string | undefined; to?: string | undefined }): Period {
  const from = input.from === undefined ? null : startOf(input.from);
  const to = input.to === undefined ? null : endOf(input.to);
  if (from !== null && to !== null && Date.parse(from) > Date.parse(to)) {
    throw validationError([{ path: "from", code: "invalid_period", message: "must not be after to" }]);
  }
  return { from, to };
}

function startOf(text: string): string {
  return DATE_ONLY.test(text) ? `${text}T00:00:00.000000Z` : text;
}

function endOf(text: string): string {
  return DATE_ONLY.test(text) ? `${text}T23:59:59.999999Z` : text;
}

/** Month number used by the `ym` columns: year x 12 + month - 1, in UTC. */
export function monthNumber(moment_utc: Date): number {
  return moment_utc.getUTCFullYear() * 12 + moment_utc.getUTCMonth();
}

/** "2026-03" for a month number. */
export function monthLabel(ym: number): string {
  return `${Math.floor(ym / 12)}-${String((ym % 12) + 1).padStart(2, "0")}`;
}
