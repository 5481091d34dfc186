import { expect, test } from "vitest";
import { OutageError } from "../../src/core/outage.ts";
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

test("an outage is told at once, then ever more rarely with the number of lines left out; other errors always", () => {
  const lines: { err: { type: string }; left_out?: number }[] = [];
  let now_ms = 0;
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }, () => now_ms);
  const outage = new OutageError("database", new Error("connect ECONNREFUSED"));
  // Twenty seconds in which ten requests a second fail, each with the outage itself or as the cause of its error.
  for (; now_ms < 20_000; now_ms += 100) {
    log.error({ err: now_ms % 200 === 0 ? outage : new Error("job failed", { cause: outage }) }, "request failed");
  }
  expect(lines.map(({ left_out }) => left_out)).toEqual([undefined, 9, 19, 39, 79]);
  log.error({ err: new Error("something else") }, "m");
  log.error({ err: Object.assign(new Error("full"), { code: "ENOSPC" }) }, "m");
  expect(lines).toHaveLength(7);
  now_ms += 200_000;
  log.error({ err: outage }, "m");
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).not.toHaveProperty("left_out");
});

// PostgreSQL quotes the row in the details of some errors (PostgreSQL 18, 54.8): names and addresses would outlive an erasure.
test("what the database quotes of a row never reaches a line", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const quoted = { detail: "Key (email)=(anna@firma.example) already exists.", where: "anna", internalQuery: "anna" };
  log.error(
    { err: Object.assign(new Error("duplicate key"), { code: "23505", constraint: "users_email", ...quoted }) },
    "m",
  );
  expect(lines[0]).not.toContain("anna");
  expect(lines[0]).toContain('"constraint":"users_email"');
  expect(lines[0]).toContain('"stack":');
});
