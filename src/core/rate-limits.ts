import type { Environment } from "./context.ts";

/** The two buckets of every credential (contract 8): reads and writes are counted apart. */
export type Bucket = "read" | "write";

/** Length of every window; windows begin at whole UTC minutes, so that all processes agree on the reset. */
export const RATE_WINDOW_SECONDS = 60;

/** Requests per window and key (contract 8); sandbox keys have a tenth. */
export const RATE_LIMITS: Readonly<Record<Environment, Readonly<Record<Bucket, number>>>> = {
  live: { read: 600, write: 60 },
  sandbox: { read: 60, write: 6 },
};

/** State of one counter after one request was counted. */
export interface RateTake {
  readonly is_allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window ends; a request at that second is counted in the next window. */
  readonly reset_at: number;
  /** Whole seconds from now until reset_at, at least 1. */
  readonly reset_after_seconds: number;
}

/** Counts requests in clock-aligned windows. A refused request changes nothing. */
export interface RateStore {
  take(key: string, limit: number, window_seconds: number): RateTake | Promise<RateTake>;
  /** The same without counting a request: what is left now. */
  look(key: string, limit: number, window_seconds: number): RateTake | Promise<RateTake>;
}
