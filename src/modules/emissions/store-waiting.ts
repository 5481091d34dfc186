import type { TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** A row of waiting_lines as it is inserted; the database adds tenant and environment. */
export interface WaitingLine {
  readonly activity_split_id: string;
  readonly activity_id: string;
  readonly document_id: string;
  /** Months of the line's period, or else that of its date, inclusive; see monthNumber. */
  readonly from_ym: number;
  readonly to_ym: number;
  /** Of the suggested category; 0: nothing is suggested, or it has no scope. */
  readonly scope: number;
  readonly scope3_category: number;
  readonly department_id: string;
  /** Of `money`; "" without money. */
  readonly currency: string;
  /** Signed, decimal text, excluding VAT where that is known; null: not known. */
  readonly money: string | null;
  /** kg CO2e market-based that the best option would count; null: none, or nothing can be calculated for it. */
  readonly estimated_kg: string | null;
  /** The supplier as supplierKey gives it; "" where none is named. */
  readonly supplier_key: string;
  /** "" without account. */
  readonly gl_account: string;
  /** Suggested category; "": nothing is suggested. */
  readonly category_key: string;
  /** Why the line waits, and what its suggestion lacks. */
  readonly code: string;
  /** ISO date of the line. */
  readonly on_date: string;
  /** kg CO2e market-based by category, decimal text; null: nothing can be calculated. */
  readonly option_kg: Readonly<Record<string, string | null>>;
}

const LINE_TYPES = {
  activity_split_id: "uuid",
  activity_id: "uuid",
  document_id: "uuid",
  from_ym: "int",
  to_ym: "int",
  scope: "smallint",
  scope3_category: "smallint",
  department_id: "uuid",
  currency: "text",
  money: "numeric",
  estimated_kg: "numeric",
  supplier_key: "text",
  gl_account: "text",
  category_key: "text",
  code: "text",
  on_date: "date",
  option_kg: "jsonb",
} as const satisfies Record<keyof WaitingLine, string>;

const COLUMNS = Object.keys(LINE_TYPES).join(", ");
const TYPED = Object.entries(LINE_TYPES)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ");

const SUM_KEY = "from_ym, to_ym, scope, scope3_category, department_id, currency";
const DOCUMENT_KEY = "document_id, from_ym, to_ym, scope, department_id";

// Rows are changed in the order of the key, so that two transactions would lock them in the same order.
const MOVE = statement(`
  with added as (
    insert into waiting_lines (tenant_id, environment, ${COLUMNS})
    select $1::uuid, $2::text, ${COLUMNS} from json_to_recordset($3::json) as line (${TYPED})
    returning ${COLUMNS}
  ), ended as (
    delete from waiting_lines where tenant_id = $1 and environment = $2 and activity_split_id = any($4::uuid[])
    returning ${COLUMNS}
  ), moved as materialized (
    select *, 1 as sign from added union all select *, -1 from ended
  ), sums as (
    insert into waiting_sums as r (tenant_id, environment, ${SUM_KEY}, line_count, money, estimated_kg, without_estimate_count)
    select $1::uuid, $2::text, ${SUM_KEY}, sum(sign), sum(sign * coalesce(money, 0)), sum(sign * coalesce(estimated_kg, 0)),
      sum(case when estimated_kg is null then sign else 0 end)
    from moved group by ${SUM_KEY} order by ${SUM_KEY}
    on conflict (tenant_id, environment, ${SUM_KEY}) do update set line_count = r.line_count + excluded.line_count,
      money = r.money + excluded.money, estimated_kg = r.estimated_kg + excluded.estimated_kg,
      without_estimate_count = r.without_estimate_count + excluded.without_estimate_count
  ), documents as (
    insert into waiting_documents as r (tenant_id, environment, ${DOCUMENT_KEY}, line_count)
    select $1::uuid, $2::text, ${DOCUMENT_KEY}, sum(sign) from moved group by ${DOCUMENT_KEY} order by ${DOCUMENT_KEY}
    on conflict (tenant_id, environment, ${DOCUMENT_KEY}) do update set line_count = r.line_count + excluded.line_count
  ), restating as (
    delete from pending_restatements where tenant_id = $1 and environment = $2 and activity_split_id = any($4::uuid[])
  )
  select count(*)::int as moved from moved order by 1 limit 1`);

/**
 * Lets lines wait from now on, and no longer wait whose reading (id of the split) has a successor, in one statement; sums and
 * documents move with them, and what those readings would change in closed years is forgotten. Readings that did not wait move
 * nothing. The transaction holds the audit chain.
 */
export async function moveWaiting(
  tx: TenantTransaction,
  added: readonly WaitingLine[],
  superseded: readonly string[],
): Promise<void> {
  if (added.length === 0 && superseded.length === 0) return;
  await tx.rows(MOVE, [JSON.stringify(added), superseded]);
}
