import type { SqlValue, TenantQueries, TextRow } from "../../core/context.ts";
import { PAGE_LIMIT_MAX } from "../../core/page.ts";
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

/**
 * Row limits that statements are written with, as numbers in their text: with a parameter in their place the server
 * plans as if a tenth of the ledger was wanted, and sorts whole months. A page of any size takes the next one.
 */
const ROW_LIMITS: readonly number[] = [11, 26, 51, 101, PAGE_LIMIT_MAX + 1];

/** Planned once: every one of them walks an index in the list's order, whatever the parameters are. */
const ENTRIES = new Map(
  ROW_LIMITS.map((limit) => [
    limit,
    statementFamily((parts: Parts) => compose(parts, limit), { is_planned_once: true }),
  ]),
);

function compose(parts: Parts, limit: number): string {
  let last = 2;
  const next = () => {
    last += 1;
    return `$${last}`;
  };
  const conditions = [
    "e.tenant_id = $1 and e.environment = $2",
    ...(parts.after ? [`(e.created_at, e.id) < (${next()}::timestamptz, ${next()}::uuid)`] : []),
    ...(parts.scope ? [`e.scope = ${next()}::smallint`] : []),
    ...(parts.category ? [`e.category_key = ${next()}`] : []),
    ...(parts.department ? [`e.department_id = ${next()}::uuid`] : []),
  ];
  const bounds: { from: string | null; to: string | null } = { from: null, to: null };
  if (parts.from) {
    conditions.push(`${DAY} >= ${next()}::timestamptz`);
    bounds.from = `${next()}::int`;
  }
  if (parts.to) {
    conditions.push(`${DAY} <= ${next()}::timestamptz`);
    bounds.to = `${next()}::int`;
  }
  conditions.push(CURRENT);
  const filtered = parts.scope || parts.category || parts.department || parts.from || parts.to;
  return filtered ? byMonths(conditions, bounds, limit) : plain(conditions, limit);
}

/** Not the bare column: the walk goes by month and order, and a plan over the index of dates would sort whole months. */
const DAY = "(e.transaction_date + interval '0')";

/** A value instead of `not exists`, which a cached plan may turn into a join with every superseded entry. */
const CURRENT = `(select s.supersedes_entry_id from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id
      order by s.supersedes_entry_id limit 1) is null`;

function plain(conditions: readonly string[], limit: number): string {
  return `
    select ${ENTRY_COLUMNS} from emission_entries e
    where ${conditions.join("\n      and ")}
    order by e.created_at desc, e.id desc limit ${limit}`;
}

/**
 * Reads at most one page from each month that can hold a match and merges them. Ordered by created_at but filtered by
 * the transaction date, one index walk would read and throw away up to every newer row of the tenant; here each month
 * is an index range of its own, in the list's order. Open ends are closed by the tenant's first and last month.
 */
function byMonths(
  conditions: readonly string[],
  bounds: { readonly from: string | null; readonly to: string | null },
  limit: number,
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
      order by e.created_at desc, e.id desc limit ${limit}
    ) as page
    order by ${ORDER} limit ${limit}`;
}

/** Current entries as text (ENTRY_COLUMNS), newest first, from after a position; `limit` is at most PAGE_LIMIT_MAX + 1. */
export async function selectEntries(
  db: TenantQueries,
  filter: EntryFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<TextRow[]> {
  const { scope, category_key, department_id, from, to, from_ym, to_ym } = filter;
  const rowLimit = ROW_LIMITS.find((candidate) => candidate >= limit) ?? 0;
  const family = ENTRIES.get(rowLimit);
  if (family === undefined) throw new Error(`no page of entries has ${limit} rows`);
  const entries = family({
    after: after !== null,
    scope: scope !== null,
    category: category_key !== null,
    department: department_id !== null,
    from: from !== null,
    to: to !== null,
  });
  const parameters: SqlValue[] = [];
  if (after !== null) parameters.push(after[0] ?? null, after[1] ?? null);
  if (scope !== null) parameters.push(scope);
  if (category_key !== null) parameters.push(category_key);
  if (department_id !== null) parameters.push(department_id);
  if (from !== null) parameters.push(from, from_ym);
  if (to !== null) parameters.push(to, to_ym);
  return (await db.textRows(entries, parameters)).slice(0, limit);
}
