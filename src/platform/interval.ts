export interface Interval {
  /** Does the work now as well, unless it is under way. */
  now(): void;
  /** Tells the work that it ends, does no more of it, and waits for what is under way. */
  end(): Promise<void>;
}

/**
 * Does `work` after each `interval_ms`, unless the last time still lasts. Whoever stops must wait for `end`: what goes on
 * beyond the stop would find the database closed.
 *
 * @param work tells of its own failures and must not reject; its signal aborts when it should come to its end
 */
export function startInterval(interval_ms: number, work: (ending: AbortSignal) => Promise<void>): Interval {
  const ending = new AbortController();
  let underWay: Promise<void> | null = null;
  const now = (): void => {
    if (ending.signal.aborted) return;
    underWay ??= work(ending.signal).finally(() => (underWay = null));
  };
  const timer = setInterval(now, interval_ms);
  return {
    now,
    async end() {
      clearInterval(timer);
      ending.abort();
      await underWay;
    },
  };
}
