import type { TenantQueries } from "../../../core/context.ts";
import { statement } from "../../../core/statement.ts";
import { asStated } from "../stated-facts.ts";
import { CURRENT_COLUMNS, type CurrentActivityRow } from "../store.ts";
import { type Answered, type Cover, ROW_KINDS, type StatedCover } from "./cover.ts";
import { IS_CURRENT } from "../current-split.ts";

// A cover that was stated of the record's own days follows them when they are corrected.
const day = (column: string, end: "start" | "end"): string => `to_char(
    case when c.period_from = a.service_period_start and c.period_to = a.service_period_end
      then coalesce((s.stated #>> '{service_period,${end}}')::date, c.${column}) else c.${column} end, 'YYYY-MM-DD') as ${column}`;
const COVERS = `
  select c.activity_id, ${day("period_from", "start")}, ${day("period_to", "end")}, c.accounts, c.supplier, c.answered
  from record_covers c
  join activities a on a.tenant_id = $1 and a.environment = $2 and a.id = c.activity_id
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = c.activity_id and ${IS_CURRENT}
  where c.tenant_id = $1 and c.environment = $2`;

const INSERT = statement(`
  insert into record_covers (tenant_id, environment, activity_id, period_from, period_to, accounts, supplier)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7)`);

export async function insertCover(tx: TenantQueries, activity_id: string, cover: StatedCover): Promise<void> {
  const { period_from, period_to, accounts, supplier } = cover;
  await tx.rows(INSERT, [activity_id, period_from, period_to, JSON.stringify(accounts), supplier]);
}

const OF_RECORD = statement(`${COVERS} and c.activity_id = $3
  order by c.activity_id limit 1`);

/** What a record covers; undefined: it states nothing of it. */
export async function selectCover(db: TenantQueries, activityId: string): Promise<Cover | undefined> {
  return (await db.rows<Cover>(OF_RECORD, [activityId]))[0];
}

/** Records with covers that rows are held against; of a company with more, the newest ones take no rows that arrive later. */
const COVERS_MAX = 10_000;

const IN_FORCE = statement(`${COVERS} and s.status <> 'excluded'
  order by c.activity_id limit ${COVERS_MAX}`);

/** What the records cover that nobody left out, the oldest record first. */
export async function selectCoversInForce(tx: TenantQueries): Promise<Cover[]> {
  return await tx.rows<Cover>(IN_FORCE);
}

const ANSWER = statement(`
  update record_covers set answered = $4::jsonb
  where tenant_id = $1 and environment = $2 and activity_id = $3`);

/** Keeps for which figures a person let the record stand; null: the question is open again. */
export async function updateAnswer(tx: TenantQueries, activityId: string, answered: Answered | null): Promise<void> {
  await tx.rows(ANSWER, [activityId, answered === null ? null : JSON.stringify(answered)]);
}

/** How rows of a period name their account and supplier. */
export interface RowNames {
  readonly gl_account: string | null;
  readonly gl_account_name: string | null;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
}

/** Accounts times suppliers of one period. */
const NAMES_MAX = 50_000;

const IS_ROW_OF_PERIOD = `a.tenant_id = $1 and a.environment = $2 and a.ym between $3::int and $4::int
    and a.line_kind = any ($5::text[])`;

const NAMES = statement(`
  select a.gl_account, a.gl_account_name, a.supplier_name, a.supplier_identifier
  from activities a where ${IS_ROW_OF_PERIOD}
  group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit ${NAMES_MAX}`);

/** The names that rows of these months carry; months are counted from year 0, both within. */
export async function selectRowNames(tx: TenantQueries, fromMonth: number, toMonth: number): Promise<RowNames[]> {
  return await tx.rows<RowNames>(NAMES, [fromMonth, toMonth, ROW_KINDS]);
}

export const ROWS_MAX = 1000;

const NAMED_ROWS = statement(`
  select ${CURRENT_COLUMNS}
  from activities a
  join activity_splits s on s.tenant_id = $1 and s.environment = $2 and s.activity_id = a.id and ${IS_CURRENT}
  where ${IS_ROW_OF_PERIOD} and ($7::uuid is null or a.id > $7)
    and exists (select from json_populate_recordset(null::activities, $6::json) as n
      where n.gl_account is not distinct from a.gl_account and n.gl_account_name is not distinct from a.gl_account_name
        and n.supplier_name is not distinct from a.supplier_name
        and n.supplier_identifier is not distinct from a.supplier_identifier)
  order by a.id limit ${ROWS_MAX}`);

/** Rows of these months with one of the names, in the order of their ids, from after one; at most ROWS_MAX. */
export async function selectNamedRows(
  tx: TenantQueries,
  months: readonly [from: number, to: number],
  names: readonly RowNames[],
  after: string | null,
): Promise<CurrentActivityRow[]> {
  const parameters = [...months, ROW_KINDS, JSON.stringify(names), after];
  return (await tx.rows<CurrentActivityRow>(NAMED_ROWS, parameters)).map(asStated);
}

/** What became of a row that a record covers. */
export type CoveredState = "taken" | "elsewhere" | "returned";

export interface CoveredRow {
  readonly record_activity_id: string;
  readonly activity_id: string;
  /** The reading that the row had before the record took it. */
  readonly before_split_id: string;
  readonly state: CoveredState;
}

const UPSERT = statement(`
  insert into covered_rows (tenant_id, environment, record_activity_id, activity_id, before_split_id, state)
  select $1, $2, r.record_activity_id, r.activity_id, r.before_split_id, r.state
  from json_populate_recordset(null::covered_rows, $3::json) as r
  on conflict (tenant_id, environment, record_activity_id, activity_id)
  do update set before_split_id = excluded.before_split_id, state = excluded.state`);

export async function upsertCoveredRows(tx: TenantQueries, rows: readonly CoveredRow[]): Promise<void> {
  if (rows.length > 0) await tx.rows(UPSERT, [JSON.stringify(rows)]);
}

const COVERED_COLUMNS = "r.record_activity_id, r.activity_id, r.before_split_id, r.state";

const OF_ROWS = statement(`
  select ${COVERED_COLUMNS} from covered_rows r
  where r.tenant_id = $1 and r.environment = $2 and r.activity_id = any ($3::uuid[]) and r.state <> 'returned'
  order by r.record_activity_id, r.activity_id limit 100000`);

/** What records hold of these rows, those given back left out. */
export async function selectCoveredRows(tx: TenantQueries, activityIds: readonly string[]): Promise<CoveredRow[]> {
  return activityIds.length === 0 ? [] : await tx.rows<CoveredRow>(OF_ROWS, [activityIds]);
}

const OF_COVER = statement(`
  select ${COVERED_COLUMNS} from covered_rows r
  where r.tenant_id = $1 and r.environment = $2 and r.record_activity_id = $3 and r.state <> 'returned'
    and ($4::uuid is null or r.activity_id > $4)
  order by r.activity_id limit ${ROWS_MAX}`);

/** The rows that a record holds, in the order of their ids, from after one; at most ROWS_MAX. */
export async function selectRowsOfRecord(
  tx: TenantQueries,
  recordId: string,
  after: string | null,
): Promise<CoveredRow[]> {
  return await tx.rows<CoveredRow>(OF_COVER, [recordId, after]);
}
