import { concurrencyLimit } from "../../core/concurrency-limit.ts";
import type { PageDrawing, PageLayout, PageOutcome, PagePicture, ReadBytes } from "../../core/page-drawing.ts";
import type { ShownFile } from "../../core/shown-file.ts";
import type { WantedOfFile } from "../../modules/reading/shown/shown-file.ts";
import type { TaskFailure } from "../../platform/pools/parser-pool.ts";
import { openProcessPool } from "../../platform/pools/process-pool.ts";
import type { PageAnswer, PageRequest } from "./page-process.ts";
import { compiledModule } from "./compiled-module.ts";

export interface PageDrawer extends PageDrawing {
  close(): Promise<void>;
}

/** People turn one page at a time. */
const PROCESSES = 1;
/** Files that are held at once: the one that is drawn, and the next. */
const FILES_MAX = 2;
/** A page takes a tenth of a second; sixty pages of dense text some two. */
const TIMEOUT_MS = 20_000;
const MEMORY_MIB = 600;
const REUSE_MIB = 400;
const IDLE_MS = 20_000;

const FAILURES: Readonly<Record<TaskFailure, string>> = {
  timeout: "The page took longer than 20 seconds.",
  out_of_memory: `The page needed more than ${MEMORY_MIB} MiB of memory.`,
  crashed: "The page could not be drawn.",
};

/**
 * Draws pages of untrusted files in a process of its own, without network; nothing is started before the first page. The
 * process runs compiled code: from sources (tests, `npm run dev`) its module is taken from `dist`.
 */
export function openPageDrawer(): PageDrawer {
  const pool = openProcessPool<PageAnswer>({
    moduleUrl: compiledModule("composition/isolation/page-process.js"),
    processes: PROCESSES,
    timeout_ms: TIMEOUT_MS,
    step_timeout_ms: TIMEOUT_MS,
    memory_mib: MEMORY_MIB,
    reuse_mib: REUSE_MIB,
    idle_ms: IDLE_MS,
  });
  const inTurn = concurrencyLimit(FILES_MAX);
  const ask = async <Done extends PagePicture | PageLayout | ShownFile>(
    read: ReadBytes,
    wanted: PageRequest,
  ): Promise<PageOutcome<Done>> => {
    const outcome = await inTurn(async () => pool.run(await read(), undefined, wanted));
    if (outcome.kind === "failed") return { kind: "failed", reason: FAILURES[outcome.failure] };
    // The process answers what it was asked.
    return outcome.result as PageOutcome<Done>;
  };
  return {
    draw: (read, page) => ask<PagePicture>(read, { kind: "draw", page }),
    layout: (read, lines) => ask<PageLayout>(read, { kind: "layout", lines }),
    show: (read, wanted) =>
      // Mappings are the ones that modules/column-mappings loads: the process reads the file with them as ingestion did.
      ask<ShownFile>(read, { kind: "show", wanted: wanted as WantedOfFile }),
    close: () => pool.close(),
  };
}
