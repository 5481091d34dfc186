import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Whose invoices a credit note may take back, and the last day on which they can be dated. */
export interface CreditingSupplier {
  readonly supplier_identifier: string | null;
  readonly supplier_name: string | null;
  /** ISO date. */
  readonly until: string;
}

/** A counted line of an invoice, or of a credit note that was booked before. */
export interface CreditableLine {
  readonly document_id: string;
  readonly document_type: "invoice" | "credit_note";
  readonly invoice_number: string | null;
  /** ISO date. */
  readonly dated: string;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  /** Signed as booked. */
  readonly amount: string;
  readonly currency: string | null;
  /** In `unit`, signed as booked; null: counted by money. */
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly category_key: string;
  readonly department_id: string | null;
}

/** Years after which nobody takes an invoice back: Danish limitation of claims (forældelsesloven § 3). */
const YEARS_BACK = 3;
/** Lines of one supplier that are looked at, the newest first. */
const LINES_MAX = 1000;

const CREDITABLE = statement(`
  select q.position, line.document_id, line.document_type, line.invoice_number, line.dated, line.service_period_start,
    line.service_period_end, line.amount, line.currency, line.quantity, line.unit, line.category_key, line.department_id
  from unnest($3::text[], $4::text[], $5::date[]) with ordinality as q (identifier, name, until, position)
  cross join lateral (
    select a.document_id, a.document_type, a.invoice_number, (a.transaction_date at time zone 'UTC')::date::text as dated,
      coalesce((s.ruled_period ->> 'start')::date, a.service_period_start) as service_period_start,
      coalesce((s.ruled_period ->> 'end')::date, a.service_period_end) as service_period_end, a.amount, a.currency, s.quantity, s.unit,
      s.category_key, s.department_id
    from activities a
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and s.status = 'classified'
      and not exists (select from activity_splits later
        where later.tenant_id = $1 and later.environment = $2 and later.supersedes_split_id = s.id)
    where a.tenant_id = $1 and a.environment = $2
      and (a.supplier_identifier = q.identifier or (q.identifier is null and a.supplier_name = q.name))
      and a.document_type in ('invoice', 'credit_note') and a.amount is not null
      and a.transaction_date >= q.until - interval '${YEARS_BACK} years' and a.transaction_date < q.until + interval '1 day'
    order by a.transaction_date desc, a.id desc limit ${LINES_MAX}
  ) as line
  order by q.position, line.dated desc limit ${LINES_MAX * 20}`);

/** What each supplier's invoices and credit notes count, newest first. */
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
  for (const { position, ...line } of rows) lines[position - 1]?.push(line);
  return lines;
}
