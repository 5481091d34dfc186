import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Suppliers of waiting lines that are told apart; lines of further ones stand by their own key. */
const KEYS_MAX = 50_000;

/** Lines of one group that are answered; a decision takes no more at once. */
const GROUP_LINES_MAX = 100_000;

/** What waiting lines of one group have in common; "" where there is none. */
export interface WaitingGroupKey {
  /** Id of the supplier in the register, or else the key of the categories' memory. */
  readonly supplier: string;
  readonly gl_account: string;
  readonly code: string;
  /** Suggested category. */
  readonly category_key: string;
}

/** A key of waiting lines that stands for a supplier of the register. */
export interface SupplierRoot {
  readonly key: string;
  readonly root_id: string;
}

export interface WaitingGroupRow extends WaitingGroupKey {
  readonly line_count: number;
  /** ISO dates of the lines. */
  readonly first_date: string;
  readonly last_date: string;
  /** Decimal text; null: of no line. */
  readonly estimated_kg: string | null;
  readonly without_estimate: number;
  /** Activity of the newest line. */
  readonly newest_id: string;
  /** Changes with every line that joins or leaves. */
  readonly content: string;
  readonly money: readonly { readonly currency: string; readonly amount: string }[];
  readonly options: readonly {
    readonly category_key: string;
    readonly line_count: number;
    readonly kg: string | null;
    readonly without_estimate: number;
  }[];
}

const KEY = "supplier, gl_account, code, category_key";
const CONTENT = "bit_xor(uuid_hash_extended(activity_split_id, 0))::text";

const LINE =
  "w.gl_account, w.code, w.category_key, w.activity_id, w.activity_split_id, w.on_date, w.currency, w.money, w.estimated_kg, w.option_kg";

// One pass over the lines makes the groups; what costs more is added up for the page only. Its lines are those up to its last
// key: of a join with the page the planner would make a loop.
const groupsOf = (lines: string, limit: string): string => `
  with lines as materialized (${lines}
  ), page as materialized (
    select ${KEY}, count(*)::int as line_count, min(on_date)::text as first_date, max(on_date)::text as last_date,
      sum(estimated_kg)::text as estimated_kg, (count(*) filter (where estimated_kg is null))::int as without_estimate,
      max(activity_id::text) as newest_id, ${CONTENT} as content
    from lines
    group by ${KEY} order by ${KEY} limit ${limit}
  ), last_group as (
    select ${KEY} from page order by supplier desc, gl_account desc, code desc, category_key desc limit 1
  ), shown as materialized (
    select l.* from lines l cross join last_group g
    where (l.supplier, l.gl_account, l.code, l.category_key) <= (g.supplier, g.gl_account, g.code, g.category_key)
  ), money as (
    select ${KEY}, jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount) order by currency) as money
    from (
      select ${KEY}, currency, sum(s.money)::text as amount from shown s
      where currency <> '' group by ${KEY}, currency
    ) as sums group by ${KEY}
  ), options as (
    select ${KEY}, jsonb_agg(jsonb_build_object('category_key', option, 'line_count', line_count, 'kg', kg,
      'without_estimate', without_estimate) order by line_count desc, option) as options
    from (
      select ${KEY}, o.key as option, count(*)::int as line_count, sum(o.value::numeric)::text as kg,
        (count(*) filter (where o.value is null))::int as without_estimate
      from shown s cross join lateral jsonb_each_text(s.option_kg) as o (key, value)
      group by ${KEY}, o.key
    ) as sums group by ${KEY}
  )
  select ${KEY}, line_count, first_date, last_date, estimated_kg, without_estimate, newest_id, content,
    coalesce(money, '[]'::jsonb) as money, coalesce(options, '[]'::jsonb) as options
  from page left join money using (${KEY}) left join options using (${KEY})
  order by ${KEY} limit ${limit}`;

const SUPPLIER = "coalesce(r.root_id, w.supplier_key)";

