import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** What came of one item of a source. */
export interface ItemRow {
  readonly item_key: string;
  readonly external_id: string;
  readonly revision: string;
  readonly status: "taken" | "failed";
  readonly file_id: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
}

// What might not be read is tried again: somebody may have opened it since.
const KNOWN = statement(`
  select item_key from data_source_items
  where tenant_id = $1 and environment = $2 and origin = $3 and item_key = any($4::text[])
    and (status = 'taken' or error_code is distinct from 'forbidden')
  order by item_key limit 1000`);

const INSERT = statement(`
  insert into data_source_items (tenant_id, environment, origin, data_source_id, item_key, external_id, revision, status,
    file_id, error_code, error_message)
  select $1, $2, $3, $4::uuid, i.item_key, i.external_id, i.revision, i.status, i.file_id, i.error_code, i.error_message
  from json_populate_recordset(null::data_source_items, $5::json) as i
  on conflict (tenant_id, environment, origin, item_key) do update
    set status = excluded.status, file_id = excluded.file_id, error_code = excluded.error_code,
        error_message = excluded.error_message
    where data_source_items.status = 'failed'
  returning item_key`);

const MOVE = statement(`
  update data_source_items i set origin = $4
  where i.tenant_id = $1 and i.environment = $2 and i.origin = $3
    and not exists (select from data_source_items o where o.tenant_id = $1 and o.environment = $2 and o.origin = $4
                      and o.item_key = i.item_key)`);

/** Keys among `keys` that need not be fetched again. */
export async function knownItems(db: TenantQueries, origin: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ item_key: string }>(KNOWN, [origin, keys]);
  return new Set(rows.map((row) => row.item_key));
}

/** Notes items; answers the keys that were not taken before. */
export async function insertItems(
  tx: TenantTransaction,
  source: { readonly id: string; readonly origin: string },
  items: readonly ItemRow[],
): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const rows = await tx.rows<{ item_key: string }>(INSERT, [source.origin, source.id, JSON.stringify(items)]);
  return new Set(rows.map((row) => row.item_key));
}

/** Items of one origin are of another one from now on, unless they are known there already. */
export async function moveItems(tx: TenantTransaction, from: string, to: string): Promise<void> {
  await tx.rows(MOVE, [from, to]);
}
