import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

/** 100 litres of diesel, of which 0.14 kg CO2 a litre are biogenic (DESNZ 2025). */
async function diesel(): Promise<{ readonly company: Company; readonly id: string }> {
  const company = await service.company();
  const line = { text: "Dieselolie til varebil", quantity: "100", unit: "LTR", amount: "1000.00" };
  await company.ingest({ name: "diesel.xml", bytes: ubl({ number: "D-1", date: "2025-03-02", lines: [line] }) });
  const [bought] = await company.lines();
  expect(bought).toMatchObject({ category_key: "transport.own.diesel", status: "classified" });
  return { company, id: bought?.id ?? "" };
}

async function sums({ ctx }: Company): Promise<{ readonly biogenic_co2_kg: number; readonly total_co2e_kg: number }> {
  // Outputs are checked against their schemas by the contract tests.
  const summary = await invoke(getEmissionsSummary, ctx, {});
  return summary as { biogenic_co2_kg: number; total_co2e_kg: number };
}

test("biogenic CO2 of an activity that is excluded leaves the sums with its emissions", async () => {
  const { company, id } = await diesel();
  expect((await sums(company)).biogenic_co2_kg).toBe(14);
  await invoke(excludeActivity, company.ctx, { id, reason: "Belongs to another company." });
  expect(await sums(company)).toMatchObject({ biogenic_co2_kg: null, total_co2e_kg: null });
});

test("biogenic CO2 of an earlier reading does not stay beside the later one", async () => {
  const { company, id } = await diesel();
  const to = (category_id: string) =>
    invoke(recategorizeActivity, company.ctx, { id, category_id, reason: "Read anew." });
  await to("purchases.goods.office_supplies");
  expect((await sums(company)).biogenic_co2_kg).toBe(0);
  await to("transport.own.diesel");
  expect((await sums(company)).biogenic_co2_kg).toBe(14);
});
