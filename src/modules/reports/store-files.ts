import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ReportRecord } from "./report.ts";

/** A report with all that its file is made of. */
export interface ReportSource extends Pick<
  ReportRecord,
  "id" | "report_year" | "standard_type" | "format" | "language" | "template" | "filename" | "sha256" | "snapshot_id"
> {
  /** EFRAG's workbook; null: the service's own form. */
  readonly template_sha256: string | null;
  /** Null where what made the file was not recorded. */
  readonly document_sha256: string | null;
  readonly rendered_with: Readonly<Record<string, string>> | null;
}

const SOURCE = statement(`
  select r.id, r.report_year, r.standard_type, r.format, r.language, r.filename, r.sha256, r.snapshot_id,
    case when j.template_sha256 is null then 'own' else 'efrag' end as template, j.template_sha256, r.document_sha256,
    r.rendered_with
  from reports r
  join report_jobs j on j.tenant_id = $1 and j.environment = $2 and j.id = r.job_id
  where r.tenant_id = $1 and r.environment = $2 and r.id = $3
  order by r.id limit 1`);

const IDS = statement(`
  select id from reports
  where tenant_id = $1 and environment = $2 and ($3::uuid is null or id > $3)
  order by id limit $4`);

export async function selectReportSource(db: TenantQueries, id: string): Promise<ReportSource | undefined> {
  return (await db.rows<ReportSource>(SOURCE, [id]))[0];
}

/** Reports in the order of their ids, beyond `after`. */
export async function selectReportIds(db: TenantQueries, after: string | null, limit: number): Promise<string[]> {
  return (await db.rows<{ id: string }>(IDS, [after, limit])).map(({ id }) => id);
}
