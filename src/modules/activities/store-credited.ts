import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { IS_CURRENT } from "./current-split.ts";
import { asStated } from "./stated-facts.ts";
import { CURRENT_COLUMNS, type CurrentActivityRow } from "./store.ts";

/** Whose invoices a credit note may take back, and the last day on which they can be dated. */
export interface CreditingSupplier {
  readonly supplier_identifier: string | null;
  readonly supplier_name: string | null;
  /** ISO date. */
  readonly until: string;
}

/**
 * A counted line of an invoice, or of a credit note that was booked before, as it counts now; signed as booked. One that waits for nothing
 * but its closed year is told as if it counted.
 */
export type CreditableLine = Pick<
  CurrentActivityRow,
  | "allocated_amount"
  | "allocated_currency"
  | "amount"
  | "category_key"
  | "conversion"
  | "currency"
  | "department_id"
  | "description"
  | "document_id"
  | "document_type"
  | "id"
  | "invoice_number"
  | "quantity"
  | "ruled_period"
  | "service_period_end"
  | "service_period_start"
  | "split_id"
  | "split_quantity"
  | "split_unit"
  | "stated"
  | "status"
  | "supplier_identifier"
  | "supplier_name"
  | "transaction_date"
  | "unit"
> & {
  /** The document that a line of a credit note takes back; null: of an invoice, or not known. */
  readonly takes_back: string | null;
};

/** Years after which nobody takes an invoice back: Danish limitation of claims (forældelsesloven § 3). */
const YEARS_BACK = 3;
/** Lines of one supplier that are looked at, the newest first. */
const LINES_MAX = 1000;

/** The document that the reading of a line of a credit note takes back. */
export const TAKES_BACK = `jsonb_path_query_first(s.conversion, '$[*] ? (@.kind == "credit").to') #>> '{}'`;

const CREDITABLE = statement(`
  select q.position, line.*
  from unnest($3::text[], $4::text[], $5::date[]) with ordinality as q (identifier, name, until, position)
  cross join lateral (
    select a.id, s.id as split_id, s.status, a.description, a.amount, a.currency, a.quantity, a.unit, a.transaction_date, s.stated, a.service_period_start,
      a.service_period_end, s.ruled_period, s.conversion, a.document_id, a.document_type, a.invoice_number, a.supplier_name,
      a.supplier_identifier, s.category_key, s.department_id, s.quantity as split_quantity, s.unit as split_unit,
      s.allocated_amount, s.allocated_currency,
      ${TAKES_BACK} as takes_back
    from activities a
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
      and (s.status = 'classified' or s.review_code = 'financial_year_closed')
      and ${IS_CURRENT}
    where a.tenant_id = $1 and a.environment = $2
      and (a.supplier_identifier = q.identifier or (q.identifier is null and a.supplier_name = q.name))
      and a.document_type in ('invoice', 'credit_note') and (s.allocated_amount is not null or a.amount is not null)
      and a.transaction_date >= q.until - interval '${YEARS_BACK} years'
      and (a.document_type = 'credit_note' or a.transaction_date < q.until + interval '1 day')
    order by a.transaction_date desc, a.id desc limit ${LINES_MAX}
  ) as line
  order by q.position, line.transaction_date desc, line.id desc limit ${LINES_MAX * 20}`);

/** What each supplier's invoices and credit notes count as they are read now, newest first. */
export async function selectCreditableLines(
  db: TenantQueries,
  suppliers: readonly CreditingSupplier[],
): Promise<CreditableLine[][]> {
  if (suppliers.length === 0) return [];
  const rows = await db.rows<CreditableLine & { readonly position: number }>(CREDITABLE, [
    suppliers.map(({ supplier_identifier }) => supplier_identifier),
    suppliers.map(({ supplier_name }) => supplier_name),
    suppliers.map(({ until }) => until),
  ]);
  const lines: CreditableLine[][] = suppliers.map(() => []);
  for (const { position, ...line } of rows) lines[position - 1]?.push(asStated(line));
  return lines;
}

/** Credit notes of the suppliers of one recording group that wait; of more, the last ones go on waiting. */
const WAITING_MAX = 1000;

/** A line of a credit note as it is read now, with what a further line of it repeats. */
export interface CreditNoteRow extends CurrentActivityRow {
  readonly line_number: number;
  readonly page: number | null;
  /** What it takes back: the id of a document; null: nothing yet. */
  readonly takes_back: string | null;
}

const NOTE_COLUMNS = `${CURRENT_COLUMNS}, a.line_number, a.page, ${TAKES_BACK} as takes_back`;

const WAITING = statement(`
  select ${NOTE_COLUMNS}
  from activities a
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
    and s.status = 'pending_review' and s.review_code = 'credit_unmatched'
    and ${IS_CURRENT}
  where a.tenant_id = $1 and a.environment = $2 and a.document_type = 'credit_note'
    and (a.supplier_identifier = any($3::text[]) or (a.supplier_identifier is null and a.supplier_name = any($4::text[])))
  order by a.transaction_date, a.id limit ${WAITING_MAX}`);

/** Lines of credit notes of suppliers, by number or else by name, that wait for what they take back; the oldest first. */
export async function selectWaitingCredits(
  tx: TenantQueries,
  identifiers: readonly string[],
  names: readonly string[],
): Promise<CreditNoteRow[]> {
  return (await tx.rows<CreditNoteRow>(WAITING, [identifiers, names])).map(asStated);
}

const JOINED = `
  from activities a
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
    and ${IS_CURRENT}`;

// Of the notes of its supplier, those that take something of the document back.
const TAKING_BACK = statement(`
  with supplier as (
    select distinct supplier_identifier, supplier_name from activities
    where tenant_id = $1 and environment = $2 and document_id = $3
  )
  select ${NOTE_COLUMNS} ${JOINED}
  where a.tenant_id = $1 and a.environment = $2 and a.id in (
    select note.id from supplier q
    join activities note on note.tenant_id = $1 and note.environment = $2 and note.document_type = 'credit_note'
      and (note.supplier_identifier = q.supplier_identifier
        or (q.supplier_identifier is null and note.supplier_identifier is null and note.supplier_name = q.supplier_name)))
    and ${TAKES_BACK} = $3::text
  order by a.created_at, a.id limit ${LINES_MAX}`);

/** Lines of credit notes that take something of a document back, as they are read now; in the order of their recording. */
export async function selectTakingBack(tx: TenantQueries, document_id: string): Promise<CreditNoteRow[]> {
  return (await tx.rows<CreditNoteRow>(TAKING_BACK, [document_id])).map(asStated);
}

/** Lines of one invoice; a document has at most as many. */
const INVOICE_LINES_MAX = 10_000;

const OF_INVOICE = statement(`
  select ${NOTE_COLUMNS} ${JOINED}
  where a.tenant_id = $1 and a.environment = $2 and a.document_id = $3
  order by a.created_at, a.id limit ${INVOICE_LINES_MAX}`);

/** The lines of an invoice as they are read now, in the order of their recording. */
export async function selectInvoiceLines(tx: TenantQueries, document_id: string): Promise<CreditNoteRow[]> {
  return (await tx.rows<CreditNoteRow>(OF_INVOICE, [document_id])).map(asStated);
}
