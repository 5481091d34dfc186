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

const COUNTED = statement(`
  insert into document_entry_counts as c (tenant_id, environment, document_id, entry_count)
  select $1::uuid, $2::text, d.document_id, d.entry_count
  from unnest($3::uuid[], $4::int[]) as d (document_id, entry_count)
  order by d.document_id
  on conflict (tenant_id, environment, document_id) do update set entry_count = c.entry_count + excluded.entry_count`);

/** Of the inputs, the member that tells an entry of 0 kg which only ends another. */
const SENT_MEMBERS = ["activity_id", "inputs", "superseded_entry_id"];

type CountedEntry = Pick<NewEntry, "activity_id" | "inputs">;

/** Documents by the ids of their lines. */
export type DocumentsOfLines = ReadonlyMap<string, string>;

/**
 * Moves how many entries of each document count when those `added` become current and those `superseded` (ids) stop being so, in
 * one statement. The lines of the entries are in the ledger already; `documents` tells the document of each where the caller knows it.
 */
export async function moveDocumentCounts(
  tx: TenantTransaction,
  added: readonly CountedEntry[],
  superseded: readonly string[],
  documents: DocumentsOfLines | null = null,
): Promise<void> {
  if (documents !== null && superseded.length === 0) return await addCounts(tx, added, documents);
  const entries = JSON.stringify(added, SENT_MEMBERS);
  await (superseded.length === 0 ? tx.rows(ADD, [entries]) : tx.rows(REPLACE, [entries, superseded]));
}

async function addCounts(
  tx: TenantTransaction,
  added: readonly CountedEntry[],
  documents: DocumentsOfLines,
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { activity_id, inputs } of added) {
    const document_id = documents.get(activity_id);
    if (document_id === undefined) throw new Error("an entry's line is of no document that is recorded with it");
    if (!("superseded_entry_id" in inputs)) counts.set(document_id, (counts.get(document_id) ?? 0) + 1);
  }
  if (counts.size > 0) await tx.rows(COUNTED, [[...counts.keys()], [...counts.values()]]);
}
