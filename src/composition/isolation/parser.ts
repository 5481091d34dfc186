import {
  fileError,
  type FileErrorCode,
  type FileOutcome,
  type FileOptions,
  type ReadOutcome,
} from "../../modules/reading/index.ts";
import { documentKind } from "./document-kind.ts";
import { openParserPool, type TaskFailure } from "../../platform/pools/parser-pool.ts";
import { openProcessPool } from "../../platform/pools/process-pool.ts";
import type { WorkCounts } from "../../platform/telemetry/work-counts.ts";
import { garbageCollector } from "../../platform/pools/garbage-collection.ts";
import { compiledModule } from "./compiled-module.ts";

/** Reads untrusted documents in isolated threads, and pictures of pages in processes of their own. */
export interface Parser {
  /** Reads a file with what is known of its company, or says that it is pictures of pages. */
  read(bytes: Uint8Array, name: string, options?: FileOptions): Promise<ReadOutcome>;
  /** Reads a file, and what is on its pictures. */
  parse(bytes: Uint8Array, name: string, options?: FileOptions): Promise<FileOutcome>;
  close(): Promise<void>;
}

/** Of processor time; on a machine that is busy with other things a file gets ten times as long by the clock. */
const TIMEOUT_MS = 30_000;
const HEAP_MIB = 512;
/** Starting takes less than half a second, and an idle thread some 70 MiB. */
const IDLE_MS = 20_000;
/** Ordinary documents leave 30 to 60 MiB, a statement of 8,000 payments 100; the longest up to the whole heap. */
const REUSE_MIB = 128;

const REFUSALS: Readonly<Record<TaskFailure, readonly [FileErrorCode, string]>> = {
  timeout: ["file.timeout", "Reading was stopped after 30 seconds of work, or five minutes in all."],
  out_of_memory: ["file.too_large", "Reading needed more than 512 MiB of memory."],
  crashed: ["file.corrupt", "The file could not be read."],
};

/** Pictures: at most 10 pages, each drawn and read within 20 seconds of processor time. */
const PICTURES_TIMEOUT_MS = 180_000;
const STEP_TIMEOUT_MS = 25_000;
const PICTURES_MIB = 800;
/** One page leaves 400 to 700 MiB behind, most of it the engines'. */
const PICTURES_REUSE_MIB = 640;
/** Starting takes a second, and an idle process some 300 MiB. */
const PICTURES_IDLE_MS = 60_000;

const PICTURE_REFUSALS: Readonly<Record<TaskFailure, readonly [FileErrorCode, string]>> = {
  timeout: ["file.timeout", "Reading the pictures of pages was stopped after 180 seconds, or 25 without progress."],
  out_of_memory: ["file.decompression_limit", `Reading the pictures needed more than ${PICTURES_MIB} MiB of memory.`],
  crashed: ["file.corrupt", "The pictures of pages could not be read."],
};

export interface ParserOptions {
  readonly threads: number;
  readonly ocr_processes: number;
  readonly work?: Pick<WorkCounts, "parsed" | "picturesRead">;
}

export function openParser({ threads, ocr_processes, work }: ParserOptions): Parser {
  const heap = garbageCollector();
  const pictures = openProcessPool<FileOutcome>({
    moduleUrl: compiledModule("composition/isolation/ocr-process.js"),
    processes: ocr_processes,
    timeout_ms: PICTURES_TIMEOUT_MS,
    step_timeout_ms: STEP_TIMEOUT_MS,
    memory_mib: PICTURES_MIB,
    reuse_mib: PICTURES_REUSE_MIB,
    idle_ms: PICTURES_IDLE_MS,
    // What long documents have left in this process would come on top of what pictures take.
    onMemoryPressure: () => heap.collectGarbage(),
  });
  const pool = openParserPool<ReadOutcome>({
    workerUrl: compiledModule("modules/reading/parse-worker.js"),
    threads,
    timeout_ms: TIMEOUT_MS,
    heap_mib: HEAP_MIB,
    reuse_mib: REUSE_MIB,
    idle_ms: IDLE_MS,
  });
  const read = async (bytes: Uint8Array, name: string, options: FileOptions = {}): Promise<ReadOutcome> => {
    let elapsed_ms = 0;
    const outcome = await pool.run(bytes, name, { options, onRun: (ms) => (elapsed_ms = ms) });
    if (outcome.kind === "done") {
      work?.parsed(documentKind(outcome.result), outcome.result.kind, elapsed_ms / 1000);
      return outcome.result;
    }
    work?.parsed("unknown", outcome.failure, elapsed_ms / 1000);
    return { kind: "rejected", error: fileError(...REFUSALS[outcome.failure]) };
  };
  return {
    read,
    async parse(bytes, name, options) {
      const outcome = await read(bytes, name, options);
      if (outcome.kind !== "pictures") return outcome;
      let elapsed_ms = 0;
      const recognised = await pictures.run(outcome.bytes, (ms) => (elapsed_ms = ms));
      const ending = recognised.kind === "done" ? recognised.result.kind : recognised.failure;
      work?.picturesRead(ending, elapsed_ms / 1000);
      if (recognised.kind === "done") return recognised.result;
      return { kind: "rejected", error: fileError(...PICTURE_REFUSALS[recognised.failure]) };
    },
    async close() {
      await Promise.all([pool.close(), pictures.close()]);
    },
  };
}
