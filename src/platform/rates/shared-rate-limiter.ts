import { hash } from "node:crypto";
import type { Clock, SystemDb } from "../../core/context.ts";
import type { RateStore, RateTake } from "../../core/rate-limits.ts";
import { statement } from "../../core/statement.ts";
import { rateTake, windowNow } from "./rate-limiter.ts";

// Windows only go forward: a process whose clock is behind counts in the window that others have begun.
const TAKE = statement(`
  insert into rate_counters (key, window_ends_at, used) values ($1, $2, 1)
  on conflict (key) do update
  set used = case when excluded.window_ends_at > rate_counters.window_ends_at then 1 else rate_counters.used + 1 end,
    window_ends_at = greatest(excluded.window_ends_at, rate_counters.window_ends_at)
  where excluded.window_ends_at > rate_counters.window_ends_at or rate_counters.used < $3
  returning used`);

const LOOK = statement(`
  select used from rate_counters where key = $1 and window_ends_at >= $2 order by key limit 1`);

const PRUNE = statement(`
  delete from rate_counters where key in (
    select key from rate_counters where window_ends_at <= $1 order by window_ends_at limit 20000)`);

export interface SharedRateDeps {
  readonly system: SystemDb;
  readonly clock: Clock;
  /** Counters of this process, for as long as it is alone. */
  readonly own: RateStore;
  /** Whether no other process serves requests on this database. */
  readonly isAlone: () => boolean;
}

/**
 * Counts in memory while one process serves the database, without a statement; in the database as soon as there are
 * several, so that a limit is the same however many they are. Then each request costs a statement per counter.
 */
export function sharedRateStore({ system, clock, own: ownStore, isAlone }: SharedRateDeps): RateStore {
  const takeShared = async (key: string, limit: number, window_seconds: number): Promise<RateTake> => {
    const { reset_at, now_ms } = windowNow(clock, window_seconds);
    const [row] = await system.rows<{ used: number }>(TAKE, [...counterOf(key, reset_at), limit]);
    return rateTake({ limit, used: row?.used ?? null, reset_at, now_ms });
  };
  const lookShared = async (key: string, limit: number, window_seconds: number): Promise<RateTake> => {
    const { reset_at, now_ms } = windowNow(clock, window_seconds);
    const [row] = await system.rows<{ used: number }>(LOOK, counterOf(key, reset_at));
    return rateTake({ limit, used: Math.min(limit, row?.used ?? 0), reset_at, now_ms });
  };
  return {
    look: (key, limit, window_seconds) =>
      isAlone() ? ownStore.look(key, limit, window_seconds) : lookShared(key, limit, window_seconds),
    take: (key, limit, window_seconds) =>
      isAlone() ? ownStore.take(key, limit, window_seconds) : takeShared(key, limit, window_seconds),
  };
}

function counterOf(key: string, reset_at: number): [key: string, window_ends_at: string] {
  return [hash("sha256", key, "base64url"), new Date(reset_at * 1000).toISOString()];
}

/** Removes counters of windows that are over, at most 20,000. */
export async function pruneRates(system: SystemDb, clock: Clock): Promise<void> {
  await system.rows(PRUNE, [clock.now().toISOString()]);
}
