import { serialize } from "node:v8";
import { packageVersion } from "./package-version.ts";
import type { RenderOutcome, ReportForm, ReportRendering } from "./core/report-rendering.ts";
import type { TaskFailure } from "./platform/parser-pool.ts";
import { openProcessPool } from "./platform/process-pool.ts";
import { EngineAbsentError, engineVersion, isEngineInstalled } from "./platform/typst/engine.ts";
import type { ReportTask, ReportTaskResult } from "./report-process.ts";

/** EFRAG's workbook as the operator gave it. */
export interface EfragTemplate {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export interface ReportRenderer extends ReportRendering {
  /** Ends the processes; what is being rendered is given back. */
  close(): Promise<void>;
}

export interface ReportRendererOptions {
  readonly template: EfragTemplate | null;
  /** Limits of one report, 60 s and 900 MiB unless given. */
  readonly timeout_ms?: number;
  readonly memory_mib?: number;
}

/** Reports that are rendered at the same time. */
export const RENDERINGS_MAX = 2;
const TIMEOUT_MS = 60_000;
const MEMORY_MIB = 900;
/** No process serves a second report: what an engine does not give back ends with it. */
const TASKS_PER_PROCESS = 1;
const IDLE_MS = 1_000;

/**
 * Renders each report in a process of its own, without network; nothing is started before the first one.
 * The process runs compiled code: from sources (tests, `npm run dev`) its module is taken from `dist`.
 */
export function openReportRenderer(options: ReportRendererOptions): ReportRenderer {
  const { template, timeout_ms = TIMEOUT_MS, memory_mib = MEMORY_MIB } = options;
  const pool = openProcessPool<ReportTaskResult>({
    moduleUrl: compiled("report-process.js"),
    processes: RENDERINGS_MAX,
    tasks_max: TASKS_PER_PROCESS,
    timeout_ms,
    step_timeout_ms: timeout_ms,
    memory_mib,
    idle_ms: IDLE_MS,
  });
  const failures: Readonly<Record<TaskFailure, string>> = {
    timeout: `Rendering took longer than ${timeout_ms / 1000} seconds and was stopped.`,
    out_of_memory: `Rendering needed more than ${memory_mib} MiB of memory and was stopped.`,
    crashed: "The process that rendered the report ended unexpectedly.",
  };
  return {
    template_sha256: template?.sha256 ?? null,
    obstacle: (form) => obstacle(form, template),
    versions,
    async render({ document, format, template: of }): Promise<RenderOutcome> {
      const task: ReportTask = { format, document, template: of === "efrag" ? (template?.bytes ?? null) : null };
      const outcome = await pool.run(serialize(task));
      if (outcome.kind === "failed") return { kind: "failed", reason: failures[outcome.failure] };
      const { result } = outcome;
      if (result.kind === "broken") throw new Error(`rendering failed: ${result.detail}`);
      return result;
    },
    close: () => pool.close(),
  };
}

function versions({ format }: ReportForm): Readonly<Record<string, string>> {
  const engine = format === "pdf" ? engineVersion() : null;
  const own = { "carbon-ledger": packageVersion(), node: process.versions.node };
  return engine === null ? own : { ...own, "typst-ts-node-compiler": engine };
}

function obstacle({ format, template }: ReportForm, given: EfragTemplate | null): string | null {
  if (template === "efrag" && given === null) {
    return "EFRAG's workbook is not available here: the operator has not set VSME_TEMPLATE_FILE.";
  }
  if (format === "pdf" && !isEngineInstalled()) return new EngineAbsentError().message;
  return null;
}

function compiled(path: string): URL {
  return new URL(import.meta.url.endsWith(".ts") ? `../dist/${path}` : `./${path}`, import.meta.url);
}
