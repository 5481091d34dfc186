import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderReport } from "../../../src/modules/reports/index.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { addAttestation } from "../../support/demo-reports.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";
import { allocationCalls, round, YEAR_2025 } from "./allocation-calls.ts";
import { CONTRACT, guarantee, instrumentCalls } from "./instruments.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let calls: ReturnType<typeof instrumentCalls>;
let year: ReturnType<typeof allocationCalls>;

beforeAll(async () => {
  site = await ingestingSite();
  calls = instrumentCalls(site);
  year = allocationCalls(site);
});
afterAll(() => site.close());

async function reported(by: RecordingCompany, report_year: number): Promise<{ id: string; document: ReportDocument }> {
  const terms = { report_year, standard_type: "csrd", format: "json", language: "en" };
  const job = (await site.post(by, terms, {}, "/reports")).json() as unknown as ReportJob;
  await renderReport(site.app.db.context(by.tenant), job.id);
  const { generated_report_id: id } = (await site.get(by, `/reports/jobs/${job.id}`)) as ReportJob;
  return { id: id ?? "", document: (await site.get(by, `/reports/${id}/file`)) as ReportDocument };
}

const bill = (number: string, kwh: number, more: Partial<UblDocument> = {}): UblDocument => ({
  number,
  date: "2025-12-02",
  lines: [
    {
      text: "El, forbrug",
      quantity: String(kwh),
      unit: "KWH",
      amount: `${kwh}.00`,
      period: ["2025-11-01", "2025-11-30"],
    },
  ],
  ...more,
});

async function ingested(by: RecordingCompany, document: UblDocument): Promise<void> {
  await site.ingest(by, { name: `${document.number}.xml`, content: ubl(document) });
}

test("two financial years over one calendar year of certificates see the same split", async () => {
  const by = await site.company();
  const july = { years: [{ from: "2024-07-01", to: "2025-06-30" }] };
  expect((await site.put(by, "/financial-years", july)).status).toBe(200);
  await site.recorded(by, YEAR_2025);
  await calls.registered(by, guarantee(60));
  const before = await year.unmoved(by);
  expect(await year.applied(by)).toMatchObject({ status: "applied" });
  expect(await year.unmoved(by)).toEqual(before);
  const [first, second] = [
    (await year.summary(by, "2025-01-01", "2025-06-30")).scope2,
    (await year.summary(by, "2025-07-01", "2025-12-31")).scope2,
  ];
  // Three fifths of each month are covered, so two fifths of what each half emits are left.
  expect(first?.["market_based_kg"]).toBeCloseTo((first?.["location_based_kg"] ?? 0) * 0.4, 4);
  expect(second?.["market_based_kg"]).toBeCloseTo((second?.["location_based_kg"] ?? 0) * 0.4, 4);
  expect(round((first?.["market_based_kg"] ?? 0) + (second?.["market_based_kg"] ?? 0))).toBe(2560);
  const told = async (report_year: number) => {
    const { document } = await reported(by, report_year);
    return document.scope2_parts?.map(({ kind, mwh, share_pct }) => [kind, mwh, share_pct]);
  };
  // January to June have 0.495892 of the year (each month its days of 365, to six digits): 49,589.2 kWh, three fifths of them covered.
  expect(await told(2025)).toEqual([
    ["instrument", 29.754, 60],
    ["grid", 19.836, 40],
  ]);
  expect(await told(2026)).toEqual([
    ["instrument", 30.246, 60],
    ["grid", 20.164, 40],
  ]);
  await year.addsUp(by);
});

describe("after an allocation", () => {
  let by: RecordingCompany;

  beforeAll(async () => {
    by = await site.company();
    await ingested(by, bill("F-1", 10_000));
    await calls.registered(by, guarantee(5));
    expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: 640, location_based_kg: 640 });
    expect(await year.applied(by)).toMatchObject({ status: "applied" });
    expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: 320, location_based_kg: 640 });
  });

  test("a bill that arrives counts by the grid and says so, until the year is allocated anew", async () => {
    await ingested(by, bill("F-2", 1000));
    const pending = (await year.entries(by)).filter(({ allocation_pending }) => allocation_pending);
    expect(pending).toMatchObject([{ co2e_market_based_kg: 64, co2e_location_based_kg: 64 }]);
    expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: 384, location_based_kg: 704 });
    const before = await year.unmoved(by);
    expect(await year.applied(by)).toMatchObject({ status: "applied" });
    // 11,000 kWh of which 5,000 are covered: the total is the same, what covers which bill is not.
    expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: 384, location_based_kg: 704 });
    expect((await year.entries(by)).some(({ allocation_pending }) => allocation_pending)).toBe(false);
    expect(await year.unmoved(by)).toEqual(before);
    await year.addsUp(by);
    await site.intact(by);
  });

  test("a credit note takes back the instruments with the kWh, never more than counts", async () => {
    await ingested(by, bill("K-1", 8000, { is_credit_note: true, credits: "F-1", date: "2025-12-20" }));
    const credit = (await year.entries(by)).filter(
      ({ scope, co2e_location_based_kg }) => scope === "2" && co2e_location_based_kg < 0,
    );
    // 8,000 kWh x 5,000/11,000 are of the guarantees and emit nothing, the rest is of the grid.
    expect(credit).toMatchObject([
      { allocation_pending: true, co2e_location_based_kg: -512, co2e_market_based_kg: -279.272727 },
    ]);
    const { scope2 } = await year.summary(by);
    expect(scope2).toMatchObject({ market_based_kg: 104.727273, location_based_kg: 192 });
    await year.addsUp(by);
    await site.intact(by);
  });

  test("allocated anew, what is left is covered and the rest of the guarantees is unused", async () => {
    const { effect } = await year.requested(by, { dry_run: true });
    expect(effect).toMatchObject({
      market_based_before_kg: 104.727273,
      market_based_after_kg: 0,
      pending_entry_count: 1,
    });
    expect(effect?.instruments).toMatchObject([{ left_kwh: 5000, unused_kwh: 2000 }]);
    const before = await year.unmoved(by);
    expect(await year.applied(by)).toMatchObject({ status: "applied" });
    expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: 0, location_based_kg: 192 });
    expect(await year.unmoved(by)).toEqual(before);
    await year.addsUp(by);
    await site.intact(by);
  });
});

