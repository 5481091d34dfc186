import type { Clock } from "../../core/context.ts";

/**
 * After this time without a sign of life a request counts as lost: long enough for a process that is out of breath, short
 * enough that whoever repeats a request after a crash waits for it.
 */
const LEASE_MS = 15_000;
/** A request that takes long gives several signs of life per lease. */
export const RENEWAL_MS = 4_000;

/** When a lease ends that is renewed now, ISO 8601 UTC. */
export function leaseEnd(clock: Clock): string {
  return new Date(clock.now().getTime() + LEASE_MS).toISOString();
}
