import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import type { ReportJob } from "../../../src/modules/reports/report.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;
let line = 0;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await app.db.tenant();
  key = await app.key(tenant);
  app.db.clock.set("2026-09-15T12:00:00Z");
});

const JULY = [{ from: "2024-07-01", to: "2025-06-30" }];
/** A company from July that goes over to calendar years: two years end in 2025. */
const CHANGED = [...JULY, { from: "2025-07-01", to: "2025-12-31" }];

async function ask(method: string, path: string, body?: object) {
  const headers = { "content-type": "application/json" };
  const answer = await app.as(
    key,
    `/api/v1${path}`,
    body === undefined ? { method } : { method, headers, body: JSON.stringify(body) },
  );
  return { status: answer.status, body: answer.json() as Record<string, unknown>, text: answer.text };
}

const state = async (years: readonly object[], rest: object = {}) =>
  await ask("PUT", "/financial-years", { years, ...rest });

/** Books kg in scope 1 on a day. */
async function book(date: string, kg: string): Promise<void> {
  line += 1;
  const entry = calculatedEntry({ market_based_kg: kg, location_based_kg: kg, co2_kg: kg });
  await record(app.db.context(tenant), [ledgerLine(line, { date, entries: [entry] })]);
}

/** Asks for a report as JSON and reads its file. */
async function reported(asked: object): Promise<{ readonly job: ReportJob; readonly document: ReportDocument }> {
  const answer = await ask("POST", "/reports", { standard_type: "csrd", format: "json", ...asked });
  expect(answer.status, answer.text).toBe(202);
  const queued = answer.body as ReportJob;
  await renderReport(app.db.context(tenant), queued.id);
  const job = (await ask("GET", `/reports/jobs/${queued.id}`)).body as ReportJob;
  const file = await ask("GET", `/reports/${job.generated_report_id}/file`);
  return { job, document: file.body as ReportDocument };
}

describe("a statement of financial years", () => {
  test("is a version with name and audit event; the same again writes nothing", async () => {
    const before = await ask("GET", "/financial-years");
    expect(before.body).toMatchObject({ stated: [], stated_by: null });
    const years = before.body["years"] as { report_year: number; from: string }[];
    expect(years.at(-1)).toMatchObject({ report_year: 2026, from: "2026-01-01", is_over: false, is_closed: false });
    expect(years).toHaveLength(11);
    const first = await state(JULY, { reason: "We have always begun in July" });
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({ stated: JULY, stated_by: `api_key:${key.id}` });
    expect((first.body["years"] as object[]).at(-1)).toMatchObject({ report_year: 2027, from: "2026-07-01" });
    expect((await state(JULY)).body["stated_at"]).toBe(first.body["stated_at"]);
    const { items } = (await ask("GET", "/audit?limit=50")).body as { items: { action: string }[] };
    expect(items.filter(({ action }) => action === "financial_years.stated")).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain("always begun");
  });

  test.each([
    ["that begins within a month", [{ from: "2024-07-02", to: "2025-06-30" }], "not_first_of_month"],
    ["that ends within a month", [{ from: "2024-07-01", to: "2025-06-29" }], "not_last_of_month"],
    ["of 19 months", [{ from: "2024-01-01", to: "2025-07-31" }], "out_of_range"],
    ["that ends before it begins", [{ from: "2024-07-01", to: "2024-06-30" }], "out_of_range"],
    ["that leaves half a year unstated", [...JULY, { from: "2026-01-01", to: "2026-12-31" }], "leaves_a_gap"],
    ["that begins in another one", [...JULY, { from: "2025-06-01", to: "2026-05-31" }], "overlaps"],
  ])("of a year %s is refused", async (_, years, code) => {
    const refused = await state(years);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "request.validation_failed", issues: [{ code }] });
    expect((await ask("GET", "/financial-years")).body["stated"]).toEqual([]);
  });
});

