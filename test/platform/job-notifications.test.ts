import { expect, test } from "vitest";
import { isAboutKinds } from "../../src/platform/jobs/queue.ts";

test.each([
  ["process_file", true],
  ["render_report process_file", true],
  ["render_report", false],
  ["process_files", false],
  // A process of before names none.
  ["", true],
])("a queue of process_file looks when it hears of %j: %j", (payload, looks) => {
  expect(isAboutKinds(payload, ["process_file"])).toBe(looks);
});
