import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { NewEntry } from "./new-entries.ts";
import { isClosing } from "./store-rollups.ts";

const ADDED = `
      select e.activity_id, 1 as change
      from json_to_recordset($3::json) as e (activity_id uuid, inputs jsonb) where not (${isClosing("e")})`;

const SUPERSEDED = `
      select e.activity_id, -1 as change from emission_entries e
      where e.tenant_id = $1 and e.environment = $2 and e.id = any($4::uuid[]) and not (${isClosing("e")})`;

// The line is looked up by its key one by one: a plan made while the ledger was empty would read all of it to find a few. Rows are
// changed in the order of the key, so that two transactions would lock them in the same order.
function moveText(entries: string): string {
  return `
  insert into document_entry_counts as c (tenant_id, environment, document_id, entry_count)
  select $1::uuid, $2::text, l.document_id, sum(m.entry_count)
  from (select activity_id, sum(change) as entry_count from (${entries}) as e group by activity_id) as m
  cross join lateral (
    select document_id from source_lines
    where tenant_id = $1 and environment = $2 and id = m.activity_id order by id limit 1
  ) as l
  group by l.document_id having sum(m.entry_count) <> 0
  order by l.document_id
  on conflict (tenant_id, environment, document_id) do update set entry_count = c.entry_count + excluded.entry_count`;
}

const ADD = statement(moveText(ADDED));
const REPLACE = statement(moveText(`${ADDED} union all ${SUPERSEDED}`));

/** Of the inputs, the member that tells an entry of 0 kg which only ends another. */
const SENT_MEMBERS = ["activity_id", "inputs", "superseded_entry_id"];

/**
 * Moves how many entries of each document count when those `added` become current and those `superseded` (ids) stop being so, in
 * one statement. The lines of the entries are in the ledger already.
 */
export async function moveDocumentCounts(
  tx: TenantTransaction,
  added: readonly Pick<NewEntry, "activity_id" | "inputs">[],
  superseded: readonly string[],
): Promise<void> {
  const entries = JSON.stringify(added, SENT_MEMBERS);
  await (superseded.length === 0 ? tx.rows(ADD, [entries]) : tx.rows(REPLACE, [entries, superseded]));
}
