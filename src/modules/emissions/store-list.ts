import type { SqlValue, TenantQueries, TextRow } from "../../core/context.ts";
import { statementFamily } from "../../core/statement.ts";
import { ENTRY_COLUMNS } from "./emission-entry.ts";

export interface EntryFilter {
  readonly scope: number | null;
  readonly category_key: string | null;
  readonly department_id: string | null;
  /** Inclusive UTC timestamps and their months; null: open. */
  readonly from: string | null;
  readonly to: string | null;
  readonly from_ym: number | null;
  readonly to_ym: number | null;
}

/** Which optional conditions a statement has; the parameters follow in this order. */
type Parts = {
  readonly after: boolean;
  readonly scope: boolean;
  readonly category: boolean;
  readonly department: boolean;
  readonly from: boolean;
  readonly to: boolean;
};

const ORDER = "created_at desc, id desc";

const ENTRIES = statementFamily((parts: Parts) => {
  let last = 2;
  const next = () => {
    last += 1;
    return `$${last}`;
  };
  const limit = next();
  const conditions = [
    "e.tenant_id = $1 and e.environment = $2",
    ...(parts.after ? [`(e.created_at, e.id) < (${next()}::timestamptz, ${next()}::uuid)`] : []),
    ...(parts.scope ? [`e.scope = ${next()}::smallint`] : []),
    ...(parts.category ? [`e.category_key = ${next()}`] : []),
    ...(parts.department ? [`e.department_id = ${next()}::uuid`] : []),
  ];
  const bounds: { from: string | null; to: string | null } = { from: null, to: null };
  if (parts.from) {
    conditions.push(`e.transaction_date >= ${next()}::timestamptz`);
    bounds.from = `${next()}::int`;
  }
  if (parts.to) {
    conditions.push(`e.transaction_date <= ${next()}::timestamptz`);
    bounds.to = `${next()}::int`;
  }
  conditions.push(`not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)`);
  const filtered = parts.scope || parts.category || parts.department || parts.from || parts.to;
  return filtered ? byMonths(conditions, bounds, limit) : plain(conditions, limit);
});

function plain(conditions: readonly string[], limit: string): string {
  return `
    select ${ENTRY_COLUMNS} from emission_entries e
    where ${conditions.join("\n      and ")}
    order by e.created_at desc, e.id desc limit ${limit}::int`;
}

/**
 * Reads at most one page from each month that can hold a match and merges them. Ordered by created_at but filtered by
 * the transaction date, one index walk would read and throw away up to every newer row of the tenant; here each month
 * is an index range of its own, in the list's order. Open ends are closed by the tenant's first and last month.
 */
function byMonths(
  conditions: readonly string[],
  bounds: { readonly from: string | null; readonly to: string | null },
  limit: string,
): string {
  const edge = (aggregate: "min" | "max") =>
    `(select ${aggregate}(ym) from emission_entries where tenant_id = $1 and environment = $2)`;
  const from = bounds.from === null ? edge("min") : `greatest(${bounds.from}, ${edge("min")})`;
  const to = bounds.to === null ? edge("max") : `least(${bounds.to}, ${edge("max")})`;
  return `
    select page.* from generate_series(${from}, ${to}) as month (ym)
    cross join lateral (
      select ${ENTRY_COLUMNS} from emission_entries e
      where ${["e.ym = month.ym", ...conditions].join("\n        and ")}
      order by e.created_at desc, e.id desc limit ${limit}::int
    ) as page
    order by ${ORDER} limit ${limit}::int`;
}

/** Current entries as text (ENTRY_COLUMNS), newest first, from after a position. */
export async function selectEntries(
  db: TenantQueries,
  filter: EntryFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<TextRow[]> {
  const { scope, category_key, department_id, from, to, from_ym, to_ym } = filter;
  const family = ENTRIES({
    after: after !== null,
    scope: scope !== null,
    category: category_key !== null,
    department: department_id !== null,
    from: from !== null,
    to: to !== null,
  });
  const parameters: SqlValue[] = [limit];
  if (after !== null) parameters.push(after[0] ?? null, after[1] ?? null);
  if (scope !== null) parameters.push(scope);
  if (category_key !== null) parameters.push(category_key);
  if (department_id !== null) parameters.push(department_id);
  if (from !== null) parameters.push(from, from_ym);
  if (to !== null) parameters.push(to, to_ym);
  return await db.textRows(family, parameters);
}
