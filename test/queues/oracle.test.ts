import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("the expected figures of the queues are those that their labels and the published factors give", async () => {
  const { stderr } = await run(process.execPath, ["--import", "tsx", "test/queues/write-expected.mjs", "--check"]);
  expect(stderr).toBe("");
});
