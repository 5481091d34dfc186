import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

interface EmptyColumn {
  /** The table, or an index of it that holds an expression. */
  readonly relation: string;
  readonly name: string;
}

// The server keeps samples of each column, and of each expression of an index, for its planner: the commonest names of
// suppliers, for instance. They are made anew from the rows that are there, but those of an empty table stay until cleared.
const SAMPLED = statement(`
  select s.tablename as relation, s.attname as name from pg_stats s
  where s.schemaname = 'public'
    and s.tablename in (select $1 union all select i.indexrelid::regclass::text from pg_index i where i.indrelid = to_regclass($1))
    and (select c.reltuples from pg_class c where c.oid = to_regclass($1)) <= 0
  order by 1, 2 limit 1000`);
const CAN_CLEAR = statement(
  "select count(*)::int as found from pg_proc where proname = 'pg_clear_attribute_stats' limit 1",
);
const CLEAR = statement(`
  select pg_clear_attribute_stats(schemaname => 'public', relname => $1, attname => $2, inherited => false)::text as cleared`);

/**
 * Takes removed rows out of the tables' files as far as the server can beside its other work, and out of its statistics. A server
 * before PostgreSQL 18 keeps the statistics of a table that is empty now; the number of such tables is returned.
 */
export async function clearTraces(admin: SystemDb, tables: readonly string[]): Promise<number> {
  const canClear = ((await admin.rows<{ found: number }>(CAN_CLEAR))[0]?.found ?? 0) > 0;
  let left = 0;
  for (const table of tables) {
    await admin.rows(statement(`vacuum (analyze) ${table}`));
    const sampled = await admin.rows<EmptyColumn>(SAMPLED, [table]);
    if (sampled.length > 0 && !canClear) left += 1;
    else for (const { relation, name } of sampled) await admin.rows(CLEAR, [relation, name]);
  }
  return left;
}
