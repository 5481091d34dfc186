import type { Clock } from "../../core/context.ts";
import type { RateStore, RateTake } from "../../core/rate-limits.ts";

/** Bounds memory: an attacker with many addresses cannot make the limiter grow beyond about 20 MB. */
const MAX_COUNTERS = 100_000;

interface Window {
  index: number;
  readonly counts: Map<string, number>;
}

/**
 * Counters of one process. Windows are aligned to the clock, so all counters of a length end together and are dropped
 * at once; beyond the bound the least recently used counter goes first.
 */
export class MemoryRateStore implements RateStore {
  readonly #clock: Clock;
  readonly #max: number;
  readonly #windows = new Map<number, Window>();

  constructor(clock: Clock, maxCounters = MAX_COUNTERS) {
    this.#clock = clock;
    this.#max = maxCounters;
  }

  take(key: string, limit: number, window_seconds: number): RateTake {
    const { index, reset_at, now_ms } = windowNow(this.#clock, window_seconds);
    const counts = this.#counts(window_seconds, index);
    const used = counts.get(key) ?? 0;
    const is_allowed = used < limit;
    counts.delete(key);
    counts.set(key, is_allowed ? used + 1 : used);
    if (counts.size > this.#max) dropOldest(counts);
    return rateTake({ limit, used: is_allowed ? used + 1 : null, reset_at, now_ms });
  }

  look(key: string, limit: number, window_seconds: number): RateTake {
    const { index, reset_at, now_ms } = windowNow(this.#clock, window_seconds);
    const used = Math.min(limit, this.#counts(window_seconds, index).get(key) ?? 0);
    return rateTake({ limit, used, reset_at, now_ms });
  }

  #counts(window_seconds: number, index: number): Map<string, number> {
    const window = this.#windows.get(window_seconds);
    if (window === undefined) {
      const fresh: Window = { index, counts: new Map() };
      this.#windows.set(window_seconds, fresh);
      return fresh.counts;
    }
    if (window.index !== index) {
      window.index = index;
      window.counts.clear();
    }
    return window.counts;
  }
}

/** The window of this length that is open now: its number since the epoch, and when it ends in Unix seconds. */
export function windowNow(
  clock: Clock,
  window_seconds: number,
): { readonly index: number; readonly reset_at: number; readonly now_ms: number } {
  const now_ms = clock.now().getTime();
  const index = Math.floor(now_ms / (window_seconds * 1000));
  return { index, reset_at: (index + 1) * window_seconds, now_ms };
}

/** The state after a request was counted; `used` includes it, null: it was refused. */
export function rateTake({
  limit,
  used,
  reset_at,
  now_ms,
}: {
  readonly limit: number;
  readonly used: number | null;
  readonly reset_at: number;
  readonly now_ms: number;
}): RateTake {
  return {
    is_allowed: used !== null,
    limit,
    remaining: used === null ? 0 : limit - used,
    reset_at,
    reset_after_seconds: Math.max(1, Math.ceil(reset_at - now_ms / 1000)),
  };
}

function dropOldest(counts: Map<string, number>): void {
  for (const key of counts.keys()) {
    counts.delete(key);
    return;
  }
}
