import { createHash } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import { buildDocument } from "./report-document.ts";
import type { ReportTerms } from "./report.ts";
import { insertReport, type JobRow, lockJob, setCompleted, setFailed, setRunning } from "./store.ts";
import type { Snapshot } from "./snapshot.ts";

export const RENDER_REPORT_JOB = "render_report";

/** What a person reads when rendering was given up; the cause is in the log. */
export const RENDERING_FAILED = "The report could not be rendered; ask for it again, or tell the operator.";

type FrozenJob = JobRow & { readonly snapshot: Snapshot };

/** Renders the report of a job and stores it under its hash. Safe to repeat: a finished job is left alone. */
export async function renderReport(ctx: Context, job_id: string): Promise<void> {
  const job = await begin(ctx, job_id);
  if (job === null) return;
  const terms = termsOf(job);
  const document = buildDocument(job.snapshot, terms, job.missing_inputs);
  const bytes = Buffer.from(`${JSON.stringify(document, null, 2)}\n`, "utf8");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  await finish(ctx, job, { sha256, file_size_bytes: bytes.length });
}

/** Records that a job is given up, with a reason for whoever polls it. */
export async function failReport(ctx: Context, job_id: string, reason: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const job = await lockJob(tx, job_id);
    if (job === undefined || job.status === "completed" || job.status === "failed") return;
    await setFailed(tx, job_id, ctx.clock.now().toISOString(), reason);
    await appendAudit(ctx, tx, [{ action: "report.failed", subject: job_id, payload: termsOf(job) }]);
  });
}

async function begin(ctx: Context, job_id: string): Promise<FrozenJob | null> {
  return await ctx.db.transaction(async (tx) => {
    const job = await lockJob(tx, job_id);
    if (job === undefined || job.status === "completed" || job.status === "failed") return null;
    if (job.status === "queued") {
      await setRunning(tx, job_id, ctx.clock.now().toISOString());
      await ctx.emit(tx, "report.generation_started", { id: job_id, ...termsOf(job) });
    }
    return job;
  });
}

async function finish(
  ctx: Context,
  { id: job_id, snapshot_id, ...job }: FrozenJob,
  file: { readonly sha256: string; readonly file_size_bytes: number },
): Promise<void> {
  const terms = termsOf(job);
  const { standard_type, report_year, language, format } = terms;
  const filename = `${standard_type.replaceAll("_", "-")}-${report_year}-${language}.${format}`;
  await ctx.db.transaction(async (tx) => {
    const locked = await lockJob(tx, job_id);
    if (locked?.status !== "running") return;
    const id = ctx.newId();
    await insertReport(tx, { id, job_id, ...terms, ...file, filename, snapshot_id });
    await setCompleted(tx, job_id, ctx.clock.now().toISOString(), id);
    const payload = { job_id, ...terms, sha256: file.sha256, snapshot_id };
    await appendAudit(ctx, tx, [{ action: "report.generated", subject: id, payload }]);
    await ctx.emit(tx, "report.generation_completed", { id, job_id, ...terms, sha256: file.sha256 });
  });
}

function termsOf({ report_year, standard_type, format, language }: ReportTerms): ReportTerms & Record<string, unknown> {
  return { report_year, standard_type, format, language };
}
