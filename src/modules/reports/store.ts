import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { MissingDatapoint } from "./datapoints/fact.ts";
import type { ReportJob, ReportRecord, ReportTerms } from "./report.ts";

/** Days of a year that is not the calendar year; null: it is. */
const PERIOD = (table: string) => `case when ${table}.period_to is not null then jsonb_build_object(
      'from', to_char(${table}.period_from, 'YYYY-MM-DD'), 'to', to_char(${table}.period_to, 'YYYY-MM-DD')) end as period`;

const JOB_COLUMNS = `id, report_year, ${PERIOD("report_jobs")}, standard_type, format, language,
    case when template_sha256 is null then 'own' else 'efrag' end as template, status, stage, missing_inputs,
    generated_report_id, failure_reason, snapshot_id, started_at, completed_at, failed_at, created_at`;

/** A job as stored. */
export type JobRow = Omit<ReportJob, "progress_pct" | "queued_at">;

type Days = NonNullable<ReportJob["period"]>;
type Stored<Row> = Omit<Row, "period"> & { readonly period: Days | null };

/** Of a calendar year the days are not told. */
function told<Row extends { readonly period: Days | null }>({ period, ...row }: Row) {
  return period === null ? row : { ...row, period };
}

const SAME_JOB = statement(`
  select ${JOB_COLUMNS}
  from report_jobs
  where tenant_id = $1 and environment = $2 and report_year = $3 and standard_type = $4 and format = $5
    and language = $6 and snapshot_id = $7 and template_sha256 is not distinct from $8 and status <> 'failed'
  order by created_at desc, id desc limit 1`);

// Read through an index of live jobs, and no further than the question goes.
const LIVE_JOBS = statement(`
  select id from report_jobs
  where tenant_id = $1 and environment = $2 and status in ('queued', 'running')
  order by tenant_id, environment limit $3`);

const INSERT_JOB = statement(`
  insert into report_jobs (tenant_id, environment, id, report_year, standard_type, format, language, snapshot_id,
    template_sha256, missing_inputs, requested_by, period_from, period_to)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::date, $13::date)
  returning ${JOB_COLUMNS}`);

