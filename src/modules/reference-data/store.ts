import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { DatasetName } from "./datasets.ts";
import type { FetchRecord } from "./fetch-record.ts";

const COLUMNS = `id, dataset, url, started_at, finished_at, outcome, http_status, body_bytes, content_hash, inserted, unchanged,
  refused, reason`;

const addToSchedule = statement(`
  insert into reference_data_schedule (dataset, due_at) select unnest($1::text[]), $2::timestamptz
  on conflict (dataset) do nothing`);

const claim = statement(`
  update reference_data_schedule set locked_by = $3, locked_until = $2::timestamptz + $4::int * interval '1 millisecond'
  where dataset = $1 and ($5::boolean or due_at <= $2::timestamptz) and (locked_until is null or locked_until <= $2::timestamptz)
  returning dataset`);

const release = statement(`
  update reference_data_schedule
  set due_at = $3::timestamptz, locked_by = null, locked_until = null
  where dataset = $1 and locked_by = $2`);

const insertFetch = statement(`
  insert into reference_data_fetches (${COLUMNS})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`);

const selectNewest = statement(`
  select distinct on (dataset) ${COLUMNS}
  from reference_data_fetches
  where $1::boolean or outcome <> 'failed'
  order by dataset, finished_at desc, id desc limit 100`);

/** Puts datasets that are not there yet onto the schedule, due at once. */
export async function scheduleDatasets(system: SystemDb, datasets: readonly DatasetName[], now: string): Promise<void> {
  await system.rows(addToSchedule, [datasets, now]);
}

/** Whether the dataset is due or asked for, and no other process fetches it: then this one does, until the lease ends. */
export async function claimDataset(
  system: SystemDb,
  dataset: DatasetName,
  lease: { readonly id: string; readonly now: string; readonly lease_ms: number; readonly is_asked_for: boolean },
): Promise<boolean> {
  return (await system.rows(claim, [dataset, lease.now, lease.id, lease.lease_ms, lease.is_asked_for])).length === 1;
}

/** Gives the dataset back; nothing happens when the lease was lost meanwhile. */
export async function releaseDataset(
  system: SystemDb,
  dataset: DatasetName,
  lease: { readonly id: string; readonly due_at: string },
): Promise<void> {
  await system.rows(release, [dataset, lease.id, lease.due_at]);
}

export async function insertFetchRecord(system: SystemDb, record: FetchRecord): Promise<void> {
  await system.rows(insertFetch, [
    record.id,
    record.dataset,
    record.url,
    record.started_at,
    record.finished_at,
    record.outcome,
    record.http_status,
    record.body_bytes,
    record.content_hash,
    record.inserted,
    record.unchanged,
    record.refused,
    record.reason,
  ]);
}

/** The newest fetch of each dataset. */
export async function selectNewestFetches(system: SystemDb): Promise<readonly FetchRecord[]> {
  return await system.rows<FetchRecord>(selectNewest, [true]);
}

/** The newest fetch of each dataset that brought a whole answer, whatever became of it. */
export async function selectNewestAnswers(system: SystemDb): Promise<readonly FetchRecord[]> {
  return await system.rows<FetchRecord>(selectNewest, [false]);
}