const GROUPS = statement(
  groupsOf(
    `
    select ${SUPPLIER} as supplier, ${LINE}
    from waiting_lines w
    left join unnest($3::text[], $4::text[]) as r (key, root_id) on r.key = w.supplier_key
    where w.tenant_id = $1 and w.environment = $2 and w.code <> 'advance_deferred'
      and ($5::text is null or (${SUPPLIER}, w.gl_account, w.code, w.category_key) > ($5::text, $6::text, $7::text, $8::text))`,
    "$9",
  ),
);

const SUPPLIER_KEYS = statement(`
  select distinct supplier_key as key from waiting_lines
  where tenant_id = $1 and environment = $2 and supplier_key <> '' order by 1 limit ${KEYS_MAX}`);

const OF_GROUP = "supplier_key = any($3::text[]) and gl_account = $4 and code = $5 and category_key = $6";

const SHOWN_GROUP = statement(
  groupsOf(
    `
    select $7::text as supplier, ${LINE}
    from waiting_lines w where w.tenant_id = $1 and w.environment = $2 and ${OF_GROUP}`,
    "1",
  ),
);

const GROUP = statement(`
  select count(*)::int as line_count, coalesce(${CONTENT}, '0') as content
  from waiting_lines where tenant_id = $1 and environment = $2 and ${OF_GROUP}
  order by 1 limit 1`);

const GROUP_LINES = statement(`
  select activity_id, activity_split_id as split_id
  from waiting_lines where tenant_id = $1 and environment = $2 and ${OF_GROUP}
  order by activity_id limit ${GROUP_LINES_MAX}`);

/** Groups of waiting lines in the order of their keys, from after one. */
export async function selectWaitingGroups(
  db: TenantQueries,
  roots: readonly SupplierRoot[],
  after: WaitingGroupKey | null,
  limit: number,
): Promise<WaitingGroupRow[]> {
  return await db.rows<WaitingGroupRow>(GROUPS, [
    roots.map(({ key }) => key),
    roots.map(({ root_id }) => root_id),
    after?.supplier ?? null,
    after?.gl_account ?? null,
    after?.code ?? null,
    after?.category_key ?? null,
    limit,
  ]);
}

/** Every supplier key that waiting lines have. */
export async function selectWaitingSupplierKeys(db: TenantQueries): Promise<string[]> {
  return (await db.rows<{ key: string }>(SUPPLIER_KEYS)).map(({ key }) => key);
}

/** What is grouped together, by the keys that its supplier has. */
interface GroupMembers extends WaitingGroupKey {
  readonly supplier_keys: readonly string[];
}

/** One group as the list shows it; undefined: none of its lines waits any more. */
export async function selectShownGroup(
  db: TenantQueries,
  { supplier_keys, gl_account, code, category_key, supplier }: GroupMembers,
): Promise<WaitingGroupRow | undefined> {
  const values = [supplier_keys, gl_account, code, category_key, supplier];
  return (await db.rows<WaitingGroupRow>(SHOWN_GROUP, values))[0];
}

/** A group as it is now; of no line when there is none. Under the lock of the audit chain it stays so. */
export async function selectWaitingGroup(
  db: TenantQueries,
  { supplier_keys, gl_account, code, category_key }: GroupMembers,
): Promise<{ readonly line_count: number; readonly content: string }> {
  const [row] = await db.rows<{ line_count: number; content: string }>(GROUP, [
    supplier_keys,
    gl_account,
    code,
    category_key,
  ]);
  if (row === undefined) throw new Error("a count answered nothing");
  return row;
}

/** The lines of a group in the order of their activities, at most 100,000. */
export async function selectWaitingGroupLines(
  db: TenantQueries,
  { supplier_keys, gl_account, code, category_key }: GroupMembers,
): Promise<{ readonly activity_id: string; readonly split_id: string }[]> {
  return await db.rows(GROUP_LINES, [supplier_keys, gl_account, code, category_key]);
}
