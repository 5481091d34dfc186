import type { TenantQueries } from "../../core/context.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { statement } from "../../core/statement.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { NewEntry } from "./new-entries.ts";
import { isClosing } from "./store-rollups.ts";

/** Where an entry counts and what, as the sums have it. */
export type Counted = Pick<
  NewEntry,
  | "transaction_date"
  | "scope"
  | "scope3_category"
  | "category_key"
  | "department_id"
  | "market_based_kg"
  | "location_based_kg"
  | "biogenic_co2_kg"
>;

const BY_IDS = statement(`
  select to_char(transaction_date at time zone 'UTC', 'YYYY-MM-DD') as transaction_date, scope, scope3_category, category_key,
    department_id, market_based_kg, location_based_kg, biogenic_co2_kg
  from emission_entries
  where tenant_id = $1 and environment = $2 and id = any ($3::uuid[])
  order by id limit 100000`);

const OF_ACTIVITIES = statement(`
  select e.activity_id, to_char(e.transaction_date at time zone 'UTC', 'YYYY-MM-DD') as transaction_date, e.scope,
    e.scope3_category, e.category_key, e.department_id, e.market_based_kg, e.location_based_kg, e.biogenic_co2_kg
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.activity_id = any ($3::uuid[])
    and not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
  order by e.id limit 100000`);

const MOVED = statement(`
  with written as materialized (
    select id, supersedes_entry_id from emission_entries
    where tenant_id = $1 and environment = $2 and id = any ($3::uuid[])
  )
  select e.id, e.activity_id, e.id in (select id from written) as is_after,
    to_char(e.transaction_date at time zone 'UTC', 'YYYY-MM-DD') as transaction_date, e.scope, e.scope3_category,
    e.category_key, e.department_id, e.market_based_kg, e.location_based_kg, e.biogenic_co2_kg
  from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and ($4::uuid is null or e.id > $4::uuid) and (
    (e.id in (select id from written) and e.id not in (select supersedes_entry_id from written where supersedes_entry_id is not null))
    or (e.id in (select supersedes_entry_id from written) and e.id not in (select id from written)))
  order by e.id limit $5`);

const ENTRIES_AT_ONCE = 50_000;

const ACTIVITIES = statement(`
  select distinct e.activity_id
  from emission_entries e
  join unnest($4::int[], $5::int[]) as y (from_ym, to_ym) on e.ym between y.from_ym and y.to_ym
  where e.tenant_id = $1 and e.environment = $2 and e.activity_id = any ($3::uuid[])
    and not exists (select from emission_entries s
      where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
    and not (${isClosing("e")})
  order by e.activity_id limit 100000`);

/** What entries count, by their ids. */
export async function selectCounted(db: TenantQueries, ids: readonly string[]): Promise<Counted[]> {
  return await db.rows<Counted>(BY_IDS, [ids]);
}

/** What an activity counts, as the sums have it. */
export interface CountedOfActivity extends Counted {
  readonly activity_id: string;
}

/** What activities count now, entry by entry. */
export async function selectCountedOfActivities(
  db: TenantQueries,
  activity_ids: readonly string[],
): Promise<CountedOfActivity[]> {
  return activity_ids.length === 0 ? [] : await db.rows<CountedOfActivity>(OF_ACTIVITIES, [activity_ids]);
}

/** An entry that counts after a change and did not before, or the reverse. */
export interface MovedEntry extends CountedOfActivity {
  readonly is_after: boolean;
}

/** What the entries of a change (all that it wrote, by id) count, and what those counted that they supersede; all of them, read in pages. */
export async function selectMoved(
  db: TenantQueries,
  entry_ids: readonly string[],
  entries_at_once: number = ENTRIES_AT_ONCE,
): Promise<MovedEntry[]> {
  const moved: MovedEntry[] = [];
  let after: string | null = null;
  while (entry_ids.length > 0) {
    const rows: (MovedEntry & { readonly id: string })[] = await db.rows(MOVED, [entry_ids, after, entries_at_once]);
    for (const { id: _id, ...entry } of rows) moved.push(entry);
    if (rows.length < entries_at_once) break;
    after = rows.at(-1)?.id ?? null;
  }
  return moved;
}

/** Of these activities those that count something in one of the years. */
export async function activitiesCountedIn(
  db: TenantQueries,
  activity_ids: readonly string[],
  years: readonly YearDays[],
): Promise<ReadonlySet<string>> {
  if (activity_ids.length === 0 || years.length === 0) return new Set();
  const months = [years.map(({ from }) => monthOfDay(from)), years.map(({ to }) => monthOfDay(to))];
  const rows = await db.rows<{ activity_id: string }>(ACTIVITIES, [activity_ids, ...months]);
  return new Set(rows.map(({ activity_id }) => activity_id));
}
