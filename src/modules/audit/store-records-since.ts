import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { LEDGER_ACTIONS, type LedgerTable } from "./ledger-tables.ts";
import type { ChainHead } from "./store.ts";

const SINCE = statement(`
  select seq, subject from audit_events
  where tenant_id = $1 and environment = $2 and seq > $3::bigint and action = $4
  order by seq limit $5`);

const ROWS_AT_ONCE = 50_000;

/** Ids of the rows of a ledger table that were recorded after a head of the chain, in order; all of them, read in pages. */
export async function recordsSince(
  db: TenantQueries,
  { seq }: ChainHead,
  table: LedgerTable,
  rows_at_once: number = ROWS_AT_ONCE,
): Promise<string[]> {
  const ids: string[] = [];
  let after = seq;
  for (;;) {
    const rows = await db.rows<{ seq: ChainHead["seq"]; subject: string }>(SINCE, [
      after,
      LEDGER_ACTIONS[table],
      rows_at_once,
    ]);
    for (const { subject } of rows) ids.push(subject);
    if (rows.length < rows_at_once) return ids;
    after = rows.at(-1)?.seq ?? after;
  }
}
