import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

export interface ChangeRow {
  readonly seq: number;
  readonly record_type: string;
  readonly record_id: string;
  readonly action: string;
  readonly superseded_by: string | null;
  readonly created_at: string;
}

/** Tables whose rows replace others of the same table, with the column that says which. */
const REPLACED = [
  ["emission_entry", "emission_entries", "supersedes_entry_id"],
  ["activity_split", "activity_splits", "supersedes_split_id"],
  ["report_input", "report_inputs", "supersedes_id"],
] as const;

const SUPERSEDED_BY = REPLACED.map(
  ([type, table, column]) => `
      when '${type}' then (select r.id from ${table} r
        where r.tenant_id = $1 and r.environment = $2 and r.${column} = e.subject::uuid order by r.id limit 1)`,
).join("");

// A disclosure's figures are a record of their own, and a report is a job until it is generated.
const CHANGES = statement(`
  select e.seq, e.subject as record_id, e.action, e.created_at,
    case e.action when 'supplier.disclosure_recorded' then 'supplier_disclosure' when 'report.requested' then 'report_job'
      when 'report.failed' then 'report_job' else split_part(e.action, '.', 1) end as record_type,
    case split_part(e.action, '.', 1) ${SUPERSEDED_BY} end as superseded_by
  from audit_events e
  where e.tenant_id = $1 and e.environment = $2 and e.seq > $3::bigint
  order by e.seq
  limit $4`);

/**
 * Events in rising order of seq, from after one. An event takes its seq under the lock of the chain, which is held until
 * its transaction ends: when one is seen, all before it are.
 */
export async function selectChanges(db: TenantQueries, after_seq: string, limit: number): Promise<ChangeRow[]> {
  return await db.rows<ChangeRow>(CHANGES, [after_seq, limit]);
}
