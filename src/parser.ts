import { fileError, type FileErrorCode, type FileOutcome } from "./modules/ingestion/index.ts";
import { openParserPool, type TaskFailure } from "./platform/parser-pool.ts";

/** Reads untrusted documents in isolated threads. */
export interface Parser {
  parse(bytes: Uint8Array, name: string): Promise<FileOutcome>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
const HEAP_MIB = 512;

const REFUSALS: Readonly<Record<TaskFailure, readonly [FileErrorCode, string]>> = {
  timeout: ["file.timeout", "Reading was stopped after 30 seconds."],
  out_of_memory: ["file.too_large", "Reading needed more than 512 MiB of memory."],
  crashed: ["file.corrupt", "The file could not be read."],
};

/**
 * Threads run compiled code: when this file itself runs from sources (tests, `npm run dev`), the thread's module is taken
 * from `dist`, which the test and start commands build first.
 */
function threadModule(): URL {
  const beside = new URL("./modules/ingestion/parse-worker.js", import.meta.url);
  return import.meta.url.endsWith(".ts")
    ? new URL("../dist/modules/ingestion/parse-worker.js", import.meta.url)
    : beside;
}

export function openParser(threads: number): Parser {
  const pool = openParserPool<FileOutcome>({
    workerUrl: threadModule(),
    threads,
    timeout_ms: TIMEOUT_MS,
    heap_mib: HEAP_MIB,
  });
  return {
    async parse(bytes, name) {
      const outcome = await pool.run(bytes, name);
      if (outcome.kind === "done") return outcome.result;
      return { kind: "rejected", error: fileError(...REFUSALS[outcome.failure]) };
    },
    close: () => pool.close(),
  };
}
