import { sha256Hex } from "../../core/content-hash.ts";
import type { Context } from "../../core/context.ts";
import { yearLabel } from "../../core/financial-year.ts";
import { appendAudit } from "../audit/index.ts";
import { drawnDocument } from "./presentation/drawn-document.ts";
import type { ReportTerms } from "./report.ts";
import { isReadable, type Snapshot } from "./snapshot/snapshot.ts";
import {
  insertReport,
  type JobRow,
  lockJob,
  type NewReportRow,
  setCompleted,
  setFailed,
  setRunning,
  setStage,
  usesTemplate,
} from "./store.ts";
import { selectSnapshot } from "./snapshot/store-snapshots.ts";

export const RENDER_REPORT_JOB = "render_report";

/** What a person reads when rendering was given up for a reason that only the log knows. */
const RENDERING_FAILED = "The report could not be rendered; ask for it again, or tell the operator.";
const OUTDATED = "The service was updated after this report had been asked for; ask for it again.";
const OTHER_TEMPLATE = "The operator has replaced EFRAG's workbook since this report was asked for; ask for it again.";

/** Rendering that may go well when it is tried again. The message says why it did not, for whoever asked. */
class RenderingFailed extends Error {
  override readonly name = "RenderingFailed";
}

interface FrozenJob extends JobRow {
  readonly snapshot: Snapshot | undefined;
}

/**
 * Renders the report of a job and stores it under its hash. Safe to repeat: a finished job is left alone, and the file of a
 * repeated one has the same bytes. What cannot be rendered fails at once, with the reason.
 * @throws RenderingFailed, and what the renderer throws, when a later attempt may succeed
 */
export async function renderReport(ctx: Context, job_id: string): Promise<void> {
  const job = await begin(ctx, job_id);
  if (job === null) return;
  const { snapshot } = job;
  if (snapshot === undefined || !isReadable(snapshot)) {
    await failReport(ctx, job_id, OUTDATED);
    return;
  }
  const document = drawnDocument(snapshot, job);
  const bytes = await draw(ctx, job, document);
  if (bytes === null) return;
  await reach(ctx, job_id, "storing");
  const sha256 = sha256Hex(bytes);
  await ctx.files.put(bytes, sha256);
  const made = { document_sha256: sha256Hex(document), rendered_with: ctx.rendering.versions(job) };
  await finish(ctx, job, { sha256, file_size_bytes: bytes.length, ...made });
}

/** Records that a job is given up; `cause` is the last attempt's error. */
export async function giveUpReport(ctx: Context, job_id: string, cause: unknown): Promise<void> {
  await failReport(ctx, job_id, cause instanceof RenderingFailed ? cause.message : RENDERING_FAILED);
}

/** The file's bytes; null when the job has failed for good. */
async function draw(ctx: Context, job: FrozenJob, document: Buffer): Promise<Uint8Array | null> {
  const { format, template } = job;
  if (format === "json") return document;
  if (template === "efrag" && !(await usesTemplate(ctx.db, job.id, ctx.rendering.template_sha256))) {
    await failReport(ctx, job.id, OTHER_TEMPLATE);
    return null;
  }
  await reach(ctx, job.id, "rendering");
  const outcome = await ctx.rendering.render({ format, template, document });
  if (outcome.kind === "done") return outcome.bytes;
  if (outcome.kind === "failed") throw new RenderingFailed(outcome.reason);
  await failReport(ctx, job.id, outcome.reason);
  return null;
}

/** Tells whoever polls where the job is. */
async function reach(ctx: Context, job_id: string, stage: "rendering" | "storing"): Promise<void> {
  await ctx.db.transaction((tx) => setStage(tx, job_id, stage));
}

async function failReport(ctx: Context, job_id: string, reason: string): Promise<void> {
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
      await ctx.emit(tx, "report.generation_started", { id: job_id, ...eventTerms(job) });
    }
    return { ...job, snapshot: await selectSnapshot(tx, job.snapshot_id) };
  });
}

async function finish(
  ctx: Context,
  { id: job_id, snapshot_id, ...job }: FrozenJob,
  file: Pick<NewReportRow, "sha256" | "file_size_bytes" | "document_sha256" | "rendered_with">,
): Promise<void> {
  const { template, ...terms } = termsOf(job);
  const { period } = job;
  await ctx.db.transaction(async (tx) => {
    const locked = await lockJob(tx, job_id);
    if (locked?.status !== "running") return;
    const id = ctx.newId();
    await insertReport(tx, {
      id,
      job_id,
      ...terms,
      period,
      ...file,
      filename: filename({ template, ...terms, period }),
      snapshot_id,
    });
    await setCompleted(tx, job_id, ctx.clock.now().toISOString(), id);
    // The job was asked for with this very file; see draw.
    const made_of = template === "efrag" ? { template, template_sha256: ctx.rendering.template_sha256 } : { template };
    const payload = { job_id, ...made_of, ...terms, sha256: file.sha256, snapshot_id };
    await appendAudit(ctx, tx, [{ action: "report.generated", subject: id, payload }]);
    await ctx.emit(tx, "report.generation_completed", { id, job_id, ...eventTerms(terms), sha256: file.sha256 });
  });
}

/** "vsme-comprehensive-2025-da.pdf": plain characters on every system. */
function filename({ standard_type, report_year, period, language, template, format }: ReportTerms): string {
  const form = template === "efrag" ? "-efrag" : "";
  const year = period === undefined ? String(report_year) : yearLabel(period).replaceAll("/", "-");
  return `${standard_type.replaceAll("_", "-")}-${year}-${language}${form}.${format}`;
}

function termsOf({ template, ...job }: ReportTerms): ReportTerms & Record<string, unknown> {
  return { ...eventTerms(job), template };
}

/** What events tell of a report. */
function eventTerms({ report_year, standard_type, format, language }: Omit<ReportTerms, "template">) {
  return { report_year, standard_type, format, language };
}
