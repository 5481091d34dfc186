import { outageIn, type OutageKind } from "../core/outage.ts";

const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
/** Silence after which the next line tells of another outage. */
const OVER_AFTER_MS = 120_000;

interface Told {
  quiet_until_ms: number;
  pause_ms: number;
  left_out: number;
}

/**
 * Decides which lines of an outage are written. Whatever meets it tells of it, requests, jobs and timers alike: the first line
 * is written at once, the next ones after pauses that double from 1 s to 60 s, each with the number of those left out.
 */
export function outageLines(now_ms: () => number): (error: unknown) => "write" | "leave_out" | { left_out: number } {
  const told = new Map<OutageKind, Told>();
  return (error) => {
    const outage = outageIn(error);
    if (outage === null) return "write";
    const now = now_ms();
    const last = told.get(outage.kind);
    if (last === undefined || now > last.quiet_until_ms + OVER_AFTER_MS) {
      told.set(outage.kind, { quiet_until_ms: now + FIRST_PAUSE_MS, pause_ms: FIRST_PAUSE_MS, left_out: 0 });
      return "write";
    }
    if (now < last.quiet_until_ms) {
      last.left_out += 1;
      return "leave_out";
    }
    const { left_out } = last;
    last.pause_ms = Math.min(2 * last.pause_ms, PAUSE_MS_MAX);
    last.quiet_until_ms = now + last.pause_ms;
    last.left_out = 0;
    return { left_out };
  };
}
