import type { SqlValue, TenantQueries } from "../../core/context.ts";
import type { CalculationMethod } from "../../core/ghg.ts";
import { statementFamily } from "../../core/statement.ts";
import { BASIS, type EntryBasis, IS_FALLBACK, IS_LIFE_CYCLE } from "./entry-basis.ts";
import { IS_PERIOD_ASSUMED } from "./emission-entry.ts";
import { CURRENT, KEY_NOT_CLOSING } from "./store-list.ts";

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
  readonly calculation_method: CalculationMethod | null;
  /** From 1 (best) to 5. */
  readonly data_quality_score: number | null;
  /** Only entries of this department; null: of any, and of none. */
  readonly department_id: string | null;
  /** Only entries of these splits; null: of any. */
  readonly split_ids: readonly string[] | null;
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
  /** Null: the day of its transaction date, as of the two below. */
  readonly document_date: string | null;
  readonly period_from: string | null;
  readonly period_to: string | null;
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
  // The index by kg has the order and every column that filters, so that only rows of the page are fetched.
  kg: { column: "market_based_kg", type: "numeric" },
};

/** Bare columns, by which a plan may choose an index. */
const BARE = { transaction_date: "e.transaction_date", scope: "e.scope", category_key: "e.category_key" };
/**
 * Not the bare columns: of the ledger by kg a plan takes the index that has that order, and not one of the filters' with every
 * row of the period to be sorted.
 */
const HIDDEN = {
  transaction_date: "(e.transaction_date + interval '0')",
  scope: "(e.scope + 0)",
  category_key: "(e.category_key || '')",
};

/** The conditions of a LedgerRowFilter on an entry `e`; its values are $3 to $9, the splits $10 where there are some. */
export const matching = ({
  of_splits,
  walks_kg,
}: {
  readonly of_splits: boolean;
  readonly walks_kg: boolean;
}): string => {
  const { transaction_date, scope, category_key } = walks_kg ? HIDDEN : BARE;
  return `
      e.tenant_id = $1 and e.environment = $2
      and ${transaction_date} >= coalesce($3::timestamptz, '-infinity')
      and ${transaction_date} <= coalesce($4::timestamptz, 'infinity')
      and ($5::smallint is null or ${scope} = $5)
      and ($6::text is null or ${category_key} = $6 or starts_with(${category_key}, $6 || '.'))
      and ($7::text is null or e.calculation_method = $7)
      and ($8::smallint is null or e.data_quality_score = $8)
      and ($9::uuid is null or e.department_id = $9)
      ${of_splits ? "and e.activity_split_id = any ($10::uuid[])" : ""}`;
};

/** The values of the conditions, from $3 on. */
export function matchingValues(filter: LedgerRowFilter): SqlValue[] {
  const { from, to, scope, category_key, calculation_method, data_quality_score, department_id, split_ids } = filter;
  const splits = split_ids === null ? [] : [split_ids];
  return [from, to, scope, category_key, calculation_method, data_quality_score, department_id, ...splits];
}

type Parts = { readonly by_kg: boolean; readonly after: boolean; readonly of_splits: boolean };

const ROWS = statementFamily(({ by_kg, after, of_splits }: Parts) => {
  const { column, type } = SORT_COLUMNS[by_kg ? "kg" : "date"];
  const limit = of_splits ? 11 : 10;
  return `
    with page as materialized (select e.id from emission_entries e
    where ${matching({ of_splits, walks_kg: by_kg && !of_splits })}
      ${after ? `and (e.${column}, e.id) < ($${limit + 1}::${type}, $${limit + 2}::uuid)` : ""}
      and ${KEY_NOT_CLOSING} and ${CURRENT}
    order by e.${column} desc, e.id desc limit $${limit}::int)
    select e.id, e.activity_id, e.transaction_date, e.scope, e.scope3_category, e.category_key, e.calculation_method,
      e.data_quality_score, e.document_date, e.period_from, e.period_to, e.market_based_kg, e.location_based_kg, ${BASIS} as basis, ${IS_FALLBACK} as market_based_fallback,
      ${IS_LIFE_CYCLE} as is_life_cycle,
      (${IS_PERIOD_ASSUMED}) as period_assumed
    from emission_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.id = any (array(select id from page))
    order by e.${column} desc, e.id desc limit $${limit}::int`;
});

/** Current entries that end no other, of a period in an order, from after a position: the value that they are ordered by, and the id. */
export async function selectLedgerRows(
  db: TenantQueries,
  filter: LedgerRowFilter,
  order: LedgerOrder,
  after: readonly string[] | null,
  limit: number,
): Promise<LedgerRow[]> {
  const position = after === null ? [] : [after[0] ?? null, after[1] ?? null];
  const rows = ROWS({ by_kg: order === "kg", after: after !== null, of_splits: filter.split_ids !== null });
  return await db.rows<LedgerRow>(rows, [...matchingValues(filter), limit, ...position]);
}

/** The position of a row in an order, as a cursor keeps it. */
export function ledgerPosition(order: LedgerOrder, row: LedgerRow): readonly string[] {
  return [order === "date" ? row.transaction_date : row.market_based_kg, row.id];
}
