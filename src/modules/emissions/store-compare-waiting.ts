import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const SUM_KEY = "from_ym, to_ym, scope, scope3_category, department_id, currency";
const DOCUMENT_KEY = "document_id, from_ym, to_ym, scope, department_id";
const OWN = "tenant_id = $1 and environment = $2";

const COMPARE = statement(`
  with ledger as materialized (
    select true as waits, reading.*
    from json_to_recordset($4::json) as reading (activity_split_id uuid, department_id uuid, document_id uuid)
  ), kept as materialized (select true as is_kept, * from waiting_lines where ${OWN})
  select what, subject from (
    select 'line' as what, activity_split_id::text as subject
    from ledger l full join kept k using (activity_split_id, department_id, document_id)
    where waits is null or is_kept is null
    union all
    select 'sum', concat_ws(' ', ${SUM_KEY})
    from (
      select ${SUM_KEY}, count(*) as line_count, coalesce(sum(money), 0) as money, coalesce(sum(estimated_kg), 0) as estimated_kg,
        count(*) filter (where estimated_kg is null) as without_estimate_count
      from kept group by ${SUM_KEY}
    ) as f full join (select * from waiting_sums where ${OWN}) as k using (${SUM_KEY})
    where (coalesce(f.line_count, 0), coalesce(f.money, 0), coalesce(f.estimated_kg, 0), coalesce(f.without_estimate_count, 0))
      <> (coalesce(k.line_count, 0), coalesce(k.money, 0), coalesce(k.estimated_kg, 0), coalesce(k.without_estimate_count, 0))
    union all
    select 'document', concat_ws(' ', ${DOCUMENT_KEY})
    from (select ${DOCUMENT_KEY}, count(*) as line_count from kept group by ${DOCUMENT_KEY}) as f
    full join (select * from waiting_documents where ${OWN}) as k using (${DOCUMENT_KEY})
    where coalesce(f.line_count, 0) <> coalesce(k.line_count, 0)
  ) as found
  order by what, subject limit $3`);

/** Something kept of what waits that is not what the ledger says. */
export interface WaitingDifference {
  /** A line or file that waits and is not kept, or the reverse; a sum; a document's count; what a replaced reading would restate. */
  readonly what: "line" | "sum" | "document" | "file" | "restatement";
  /** Id of the reading or file, or the key of the sum or count. */
  readonly subject: string;
}

/** A reading that waits, as the ledger says. */
export interface WaitingReading {
  readonly activity_split_id: string;
  readonly department_id: string;
  readonly document_id: string;
}

/**
 * Holds what is kept of waiting lines against the readings that wait, and the sums and counts against the lines; at most 100
 * differences. Empty: they agree.
 */
export async function compareWaiting(
  db: TenantQueries,
  readings: readonly WaitingReading[],
): Promise<WaitingDifference[]> {
  return await db.rows<WaitingDifference>(COMPARE, [100, JSON.stringify(readings)]);
}
