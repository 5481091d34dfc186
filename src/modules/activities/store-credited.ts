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

/** A counted line of an invoice, or of a credit note that was booked before, as it counts now; signed as booked. */
export type CreditableLine = Pick<
  CurrentActivityRow,
  | "allocated_amount"
  | "allocated_currency"
  | "amount"
  | "category_key"
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
  | "split_quantity"
  | "split_unit"
  | "stated"
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

const CREDITABLE = statement(`
  select q.position, line.*
  from unnest($3::text[], $4::text[], $5::date[]) with ordinality as q (identifier, name, until, position)
  cross join lateral (
    select a.id, a.description, a.amount, a.currency, a.quantity, a.unit, a.transaction_date, s.stated, a.service_period_start,
      a.service_period_end, s.ruled_period, a.document_id, a.document_type, a.invoice_number, a.supplier_name,
      a.supplier_identifier, s.category_key, s.department_id, s.quantity as split_quantity, s.unit as split_unit,
      s.allocated_amount, s.allocated_currency,
      jsonb_path_query_first(s.conversion, '$[*] ? (@.kind == "credit").to') #>> '{}' as takes_back
    from activities a
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and s.status = 'classified'
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

const WAITING = statement(`
  select ${CURRENT_COLUMNS}
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
): Promise<CurrentActivityRow[]> {
  return (await tx.rows<CurrentActivityRow>(WAITING, [identifiers, names])).map(asStated);
}
