import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** How lines of another document are read now, by category; `$4` and `$5` are the supplier. */
const READ_NOW = `
  select a.document_id, s.category_key, bool_or(s.quantity is not null) as has_quantity
  from activities a
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and s.status <> 'excluded'
   and not exists (select from activity_splits later
     where later.tenant_id = $1 and later.environment = $2 and later.supersedes_split_id = s.id)`;

const PARENT_INVOICE = statement(`${READ_NOW}
  join documents d on d.tenant_id = $1 and d.environment = $2 and d.id = a.document_id
  where a.tenant_id = $1 and a.environment = $2 and d.invoice_number = $3 and d.document_type = 'invoice'
    and (d.supplier_identifier = $4 or lower(d.supplier_name) = lower($5))
  group by a.document_id, s.category_key order by a.document_id, s.category_key limit 200`);

const STATEMENTS_OF_INVOICE = statement(`${READ_NOW}
  where a.tenant_id = $1 and a.environment = $2 and a.invoice_number = $3 and a.document_type = 'utility_statement'
    and (a.supplier_identifier = $4 or lower(a.supplier_name) = lower($5))
  group by a.document_id, s.category_key order by a.document_id, s.category_key limit 200`);

/** A category that another document books, and whether by a physical quantity. */
export interface BookedElsewhere {
  readonly document_id: string;
  readonly category_key: string;
  readonly has_quantity: boolean;
}

export interface InvoiceIdentity {
  readonly number: string;
  readonly supplier_identifier: string | null;
  readonly supplier_name: string | null;
}

/** What the invoice that a utility statement belongs to has booked; empty when it is not there. */
export async function bookedByInvoice(tx: TenantQueries, invoice: InvoiceIdentity): Promise<BookedElsewhere[]> {
  return await tx.rows<BookedElsewhere>(PARENT_INVOICE, identityValues(invoice));
}

/** What utility statements that belong to this invoice have booked. */
export async function bookedByStatements(tx: TenantQueries, invoice: InvoiceIdentity): Promise<BookedElsewhere[]> {
  return await tx.rows<BookedElsewhere>(STATEMENTS_OF_INVOICE, identityValues(invoice));
}

function identityValues({ number, supplier_identifier, supplier_name }: InvoiceIdentity): (string | null)[] {
  return [number, supplier_identifier, supplier_name];
}
