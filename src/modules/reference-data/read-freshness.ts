import type { SystemDb } from "../../core/context.ts";
import { daysBetween } from "../../core/days.ts";
import { DATASET_NAMES, type DatasetName } from "./datasets.ts";
import type { FetchRecord } from "./fetch-record.ts";
import { selectNewestAnswers, selectNewestFetches } from "./store.ts";

/** How a dataset stands. */
export interface Freshness {
  readonly dataset: DatasetName;
  /** Null: nothing was fetched yet. */
  readonly newest: FetchRecord | null;
  /** When a whole answer came last; null: never. */
  readonly answered_at: string | null;
  /** What an operator has to look at; null: nothing. */
  readonly problem: string | null;
}

/** Publishers have maintenance days; two weeks without an answer is something else. */
const SILENT_DAYS_MAX = 14;

/** How each dataset stands at `now` (UTC), by what was fetched. */
export async function readFreshness(system: SystemDb, now: string): Promise<readonly Freshness[]> {
  const newest = byDataset(await selectNewestFetches(system));
  const answers = byDataset(await selectNewestAnswers(system));
  return DATASET_NAMES.map((dataset) => {
    const last = newest.get(dataset) ?? null;
    const answered_at = answers.get(dataset)?.finished_at ?? null;
    return { dataset, newest: last, answered_at, problem: last === null ? null : problemOf(last, answered_at, now) };
  });
}

function byDataset(records: readonly FetchRecord[]): ReadonlyMap<DatasetName, FetchRecord> {
  return new Map(records.map((record) => [record.dataset, record]));
}

function problemOf({ outcome, refused, reason }: FetchRecord, answered_at: string | null, now: string): string | null {
  const why = reason ?? "no reason told";
  if (outcome !== "failed") return refused === 0 ? null : `${refused} refused: ${why}`;
  if (answered_at === null) return `never answered: ${why}`;
  return daysBetween(answered_at, now) > SILENT_DAYS_MAX ? `no answer since ${answered_at}: ${why}` : null;
}
