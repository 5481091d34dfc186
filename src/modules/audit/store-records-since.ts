import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { LEDGER_ACTIONS, type LedgerTable } from "./ledger-tables.ts";
import type { ChainHead } from "./store.ts";

const SINCE = statement(`
  select subject from audit_events
  where tenant_id = $1 and environment = $2 and seq > $3::bigint and action = $4
  order by seq limit 100000`);

/** Ids of the rows of a ledger table that were recorded after a head of the chain, in order; at most 100,000. */
export async function recordsSince(db: TenantQueries, { seq }: ChainHead, table: LedgerTable): Promise<string[]> {
  const rows = await db.rows<{ subject: string }>(SINCE, [seq, LEDGER_ACTIONS[table]]);
  return rows.map(({ subject }) => subject);
}
