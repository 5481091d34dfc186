import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

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
