import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { ZERO_DEPARTMENT } from "./store-rollups.ts";

/** An answer as it is stored, with what the ledger counts against it. */
export interface NoneAnswerRow {
  readonly id: string;
  readonly report_year: number;
  /** First and last day of the year that it holds for, ISO dates. */
  readonly period_from: string;
  readonly period_to: string;
  readonly scope: number;
  /** 0: the whole scope. */
  readonly scope3_category: number;
  readonly version: number;
  readonly status: "none" | "withdrawn";
  readonly reason: string;
  readonly answered_by: string;
  readonly answered_by_name: string | null;
  readonly created_at: string;
  /** Entries that the year counts in it, and their market-based kg CO2e as decimal text. */
  readonly entry_count: number;
  readonly counted_kg: string;
}

/** The days of an answer: those of the calendar year in answers that were given before they had days. */
const firstDay = (answer: string): string => `coalesce(${answer}.period_from, make_date(${answer}.report_year, 1, 1))`;
const lastDay = (answer: string): string => `coalesce(${answer}.period_to, make_date(${answer}.report_year, 12, 31))`;

export const FIRST_DAY = firstDay("n");
export const LAST_DAY = lastDay("n");

/** The newest version of an answer `n`. */
export const IS_NEWEST = `not exists (select from none_answers later
    where later.tenant_id = $1 and later.environment = $2 and ${firstDay("later")} = ${FIRST_DAY}
      and ${lastDay("later")} = ${LAST_DAY} and later.scope = n.scope and later.scope3_category = n.scope3_category and later.version > n.version)`;

/** What is counted in the year, scope and category of an answer `n`, whatever the period of the request is. */
export const COUNTED_AGAINST = `
    select coalesce(sum(c.entry_count - c.closing_count), 0)::bigint as entry_count, coalesce(sum(c.market_based_kg), 0) as counted_kg
    from emission_subtotals c
    where c.tenant_id = $1 and c.environment = $2 and c.resolution = 'month' and c.department_id = ${ZERO_DEPARTMENT}
      and c.starts_on between ${FIRST_DAY} and ${LAST_DAY}
      and c.scope = n.scope and (n.scope3_category = 0 or c.scope3_category = n.scope3_category)`;

const SELECT = `
  select n.id, n.report_year, ${FIRST_DAY} as period_from, ${LAST_DAY} as period_to, n.scope, n.scope3_category, n.version, n.status, n.reason, n.answered_by,
    actor_name(n.answered_by) as answered_by_name, n.created_at, c.entry_count, c.counted_kg
  from none_answers n cross join lateral (${COUNTED_AGAINST}) as c
  where n.tenant_id = $1 and n.environment = $2`;

const LIST = statement(`${SELECT}
    and ($3::int is null or n.report_year = $3) and ($4::date is null or ${LAST_DAY} = $4) and ($5 or ${IS_NEWEST})
    and ($6::timestamptz is null or (n.created_at, n.id) < ($6::timestamptz, $7::uuid))
  order by n.created_at desc, n.id desc limit $8`);

export interface NoneAnswerFilter {
  /** Calendar year in which the year of the answer ends; null: any. */
  readonly report_year: number | null;
  /** Its last day, ISO date; null: any. */
  readonly period_end: string | null;
  readonly all_versions: boolean;
}

/** Newest first: the newest version of each answer, or every version. */
export async function selectNoneAnswers(
  db: TenantQueries,
  { report_year, period_end, all_versions }: NoneAnswerFilter,
  { after, limit }: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<NoneAnswerRow[]> {
  const position = [after?.[0] ?? null, after?.[1] ?? null];
  return await db.rows<NoneAnswerRow>(LIST, [report_year, period_end, all_versions, ...position, limit]);
}

const BY_ID = statement(`${SELECT} and n.id = $3 order by n.id limit 1`);

export async function selectNoneAnswer(db: TenantQueries, id: string): Promise<NoneAnswerRow | undefined> {
  return (await db.rows<NoneAnswerRow>(BY_ID, [id]))[0];
}

/** What an answer is about. */
export interface NoneSubject {
  /** Calendar year in which the year ends. */
  readonly report_year: number;
  readonly period_from: string;
  readonly period_to: string;
  readonly scope: number;
  /** 0: the whole scope. */
  readonly scope3_category: number;
}

const NEWEST =
  statement(`${SELECT} and ${FIRST_DAY} = $3::date and ${LAST_DAY} = $4::date and n.scope = $5 and n.scope3_category = $6
  order by n.version desc limit 1`);

export async function selectNewestNoneAnswer(
  db: TenantQueries,
  { period_from, period_to, scope, scope3_category }: NoneSubject,
): Promise<NoneAnswerRow | undefined> {
  return (await db.rows<NoneAnswerRow>(NEWEST, [period_from, period_to, scope, scope3_category]))[0];
}

const COUNTED = statement(`
  select c.entry_count from (select $3::int as report_year, $4::date as period_from, $5::date as period_to, $6::smallint as scope,
    $7::smallint as scope3_category) as n
  cross join lateral (${COUNTED_AGAINST}) as c order by 1 limit 1`);

/** How many entries the year counts in a scope or category. */
export async function countCounted(db: TenantQueries, subject: NoneSubject): Promise<number> {
  const { report_year, period_from, period_to, scope, scope3_category } = subject;
  const values = [report_year, period_from, period_to, scope, scope3_category];
  const [row] = await db.rows<{ entry_count: number }>(COUNTED, values);
  return row?.entry_count ?? 0;
}

const INSERT = statement(`
  insert into none_answers (tenant_id, environment, id, report_year, period_from, period_to, scope, scope3_category, version, status,
    reason, answered_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`);

type NewNoneAnswer = NoneSubject & Pick<NoneAnswerRow, "id" | "version" | "status" | "reason" | "answered_by">;

/** The transaction holds the audit chain, so that versions follow each other. */
export async function insertNoneAnswer(tx: TenantTransaction, answer: NewNoneAnswer): Promise<void> {
  const { id, report_year, period_from, period_to, scope, scope3_category, version, status, reason, answered_by } =
    answer;
  const subject = [report_year, period_from, period_to, scope, scope3_category];
  await tx.rows(INSERT, [id, ...subject, version, status, reason, answered_by]);
}
