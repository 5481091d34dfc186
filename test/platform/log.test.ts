import { expect, test } from "vitest";
import { createLog } from "../../src/platform/log.ts";

test("values of fields that hold credentials never reach a line", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  log.info({ headers: { authorization: "Bearer hunter2", "x-api-key": "hunter2" }, token: "hunter2", id: "kept" }, "m");
  log.debug({ id: "hidden" }, "m");
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("hunter2");
  expect(lines[0]).toContain('"id":"kept"');
});
