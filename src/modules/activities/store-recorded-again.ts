import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { RECORD } from "./ledger-batch.ts";
import { type CurrentActivityRow, selectCurrentActivities } from "./store.ts";

/** Of as many as are told of one record sent again and again. */
const SAME_MAX = 20;

const SAME = statement(`
  select same.activity_id
  from recorded_activities record
  join recorded_activities same
    on same.tenant_id = record.tenant_id and same.environment = record.environment and same.fingerprint = record.fingerprint
  where record.tenant_id = $1 and record.environment = $2 and record.activity_id = $3
    and same.activity_id <> record.activity_id
  order by same.activity_id desc limit ${SAME_MAX}`);

/**
 * Activities that state the same as a record, by what was stated first, and are not left out: both count, as when a record is sent twice.
 * Empty for lines of documents.
 */
export async function recordedAgain(
  db: TenantQueries,
  { id, document_type }: Pick<CurrentActivityRow, "id" | "document_type">,
): Promise<readonly string[]> {
  if (document_type !== RECORD) return [];
  const rows = await db.rows<{ activity_id: string }>(SAME, [id]);
  if (rows.length === 0) return [];
  const same = await selectCurrentActivities(
    db,
    rows.map(({ activity_id }) => activity_id),
  );
  return same.filter(({ status }) => status !== "excluded").map((activity) => activity.id);
}