test("an instrument that is withdrawn after the year was attested changes nothing in silence", async () => {
  const by = await site.company();
  await site.recorded(by, YEAR_2025);
  const { id } = await calls.registered(by, guarantee(60));
  const run = await year.applied(by);
  expect(run.changed_since).toEqual([]);
  const report = await reported(by, 2025);
  await addAttestation(site.app.db, by.tenant, report.id);
  await calls.done(by, id, "withdraw", { reason: "The registry cancelled them for somebody else" });
  expect(await year.summary(by)).toMatchObject({
    scope2: { market_based_kg: 2560, location_based_kg: 6400 },
    pending_restatement_kg: 3840,
    is_complete: false,
  });
  expect(await site.items(by, "/financial-years/2025-12-31/restatements")).toMatchObject([
    {
      id: run.id,
      state: "pending",
      cause: "energy_instrument",
      activity_id: null,
      energy_allocation_id: run.id,
      scopes: [
        {
          scope: "2",
          market_based_before_kg: 2560,
          market_based_after_kg: 6400,
          location_based_before_kg: 6400,
          location_based_after_kg: 6400,
        },
      ],
    },
  ]);
  expect(await site.get(by, `/financial-years/2025-12-31/restatements/${run.id}`)).toMatchObject({
    id: run.id,
    cause: "energy_instrument",
    energy_allocation_id: run.id,
  });
  const pending = { market_based_pending_kg: 3840 };
  expect(await site.get(by, "/financial-years/2025-12-31/restated-figures")).toMatchObject({
    scopes: [{}, pending, {}],
  });
  // Restating the year books lines: an allocation is made anew as a whole.
  expect(
    (await site.post(by, { reason: "All of it" }, {}, "/financial-years/2025-12-31/restate")).json(),
  ).toMatchObject({ decided_count: 0, years: [] });
  expect(await site.get(by, `/reports/${report.id}/file`)).toEqual(report.document);
  expect(await site.get(by, `/energy-allocations/${run.id}`)).toMatchObject({
    status: "applied",
    changed_since: [{ instrument_id: id, is_withdrawn: true }],
  });
  const { effect } = await year.requested(by, { dry_run: true });
  expect(effect).toMatchObject({ market_based_after_kg: 6400, closed_period_ends: ["2025-12-31"] });
  expect(await calls.refused(by, "/energy-allocations", year.asked)).toEqual(["reason required"]);
  const reason = "The guarantees were not ours";
  expect(await year.applied(by, { reason })).toMatchObject({ status: "applied", changed_since: [] });
  expect(await year.summary(by)).toMatchObject({
    scope2: { market_based_kg: 6400, location_based_kg: 6400 },
    pending_restatement_kg: 0,
  });
  expect(await site.items(by, "/financial-years/2025-12-31/restatements?state=restated")).toMatchObject([
    { reason, scopes: [{ scope: "2", market_based_before_kg: 2560, market_based_after_kg: 6400 }] },
  ]);
  expect(await site.get(by, `/reports/${report.id}/file`)).toEqual(report.document);
  await year.addsUp(by);
  await site.intact(by);
});

test("of a closed year an instrument that holds less than was allocated, and one that emits more, tell what that would change", async () => {
  const by = await site.company();
  await site.recorded(by, YEAR_2025);
  const { id } = await calls.registered(by, { ...CONTRACT, mwh: 60 });
  await year.applied(by);
  expect((await year.summary(by)).scope2).toMatchObject({ market_based_kg: 2560, location_based_kg: 6400 });
  expect((await site.post(by, {}, {}, "/financial-years/2025-12-31/close")).status).toBe(200);
  const reason = "The contract names less";
  await calls.corrected(by, id, { version: 1, changes: { mwh: 30 }, reason });
  expect(await year.summary(by)).toMatchObject({ pending_restatement_kg: 1920 });
  await calls.corrected(by, id, { version: 2, changes: { mwh: 60, kg_co2e_per_kwh: 0.01 }, reason });
  expect(await year.summary(by)).toMatchObject({ pending_restatement_kg: 600 });
  await calls.corrected(by, id, { version: 3, changes: { kg_co2e_per_kwh: 0, name: "Solpark Syd II" }, reason });
  expect(await year.summary(by)).toMatchObject({ pending_restatement_kg: 0 });
  expect(await site.items(by, "/financial-years/2025-12-31/restatements")).toEqual([]);
});
