import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { sharedFile } from "../support/shared-data.ts";

const run = promisify(execFile);

async function problemsOf(...asked: readonly string[]): Promise<string> {
  return (await run(process.execPath, ["test/books/oracle.mjs", ...asked, "--check"])).stderr;
}

test("the expected figures of the books are those that their papers, decisions and published factors give", async () => {
  expect(await problemsOf(".")).toBe("");
});

// Without TEST_DATA_DIR (test/fixtures/README.md) these are told as skipped.
describe.runIf(sharedFile("desnz-2025-flat-file.xlsx") !== null)(
  "by the publishers' own files (needs them below TEST_DATA_DIR)",
  () => {
    test("the expected figures of the second books are those that their papers and decisions give", async () => {
      expect(await problemsOf("from-publishers")).toBe("");
    });

    test("each factor of the first books is the publisher's figure, and each entry has the same kg", async () => {
      expect(await problemsOf(".", "--publishers")).toBe("");
    });
  },
);
