import { parentPort } from "node:worker_threads";
import type { ParseOutcome } from "./parsed-document.ts";
import { readDocument } from "./read-document.ts";

/** One document to read; the bytes were moved into this thread. */
interface ParseTask {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly name: string;
}

// Entry of the isolated threads of platform/parser-pool: whatever throws here ends the thread, which the pool replaces.
parentPort?.on("message", ({ id, bytes, name }: ParseTask) => {
  const result: ParseOutcome = readDocument(bytes, name);
  parentPort?.postMessage({ id, result });
});
parentPort?.postMessage({ ready: true });
