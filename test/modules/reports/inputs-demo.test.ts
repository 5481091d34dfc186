import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { statement } from "../../../src/core/statement.ts";
import { loadReportInputs } from "../../../src/demo/report-inputs.ts";
import { loadScenarios } from "../../../src/demo/scenarios.ts";
import { loadTargets } from "../../../src/demo/targets.ts";
import { getReportCompleteness } from "../../../src/modules/reports/inputs/get-report-completeness.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";

let demo: Demo;
let ctx: Context;

beforeAll(async () => {
  demo = await demoTenant();
  ctx = demo.app.db.context(demo.tenant);
  await loadTargets(ctx);
  await loadScenarios(ctx);
  await loadReportInputs(ctx);
});
afterAll(() => demo.close());

const COUNT = statement(`
  select count(*) as answers from report_inputs where tenant_id = $1 and environment = $2 order by 1 limit 1`);

const found = z.object({
  sections: z.array(z.object({ id: z.string(), status: z.string() })),
  missing_inputs: z.array(z.object({ datapoint: z.string() })),
  warnings: z.array(z.unknown()),
});
const completeness = async (report_year: number) =>
  found.parse(await invoke(getReportCompleteness, ctx, { report_year, standard_type: "vsme_comprehensive" }));

test("the demo company's report lacks its training hours and what the ledger says about itself, nothing else", async () => {
  const { sections, missing_inputs } = await completeness(2025);
  const asked = missing_inputs.map(({ datapoint }) => datapoint).filter((datapoint) => datapoint !== "ledger");
  expect(asked).toEqual([
    "AverageNumberOfAnnualTrainingHoursPerMaleEmployee",
    "AverageNumberOfAnnualTrainingHoursPerFemaleEmployee",
  ]);
  expect(sections.filter(({ status }) => status === "missing_input").map(({ id }) => id)).toEqual(["B10"]);
});

test("its answers do not contradict each other, in either year", async () => {
  for (const year of [2024, 2025]) expect((await completeness(year)).warnings).toEqual([]);
});

test("loading them again writes nothing", async () => {
  const before = await ctx.db.rows<{ answers: number }>(COUNT);
  expect(before[0]?.answers).toBeGreaterThan(100);
  await loadReportInputs(ctx);
  expect(await ctx.db.rows(COUNT)).toEqual(before);
});
