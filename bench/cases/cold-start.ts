import { setTimeout as delay } from "node:timers/promises";
import type { BenchDatabase } from "../database.ts";
import { median } from "../load.ts";
import { residentMb, startService } from "../processes.ts";
import { atMost, type CaseResult, information, shown } from "../result.ts";

const START_BUDGET_MS = 2_000;
const MEMORY_BUDGET_MB = 200;
/** Until start-up garbage has been collected as far as it will be. */
const IDLE_MS = 3_000;

/**
 * Start of the shipped service on existing data, its own PostgreSQL included, with the settings that it has by itself.
 * The bench's server must be stopped before.
 */
export async function coldStart(bench: BenchDatabase, runs: number): Promise<CaseResult> {
  const starts: number[] = [];
  const memory: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const service = await startService(bench);
    starts.push(service.started_ms);
    await delay(IDLE_MS);
    const resident = residentMb(service.pid);
    if (resident !== null) memory.push(resident);
    await service.stop();
  }
  const memoryRow =
    memory.length === 0
      ? information("resident memory when idle", "cannot be told here")
      : atMost("resident memory when idle", median(memory), MEMORY_BUDGET_MB, "MB");
  return {
    title: "Start on existing data",
    rows: [
      atMost("start of the process to /readyz", median(starts), START_BUDGET_MS, "ms"),
      information("slowest of the starts", `${shown(Math.max(...starts))} ms`),
      memoryRow,
    ],
    notes: [
      `${runs} starts; files are in the operating system's cache. Memory of the Node process after ${IDLE_MS / 1000} s.`,
    ],
  };
}
