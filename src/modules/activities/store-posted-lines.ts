import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { WITH_CURRENT_SPLIT } from "./current-split.ts";

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
  return await byId(ids, (part) => tx.rows<StoredLine>(LINES, [part]));
}

const SAID = statement(`
  select a.id, a.document_id, a.invoice_number, a.transaction_date, a.description, a.amount::text as amount, a.quantity::text as stated_quantity,
    a.service_period_start, a.service_period_end, s.status, s.quantity::text as quantity, s.unit
  from ${WITH_CURRENT_SPLIT}
  where a.tenant_id = $1 and a.environment = $2 and a.id = any ($3::uuid[])
  order by a.id limit ${LINES_MAX}`);

/** What a line says of what was bought, and by what quantity it is read now; quantities and amounts are decimal text, days ISO dates. */
export interface SaidLine {
  readonly id: string;
  readonly document_id: string;
  readonly invoice_number: string | null;
  readonly transaction_date: string;
  readonly description: string;
  readonly amount: string | null;
  readonly stated_quantity: string | null;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly status: "pending_review" | "classified" | "excluded";
  readonly quantity: string | null;
  readonly unit: string | null;
}

/** Lines by their ids, as they are read now. */
export async function selectSaidLines(tx: TenantQueries, ids: readonly string[]): Promise<Map<string, SaidLine>> {
  return await byId(ids, (part) => tx.rows<SaidLine>(SAID, [part]));
}

async function byId<Line extends { readonly id: string }>(
  ids: readonly string[],
  read: (part: readonly string[]) => Promise<readonly Line[]>,
): Promise<Map<string, Line>> {
  const found = new Map<string, Line>();
  for (let start = 0; start < ids.length; start += LINES_MAX) {
    for (const row of await read(ids.slice(start, start + LINES_MAX))) found.set(row.id, row);
  }
  return found;
}
