import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { isClosing } from "./store-rollups.ts";

const COMPARE = statement(`
  with fresh as (
    select l.document_id, count(*) as entry_count
    from emission_entries e
    join source_lines l on l.tenant_id = $1 and l.environment = $2 and l.id = e.activity_id
    where e.tenant_id = $1 and e.environment = $2 and not (${isClosing("e")})
      and not exists (select from emission_entries s
        where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
    group by l.document_id
  ), kept as (
    select document_id, entry_count from document_entry_counts where tenant_id = $1 and environment = $2
  )
  select document_id, coalesce(f.entry_count, 0) as entries_count, coalesce(k.entry_count, 0) as kept_count
  from fresh f full join kept k using (document_id)
  where coalesce(f.entry_count, 0) <> coalesce(k.entry_count, 0)
  order by document_id limit $3`);

/** A document whose kept count is not that of its entries. */
export interface DocumentDifference {
  readonly document_id: string;
  readonly entries_count: number;
  readonly kept_count: number;
}

/**
 * Counts the current entries of every document again and returns those whose kept count differs, at most 100, in one snapshot of
 * the database. Empty: they agree.
 */
export async function compareDocumentCounts(db: TenantQueries): Promise<DocumentDifference[]> {
  return await db.rows<DocumentDifference>(COMPARE, [100]);
}
