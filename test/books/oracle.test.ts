import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("the expected figures of the books are those that their papers, decisions and published factors give", async () => {
  const { stderr } = await run(process.execPath, ["test/books/oracle.mjs", "--check"]);
  expect(stderr).toBe("");
});
