import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** From so many documents and lines on a recording may leave tables of which the planner knows nothing: invoices come in small groups. */
const ROWS_MIN = 100;

/** Those that recordings are compared with. */
const GROWN = [
  "documents",
  "activities",
  "activity_splits",
  "emission_entries",
  "emission_rollups",
  "waiting_lines",
  "purchases",
  "purchase_settlements",
  "supplier_identities",
  "supplier_identifiers",
  "upload_files",
];

const REFRESH = statement(`
  select refresh_statistics($3::text[]) as refreshed from (select $1::uuid as company, $2::text as environment) as asked
  order by 1 limit 1`);

/**
 * Lets the planner look at tables that have doubled since it last did, after a recording of so many `rows`: what comes next is compared with
 * all of it. One statement in a transaction of its own; a table that somebody else looks at is left to them.
 */
export async function refreshStatistics(db: TenantQueries, rows: number): Promise<void> {
  if (rows >= ROWS_MIN) await db.rows(REFRESH, [GROWN]);
}
