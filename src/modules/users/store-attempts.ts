import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

// A row of an earlier window begins anew; one that is used up stays as it is, and no row comes back.
const TAKE = statement(`
  insert into login_attempts (key, window_ends_at, used) values ($1, $2, 1)
  on conflict (key) do update
  set used = case when excluded.window_ends_at > login_attempts.window_ends_at then 1 else login_attempts.used + 1 end,
    window_ends_at = greatest(excluded.window_ends_at, login_attempts.window_ends_at)
  where excluded.window_ends_at > login_attempts.window_ends_at or login_attempts.used < $3
  returning used`);

// Locked in one order, so that two who give back at once do not wait for each other.
const REFUND = statement(`
  update login_attempts set used = used - 1
  where key in (
    select key from login_attempts where key = any($1::text[]) and window_ends_at = $2 and used > 0
    order by key limit 10
    for update)`);

const PRUNE = statement(`
  delete from login_attempts where key in (
    select key from login_attempts where window_ends_at <= $1 order by window_ends_at limit 5000)`);

/** Counts an attempt; false when `most` were counted in the window already, which changes nothing. */
export async function takeAttempt(
  system: SystemQueries,
  { key, most, window_ends_at }: { readonly key: string; readonly most: number; readonly window_ends_at: Date },
): Promise<boolean> {
  return (await system.rows(TAKE, [key, window_ends_at.toISOString(), most])).length === 1;
}

/** Takes attempts of the same window back: at most ten counters. */
export async function refundAttempts(
  system: SystemQueries,
  keys: readonly string[],
  window_ends_at: Date,
): Promise<void> {
  await system.rows(REFUND, [keys, window_ends_at.toISOString()]);
}

/** Removes counters of earlier windows, at most 5,000. */
export async function pruneAttempts(system: SystemQueries, now: Date): Promise<void> {
  await system.rows(PRUNE, [now.toISOString()]);
}
