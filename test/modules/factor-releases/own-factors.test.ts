import { afterAll, beforeAll, expect, test } from "vitest";
import type { Catalog, FactorRelease } from "../../../src/core/catalog.ts";
import type { Context } from "../../../src/core/context.ts";
import { approveCompanyFactor } from "../../../src/modules/company-factors/approve-company-factor.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { submitCompanyFactor } from "../../../src/modules/records/submit-company-factor.ts";
import { withdrawCompanyFactor } from "../../../src/modules/company-factors/withdraw-company-factor.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { applyFactorReleases } from "../../../src/modules/factor-releases/apply-factor-releases.ts";
import { getFactorReleaseRun } from "../../../src/modules/factor-releases/get-factor-release-run.ts";
import { previewFactorReleases } from "../../../src/modules/factor-releases/preview-factor-releases.ts";
import type { ReleaseRun } from "../../../src/modules/factor-releases/release-record.ts";
import { loadCatalog, loadCatalogTables } from "../../../src/modules/factors/index.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { recordActivity } from "../../../src/modules/records/record-activity.ts";
import { closeFinancialYear } from "../../../src/modules/restatements/close-financial-year.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { shippedTables } from "../../support/catalog.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { beforeUpdate, loadEarlierMix } from "../../support/earlier-release.ts";
import { type Company, type Pipeline, pipelineOver } from "../../support/pipeline.ts";
import { intact, run } from "../../support/review.ts";
import { STEEL_DECLARATION } from "../../support/steel-declaration.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

const METALS = "material.metals.primary.t";

/** The shipped tables with a later release of materials, by which a tonne of metal counts twice as much. */
async function laterTables(name: string): Promise<string> {
  const text = (await shippedTables(name)).trimEnd();
  if (name === "factor-releases.csv") return `${text}\nmaterial,2026.2,2026-11-28,UK Government@2025-v2\n`;
  const row = text.split("\n").find((one) => one.startsWith(`${METALS},`));
  if (name !== "factors/desnz-2025.csv" || row === undefined) return `${text}\n`;
  return `${text}\n${row.replace(",3824.09335,", ",7648.1867,").replace(",2025-v1,", ",2025-v2,")}\n`;
}

let db: TestDatabase;
let service: Pipeline;
let current: Catalog;
let later: Catalog;
const catalog = () => Promise.resolve(current);

beforeAll(async () => {
  db = await testDatabase();
  db.clock.set("2026-11-20T09:00:00Z");
  await loadEarlierMix(db.database.admin);
  await loadCatalogTables(db.database.admin, laterTables);
  later = await loadCatalog(db.database.system);
  service = pipelineOver(db, { options: { catalog } });
});
afterAll(() => service.close());

const document = (number: string, tonnes: number, more: Partial<UblDocument> = {}) => {
  const lines = [
    { text: "Stålplade 3 mm", quantity: String(tonnes * 1000), unit: "KGM", amount: `${tonnes * 4000}.00` },
  ];
  const supplier = { name: "Stålcentrum Nord A/S", cvr: "27182818" };
  return { name: `${number}.xml`, bytes: ubl({ number, date: "2026-05-04", supplier, lines, ...more }) };
};
const note = (number: string, tonnes: number) =>
  document(number, tonnes, { date: "2026-06-15", is_credit_note: true, credits: "F-1" });

async function approved(ctx: Context, facts: object = STEEL_DECLARATION): Promise<string> {
  const { id } = await run<{ id: string }>(submitCompanyFactor, ctx, facts);
  await run(approveCompanyFactor, ctx, { id });
  return id;
}

/** A company whose year counts by the first release of materials. */
async function begun(): Promise<{ company: Company; ctx: Context }> {
  const isEarlier = (one: FactorRelease) => one.subject !== "material" || one.release === "2026.1";
  current = { ...later, releases: () => later.releases().filter(isEarlier) };
  const company = await service.company();
  return { company, ctx: db.context(company.ctx.tenant, undefined, { catalog }) };
}

