import { serialize } from "node:v8";
import { packageVersion } from "../package-version.ts";
import type { RenderOutcome, ReportForm, ReportRendering } from "../../core/report-rendering.ts";
import type { Tracing } from "../../core/tracing.ts";
import type { TaskFailure, TaskOutcome } from "../../platform/pools/parser-pool.ts";
import { openProcessPool, type ProcessPool } from "../../platform/pools/process-pool.ts";
import {
  EngineAbsentError,
  type EngineName,
  ENGINES,
  type EngineSetting,
  engineVersion,
  type Machine,
  preferredEngine,
} from "../../platform/typst/engine.ts";
import type { RenderedForm, WorkCounts } from "../../platform/telemetry/work-counts.ts";
import type { ReportTask, ReportTaskResult } from "./report-process.ts";
import { compiledModule } from "./compiled-module.ts";

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
  readonly work?: Pick<WorkCounts, "rendered">;
  readonly tracing?: Tracing | null;
  /** What new files are set with, `auto` unless given. */
  readonly engine?: EngineSetting;
  /** What decides which engines are installed; this machine unless given. */
  readonly machine?: Machine;
  /** Limits of one report, 900 MiB and 60 s unless given, or 180 s with the engine in WebAssembly. */
  readonly timeout_ms?: number;
  readonly memory_mib?: number;
}

/** Reports that are rendered at the same time. */
export const RENDERINGS_MAX = 2;
const TIMEOUT_MS = 60_000;
/** That engine takes about ten times as long as the native one: six seconds of a free processor for eighteen pages. */
const WASM_TIMEOUT_MS = 180_000;
const MEMORY_MIB = 900;
/** No process serves a second report: what an engine does not give back ends with it. */
const TASKS_PER_PROCESS = 1;
const IDLE_MS = 1_000;

/**
 * Renders each report in a process of its own, without network; nothing is started before the first one.
 * The process runs compiled code: from sources (tests, `npm run dev`) its module is taken from `dist`.
 */
export function openReportRenderer(options: ReportRendererOptions): ReportRenderer {
  const { template, work, tracing, memory_mib = MEMORY_MIB } = options;
  const choice: EngineChoice = { setting: options.engine ?? "auto", machine: options.machine ?? process };
  const pools = {
    quick: renderingPool(options.timeout_ms ?? TIMEOUT_MS, memory_mib),
    slow: renderingPool(options.timeout_ms ?? WASM_TIMEOUT_MS, memory_mib),
  };
  const traced = <T>(format: string, engine: EngineName | null, run: () => Promise<T>): Promise<T> => {
    const facts = { "carbon_ledger.report.format": format, "carbon_ledger.report.engine": engine ?? "own" };
    return tracing?.span({ name: "render report", kind: "internal", facts }, run) ?? run();
  };
  return {
    template_sha256: template?.sha256 ?? null,
    unavailableReason: (form) => unavailableReason(form, template, choice),
    versions: (form) => versions(form, choice),
    async render({ document, ...form }): Promise<RenderOutcome> {
      const engine = engineFor(form, choice);
      const filled = form.template === "efrag" ? (template?.bytes ?? null) : null;
      const task: ReportTask = { format: form.format, engine, document, template: filled };
      const { pool, failures } = engine === "typst-ts-web-compiler" ? pools.slow : pools.quick;
      let elapsed_ms = 0;
      const outcome = await traced(form.format, engine, () => pool.run(serialize(task), (ms) => (elapsed_ms = ms)));
      work?.rendered({ format: form.format, engine: engine ?? "own", outcome: endingOf(outcome) }, elapsed_ms / 1000);
      if (outcome.kind === "failed") return { kind: "failed", reason: failures[outcome.failure] };
      const { result } = outcome;
      if (result.kind === "broken") throw new Error(`rendering failed: ${result.detail}`);
      return result;
    },
    async close() {
      await Promise.all([pools.quick.pool.close(), pools.slow.pool.close()]);
    },
  };
}

function endingOf(outcome: TaskOutcome<ReportTaskResult>): RenderedForm["outcome"] {
  if (outcome.kind === "failed" || outcome.result.kind === "broken") return "failed";
  return outcome.result.kind;
}

interface RenderingPool {
  readonly pool: ProcessPool<ReportTaskResult>;
  readonly failures: Readonly<Record<TaskFailure, string>>;
}

function renderingPool(timeout_ms: number, memory_mib: number): RenderingPool {
  const pool = openProcessPool<ReportTaskResult>({
    moduleUrl: compiledModule("composition/isolation/report-process.js"),
    processes: RENDERINGS_MAX,
    tasks_max: TASKS_PER_PROCESS,
    timeout_ms,
    step_timeout_ms: timeout_ms,
    memory_mib,
    idle_ms: IDLE_MS,
  });
  const failures = {
    timeout: `Rendering took longer than ${timeout_ms / 1000} seconds and was stopped.`,
    out_of_memory: `Rendering needed more than ${memory_mib} MiB of memory and was stopped.`,
    crashed: "The process that rendered the report ended unexpectedly.",
  };
  return { pool, failures };
}

interface EngineChoice {
  readonly setting: EngineSetting;
  readonly machine: Machine;
}

/** What sets a pdf: what has set it before, or what the setting says; null for the other forms. */
function engineFor({ format, rendered_with }: ReportForm, { setting, machine }: EngineChoice): EngineName | null {
  if (format !== "pdf") return null;
  return ENGINES.find((engine) => rendered_with?.[engine] !== undefined) ?? preferredEngine(setting, machine);
}

function versions(form: ReportForm, choice: EngineChoice): Readonly<Record<string, string>> {
  const engine = engineFor(form, choice);
  const version = engine === null ? null : engineVersion(engine, choice.machine);
  const ownVersions = { "carbon-ledger": packageVersion(), node: process.versions.node };
  return engine === null || version === null ? ownVersions : { ...ownVersions, [engine]: version };
}

function unavailableReason(form: ReportForm, template: EfragTemplate | null, choice: EngineChoice): string | null {
  if (form.template === "efrag" && template === null) {
    return "EFRAG's workbook is not available here: the operator has not set VSME_TEMPLATE_FILE.";
  }
  const engine = engineFor(form, choice);
  if (engine === null || engineVersion(engine, choice.machine) !== null) return null;
  const before = form.rendered_with?.[engine];
  if (before === undefined) return new EngineAbsentError(engine).message;
  return (
    `it was set with the engine ${engine} ${before}, which is not installed on this machine, and another one draws it with ` +
    "other bytes: restore it on a machine that has that engine, or from a backup"
  );
}
