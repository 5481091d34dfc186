import { parseArgs } from "node:util";
import { openFuzzService } from "./fuzz/open-service.ts";
import { type FuzzSummary, runFuzz } from "./fuzz/run-fuzz.ts";

/**
 * Starts the whole service on loopback, sends it requests made from its own OpenAPI document and tool list, right, one
 * step off and broken, for three companies and a consultant, and holds every answer against them. Ids come from earlier
 * answers: the same seed makes the same choices among what is known then.
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
  const summary = await runFuzz(service.targets, options);
  const { operations } = service.targets[0]?.contract ?? { operations: [] };
  for (const { id } of operations) if (!summary.by_operation.has(id)) console.log(`never sent: ${id}`);
  print(summary, (performance.now() - started) / 1000);
  process.exitCode = summary.failed === 0 ? 0 : 1;
} finally {
  await service.close();
}

function print(summary: FuzzSummary, seconds: number): void {
  const { requests, failures, failed, by_kind, by_status, by_caller, by_operation, answered_2xx, done } = summary;
  for (const { number, what, faults, curl, answer } of failures) {
    console.log(`\n#${number} ${what}\n  ${faults.join("\n  ")}\n  ${curl}\n  ${answer}`);
  }
  console.log(`\n${requests} requests in ${seconds.toFixed(1)} s, seed ${options.seed}`);
  console.log("by kind", by_kind);
  console.log("by status", by_status);
  console.log("by caller", by_caller);
  const percent = (part: number): string => `${((100 * part) / requests).toFixed(1)} %`;
  console.log(`answered 2xx: ${percent(answered_2xx)}; without tool results that are errors: ${percent(done)}`);
  const operations = [...by_operation].toSorted(([, a], [, b]) => a.done - b.done);
  for (const [name, { sent, done: worked, refusal }] of operations) {
    const why = refusal === "" || worked > sent / 3 ? "" : `; refused: ${refusal}`;
    console.log(`${name}: ${sent} sent, ${worked} done${why}`);
  }
  console.log(`fewest requests of one operation: ${Math.min(...operations.map(([, { sent }]) => sent))}`);
  console.log(`${failed} wrong answers, ${failures.length} different`);
}
