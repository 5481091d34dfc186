import { deserialize } from "node:v8";
import type { ReportFormat } from "../../core/report-rendering.ts";
import { RenderRefusal } from "../../modules/reports/forms/render-refusal.ts";
import type { ReportDocument } from "../../modules/reports/presentation/report-document.ts";
import { forbidNetwork } from "../../platform/ocr/forbid-network.ts";
import { guardMemory } from "../../platform/ocr/memory-guard.ts";
import { EngineAbsentError, type EngineName } from "../../platform/typst/engine.ts";

/** One report to render, given by report-renderer.ts. */
export interface ReportTask {
  readonly format: ReportFormat;
  /** What sets a pdf; null for the other forms. */
  readonly engine: EngineName | null;
  /** The document as JSON text. */
  readonly document: Uint8Array;
  /** EFRAG's workbook, when that is to be filled. */
  readonly template: Uint8Array | null;
}

/** `broken`: a mistake of ours, for the log. */
export type ReportTaskResult =
  | { readonly kind: "done"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "broken"; readonly detail: string };

/** The renderers are loaded where they are needed: each process makes one file. */
async function render({ format, engine, document: text, template }: ReportTask): Promise<Uint8Array> {
  // Written by this service a moment ago: the form json of the same report.
  const document = JSON.parse(Buffer.from(text).toString("utf8")) as ReportDocument;
  switch (format) {
    case "pdf":
      if (engine === null) throw new Error("a pdf needs an engine");
      return await (await import("./render-pdf.ts")).renderPdf(document, engine);
    case "xhtml":
      return await (await import("../../modules/reports/forms/xhtml/render-inline-xbrl.ts")).renderInlineXbrl(document);
    case "xlsx":
      if (template !== null) {
        return await (
          await import("../../modules/reports/forms/efrag/fill-template.ts")
        ).fillEfragTemplate(document, template);
      }
      return await (await import("../../modules/reports/forms/xlsx/render-workbook.ts")).renderWorkbook(document);
    case "json":
      return text;
    default:
      return format satisfies never;
  }
}

async function outcomeOf(task: ReportTask): Promise<ReportTaskResult> {
  try {
    return { kind: "done", bytes: await render(task) };
  } catch (error) {
    if (error instanceof RenderRefusal || error instanceof EngineAbsentError) {
      return { kind: "refused", reason: error.message };
    }
    return { kind: "broken", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

forbidNetwork();
await guardMemory(Number(process.argv[2]));
process.on("message", ({ id, bytes }: { readonly id: number; readonly bytes: Uint8Array }) => {
  void outcomeOf(deserialize(bytes) as ReportTask).then((result) => process.send?.({ id, result }));
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