async function applied(ctx: Context, subject = "material"): Promise<ReleaseRun> {
  current = later;
  const asked = { period_end: "2026-12-31", releases: [{ subject, release: "2026.2" }] };
  const { id } = await run<ReleaseRun>(previewFactorReleases, ctx, asked);
  await service.drain();
  await run(applyFactorReleases, ctx, { id });
  await service.drain();
  expect(service.errors).toEqual([]);
  return await run<ReleaseRun>(getFactorReleaseRun, ctx, { id });
}

test("a release moves what the catalogue counts, the credit notes of it too, whatever the company approved since", async () => {
  const { company, ctx } = await begun();
  await company.ingest(document("F-1", 10));
  await approved(ctx);
  await company.ingest(note("K-1", 4));
  expect(await company.total_kg()).toBeCloseTo(6 * 3824.09335, 3);
  expect(await applied(ctx)).toMatchObject({ status: "applied", effect: { changed_count: 2 } });
  expect(await company.total_kg()).toBeCloseTo(6 * 7648.1867, 3);
  await company.ingest(note("K-2", 6));
  expect(await company.total_kg()).toBeCloseTo(0, 3);
  await intact(ctx);
});

test("a release leaves what a factor of the company counts, withdrawn or not", async () => {
  const { company, ctx } = await begun();
  const id = await approved(ctx);
  await company.ingest(document("F-1", 10));
  await run(withdrawCompanyFactor, ctx, { id, reason: "Another mill" });
  await company.ingest(note("K-1", 4));
  expect(await applied(ctx)).toMatchObject({ status: "applied", effect: { changed_count: 0 } });
  expect(await company.total_kg()).toBeCloseTo(6 * 1700, 3);
  await intact(ctx);
});

test("a change that is taken back after a release counts by it, not by what the company approved since", async () => {
  const { company, ctx } = await begun();
  await company.ingest(document("F-1", 10));
  await company.ingest(note("K-1", 4));
  const line = (await company.lines()).find(({ amount }) => amount === "40000");
  const facts = { quantity: 5, unit: "t", amount: 20000, currency: "DKK" };
  await run(correctActivity, ctx, { id: line?.id, facts, reason: "Half was delivered" });
  expect(await company.total_kg()).toBeCloseTo(1 * 3824.09335, 3);
  await approved(ctx);
  await applied(ctx);
  expect(await company.total_kg()).toBeCloseTo(1 * 7648.1867, 3);
  await run(undoActivityChange, ctx, { id: line?.id, reason: "All of it was" });
  expect(await company.total_kg()).toBeCloseTo(6 * 7648.1867, 3);
  await intact(ctx);
});

test("a release moves a line of another category than that in which a closed year counts it by the company's factor", async () => {
  current = beforeUpdate(later);
  const ctx = db.context(await db.tenant(), undefined, { catalog });
  const own = {
    ...STEEL_DECLARATION,
    category_id: "energy.heat.district_heating",
    unit: "kWh",
    valid_from: "2025-01-01",
  };
  await approved(ctx, own);
  const heat = {
    category_id: own.category_id,
    description: "Forsyning",
    quantity: 620,
    unit: "kWh",
    transaction_date: "2026-01-31",
    service_period_start: "2025-12-01",
    service_period_end: "2026-01-31",
    reason: "Meter",
  };
  const { activity_id: id } = await run<{ activity_id: string }>(recordActivity, ctx, heat);
  await run(closeFinancialYear, ctx, { period_end: "2025-12-31", reason: "Done" });
  await run(recategorizeActivity, ctx, { id, category_id: "energy.electricity.grid_dk", reason: "It is electricity" });
  const of2026 = { from: "2026-01-01", to: "2026-12-31", scope2_method: "location_based" };
  const kg = async () => (await run<{ total_co2e_kg: number }>(getEmissionsSummary, ctx, of2026)).total_co2e_kg;
  const before = await kg();
  expect(await applied(ctx, "electricity")).toMatchObject({ status: "applied", effect: { changed_count: 1 } });
  // 64 g per kWh of Danish generation, and 4.3 % of that for the losses of the grid.
  expect(await kg()).toBeCloseTo(310 * 0.064 * 1.043, 4);
  expect(before).toBeCloseTo(310 * 0.123, 4);
  await intact(ctx);
});
