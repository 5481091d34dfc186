import { describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";
import { answeringCompany } from "../../support/report-inputs.ts";

const company = answeringCompany();

interface Missing {
  readonly datapoint: string;
  readonly kg_co2e_at_stake: number | null;
  readonly datapoints_at_stake: number;
}
interface Completeness {
  readonly has_emissions: boolean;
  readonly sections: readonly {
    readonly id: string;
    readonly status: string;
    readonly fact_count: number;
    readonly missing_count: number;
    readonly missing: readonly Missing[];
  }[];
  readonly missing_inputs: readonly Missing[];
  readonly facts: readonly unknown[] | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

async function completeness(query = "report_year=2025"): Promise<Completeness> {
  const answer = await company.rest.send("GET", `/report-inputs/completeness?${query}`);
  expect(answer.status, answer.text).toBe(200);
  // What the operation declares: test/contract holds it against the schema.
  return answer.json() as unknown as Completeness;
}
const section = async (id: string) => (await completeness()).sections.find((one) => one.id === id);

test("a company that has done nothing yet lacks everything, and nothing fails", async () => {
  const found = await completeness();
  expect(found.has_emissions).toBe(false);
  expect(found.sections.map(({ id }) => id).slice(0, 3)).toEqual(["B1", "B2", "B3"]);
  expect(found.sections).toHaveLength(20);
  expect((await completeness("report_year=2025&standard_type=vsme_basic")).sections).toHaveLength(11);
  expect((await completeness("")).sections).toEqual(found.sections);
});

test("every disclosure is as the report of the same moment has it", async () => {
  const ctx = company.app.db.context(company.tenant);
  await record(ctx, [ledgerLine(1, { date: "2025-02-01" })]);
  await company.rest.setMany([
    { datapoint: "Turnover", value: 1_000_000 },
    { datapoint: "HasGovernanceBody", value: false },
    { datapoint: "DescriptionOfMainBusinessRelationships", status: "omitted", note: "known to few" },
  ]);
  const found = await completeness("report_year=2025&language=da");
  const terms = { report_year: 2025, standard_type: "vsme_comprehensive", format: "json", language: "da" };
  const job = (await invoke(generateReport, ctx, terms)) as ReportJob;
  expect(job.missing_inputs).toEqual(
    found.missing_inputs.map(({ datapoint }) => expect.objectContaining({ datapoint })),
  );
  await renderReport(ctx, job.id);
  const { items } = (await company.rest.send("GET", "/reports")).json();
  const file = await company.rest.send("GET", `/reports/${items?.[0]?.id}/file`);
  const document = JSON.parse(toJsonText(JSON.parse(file.text))) as {
    sections: { id: string; status: string; fact_ids: string[]; missing: Missing[] }[];
    facts: unknown[];
  };
  expect((await completeness("report_year=2025&language=da&facts=true")).facts).toEqual(document.facts);
  expect(found.facts).toBeNull();
  expect(found.sections.map(({ id, status, fact_count, missing }) => [id, status, fact_count, missing])).toEqual(
    document.sections.map(({ id, status, fact_ids, missing }) => [id, status, fact_ids.length, missing]),
  );
});

test("an answer makes another report, and taken back, the report of before", async () => {
  const ctx = company.app.db.context(company.tenant);
  await record(ctx, [ledgerLine(1, { date: "2025-02-01" })]);
  const terms = { report_year: 2025, standard_type: "vsme_basic", format: "json" };
  const job = async () => ((await invoke(generateReport, ctx, terms)) as ReportJob).id;
  const first = await job();
  await company.rest.set("Turnover", { value: 1_000_000 }, 2024);
  expect(await job()).toBe(first);
  await company.rest.set("Turnover", { value: 1_000_000 });
  const second = await job();
  expect(second).not.toBe(first);
  await company.rest.set("Turnover", { value: 1_000_000 });
  expect(await job()).toBe(second);
  await company.rest.set("Turnover", { status: "withdrawn" });
  expect(await job()).toBe(first);
});

test("an answer takes away what it says, and what does not apply because of it", async () => {
  const before = await section("B11");
  expect(before).toMatchObject({ status: "missing_input", missing_count: 1 });
  expect(before?.missing[0]).toMatchObject({ datapoint: "HasConvictionsOrFines", datapoints_at_stake: 3 });
  await company.rest.set("HasConvictionsOrFines", { value: true });
  expect((await section("B11"))?.missing.map(({ datapoints_at_stake }) => datapoints_at_stake)).toEqual([1, 1]);
  await company.rest.set("HasConvictionsOrFines", { value: false });
  expect(await section("B11")).toMatchObject({ status: "not_applicable", missing: [] });
  await company.rest.set("HasConvictionsOrFines", { status: "withdrawn" });
  expect(await section("B11")).toEqual(before);
});

test("what hangs on a missing quantity is told in kg CO2e", async () => {
  const entry = calculatedEntry({
    scope: 3,
    scope3_category: 1,
    category_key: "purchases.water.supply",
    market_based_kg: "12.5",
    location_based_kg: "12.5",
    inputs: { amount: "900", currency: "DKK" },
  });
  await record(company.app.db.context(company.tenant), [ledgerLine(1, { date: "2025-02-01", entries: [entry] })]);
  const [water] = (await section("B6"))?.missing ?? [];
  expect(water).toMatchObject({ datapoint: "TotalAmountOfWaterWithdrawnFromAllSites", kg_co2e_at_stake: 12.5 });
  const { missing_inputs } = await completeness();
  expect(missing_inputs.find(({ datapoint }) => datapoint !== "ledger")).toEqual(water);
});

describe("answers that contradict each other are told and kept", () => {
  const ALL = { datapoint: "NumberOfEmployees", value: 16 };
  test.each<[string, readonly object[], string]>([
    [
      "by gender",
      [ALL, { datapoint: "NumberOfMaleEmployees", value: 10 }, { datapoint: "NumberOfFemaleEmployees", value: 5 }],
      "Employees by gender add up to 15, the total is 16",
    ],
    [
      "by contract",
      [ALL, { datapoint: "NumberOfPermanentContractEmployees", value: 17 }],
      "Employees by type of contract add up to 17, the total is 16",
    ],
    [
      "by country",
      ["country:DK", "country:SE"]
        .map((member): object => ({ datapoint: "NumberOfEmployeesForCountryOfEmploymentContract", member, value: 9 }))
        .concat(ALL),
      "Employees by country add up to 18, the total is 16",
    ],
    [
      "of water",
      [
        { datapoint: "TotalAmountOfWaterWithdrawnFromAllSites", value: 100 },
        { datapoint: "AmountOfWaterWithdrawnAtSitesLocatedInAreasOfHighWaterStress", value: 101 },
      ],
      "Water withdrawn in areas of high water stress is more than all water withdrawn",
    ],
    [
      "of land",
      [
        { datapoint: "TotalUseOfLand", value: 1 },
        { datapoint: "TotalSealedArea", value: 1.5 },
      ],
      "The sealed area is more than all land used",
    ],
    [
      "of sites",
      [
        { datapoint: "AddressOfSite", member: "workshop", value: "Kajvej 14" },
        { datapoint: "SiteLocatedInABiodiversitySensitiveArea", member: "work-shop", value: true },
      ],
      "Sites of B5 that the list of sites in B1 does not have: work-shop",
    ],
  ])("%s", async (_name, inputs, message) => {
    const answer = await company.rest.setMany(inputs);
    expect(answer.status, answer.text).toBe(200);
    expect((await completeness()).warnings.map((warning) => warning.message)).toEqual([message]);
  });

  test("but not where parts of full-time equivalents are rounded, or nothing but the total is given", async () => {
    await company.rest.setMany([ALL]);
    expect((await completeness()).warnings).toEqual([]);
    await company.rest.setMany([
      { datapoint: "NumberOfMaleEmployees", value: 10.3 },
      { datapoint: "NumberOfFemaleEmployees", value: 5.4 },
    ]);
    expect((await completeness()).warnings).toEqual([]);
  });
});
