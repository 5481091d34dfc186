import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { record } from "../../support/ledger.ts";
import { company, run } from "../../support/review.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const period = (service_period_start: string | null, service_period_end: string | null) =>
  waitingLine("suggested", { service_period_start, service_period_end, transaction_date: "2026-03-31" });

async function listed(ctx: Context, filter: object): Promise<string[]> {
  const { items } = await run<{ items: { id: string }[] }>(listActivities, ctx, filter);
  return items.map(({ id }) => id);
}

test("lines are listed by the days that they cover: of the document, stated by a person, or else their date", async () => {
  const ctx = await company(db);
  const { activity_ids } = await record(ctx, [
    period("2025-10-01", "2025-12-31"),
    period(null, null),
    // Printed backwards, and with one end only.
    period("2025-08-31", "2025-08-01"),
    period(null, "2025-06-30"),
  ]);
  const [quarter, dated, backwards, ended] = activity_ids;
  const between = (used_from?: string, used_to?: string) =>
    listed(ctx, { ...(used_from === undefined ? {} : { used_from }), ...(used_to === undefined ? {} : { used_to }) });
  expect(await between("2025-12-31", "2026-01-31")).toEqual([quarter]);
  expect(await between("2025-11-05", "2025-11-05")).toEqual([quarter]);
  expect(await between("2026-01-01", "2026-03-30")).toEqual([]);
  expect(await between("2026-03-31")).toEqual([dated]);
  expect(new Set(await between(undefined, "2025-09-30"))).toEqual(new Set([backwards, ended]));
  expect(await between("2025-08-15", "2025-08-20")).toEqual([backwards]);
  // The accounting date is another filter, and both hold together.
  expect(await listed(ctx, { used_from: "2025-10-01", used_to: "2025-10-31", from: "2026-03-01" })).toEqual([quarter]);
  expect(await listed(ctx, { used_from: "2025-10-01", used_to: "2025-10-31", to: "2026-03-30" })).toEqual([]);
  const facts = { service_period_start: "2026-02-01", service_period_end: "2026-02-28" };
  await run(correctActivity, ctx, { id: quarter, facts, reason: "Read on the contract" });
  expect(await between("2025-10-01", "2025-12-31")).toEqual([]);
  expect(await between("2026-02-28", "2026-02-28")).toEqual([quarter]);
  await run(correctActivity, ctx, { id: quarter, facts: { clear: ["service_period"] }, reason: "Nobody knows" });
  expect(new Set(await between("2026-03-31", "2026-03-31"))).toEqual(new Set([quarter, dated]));
});

test("pages go on where the last one ended, and days that are none are refused", async () => {
  const ctx = await company(db);
  const { activity_ids } = await record(
    ctx,
    [1, 2, 3].map(() => period("2025-10-01", "2025-12-31")),
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { id: string }[]; next_cursor: string | null } = await run(listActivities, ctx, {
      used_from: "2025-11-01",
      from: "2026-03-01",
      limit: 1,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(new Set(seen)).toEqual(new Set(activity_ids));
  expect(seen).toHaveLength(3);
  const backwards = run(listActivities, ctx, { used_from: "2026-01-02", used_to: "2026-01-01" });
  await expect(backwards).rejects.toMatchObject({ extras: { issues: [{ path: "used_to", code: "before_start" }] } });
  await expect(run(listActivities, ctx, { used_from: "2026-02-30" })).rejects.toMatchObject({
    code: "request.validation_failed",
  });
});
