import type { TenantQueries } from "../../core/context.ts";
import { statementFamily } from "../../core/statement.ts";
import { IS_CURRENT } from "./current-split.ts";

/** What lines are searched for. */
export interface LineSearch {
  /** Small letters; all occur in text and supplier together, in any order. */
  readonly words: readonly string[];
  /** The supplier's name as lines show it; null: any. */
  readonly supplier: string | null;
}

/** Readings of one line that a search follows: every correction of a line adds one. */
const READINGS_PER_LINE = 20;

// Lines are read one after the other: words lie anywhere in them, and row-level security lets no index find such.
const SPLITS = statementFamily(
  ({ by_supplier }: { readonly by_supplier: boolean }) => `
    with named as materialized (
      select s.activity_id, s.stated #>> '{supplier,name}' as supplier_name from activity_splits s
      where s.tenant_id = $1 and s.environment = $2 and s.stated ? 'supplier'
        and ${IS_CURRENT}
    ), found as materialized (
      select a.id from activities a left join named on named.activity_id = a.id
      where a.tenant_id = $1 and a.environment = $2
        and lower(a.description || ' ' || coalesce(named.supplier_name, a.supplier_name, '')) like all ($4::text[])
        ${by_supplier ? "and coalesce(named.supplier_name, a.supplier_name) = $5::text" : ""}
      order by a.id limit $3::int
    )
    select s.id, s.activity_id from activity_splits s
    where s.tenant_id = $1 and s.environment = $2 and s.activity_id = any (array(select id from found))
    order by s.activity_id, s.id limit $3::int * ${READINGS_PER_LINE}`,
);

/** Ids of every reading of the lines that fit, of at most `limit` lines. */
export async function selectSearchedSplits(
  db: TenantQueries,
  { words, supplier }: LineSearch,
  limit: number,
): Promise<{ readonly id: string; readonly activity_id: string }[]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const parameters = supplier === null ? [limit, patterns] : [limit, patterns, supplier];
  return await db.rows(SPLITS({ by_supplier: supplier !== null }), parameters);
}
