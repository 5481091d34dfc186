import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { listChanges } from "../../../src/modules/audit/list-changes.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { setReportInput } from "../../../src/modules/reports/inputs/set-report-input.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

let db: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  db.clock.set("2026-06-15T12:00:00.000Z");
  ctx = db.context(await db.tenant());
});
afterAll(() => db.close());

interface Change {
  readonly seq: number;
  readonly record_type: string;
  readonly record_id: string;
  readonly superseded_by: string | null;
}

const changes = async (input: object) =>
  (await invoke(listChanges, ctx, input)) as { items: Change[]; next_cursor: string | null };
const create = async (name: string) => ((await invoke(createDepartment, ctx, { name })) as { id: string }).id;

/** What others write meanwhile commits in an order of its own: a reader that goes by time would step over the late ones. */
test("a reader that goes on from the last seq gets each of two hundred concurrent changes once, in order", async () => {
  const seen: Change[] = [];
  let is_writing = true;
  const writers = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      const ids: string[] = [];
      for (let count = 0; count < 25; count += 1) ids.push(await create(`${writer} ${count}`));
      return ids;
    }),
  ).finally(() => {
    is_writing = false;
  });
  const read = async () => {
    let is_last = false;
    while (!is_last) {
      is_last = !is_writing;
      const { items } = await changes({ after_seq: seen.at(-1)?.seq ?? 0, limit: 7 });
      seen.push(...items);
      if (items.length > 0) is_last = false;
    }
  };
  const [ids] = await Promise.all([writers, read()]);
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
  expect(seen.map(({ record_id }) => record_id).toSorted()).toEqual(ids.flat().toSorted());
  expect(new Set(seen.map(({ record_type }) => record_type))).toEqual(new Set(["department"]));
});

test("what was replaced since says by what, and pages of one request are walked by cursor", async () => {
  const { items: before } = await changes({ limit: 200 });
  const after_seq = before.at(-1)?.seq ?? 0;
  const answer = async (value: number) =>
    ((await invoke(setReportInput, ctx, { report_year: 2025, datapoint: "Turnover", value })) as { id: string }).id;
  const [first, second] = [await answer(1000), await answer(2000)];
  const page = await changes({ after_seq, limit: 1 });
  const rest = await changes({ after_seq, limit: 1, cursor: page.next_cursor });
  expect([...page.items, ...rest.items]).toMatchObject([
    { record_type: "report_input", record_id: first, superseded_by: second },
    { record_type: "report_input", record_id: second, superseded_by: null },
  ]);
  expect(rest.next_cursor).toBeNull();
});
