import type { DatasetName } from "./datasets.ts";

/**
 * `imported`: figures were added. `unchanged`: none were new. `refused`: the file is not of the form, or none of its new figures was
 * plausible. `failed`: there was no whole answer of status 200.
 */
export type FetchOutcome = "imported" | "unchanged" | "refused" | "failed";

/** One attempt to fetch a dataset. */
export interface FetchRecord {
  readonly id: string;
  readonly dataset: DatasetName;
  readonly url: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly outcome: FetchOutcome;
  /** Null: nothing answered. */
  readonly http_status: number | null;
  readonly body_bytes: number | null;
  /** SHA-256 (lower hex) of the file; null: there was none. */
  readonly content_hash: string | null;
  readonly inserted: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Why it was refused or failed, or why the first figures were; null: nothing was. */
  readonly reason: string | null;
}
