import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { sharedFile } from "../support/shared-data.ts";

const run = promisify(execFile);

async function problemsOf(books: string): Promise<string> {
  return (await run(process.execPath, ["test/books/oracle.mjs", books, "--check"])).stderr;
}

test("the expected figures of the books are those that their papers, decisions and published factors give", async () => {
  expect(await problemsOf(".")).toBe("");
});

// Without TEST_DATA_DIR (test/fixtures/README.md) this is told as skipped.
test.runIf(sharedFile("desnz-2025-flat-file.xlsx") !== null)(
  "the expected figures of the second books are those of the publishers' own files (needs them below TEST_DATA_DIR)",
  async () => {
    expect(await problemsOf("from-publishers")).toBe("");
  },
);
