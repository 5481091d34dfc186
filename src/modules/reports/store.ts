import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { MissingInput, ReportJob, ReportRecord, ReportTerms } from "./report.ts";
import type { Snapshot } from "./snapshot.ts";

const JOB_COLUMNS = `id, report_year, standard_type, format, language, status, missing_inputs, generated_report_id,
    failure_reason, snapshot_id, started_at, completed_at, failed_at, created_at`;

/** A job as stored; `snapshot` only where it was asked for. */
export type JobRow = Omit<ReportJob, "progress_pct" | "queued_at">;

const SAME_JOB = statement(`
  select ${JOB_COLUMNS}
  from report_jobs
  where tenant_id = $1 and environment = $2 and report_year = $3 and standard_type = $4 and format = $5
    and language = $6 and snapshot_id = $7 and status <> 'failed'
  order by created_at desc, id desc limit 1`);

const INSERT_JOB = statement(`
  insert into report_jobs (tenant_id, environment, id, report_year, standard_type, format, language, snapshot_id,
    snapshot, missing_inputs, requested_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${JOB_COLUMNS}`);

const JOB = statement(`
  select ${JOB_COLUMNS} from report_jobs where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

const LOCK_JOB = statement(`
  select ${JOB_COLUMNS}, snapshot
  from report_jobs where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1 for update`);

const START_JOB = statement(`
  update report_jobs set status = 'running', started_at = $4
  where tenant_id = $1 and environment = $2 and id = $3`);

const COMPLETE_JOB = statement(`
  update report_jobs set status = 'completed', completed_at = $4, generated_report_id = $5
  where tenant_id = $1 and environment = $2 and id = $3`);

const FAIL_JOB = statement(`
  update report_jobs set status = 'failed', failed_at = $4, failure_reason = $5
  where tenant_id = $1 and environment = $2 and id = $3`);

const INSERT_REPORT = statement(`
  insert into reports (tenant_id, environment, id, job_id, report_year, standard_type, format, language, filename,
    file_size_bytes, sha256, snapshot_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`);

const REPORTS = `
  select r.id, r.report_year, r.standard_type, r.format, r.language, r.filename, r.file_size_bytes, r.sha256,
    'completed' as status, r.snapshot_id,
    case when exists (select from report_attestations a where a.tenant_id = $1 and a.environment = $2
      and a.report_id = r.id and a.status = 'issued') then 'attested' else 'none' end as attestation_status,
    r.created_at
  from reports r
  where r.tenant_id = $1 and r.environment = $2`;

const LIST_REPORTS = statement(`${REPORTS}
    and ($3::timestamptz is null or (r.created_at, r.id) < ($3::timestamptz, $4::uuid))
  order by r.created_at desc, r.id desc
  limit $5`);

const REPORT = statement(`${REPORTS} and r.id = $3 order by r.id limit 1`);

export interface NewJobRow extends ReportTerms {
  readonly id: string;
  readonly snapshot_id: string;
  readonly snapshot: Snapshot;
  readonly missing_inputs: readonly MissingInput[];
  readonly requested_by: string;
}

/** The job for equal terms on equal figures, unless it failed. */
export async function selectSameJob(
  tx: TenantTransaction,
  { report_year, standard_type, format, language }: ReportTerms,
  snapshot_id: string,
): Promise<JobRow | undefined> {
  return (await tx.rows<JobRow>(SAME_JOB, [report_year, standard_type, format, language, snapshot_id]))[0];
}

export async function insertJob(tx: TenantTransaction, job: NewJobRow): Promise<JobRow> {
  const [row] = await tx.rows<JobRow>(INSERT_JOB, [
    job.id,
    job.report_year,
    job.standard_type,
    job.format,
    job.language,
    job.snapshot_id,
    JSON.stringify(job.snapshot),
    JSON.stringify(job.missing_inputs),
    job.requested_by,
  ]);
  if (row === undefined) throw new Error("insert of a report job returned no row");
  return row;
}

export async function selectJob(db: TenantQueries, id: string): Promise<JobRow | undefined> {
  return (await db.rows<JobRow>(JOB, [id]))[0];
}

/** The job with its snapshot, locked until the transaction ends. */
export async function lockJob(
  tx: TenantTransaction,
  id: string,
): Promise<(JobRow & { readonly snapshot: Snapshot }) | undefined> {
  return (await tx.rows<JobRow & { readonly snapshot: Snapshot }>(LOCK_JOB, [id]))[0];
}

export async function setRunning(tx: TenantTransaction, id: string, at: string): Promise<void> {
  await tx.rows(START_JOB, [id, at]);
}

export async function setCompleted(tx: TenantTransaction, id: string, at: string, report_id: string): Promise<void> {
  await tx.rows(COMPLETE_JOB, [id, at, report_id]);
}

export async function setFailed(tx: TenantTransaction, id: string, at: string, reason: string): Promise<void> {
  await tx.rows(FAIL_JOB, [id, at, reason]);
}

export async function insertReport(
  tx: TenantTransaction,
  report: Omit<ReportRecord, "status" | "attestation_status" | "created_at"> & { readonly job_id: string },
): Promise<void> {
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
  ]);
}

export async function selectReports(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<ReportRecord[]> {
  return await db.rows<ReportRecord>(LIST_REPORTS, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}

export async function selectReport(db: TenantQueries, id: string): Promise<ReportRecord | undefined> {
  return (await db.rows<ReportRecord>(REPORT, [id]))[0];
}
