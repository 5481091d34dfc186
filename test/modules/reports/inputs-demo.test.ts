import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { loadReportInputs } from "../../../src/demo/report-inputs.ts";
import { crossChecks } from "../../../src/modules/reports/inputs/cross-checks.ts";
import type { DatapointView } from "../../../src/modules/reports/inputs/datapoint-view.ts";
import { listReportInputs } from "../../../src/modules/reports/inputs/list-report-inputs.ts";
import { selectCurrentInputs } from "../../../src/modules/reports/inputs/store-inputs.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";

let db: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  db.clock.set("2026-11-20T12:00:00.000Z");
  ctx = db.context(await db.tenant());
  await loadReportInputs(ctx);
});
afterAll(() => db.close());

const COUNT = statement(`
  select count(*) as answers from report_inputs where tenant_id = $1 and environment = $2 order by 1 limit 1`);

test("the demo company has answered everything that is always asked, but for its training hours", async () => {
  const open: string[] = [];
  let cursor: string | undefined;
  do {
    const page = (await invoke(listReportInputs, ctx, { unanswered: true, limit: 200, cursor })) as {
      items: DatapointView[];
      next_cursor: string | null;
    };
    open.push(...page.items.filter(({ requirement }) => requirement === "always").map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(open).toEqual([
    "AverageNumberOfAnnualTrainingHoursPerMaleEmployee",
    "AverageNumberOfAnnualTrainingHoursPerFemaleEmployee",
  ]);
});

test("its answers do not contradict each other, in either year", async () => {
  for (const year of [2024, 2025]) expect(crossChecks(await selectCurrentInputs(ctx.db, year))).toEqual([]);
});

test("loading it again writes nothing", async () => {
  const before = await ctx.db.rows<{ answers: number }>(COUNT);
  expect(before[0]?.answers).toBeGreaterThan(100);
  await loadReportInputs(ctx);
  expect(await ctx.db.rows(COUNT)).toEqual(before);
});