describe("a company whose year begins in July", () => {
  beforeEach(async () => {
    await state(JULY);
    await book("2024-06-30", "1000");
    await book("2024-07-01", "2000");
    await book("2025-06-30", "4000");
    await book("2025-07-01", "8000");
  });

  test("reports the days from July to June, with the year before beside it", async () => {
    const { job, document } = await reported({ report_year: 2025 });
    expect(job).toMatchObject({ report_year: 2025, period: { from: "2024-07-01", to: "2025-06-30" } });
    expect(document.period).toEqual({ from: "2024-07-01", to: "2025-06-30" });
    expect(document.months.map(({ month }) => month)).toEqual(
      ["07", "08", "09", "10", "11", "12"]
        .map((name) => `2024-${name}`)
        .concat(["01", "02", "03", "04", "05", "06"].map((name) => `2025-${name}`)),
    );
    expect(document.years.map(({ period, scope_1 }) => [period?.to, scope_1])).toEqual([
      ["2024-06-30", 1],
      ["2025-06-30", 6],
    ]);
    const scope1 = document.facts.find(({ id }) => id === "E1GrossScope1");
    expect(scope1).toMatchObject({ value: 6, period: { from: "2024-07-01", to: "2025-06-30" } });
    const { items } = (await ask("GET", "/reports")).body as { items: { filename: string; period: object }[] };
    expect(items[0]).toMatchObject({ filename: "csrd-2024-25-en.json", period: { to: "2025-06-30" } });
  });

  test("is not over on the last day of June, and is on the first of July", async () => {
    app.db.clock.set("2025-06-30T23:00:00Z");
    expect((await reported({ report_year: 2025 })).document.coverage?.status).toBe("provisional");
    app.db.clock.set("2025-07-01T01:00:00Z");
    expect((await reported({ report_year: 2025 })).document.coverage?.status).toBe("incomplete");
    const early = await ask("POST", "/reports", { report_year: 2027, standard_type: "csrd", format: "json" });
    expect(early.body).toMatchObject({ issues: [{ path: "report_year", code: "in_future" }] });
  });

  test("has targets and plans judged by these years", async () => {
    const terms = { name: "Half", target_year: 2030, target_reduction_percent: 50, scope: "1" };
    const target = await ask("POST", "/targets", {
      ...terms,
      baseline_year: 2024,
      accept_incomplete_base_year: true,
    });
    expect(target.status, target.text).toBe(201);
    expect(target.body).toMatchObject({
      baseline_emissions: 1000,
      progress: { current_year: 2026, current_kg: 8000 },
    });
    const plan = await ask("POST", "/scenarios", { name: "Plan", base_year: 2025, target_year: 2030 });
    expect(plan.status, plan.text).toBe(201);
    expect(plan.body).toMatchObject({ base_year_kg: 6000 });
  });

  test("is meant by the prompts of assistants, which refuse a year that there is not", async () => {
    const prompt = async (year: string) => {
      const params = { name: "value_chain_briefing", arguments: { year } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "prompts/get", params });
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      return (await app.as(key, "/api/mcp", { method: "POST", headers, body })).text;
    };
    expect(await prompt("2025")).toContain('from \\"2024-07-01\\" to \\"2025-06-30\\"');
    await state([{ from: "2024-07-01", to: "2025-12-31" }], { is_first_of_all: true });
    expect(await prompt("2024")).toContain("no financial year of the company ends in 2024");
  });

  test("keeps its answers by year, and the ledger with their hashes", async () => {
    const answer = await ask("PUT", "/report-inputs/2025/Turnover", { value: 5_000_000 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).not.toHaveProperty("period_end");
    const fact = (await reported({ report_year: 2025 })).document.facts.find(({ id }) => id === "E1NetRevenue");
    expect(fact).toMatchObject({ value: 5_000_000, period: { from: "2024-07-01", to: "2025-06-30" } });
    expect(await verifyAudit(app.db.context(tenant).db)).toMatchObject({ ok: true });
  });
});

