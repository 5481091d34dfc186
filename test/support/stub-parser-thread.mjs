// A thread for tests of the parser pool: the name of the document says how it behaves.
// The rule means browser windows: a thread's port has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
import { readlinkSync } from "node:fs";
import { platform } from "node:os";
import { parentPort } from "node:worker_threads";

function eat() {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
}

let counted = 0;

parentPort.on("message", ({ id, bytes, name }) => {
  if (name === "endless") for (;;);
  // Waits without using the processor, as on a machine that is busy with other things.
  const wait_ms = /^waiting (\d+)$/.exec(name)?.[1];
  if (wait_ms !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(wait_ms));
  if (name === "hungry") eat();
  if (name === "throwing") throw new Error("cannot");
  if (name === "exiting") process.exit(3);
  if (name === "deep")
    (function deeper() {
      return deeper() + 1;
    })();
  // How many tasks of this name this thread has had.
  if (name === "count") counted += 1;
  const size = name === "count" ? counted : bytes.length;
  const heap_mib = name === "grown" ? 200 : 20;
  parentPort.postMessage({ id, result: { name, size, last: bytes.at(-1) ?? null }, heap_mib });
});
parentPort.postMessage({ ready: true, thread: platform() === "linux" ? readlinkSync("/proc/thread-self") : null });
