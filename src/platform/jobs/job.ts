import type { Environment } from "../../core/context.ts";

/** A job as a handler gets it. It may be run twice: after a crash, a lost lease, or a stop that could not wait. */
export interface Job {
  readonly id: string;
  readonly tenant_id: string;
  readonly environment: Environment;
  readonly kind: string;
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** This attempt included. */
  readonly attempts: number;
  readonly max_attempts: number;
}

export type JobHandlers = Readonly<Record<string, (job: Job) => Promise<void>>>;

const FIRST_DELAY_MS = 2_000;
const DELAY_MS_MAX = 15 * 60_000;

/**
 * Pause before the next attempt: 2 s doubled per failed attempt, at most 15 minutes, times a random factor from 0.5
 * (inclusive) to 1.5 (exclusive), so that jobs that failed together do not return together. `random` is in [0, 1).
 */
export function retryDelay_ms(attempts: number, random: number): number {
  const delay_ms = Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 2 ** Math.max(0, attempts - 1));
  return Math.round(delay_ms * (0.5 + random));
}
