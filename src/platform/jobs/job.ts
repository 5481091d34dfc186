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
  /** How often a process ended that ran the job: for reasons of its own, unless it happens again and again. */
  readonly interruptions: number;
}

/**
 * From this many interruptions on a job runs while its worker runs nothing else, and after pauses. One that ends its process
 * is found by that, and those that were only near it are not blamed.
 */
export const INTERRUPTIONS_BEFORE_ALONE = 3;

/**
 * Interruptions after which a job is given up. With the pauses between them the last nine take an hour and a half, in which
 * nothing but this job was at work whenever its process ended: a process that ends for other reasons does not hit the few
 * moments of a healthy job nine times.
 */
export const INTERRUPTIONS_MAX = 12;

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