describe("a first year of 18 months", () => {
  const FIRST = [{ from: "2023-07-01", to: "2024-12-31" }];

  test("is reported whole and compared with nothing; a year that does not exist is refused with those that do", async () => {
    await state(FIRST, { is_first_of_all: true });
    await book("2023-07-31", "1000");
    await book("2024-12-31", "2000");
    await book("2025-05-31", "500");
    const { document } = await reported({ report_year: 2024 });
    expect(document.period).toEqual({ from: "2023-07-01", to: "2024-12-31" });
    expect(document.months).toHaveLength(18);
    expect(document.previous_period).toBeNull();
    expect(document.notes?.map(({ code }) => code)).toContain("year_length");
    expect(document.facts.filter(({ id }) => id.includes("Comparative"))).toEqual([]);
    const next = (await reported({ report_year: 2025 })).document;
    expect(next.years.map(({ year, scope_1 }) => [year, scope_1])).toEqual([
      [2024, 3],
      [2025, 0.5],
    ]);
    for (const path of ["/reports", "/targets"]) {
      const body =
        path === "/reports"
          ? { report_year: 2023, standard_type: "csrd", format: "json" }
          : { name: "T", baseline_year: 2023, target_year: 2030, target_reduction_percent: 50 };
      const refused = await ask("POST", path, body);
      expect(refused.body).toMatchObject({ status: 400, issues: [{ code: "no_such_year" }] });
      expect(refused.text).toContain("2024 (2023-07-01 to 2024-12-31), 2025 (2025-01-01 to 2025-12-31)");
    }
    const base = { name: "T", baseline_year: 2024, target_year: 2030, target_reduction_percent: 50 };
    expect((await ask("POST", "/targets", base)).body).toMatchObject({ issues: [{ code: "not_twelve_months" }] });
  });
});

describe("two years that end in one calendar year", () => {
  beforeEach(async () => {
    await state(CHANGED);
    await book("2025-03-31", "1000");
    await book("2025-09-30", "2000");
  });

  test("are told apart by their last day, which is asked for where it is missing", async () => {
    const refused = await ask("POST", "/reports", { report_year: 2025, standard_type: "csrd", format: "json" });
    expect(refused.body).toMatchObject({ status: 400, issues: [{ path: "period_end", code: "required" }] });
    expect(refused.text).toContain("2025 (2024-07-01 to 2025-06-30), 2025 (2025-07-01 to 2025-12-31)");
    const first = await reported({ report_year: 2025, period_end: "2025-06-30" });
    const second = await reported({ report_year: 2025, period_end: "2025-12-31" });
    expect(first.document.months).toHaveLength(12);
    expect(second.document.months).toHaveLength(6);
    expect(second.document.years.map(({ period, scope_1 }) => [period?.to, scope_1])).toEqual([
      ["2025-06-30", 1],
      ["2025-12-31", 2],
    ]);
    expect(second.document.facts.find(({ id }) => id === "E1GrossScope1")).toMatchObject({ value: 2 });
    // Neither replaces the other.
    const { items } = (await ask("GET", "/reports")).body as { items: { superseded_by: string | null }[] };
    expect(items.map(({ superseded_by }) => superseded_by)).toEqual([null, null]);
  });

  test("have answers of their own", async () => {
    expect((await ask("PUT", "/report-inputs/2025/Turnover", { value: 1 })).body).toMatchObject({ status: 400 });
    const given = { "2025-06-30": 4_000_000, "2025-12-31": 2_000_000 };
    for (const [period_end, value] of Object.entries(given)) {
      const answer = await ask("PUT", "/report-inputs/2025/Turnover", { value, period_end });
      expect(answer.body).toMatchObject({ value, version: 1 });
      const read = await ask("GET", `/report-inputs/2025/Turnover?period_end=${period_end}`);
      expect(read.body).toMatchObject({ answer_count: 1, answers: [{ value }] });
    }
    for (const [period_end, value] of Object.entries(given)) {
      const { document } = await reported({ report_year: 2025, period_end });
      expect(document.facts.find(({ id }) => id === "E1NetRevenue")?.value).toBe(value);
    }
    expect(await verifyAudit(app.db.context(tenant).db)).toMatchObject({ ok: true });
  });
});

test("a company that has stated nothing is told no days beside its years", async () => {
  await book("2025-03-31", "1000");
  const { job, document } = await reported({ report_year: 2025 });
  expect(job).not.toHaveProperty("period");
  expect(document).not.toHaveProperty("previous_period");
  expect(document.years).toEqual([expect.not.objectContaining({ period: expect.anything() })]);
});
