/** Failures in a row after which a receiver is left alone for a while. */
export const BREAKER_FAILURES = 10;
/** The first pause, in seconds; it doubles with every further failure, up to the longest. */
export const BREAKER_PAUSE_SECONDS = 30;
export const BREAKER_PAUSE_SECONDS_MAX = 300;

/** A subscription is switched off after this many days in which every attempt failed. */
export const DISABLE_AFTER_DAYS = 5;
/** Longer than the longest pause between attempts: failures further apart do not belong to one run. */
export const RUN_GAP_DAYS = 2;
