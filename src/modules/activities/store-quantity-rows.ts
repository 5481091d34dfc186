import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { IS_CURRENT } from "./current-split.ts";

/** Days with a quantity that one statement asks about. */
const PROBES_MAX = 1000;
/** Rows of one quantity on one day that are looked at. */
const EQUAL_MAX = 200;

// The condition of the index activities_of_quantities.
const ROWS = statement(`
  select a.id, a.document_id, a.transaction_date, a.gl_account, a.supplier_name, a.description, a.quantity::text as quantity, a.unit,
    a.service_period_start, a.service_period_end, s.status, s.reason
  from unnest($3::timestamptz[], $4::numeric[]) as q (dated, quantity)
  cross join lateral (
    select a.* from activities a
    where a.tenant_id = $1 and a.environment = $2 and a.transaction_date = q.dated and a.quantity = q.quantity
      and a.amount is null and a.line_kind in ('ledger_row', 'bill_row', 'bank_row')
    order by a.id limit ${EQUAL_MAX}) a
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and ${IS_CURRENT}
  order by a.id limit ${PROBES_MAX * EQUAL_MAX}`);

/** Rows of the days of one document that are looked at. */
const BETWEEN_MAX = 2000;

const BETWEEN = statement(`
  select q.position, a.id, a.document_id, a.transaction_date, a.gl_account, a.supplier_name, a.description, s.quantity::text as quantity,
    s.unit, a.service_period_start, a.service_period_end, s.status, s.reason
  from unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) as q (position, first, last)
  cross join lateral (
    select a.* from activities a
    where a.tenant_id = $1 and a.environment = $2 and a.transaction_date between q.first and q.last
      and a.amount is null and a.line_kind in ('ledger_row', 'bill_row', 'bank_row')
    order by a.transaction_date desc, a.id limit ${BETWEEN_MAX}) a
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and s.quantity is not null and ${IS_CURRENT}
  order by q.position, a.id limit ${PROBES_MAX * EQUAL_MAX}`);

/** A row of a table that states a quantity and no amount, as it is stored; the quantity is decimal text. */
export interface QuantityRow {
  readonly id: string;
  readonly document_id: string;
  readonly transaction_date: string;
  readonly gl_account: string | null;
  readonly supplier_name: string | null;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string | null;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly status: "pending_review" | "classified" | "excluded";
  /** Of its current reading. */
  readonly reason: string;
}

/** The stored rows of each day (ISO date) and quantity (decimal text), the first ones first. */
export async function selectQuantityRows(
  tx: TenantQueries,
  probes: readonly { readonly dated: string; readonly quantity: string }[],
): Promise<QuantityRow[]> {
  const distinct = [...new Map(probes.map((probe) => [`${probe.dated} ${probe.quantity}`, probe])).values()];
  const found: QuantityRow[] = [];
  for (let start = 0; start < distinct.length; start += PROBES_MAX) {
    const part = distinct.slice(start, start + PROBES_MAX);
    const values = [part.map(({ dated }) => `${dated}T00:00:00Z`), part.map(({ quantity }) => quantity)];
    found.push(...(await tx.rows<QuantityRow>(ROWS, values)));
  }
  return found;
}

/** For each span of days (ISO dates, inclusive) the stored rows that state a quantity and no amount, with the quantities they are read by. */
export async function selectQuantityRowsBetween(
  tx: TenantQueries,
  spans: readonly { readonly from: string; readonly to: string }[],
): Promise<QuantityRow[][]> {
  const found = spans.map((): QuantityRow[] => []);
  const rows = await tx.rows<QuantityRow & { readonly position: number }>(BETWEEN, [
    spans.map((_, position) => position),
    spans.map(({ from }) => `${from}T00:00:00Z`),
    spans.map(({ to }) => `${to}T23:59:59Z`),
  ]);
  for (const { position, ...row } of rows) found[position]?.push(row);
  return found;
}
