import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { WaitingDifference } from "./store-compare-waiting.ts";

const ADD = statement(`
  insert into waiting_files (tenant_id, environment, file_id) values ($1, $2, $3) on conflict do nothing`);

/** Notes that nothing of a file could be booked before a person says what it holds: totals tell of it. */
export async function addWaitingFile(tx: TenantQueries, file_id: string): Promise<void> {
  await tx.rows(ADD, [file_id]);
}

const REMOVE = statement(`
  delete from waiting_files where tenant_id = $1 and environment = $2 and file_id = any($3::uuid[])`);

/** Notes that files wait no more: they are read, or were left out. */
export async function removeWaitingFiles(tx: TenantQueries, file_ids: readonly string[]): Promise<void> {
  await tx.rows(REMOVE, [file_ids]);
}

const COMPARE = statement(`
  select 'file' as what, file_id::text as subject
  from (select true as waits, file_id from unnest($3::uuid[]) as file_id) as w
  full join (select true as is_kept, file_id from waiting_files where tenant_id = $1 and environment = $2) as k using (file_id)
  where waits is null or is_kept is null
  order by file_id limit 1000`);

/** Files that wait and are not kept, or the reverse; `waiting` are the ids of those that do. */
export async function compareWaitingFiles(db: TenantQueries, waiting: readonly string[]): Promise<WaitingDifference[]> {
  return await db.rows<WaitingDifference>(COMPARE, [waiting]);
}
