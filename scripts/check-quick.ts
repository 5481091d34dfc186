/**
 * What a commit is checked by while it is written, in a minute on a quiet machine with two cores; `npm run check` is the gate.
 * All steps run, a few at a time, and each that fails shows what it says.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { concurrencyLimit } from "../src/core/concurrency-limit.ts";

interface Step {
  readonly name: string;
  readonly command: string;
}

/** Before the others: tests start processes of it. */
const BUILD: Step = { name: "build", command: "npm run --silent build" };
/** The longest ones first, so that none is left over at the end. */
const STEPS: readonly Step[] = [
  {
    name: "tests of architecture and contract",
    command:
      "npx vitest run --silent=passed-only test/architecture test/contract/operation-list.test.ts test/contract/contract-rules.test.ts " +
      "test/contract/specified-shapes.test.ts test/contract/hidden-texts.test.ts test/contract/fixtures.test.ts " +
      "test/interfaces/mcp/registered.test.ts test/interfaces/rest/openapi.test.ts test/vectors/names.test.ts",
  },
  { name: "lint", command: "npx oxlint --type-aware --deny-warnings" },
  { name: "types", command: "npx tsc -p . && npx tsc -p web" },
  { name: "unused code", command: "npx knip" },
  { name: "generated files", command: "npx tsx scripts/generate.ts --check" },
  { name: "words", command: "npm run --silent lint:words" },
  { name: "format", command: "npx oxfmt --check" },
];

/** Most steps use one core. */
const AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2));
const STEP_TIMEOUT_MS = 10 * 60_000;

/** Runs a step to its end and tells of it. */
async function run({ name, command }: Step): Promise<boolean> {
  const began_ms = performance.now();
  const output: Buffer[] = [];
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(command, { shell: true, timeout: STEP_TIMEOUT_MS, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", () => resolve(null));
    child.on("close", resolve);
  });
  const seconds = Math.round((performance.now() - began_ms) / 1000);
  process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`  ${command}\n${Buffer.concat(output).toString("utf8")}\n`);
  return code === 0;
}

const began_ms = performance.now();
const isBuilt = await run(BUILD);
const slot = concurrencyLimit(AT_ONCE);
const outcomes = [isBuilt, ...(await Promise.all(STEPS.map((step) => slot(() => run(step)))))];
const failures = outcomes.filter((isOk) => !isOk).length;
const seconds = Math.round((performance.now() - began_ms) / 1000);
process.stdout.write(
  failures === 0 ? `all ${outcomes.length} in ${seconds} s\n` : `${failures} failed, in ${seconds} s\n`,
);
process.exitCode = failures === 0 ? 0 : 1;
