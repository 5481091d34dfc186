import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

export interface NewRecord {
  readonly activity_id: string;
  readonly fingerprint: string;
  readonly country: string | null;
}

/** An activity with the same facts that was recorded before. */
export interface EarlierRecord {
  readonly fingerprint: string;
  readonly activity_id: string;
  readonly recorded_at: string;
}

const INSERT = statement(`
  insert into activity_records (tenant_id, environment, activity_id, fingerprint, country)
  select $1, $2, r.activity_id, r.fingerprint, r.country
  from json_to_recordset($3::json) as r (activity_id uuid, fingerprint text, country text)`);

/** Records that are looked up at once. */
const RECORDS_MAX = 1000;

const IDENTICAL = statement(`
  select distinct on (fingerprint) fingerprint, activity_id, recorded_at from activity_records
  where tenant_id = $1 and environment = $2 and fingerprint = any($3::text[])
  order by fingerprint, activity_id desc limit ${RECORDS_MAX}`);

export async function insertRecords(tx: TenantQueries, records: readonly NewRecord[]): Promise<void> {
  await tx.rows(INSERT, [JSON.stringify(records)]);
}

/** The newest record of each of these facts, by fingerprint; at most 1000. */
export async function selectRecorded(
  db: TenantQueries,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, EarlierRecord>> {
  const rows = await db.rows<EarlierRecord>(IDENTICAL, [fingerprints]);
  return new Map(rows.map((row) => [row.fingerprint, row]));
}
