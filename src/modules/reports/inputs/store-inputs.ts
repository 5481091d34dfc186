import type { TenantQueries } from "../../../core/context.ts";
import { statement } from "../../../core/statement.ts";
import type { ReportInputRow } from "../datapoints/report-input.ts";
import type { AnswerYear } from "./answer-year.ts";
import type { ReportInput } from "./report-input.ts";

const COLUMNS = `id, report_year, datapoint, nullif(member, '') as member, version, status, value, note, supersedes_id,
    entered_by, created_at, to_char(period_end, 'YYYY-MM-DD') as period_end`;

// As the unique index has it, which serves all three.
const OF_YEAR = `report_year = $3 and coalesce(period_end, 'infinity'::date) = coalesce($4::date, 'infinity'::date)`;

// Names are looked up once per person, not once per answer. Served by the unique index on (report_year, datapoint, member, period, version).
const NEWEST = statement(`
  with newest as (
    select distinct on (i.datapoint, i.member) ${COLUMNS}
    from report_inputs i
    where tenant_id = $1 and environment = $2 and ${OF_YEAR}
      and ($5::text[] is null or datapoint = any ($5::text[]))
    order by i.datapoint, i.member, i.version desc
  ), people as (
    select entered_by, actor_name(entered_by) as entered_by_name
    from (select distinct entered_by from newest) as n
  )
  select n.id, n.report_year, n.datapoint, n.member, n.version, n.status, n.value, n.note, n.supersedes_id, n.entered_by,
    p.entered_by_name, n.created_at, n.period_end
  from newest n join people p on p.entered_by = n.entered_by
  order by n.datapoint, n.member nulls first
  limit 50000`);

// Texts are compared byte by byte, so that equal answers are frozen in the same order on every server.
const CURRENT = statement(`
  select id, datapoint, nullif(member, '') as member, value, status, note
  from (
    select distinct on (datapoint, member) *
    from report_inputs
    where tenant_id = $1 and environment = $2 and ${OF_YEAR}
    order by datapoint, member, version desc
  ) as newest
  where status <> 'withdrawn'
  order by newest.datapoint collate "C", newest.member collate "C"
  limit 50000`);

const HISTORY = statement(`
  select ${COLUMNS}, actor_name(entered_by) as entered_by_name
  from report_inputs i
  where tenant_id = $1 and environment = $2 and ${OF_YEAR} and datapoint = $5
    and ($6::text is null or i.member = $6)
  order by created_at desc, id desc
  limit $7`);

/** The newest version of each cell of the year, withdrawn ones included; of these datapoints, or of all. */
export async function selectNewest(
  db: TenantQueries,
  { report_year, period_end }: AnswerYear,
  datapoints: readonly string[] | null = null,
): Promise<ReportInput[]> {
  return (await db.rows<StoredInput>(NEWEST, [report_year, period_end, datapoints])).map(told);
}

/** What a report of the year is told by people. Exact while the audit chain is locked: every answer takes it. */
export async function selectCurrentInputs(
  db: TenantQueries,
  { report_year, period_end }: AnswerYear,
): Promise<ReportInputRow[]> {
  return await db.rows<ReportInputRow>(CURRENT, [report_year, period_end]);
}

/** Every version of a datapoint's cells, or of one cell, newest first; at most `limit`. */
export async function selectHistory(
  db: TenantQueries,
  cell: AnswerYear & { readonly datapoint: string; readonly member: string | null },
  limit: number,
): Promise<ReportInput[]> {
  const { report_year, period_end, datapoint, member } = cell;
  return (await db.rows<StoredInput>(HISTORY, [report_year, period_end, datapoint, member, limit])).map(told);
}

interface StoredInput extends Omit<ReportInput, "period_end"> {
  readonly period_end: string | null;
}

/** Most years are the last that ends in their calendar year, and name no day. */
function told({ period_end, ...row }: StoredInput): ReportInput {
  return period_end === null ? row : { ...row, period_end };
}
