import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Signal with which a process ends itself when it has become too large. */
export const OUT_OF_MEMORY_SIGNAL = "SIGUSR2";

/** Windows knows no such signal and tells none: there a process that was too large is one that crashed. */
export function endingSignal(platform: NodeJS.Platform): NodeJS.Signals {
  return platform === "win32" ? "SIGKILL" : OUT_OF_MEMORY_SIGNAL;
}

const INTERVAL_MS = 50;
const MIB = 1024 * 1024;

/**
 * Ends this process with OUT_OF_MEMORY_SIGNAL when it takes more than `memory_mib` of real memory. Node's own limit knows
 * only its heap; pictures and the engines live outside of it. The watch is a thread: work that never yields does not
 * stop it. Resolves when it has looked once: what is begun earlier may outrun it on a busy machine.
 */
export async function guardMemory(memory_mib: number): Promise<void> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { memory_mib } });
  await once(thread, "message");
  thread.unref();
}

function watch(memory_mib: number): void {
  const look = (): void => {
    if (process.memoryUsage.rss() > memory_mib * MIB) process.kill(process.pid, endingSignal(process.platform));
  };
  setInterval(look, INTERVAL_MS);
  look();
  // The rule means browser windows: a thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage("watching");
}

function givenLimit(data: unknown): number | null {
  const isGiven = typeof data === "object" && data !== null && "memory_mib" in data;
  return isGiven && typeof data.memory_mib === "number" ? data.memory_mib : null;
}

const limit = isMainThread ? null : givenLimit(workerData);
if (limit !== null) watch(limit);
