import type { TenantQueries } from "../../core/context.ts";
import { type Statement, statement } from "../../core/statement.ts";
import { PENDING_KEY } from "../categorization/index.ts";
import { IS_CURRENT } from "./current-split.ts";
import { SUPPLY, TOLD_OF_SUPPLY } from "./stated-facts.ts";

/** Documents that one statement may ask about. */
const DOCUMENTS_MAX = 1000;

/** Categories that are looked at of the documents about one supply. */
const CATEGORIES_MAX = 200;

/** What only a language model suggests, nobody has named yet. */
const NAMED = `case when s.mapped_by = 'model' then '${PENDING_KEY}' else s.category_key end`;

/** How lines of other documents are read now, by category; `q` has the identities that are asked for. */
const bookedNow = (joins: string, conditions: string): string => `
  select q.position, booked.document_id, booked.category_key, booked.has_quantity
  from unnest($3::text[], $4::text[], $5::text[]) with ordinality as q (number, identifier, name, position)
  cross join lateral (
    select a.document_id, ${NAMED} as category_key, bool_or(s.quantity is not null) as has_quantity
    from activities a
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and s.status <> 'excluded'
     and ${IS_CURRENT}
    ${joins}
    where a.tenant_id = $1 and a.environment = $2 and ${conditions}
    group by a.document_id, ${NAMED} order by a.document_id, ${NAMED} limit ${CATEGORIES_MAX}
  ) as booked
  order by q.position, booked.document_id, booked.category_key limit ${CATEGORIES_MAX * DOCUMENTS_MAX}`;

const PARENT_INVOICES = statement(
  bookedNow(
    "join documents d on d.tenant_id = $1 and d.environment = $2 and d.id = a.document_id",
    `d.invoice_number = q.number and d.document_type = 'invoice'
      and (d.supplier_identifier = q.identifier or lower(d.supplier_name) = lower(q.name))`,
  ),
);

const STATEMENTS_OF_INVOICES = statement(
  bookedNow(
    "",
    `a.invoice_number = q.number and a.document_type = 'utility_statement'
      and (a.supplier_identifier = q.identifier or lower(a.supplier_name) = lower(q.name))`,
  ),
);

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

/** For each utility statement's parent what that invoice has booked; empty when it is not there. */
export async function bookedByInvoices(
  tx: TenantQueries,
  invoices: readonly InvoiceIdentity[],
): Promise<BookedElsewhere[][]> {
  return await bookedFor(tx, PARENT_INVOICES, invoices);
}

/** For each invoice what utility statements that belong to it have booked. */
export async function bookedByStatements(
  tx: TenantQueries,
  invoices: readonly InvoiceIdentity[],
): Promise<BookedElsewhere[][]> {
  return await bookedFor(tx, STATEMENTS_OF_INVOICES, invoices);
}

async function bookedFor(
  tx: TenantQueries,
  query: Statement,
  invoices: readonly InvoiceIdentity[],
): Promise<BookedElsewhere[][]> {
  if (invoices.length === 0) return [];
  const rows = await tx.rows<BookedElsewhere & { readonly position: number }>(query, [
    invoices.map((invoice) => invoice.number),
    invoices.map((invoice) => invoice.supplier_identifier),
    invoices.map((invoice) => invoice.supplier_name),
  ]);
  const booked: BookedElsewhere[][] = invoices.map(() => []);
  for (const { position, ...supply } of rows) booked[position - 1]?.push(supply);
  return booked;
}

/** Counted lines of one supply that are looked at: ten years of twelve bills, with several lines each. */
const COUNTED_MAX = 1000;

/** First or last day of the period that a line counts in, ISO date. */
const dayOf = (end: "start" | "end"): string =>
  `coalesce(s.ruled_period ->> '${end}', s.stated #>> '{service_period,${end}}', a.service_period_${end}::text)`;

const COUNTED_OF_SUPPLIES = statement(`
  select q.supply_id, counted.*
  from unnest($3::uuid[], $4::text[], $5::date[], $6::date[]) as q (supply_id, sole_supplier, from_day, to_day)
  cross join lateral (
    select a.document_id, coalesce(a.supplier_identifier, lower(a.supplier_name)) as supplier, a.supplier_name, a.description, a.amount,
      (a.line_kind = 'consumption' and a.supplier_identifier is null and a.supplier_name is null) as is_reading,
      a.transaction_date::date::text as dated, s.category_key, s.quantity, s.unit, ${dayOf("start")} as period_start, ${dayOf("end")} as period_end
    from (${TOLD_OF_SUPPLY}) as told
    join activities a on a.tenant_id = $1 and a.environment = $2 and a.id = told.id
    join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id
     and s.status = 'classified' and s.quantity > 0
     and ${IS_CURRENT}
    where ${SUPPLY} = q.supply_id
      and (q.sole_supplier is null or coalesce(a.supplier_identifier, lower(a.supplier_name)) is distinct from q.sole_supplier
        or (${dayOf("start")} <= q.to_day::text and ${dayOf("end")} >= q.from_day::text))
    order by a.transaction_date desc, a.id limit ${COUNTED_MAX}) as counted
  order by q.supply_id, counted.dated, counted.document_id`);

/** A line that counts a quantity of a supply. */
export interface CountedOfSupply {
  readonly supply_id: string;
  readonly document_id: string;
  /** Number of the supplier, else its name; null: not stated. */
  readonly supplier: string | null;
  readonly supplier_name: string | null;
  readonly description: string;
  readonly amount: string | null;
  /** Whether it is from an export of meter data, which names no supplier. */
  readonly is_reading: boolean;
  /** ISO date of the line. */
  readonly dated: string;
  readonly category_key: string;
  readonly quantity: string;
  readonly unit: string;
  readonly period_start: string | null;
  readonly period_end: string | null;
}

/** A supply, and the supplier of whose own bills only those are asked for that have a day from `from` to `to`; null: all are. */
export interface AskedSupply {
  readonly supply_id: string;
  readonly sole_supplier: string | null;
  /** ISO dates; null: what is asked about states no period. */
  readonly from: string | null;
  readonly to: string | null;
}

/** What counts of these supplies now, the newest thousand lines of each. */
export async function selectCountedOfSupplies(
  tx: TenantQueries,
  asked: readonly AskedSupply[],
): Promise<CountedOfSupply[]> {
  return await tx.rows<CountedOfSupply>(COUNTED_OF_SUPPLIES, [
    asked.map(({ supply_id }) => supply_id),
    asked.map(({ sole_supplier }) => sole_supplier),
    asked.map(({ from }) => from),
    asked.map(({ to }) => to),
  ]);
}