const JOB = statement(`
  select ${JOB_COLUMNS} from report_jobs where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

// Only where other figures came between: otherwise a repeated request writes nothing.
const ASKED_AGAIN = statement(`
  update report_jobs j set asked_at = clock_timestamp()
  where j.tenant_id = $1 and j.environment = $2 and j.id = $3
    and exists (select from report_jobs o
      where o.tenant_id = $1 and o.environment = $2 and o.report_year = j.report_year
        and o.period_to is not distinct from j.period_to and o.standard_type = j.standard_type and o.format = j.format and o.language = j.language
        and o.snapshot_id <> j.snapshot_id and o.asked_at > j.asked_at)`);

const LOCK_JOB = statement(`
  select ${JOB_COLUMNS}
  from report_jobs where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1 for update`);

const START_JOB = statement(`
  update report_jobs set status = 'running', stage = 'building', started_at = $4
  where tenant_id = $1 and environment = $2 and id = $3`);

const STAGE = statement(`
  update report_jobs set stage = $4
  where tenant_id = $1 and environment = $2 and id = $3 and status = 'running' and stage <> $4`);

const USES_TEMPLATE = statement(`
  select id from report_jobs
  where tenant_id = $1 and environment = $2 and id = $3 and template_sha256 = $4 order by id limit 1`);

const COMPLETE_JOB = statement(`
  update report_jobs set status = 'completed', stage = 'done', completed_at = $4, generated_report_id = $5
  where tenant_id = $1 and environment = $2 and id = $3`);

const FAIL_JOB = statement(`
  update report_jobs set status = 'failed', failed_at = $4, failure_reason = $5
  where tenant_id = $1 and environment = $2 and id = $3`);

const INSERT_REPORT = statement(`
  insert into reports (tenant_id, environment, id, job_id, report_year, standard_type, format, language, filename,
    file_size_bytes, sha256, snapshot_id, document_sha256, rendered_with, period_from, period_to)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::date, $16::date)`);

const REPORTS = `
  select r.id, r.report_year, ${PERIOD("r")}, r.standard_type, r.format, r.language, r.filename, r.file_size_bytes, r.sha256,
    case when j.template_sha256 is null then 'own' else 'efrag' end as template, 'completed' as status, r.snapshot_id,
    case when not exists (select from report_attestations a where a.tenant_id = $1 and a.environment = $2
        and a.report_id = r.id and a.status = 'issued') then 'none'
      when v.superseded_by is null then 'attested' else 'void' end as attestation_status,
    v.superseded_by, r.created_at
  from reports r
  join report_jobs j on j.tenant_id = $1 and j.environment = $2 and j.id = r.job_id
  cross join lateral (select newer_report(r.tenant_id, r.environment, r.job_id) as superseded_by) v
  where r.tenant_id = $1 and r.environment = $2`;

const LIST_REPORTS = statement(`${REPORTS}
    and ($3::timestamptz is null or (r.created_at, r.id) < ($3::timestamptz, $4::uuid))
  order by r.created_at desc, r.id desc
  limit $5`);

const REPORT = statement(`${REPORTS} and r.id = $3 order by r.id limit 1`);

export interface NewJobRow extends Omit<ReportTerms, "template" | "period"> {
  readonly period: Days | null;
  readonly id: string;
  readonly snapshot_id: string;
  /** EFRAG's workbook; null: the service's own form. */
  readonly template_sha256: string | null;
  readonly missing_inputs: readonly MissingDatapoint[];
  readonly requested_by: string;
}

/** The job for equal terms on equal figures, unless it failed. */
export async function selectSameJob(
  tx: TenantTransaction,
  { report_year, standard_type, format, language }: ReportTerms,
  { snapshot_id, template_sha256 }: Pick<NewJobRow, "snapshot_id" | "template_sha256">,
): Promise<JobRow | undefined> {
  const key = [report_year, standard_type, format, language, snapshot_id, template_sha256];
  return (await tx.rows<Stored<JobRow>>(SAME_JOB, key)).map(told)[0];
}

/** Notes that a known job's figures are the present ones again, after others were. */
export async function setAskedAgain(tx: TenantTransaction, id: string): Promise<void> {
  await tx.rows(ASKED_AGAIN, [id]);
}

/** Whether at least `count` jobs wait or are in work; exact while the audit chain is locked, since every request takes it. */
export async function hasLiveJobs(tx: TenantTransaction, count: number): Promise<boolean> {
  return (await tx.rows(LIVE_JOBS, [count])).length >= count;
}

export async function insertJob(tx: TenantTransaction, job: NewJobRow): Promise<JobRow> {
  const [row] = await tx.rows<Stored<JobRow>>(INSERT_JOB, [
    job.id,
    job.report_year,
    job.standard_type,
    job.format,
    job.language,
    job.snapshot_id,
    job.template_sha256,
    JSON.stringify(job.missing_inputs),
    job.requested_by,
    job.period?.from ?? null,
    job.period?.to ?? null,
  ]);
  if (row === undefined) throw new Error("insert of a report job returned no row");
  return told(row);
}

export async function selectJob(db: TenantQueries, id: string): Promise<JobRow | undefined> {
  return (await db.rows<Stored<JobRow>>(JOB, [id])).map(told)[0];
}

/** The job, locked until the transaction ends. */
export async function lockJob(tx: TenantTransaction, id: string): Promise<JobRow | undefined> {
  return (await tx.rows<Stored<JobRow>>(LOCK_JOB, [id])).map(told)[0];
}

export async function setRunning(tx: TenantTransaction, id: string, at: string): Promise<void> {
  await tx.rows(START_JOB, [id, at]);
}

/** Tells whoever polls what a running job is at; a job that has ended keeps its stage. */
export async function setStage(tx: TenantTransaction, id: string, stage: ReportJob["stage"]): Promise<void> {
  await tx.rows(STAGE, [id, stage]);
}

/** Whether the job is about exactly that workbook. */
export async function usesTemplate(db: TenantQueries, id: string, template_sha256: string | null): Promise<boolean> {
  return (await db.rows(USES_TEMPLATE, [id, template_sha256])).length > 0;
}

export async function setCompleted(tx: TenantTransaction, id: string, at: string, report_id: string): Promise<void> {
  await tx.rows(COMPLETE_JOB, [id, at, report_id]);
}

export async function setFailed(tx: TenantTransaction, id: string, at: string, reason: string): Promise<void> {
  await tx.rows(FAIL_JOB, [id, at, reason]);
}

export interface NewReportRow extends Omit<
  ReportRecord,
  "template" | "status" | "attestation_status" | "superseded_by" | "created_at"
> {
  readonly job_id: string;
  /** Hash of what the file was drawn from. */
  readonly document_sha256: string;
  /** What drew it: names with versions. */
  readonly rendered_with: Readonly<Record<string, string>>;
}

export async function insertReport(tx: TenantTransaction, report: NewReportRow): Promise<void> {
  await tx.rows(INSERT_REPORT, [
    report.id,
    report.job_id,
    report.report_year,
    report.standard_type,
    report.format,
    report.language,
    report.filename,
    report.file_size_bytes,
    report.sha256,
    report.snapshot_id,
    report.document_sha256,
    JSON.stringify(report.rendered_with),
    report.period?.from ?? null,
    report.period?.to ?? null,
  ]);
}

export async function selectReports(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<ReportRecord[]> {
  const key = [after?.[0] ?? null, after?.[1] ?? null, limit];
  return (await db.rows<Stored<ReportRecord>>(LIST_REPORTS, key)).map(told);
}

export async function selectReport(db: TenantQueries, id: string): Promise<ReportRecord | undefined> {
  return (await db.rows<Stored<ReportRecord>>(REPORT, [id])).map(told)[0];
}
