// A process for tests of the process pool: the first byte of the task says how it behaves. Its memory is watched, and its
// network closed, by the service's own compiled code.
import { lookup } from "node:dns";
import { connect } from "node:net";
import { forbidNetwork } from "../../dist/platform/ocr/forbid-network.js";
import { guardMemory } from "../../dist/platform/ocr/memory-guard.js";

forbidNetwork();
await guardMemory(Number(process.argv[2]));

/** Memory outside of the heap, as pictures take it. */
function eat() {
  const kept = [];
  for (;;) kept.push(Buffer.alloc(4 * 1024 * 1024, 1));
}

function message(work) {
  try {
    work();
    return "done";
  } catch (error) {
    return error.message;
  }
}

function answer(id, result) {
  process.send({ id, result, rss_mib: process.memoryUsage.rss() / 1024 / 1024 });
}

const leftBehind = [];

const BEHAVIOURS = {
  endless: () => {
    for (;;);
  },
  hungry: eat,
  crashing: () => process.exit(3),
  ended: () => process.kill(process.pid, "SIGTERM"),
  stepping: ({ id }) => setInterval(() => process.send({ id, step: true }), 100),
  /** Leaves memory behind, outside of the heap. */
  greedy: ({ id }) => {
    leftBehind.push(Buffer.alloc(150 * 1024 * 1024, 1));
    answer(id, process.pid);
  },
  network: ({ id }) => {
    const tries = [
      () => connect(9, "127.0.0.1"),
      () => lookup("localhost", () => {}),
      () => fetch("http://127.0.0.1:9"),
    ];
    answer(id, tries.map(message));
  },
  echo: ({ id, bytes }) => answer(id, [process.pid, bytes.length, Object.keys(process.env)]),
};

process.on("message", (task) => BEHAVIOURS[Buffer.from(task.bytes).toString("latin1").trim()](task));
process.on("disconnect", () => process.exit());
process.send({ ready: true });
