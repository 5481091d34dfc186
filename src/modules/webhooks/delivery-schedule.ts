/** Each pause is drawn from 80 % to 120 % of the scheduled one, so that what failed together does not return together. */
const JITTER_SHARE = 0.2;
/** A receiver may ask for a day, not for more. */
const RETRY_AFTER_MS_MAX = 24 * 3600 * 1000;

export interface FailedAttempt {
  /** 1 for the first. */
  readonly attempt: number;
  /** What the receiver asked for; null: nothing. */
  readonly retry_after_ms: number | null;
  /** From 0 to below 1. */
  readonly random: number;
}

/** Pause until the next attempt; null when that was the last. A receiver can make it longer, not shorter. */
export function retryDelay_ms(schedule_seconds: readonly number[], failed: FailedAttempt): number | null {
  const seconds = schedule_seconds[failed.attempt - 1];
  if (seconds === undefined) return null;
  const jittered_ms = seconds * 1000 * (1 - JITTER_SHARE + 2 * JITTER_SHARE * failed.random);
  return Math.round(Math.max(jittered_ms, failed.retry_after_ms ?? 0));
}

// RFC 9110 5.6.7: the form that senders must use.
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads Retry-After, seconds or an HTTP date (RFC 9110 10.2.3), as milliseconds from `now`: 0 to 24 h; null: neither. */
export function retryAfter_ms(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(RETRY_AFTER_MS_MAX, Number(text) * 1000);
  const moment_ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment_ms)) return null;
  return Math.min(RETRY_AFTER_MS_MAX, Math.max(0, moment_ms - now.getTime()));
}
