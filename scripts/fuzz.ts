import { parseArgs } from "node:util";
import { openFuzzService } from "./fuzz/open-service.ts";
import { type FuzzSummary, runFuzz } from "./fuzz/run-fuzz.ts";

/**
 * Starts the whole service on loopback, sends it requests made from its own OpenAPI document and tool list, right, one
 * step off and broken, and holds every answer against them. The same seed makes the same requests.
 *   npx tsx scripts/fuzz.ts --requests 100000 [--seed 1] [--first 0] [--concurrency 16]
 */
const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    first: { type: "string", default: "0" },
    concurrency: { type: "string", default: "16" },
  },
});

const options = {
  seed: Number(values.seed),
  first: Number(values.first),
  count: Number(values.requests),
  concurrency: Number(values.concurrency),
};
console.log(`seed ${options.seed}, ${options.count} requests from number ${options.first}`);
const service = await openFuzzService();
try {
  const started = performance.now();
  const summary = await runFuzz(service.target, options);
  print(summary, (performance.now() - started) / 1000);
  process.exitCode = summary.failed === 0 ? 0 : 1;
} finally {
  await service.close();
}

function print({ requests, failures, failed, by_kind, by_status }: FuzzSummary, seconds: number): void {
  for (const { number, what, faults, curl, answer } of failures) {
    console.log(`\n#${number} ${what}\n  ${faults.join("\n  ")}\n  ${curl}\n  ${answer}`);
  }
  console.log(`\n${requests} requests in ${seconds.toFixed(1)} s, seed ${options.seed}`);
  console.log("by kind", by_kind);
  console.log("by status", by_status);
  console.log(`${failed} wrong answers, ${failures.length} different`);
}
