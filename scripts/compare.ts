import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { recordTour } from "../test/support/tour.ts";

/**
 * Says whether a change that should change nothing has changed something:
 *   npm run compare -- --record <folder>   writes down what this build answers (at the commit before)
 *   npm run compare -- <folder>            holds this build against that, and runs the fixed vectors, the forms of recorded
 *                                          reports and the start on a directory of the oldest build, whose audit log is verified
 * Exit code 0: nothing has changed.
 */
const TESTS = [
  "test/vectors",
  "test/modules/reports/format-4.test.ts",
  "test/modules/audit/row-hash-versions.test.ts",
  "test/e2e/upgrade.test.ts",
];

/** Of the difference; the whole of it is between the two folders. */
const LINES_SHOWN = 200;
const LINE_LENGTH = 200;

const { values, positionals } = parseArgs({ options: { record: { type: "string" } }, allowPositionals: true });
const before = positionals[0];
if (values.record === undefined && before === undefined) {
  console.error("usage: npm run compare -- --record <folder> | npm run compare -- <folder>");
  process.exitCode = 2;
} else if (values.record !== undefined) {
  await write(values.record);
  console.log(`recorded in ${resolve(values.record)}`);
} else {
  process.exitCode = await compare(resolve(before ?? ""));
}

/** One file per answer, so that a difference can be read. */
async function write(folder: string): Promise<void> {
  const recording = await recordTour();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, told] of Object.entries(recording)) {
    writeFileSync(
      join(folder, `${name.replaceAll(/[^A-Za-z0-9_-]+/g, "-")}.json`),
      `${JSON.stringify(told, null, 2)}\n`,
    );
  }
}

async function compare(folder: string): Promise<number> {
  if (readdirSync(folder).length === 0) throw new Error(`${folder} holds no recording`);
  const now = mkdtempSync(join(tmpdir(), "carbon-ledger-compare-"));
  const tests = passing();
  await write(now);
  const { status, stdout } = spawnSync("git", ["diff", "--no-index", "--stat", "--patch", "-U1", folder, now], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const isGreen = await tests;
  for (const line of stdout.split("\n").slice(0, LINES_SHOWN)) console.log(line.slice(0, LINE_LENGTH));
  console.log(status === 0 ? "every answer is what it was" : `answers differ: ${folder} is before, ${now} is now`);
  console.log(isGreen ? "vectors, recorded reports and the oldest directory are right" : "tests failed, see above");
  if (status === 0) rmSync(now, { recursive: true });
  return status === 0 && isGreen ? 0 : 1;
}

async function passing(): Promise<boolean> {
  const child = spawn("npx", ["vitest", "run", ...TESTS], { stdio: "inherit", shell: process.platform === "win32" });
  return await new Promise((done) => child.once("close", (code) => done(code === 0)));
}
