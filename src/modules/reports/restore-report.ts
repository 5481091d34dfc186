import { sha256Hex } from "../../core/content-hash.ts";
import type { Context, FileStore } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import { drawnDocument } from "./presentation/drawn-document.ts";
import { isReadable, type Snapshot, SNAPSHOT_FORMAT } from "./snapshot/snapshot.ts";
import { type ReportSource, selectReportSource } from "./store-files.ts";
import { selectSnapshot } from "./snapshot/store-snapshots.ts";

/** `sound`: the file is whole, and nothing was done. `lost`: it was not made again, with the reason for the operator. */
export type Restoration = { readonly filename: string } & (
  | { readonly kind: "sound" | "restored" }
  | { readonly kind: "lost"; readonly reason: string }
);

/**
 * Makes a report's file again from its snapshot when it is missing or damaged, and stores it only when it is the same to the
 * byte; that is audited. Null: there is no such report.
 * @throws Error when the store cannot be written
 */
export async function restoreReport(ctx: Context, report_id: string): Promise<Restoration | null> {
  const report = await selectReportSource(ctx.db, report_id);
  if (report === undefined) return null;
  const { filename, sha256 } = report;
  if (await isSound(ctx.files, sha256)) return { kind: "sound", filename };
  const made = await renderAgain(ctx, report);
  if ("reason" in made) return { kind: "lost", filename, reason: made.reason };
  await ctx.files.put(made.bytes, sha256);
  await ctx.db.transaction(async (tx) => {
    await appendAudit(ctx, tx, [{ action: "report.file_restored", subject: report_id, payload: { sha256 } }]);
  });
  return { kind: "restored", filename };
}

async function isSound(files: FileStore, sha256: string): Promise<boolean> {
  try {
    for await (const _chunk of await files.open(sha256));
    return true;
  } catch {
    // Whatever is wrong with it, a file that is whole takes its place.
    return false;
  }
}

type Made = { readonly bytes: Uint8Array } | { readonly reason: string };

/** The same bytes, or why there are none. */
async function renderAgain(ctx: Context, report: ReportSource): Promise<Made> {
  const { template_sha256 } = report;
  const snapshot = await ctx.db.transaction((tx) => selectSnapshot(tx, report.snapshot_id));
  if (snapshot === undefined) return { reason: "the figures that it tells are not stored" };
  if (!isReadable(snapshot)) {
    const kinds = `its figures were frozen in format ${snapshot.format}, this version reads ${SNAPSHOT_FORMAT}`;
    return { reason: `${kinds}; ${differences(ctx, report)}` };
  }
  const present = ctx.rendering.template_sha256;
  if (template_sha256 !== null && template_sha256 !== present) {
    const here = present === null ? "is not set" : `has ${present}`;
    return { reason: `it fills EFRAG's workbook with SHA-256 ${template_sha256}, and VSME_TEMPLATE_FILE ${here}` };
  }
  const unavailableReason = ctx.rendering.unavailableReason(report);
  if (unavailableReason !== null) return { reason: unavailableReason };
  const drawn = await draw(ctx, report, snapshot);
  if ("reason" in drawn) return drawn;
  const { document, bytes } = drawn;
  if (sha256Hex(bytes) === report.sha256) return { bytes };
  return { reason: `${whatDiffers(report, sha256Hex(document))}; ${differences(ctx, report)}` };
}

type Drawn = { readonly document: Buffer; readonly bytes: Uint8Array } | { readonly reason: string };

/** The report's document and file, or why they cannot be made: that is this report's alone, others may be made again. */
async function draw(ctx: Context, report: ReportSource, snapshot: Snapshot): Promise<Drawn> {
  const { format, template, rendered_with } = report;
  try {
    const document = drawnDocument(snapshot, report);
    if (format === "json") return { document, bytes: document };
    const outcome = await ctx.rendering.render({ format, template, rendered_with, document });
    return outcome.kind === "done" ? { document, bytes: outcome.bytes } : { reason: outcome.reason };
  } catch (error) {
    const told = error instanceof Error ? error.message : "no reason given";
    return { reason: `it cannot be made of what is stored of it: ${told}` };
  }
}

function whatDiffers({ document_sha256 }: ReportSource, present: string): string {
  if (document_sha256 === null) return "it comes out with other bytes";
  if (document_sha256 === present) return "it tells the same and is drawn with other bytes";
  return "this version computes or words something in it differently";
}

/** What made the file then and what is here now, as far as they differ. */
function differences(ctx: Context, report: ReportSource): string {
  const { rendered_with } = report;
  const now = ctx.rendering.versions(report);
  const named = (versions: Readonly<Record<string, string>>) =>
    Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  if (rendered_with === null) return `what made it was not recorded, here is ${named(now).join(", ")}`;
  const names = [...new Set([...Object.keys(rendered_with), ...Object.keys(now)])];
  const changed = names.filter((name) => rendered_with[name] !== now[name]);
  if (changed.length === 0)
    return `it was made by the same versions (${named(now).join(", ")}) with other code or tables`;
  const told = changed.map((name) => `${name} ${rendered_with[name] ?? "none"}, here ${now[name] ?? "none"}`);
  return `it was made by ${told.join("; ")}`;
}
