import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Lines that one statement answers. */
const LINES_MAX = 10_000;

const LINES = statement(`
  select a.id, a.gl_account as account, a.description, a.amount::text as amount, a.data_source_id,
    a.supplier_name, a.external_id
  from activities a where a.tenant_id = $1 and a.environment = $2 and a.id = any ($3::uuid[])
  order by a.id limit ${LINES_MAX}`);

/** What a posting says; the amount is decimal text, signed as booked. */
export interface StoredLine {
  readonly id: string;
  readonly account: string | null;
  readonly description: string;
  readonly amount: string | null;
  readonly data_source_id: string | null;
  readonly supplier_name: string | null;
  /** The source's own number of the line. */
  readonly external_id: string | null;
}

/** Lines by their ids. */
export async function selectPostedLines(tx: TenantQueries, ids: readonly string[]): Promise<Map<string, StoredLine>> {
  const lines = new Map<string, StoredLine>();
  for (let start = 0; start < ids.length; start += LINES_MAX) {
    const rows = await tx.rows<StoredLine>(LINES, [ids.slice(start, start + LINES_MAX)]);
    for (const row of rows) lines.set(row.id, row);
  }
  return lines;
}
