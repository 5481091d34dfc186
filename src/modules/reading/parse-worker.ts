import { readlinkSync } from "node:fs";
import { type MessagePort, parentPort } from "node:worker_threads";
import { getHeapStatistics } from "node:v8";
import { DEFAULT_PARSE_LIMITS } from "./parse-limits.ts";
import { type FileOptions, readFile, type ReadOutcome } from "./read-file.ts";

/** One document to read, given by platform/parser-pool. */
interface ParseTask {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly options?: FileOptions;
}

const MIB = 1024 * 1024;

function heapMib(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return (total_heap_size + external_memory) / MIB;
}

/** What the system calls this thread, so that its processor time can be looked at; null where it has no such name. */
function threadName(): string | null {
  try {
    return readlinkSync("/proc/thread-self");
  } catch {
    return null;
  }
}

/** Answers tasks one by one; whatever throws here ends the thread, which the pool reports and replaces. */
function serve(port: MessagePort): void {
  let queue = Promise.resolve();
  // The rule means browser windows: a thread's port has no origin.
  /* oxlint-disable unicorn/require-post-message-target-origin */
  port.on("message", ({ id, bytes, name, options = {} }: ParseTask) => {
    queue = queue.then(async () => {
      const result: ReadOutcome = await readFile(bytes, name, { ...DEFAULT_PARSE_LIMITS, ...options });
      port.postMessage({ id, result, heap_mib: heapMib() });
    });
  });
  port.postMessage({ ready: true, thread: threadName() });
}

if (parentPort !== null) serve(parentPort);
