import type { TenantQueries } from "../../core/context.ts";
import { statementFamily } from "../../core/statement.ts";
import { BASIS, type EntryBasis, IS_FALLBACK, IS_LIFE_CYCLE } from "./entry-basis.ts";
import { IS_PERIOD_ASSUMED } from "./emission-entry.ts";
import { CURRENT } from "./store-list.ts";
import { isClosing } from "./store-rollups.ts";

/** Newest use first, or most emissions first. */
export const LEDGER_ORDERS = ["date", "kg"] as const;
export type LedgerOrder = (typeof LEDGER_ORDERS)[number];

export interface LedgerRowFilter {
  /** Inclusive moments, compared with the accounting date; null: open. */
  readonly from: string | null;
  readonly to: string | null;
  readonly scope: number | null;
  /** A category of any level. */
  readonly category_key: string | null;
}

/** One current entry with the line that it comes from. */
export interface LedgerRow {
  readonly id: string;
  readonly activity_id: string;
  readonly transaction_date: string;
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly category_key: string;
  readonly calculation_method: string;
  readonly data_quality_score: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly basis: EntryBasis;
  readonly market_based_fallback: boolean;
  readonly is_life_cycle: boolean;
  readonly period_assumed: boolean;
}

const SORT_COLUMNS: Readonly<Record<LedgerOrder, { readonly column: string; readonly type: string }>> = {
  // The index by date has the range; entries of one day are put in order as they come.
  date: { column: "transaction_date", type: "timestamptz" },
  // No index: every row of the period is looked at, and the page's kept.
  kg: { column: "market_based_kg", type: "numeric" },
};

type Parts = { readonly by_kg: boolean; readonly after: boolean };

const ROWS = statementFamily(({ by_kg, after }: Parts) => {
  const { column, type } = SORT_COLUMNS[by_kg ? "kg" : "date"];
  return `
    with page as materialized (select e.id from emission_entries e
    where e.tenant_id = $1 and e.environment = $2
      and e.transaction_date >= coalesce($4::timestamptz, '-infinity')
      and e.transaction_date <= coalesce($5::timestamptz, 'infinity')
      and ($6::smallint is null or e.scope = $6)
      and ($7::text is null or e.category_key = $7 or starts_with(e.category_key, $7 || '.'))
      ${after ? `and (e.${column}, e.id) < ($8::${type}, $9::uuid)` : ""}
      and not (${isClosing("e")}) and ${CURRENT}
    order by e.${column} desc, e.id desc limit $3::int)
    select e.id, e.activity_id, e.transaction_date, e.scope, e.scope3_category, e.category_key, e.calculation_method,
      e.data_quality_score, e.market_based_kg, e.location_based_kg, ${BASIS} as basis, ${IS_FALLBACK} as market_based_fallback,
      ${IS_LIFE_CYCLE} as is_life_cycle,
      (${IS_PERIOD_ASSUMED}) as period_assumed
    from emission_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.id = any (array(select id from page))
    order by e.${column} desc, e.id desc limit $3::int`;
});

/** Current entries that end no other, of a period in an order, from after a position: the value that they are ordered by, and the id. */
export async function selectLedgerRows(
  db: TenantQueries,
  { from, to, scope, category_key }: LedgerRowFilter,
  order: LedgerOrder,
  after: readonly string[] | null,
  limit: number,
): Promise<LedgerRow[]> {
  const position = after === null ? [] : [after[0] ?? null, after[1] ?? null];
  const rows = ROWS({ by_kg: order === "kg", after: after !== null });
  return await db.rows<LedgerRow>(rows, [limit, from, to, scope, category_key, ...position]);
}

/** The position of a row in an order, as a cursor keeps it. */
export function ledgerPosition(order: LedgerOrder, row: LedgerRow): readonly string[] {
  return [order === "date" ? row.transaction_date : row.market_based_kg, row.id];
}
