import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { loadEsrsInputs } from "../../../src/demo/esrs-inputs.ts";
import { getReportCompleteness } from "../../../src/modules/reports/inputs/get-report-completeness.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await record(ctx, [ledgerLine(1, { date: "2025-03-01" })]);
});
afterAll(() => db.close());

test("the demo company's people have answered what only they know of the climate chapter, with gaps that are named", async () => {
  await loadEsrsInputs(ctx);
  await loadEsrsInputs(ctx);
  const terms = { report_year: 2025, standard_type: "csrd" };
  // The operation's output is checked by the contract tests.
  const { sections } = (await invoke(getReportCompleteness, ctx, terms)) as {
    sections: { id: string; missing: { datapoint: string }[] }[];
  };
  const missing = sections
    .flatMap((one) => one.missing.map(({ datapoint }) => datapoint))
    .filter((datapoint) => datapoint !== "ledger");
  // Without the demo's targets, turnover and invoices, which are told elsewhere.
  const elsewhere =
    /^E1(BaseYear|HasTargets|NetRevenue|Intensity|TotalEnergy|Renewable|PurchasedRenewable|NaturalGas|Gross|Total|Biogenic|Scope3Prim)/;
  expect(missing.filter((datapoint) => !elsewhere.test(datapoint)).toSorted()).toEqual([
    "E1CoalConsumption",
    "E1EnergyIntensity",
    "E1FossilEnergyConsumption",
    "E1HighImpactEnergyConsumption",
    "E1NuclearEnergyConsumption",
    "E1OtherFossilConsumption",
    "E1PetroleumConsumption",
    "E1PurchasedFossilEnergy",
  ]);
});
