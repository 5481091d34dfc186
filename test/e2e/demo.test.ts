import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../src/core/operation.ts";
import { formatNumber } from "../../src/core/number-format.ts";
import { readXlsx } from "../../src/modules/factors/index.ts";
import { reportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import { isEngineInstalled } from "../../src/platform/typst/engine.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { extractFacts } from "../support/inline-xbrl-reader.ts";
import { ABSENT_JUDGES, judged, textOf } from "../support/printed-report.ts";
import { type RestBody, restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

/** What a person sees who starts the service for the first time and asks an assistant about the demo company. */
let site: Installation;
let service: ServiceProcess;
let live: RestClient;
let liveKey: string;
let consultant: RestClient;

beforeAll(async () => {
  site = installation();
  service = await site.start({ env: { DEMO: "on" } });
  const [, key = ""] = await service.says(/live key +(qk_live_[0-9a-f]{64})/);
  const [, consultantKey = "", company = ""] = await service.says(
    /consultant +(qk_live_[0-9a-f]{64}).*X-Svc-Tenant: ([0-9a-f-]{36})/,
  );
  liveKey = key;
  live = restClient(service.base, key);
  consultant = restClient(service.base, consultantKey, { "x-svc-tenant": company });
}, 300_000);
afterAll(() => site.remove());

/** The demo company's own record for each placeholder of the examples, found as an assistant finds it. */
const RECORDS: Readonly<Record<string, () => Promise<string | undefined>>> = {
  $entry_id: async () => (await live.tool("list_emissions")).items[0]?.id,
  $report_job_id: async () => await startedJob(),
  $attested_report_id: async () => (await attestedReport())?.id,
  $scenario_id: async () => await scenarioWith("active"),
  $draft_scenario_id: async () => await scenarioWith("draft", consultant),
  $webhook_with_deliveries_id: async () => await webhookWithDeliveries(),
};

/** A job that the queue has taken up: one that still waits is at 0 %. */
async function startedJob(): Promise<string> {
  const { id } = await live.tool("generate_report", { report_year: 2025, standard_type: "vsme_basic", format: "json" });
  return await until("the start of a report job", async () => {
    const { status } = await live.tool("get_report_status", { id });
    return status === "queued" ? null : id;
  });
}

/** Numbers of the workbook's sheet of datapoints by the id in its last column. */
async function workbookFigures(bytes: Buffer): Promise<Map<string, number>> {
  const rows = ((await readXlsx(bytes))[1]?.rows ?? []).slice(1);
  const numbers = rows.filter(({ cells }) => cells[3]?.kind === "number" && cells[12]?.text !== "");
  return new Map(numbers.map(({ cells }) => [cells.at(-1)?.text ?? "", Number(cells[3]?.text)]));
}

/** Numbers that a processor of Inline XBRL finds, by the id of their fact. */
function taggedFigures(bytes: Buffer): Map<string, number> {
  const { facts } = extractFacts(bytes.toString("utf8"));
  return new Map(facts.filter(({ unit }) => unit !== null).map(({ id, value }) => [id, Number(value)]));
}

async function attestedReport() {
  return (await live.tool("list_reports")).items.find((one) => one["attestation_status"] === "attested");
}

/** The oldest one: the tests make others. */
async function scenarioWith(status: string, client = live): Promise<string | undefined> {
  const { items } = await client.tool("list_scenarios", { limit: 200 });
  return items.findLast((one) => one.status === status)?.id;
}

/** The sign-off is told to the demo's receiver, which does not exist: an attempt is there soon, and it fails. */
async function webhookWithDeliveries(): Promise<string | undefined> {
  const webhook_id = (await live.tool("list_webhooks")).items.at(-1)?.id;
  await until("an attempt to deliver the sign-off", async () => {
    const { items } = await live.tool("get_webhook_deliveries", { webhook_id });
    return items.length > 0 ? true : null;
  });
  return webhook_id;
}

async function exampleOf(operation: Operation): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(operation.example.input)) {
    input[name] = typeof value === "string" && value.startsWith("$") ? await RECORDS[value]?.() : value;
  }
  return input;
}

/** Figures that no empty company has, for the tools that answer with one record. Every other one answers with items. */
const FIGURES: Readonly<Record<string, (body: RestBody) => unknown>> = {
  get_emissions_summary: (body) => body.total_co2e_kg,
  get_emissions_by_scope3_category: (body) => body.total_co2e_kg,
  get_emission_lineage: (body) => number(body, "emission_entry", "co2e_location_based_kg"),
  get_report_status: (body) => number(body, "progress_pct"),
  generate_report: (body) => number(body, "report_year"),
  get_quota_status: (body) => number(body, "used"),
  get_value_chain_coverage: (body) => number(body, "covered_trade_amount"),
  get_factor_citations: (body) => number(body, "factor", "factor_value"),
  get_value_chain_exposure: (body) => (Array.isArray(body["suppliers"]) ? body["suppliers"].length : 0),
  create_target: (body) => number(body, "baseline_emissions"),
  create_scenario_draft: (body) => number(body, "target_year"),
  get_scenario: (body) => (Array.isArray(body["tiltag"]) ? body["tiltag"].length : 0),
  add_tiltag: (body) => number(body, "annual_reduction_kg"),
  submit_scenario_for_review: (body) => number(body, "target_year"),
  create_webhook: (body) => String(body["signing_secret"]).length,
};

function number(body: RestBody, ...path: readonly string[]): unknown {
  let value: unknown = body;
  for (const name of path) value = Object(value)[name];
  return value;
}

describe("the demo company", () => {
  test("has emissions in several departments, which differ and leave a rest that belongs to none", async () => {
    const { items } = await live.tool("list_departments");
    const totals: number[] = [];
    for (const { id } of items)
      totals.push((await live.tool("get_emissions_summary", { department_id: id })).total_co2e_kg);
    for (const { id: department_id } of items) {
      const lines = await live.tool("list_activities", { department_id, from: "2025-01-01", limit: 200 });
      expect(lines.items.length).toBeGreaterThan(10);
      const line = await live.get(`/api/v1/activities/${String(lines.items.at(-1)?.id)}`);
      expect(line.body["department_id"]).toBe(department_id);
    }
    expect(new Set(totals).size).toBe(4);
    expect(Math.min(...totals)).toBeGreaterThan(0);
    const whole = (await live.tool("get_emissions_summary")).total_co2e_kg;
    expect(totals.reduce((sum, total) => sum + total, 0)).toBeLessThan(whole);
  });

  test("has lines in every state, and timber that is calculated from its supplier's footprint", async () => {
    for (const status of ["classified", "pending_review", "excluded"]) {
      expect((await live.tool("list_activities", { status })).items.length, status).toBeGreaterThan(0);
    }
    const { items } = await live.tool("list_emissions", { from: "2026-01-01", limit: 200 });
    const specific = items.filter((entry) => entry["calculation_method"] === "supplier_specific");
    expect(specific.length).toBeGreaterThan(10);
    const lineage = await live.tool("get_emission_lineage", { id: specific[0]?.id });
    expect(JSON.stringify(lineage)).toContain("Skovens Trælast A/S");
  });

  test("has a scenario in each state, made by the company and by its consultant", async () => {
    const statesSeenBy = async (client: typeof live) =>
      new Set((await client.tool("list_scenarios", { limit: 200 })).items.map(({ status }) => status));
    const decided = ["pending_review", "approved", "rejected", "active", "archived"];
    expect(await statesSeenBy(live)).toEqual(new Set(decided));
    expect(await statesSeenBy(consultant)).toEqual(new Set(["draft", ...decided]));
  });

  test("has its yearly report in every form, of one state of the figures", async () => {
    const { items } = await live.tool("list_reports");
    const whole = items.filter((one) => one["standard_type"] === "vsme_comprehensive" && one["language"] === "da");
    const formats = whole.map((one) => String(one["format"])).toSorted();
    expect(formats).toEqual(isEngineInstalled() ? ["json", "pdf", "xhtml", "xlsx"] : ["json", "xhtml", "xlsx"]);
    const job = await live.tool("generate_report", { report_year: 2025, standard_type: "vsme_basic", format: "json" });
    // The present one: nothing that the demo company was given came after its reports.
    expect(new Set([job, ...items].map((one) => one["snapshot_id"])).size).toBe(1);
  });

  test("tells every figure alike in each form of that report", async () => {
    const { items } = await live.tool("list_reports");
    const forms = new Map<string, Buffer>();
    for (const { id, ...terms } of items) {
      if (terms["standard_type"] !== "vsme_comprehensive" || terms["language"] !== "da") continue;
      const file = await fetch(`${service.base}/api/v1/reports/${id}/file`, {
        headers: { authorization: `Bearer ${liveKey}` },
      });
      forms.set(String(terms["format"]), Buffer.from(await file.arrayBuffer()));
    }
    const of = (format: string) => forms.get(format) ?? Buffer.alloc(0);
    const { facts } = reportDocument.parse(JSON.parse(of("json").toString("utf8")));
    const figures = new Map(facts.filter(({ kind }) => kind === "number").map((fact) => [fact.id, fact]));
    expect(figures.size).toBeGreaterThan(50);
    const inWorkbook = await workbookFigures(of("xlsx"));
    for (const { id } of facts.filter(({ kind }) => kind === "year")) inWorkbook.delete(id);
    expect(inWorkbook).toEqual(new Map([...figures].map(([id, { value }]) => [id, value])));
    const tagged = [...figures].filter(([, { concept }]) => concept.startsWith("vsme:"));
    expect(taggedFigures(of("xhtml"))).toEqual(
      new Map(tagged.map(([id, { value, unit }]) => [id, unit === "percent" ? Number(value) / 100 : value])),
    );
    if (!isEngineInstalled() || ABSENT_JUDGES.length > 0) return;
    const { out } = judged(of("pdf"), "pdfdetach", ["-save", "1", "-o", "{out}", "{}"]);
    expect(out?.equals(of("json"))).toBe(true);
    const printed = textOf(of("pdf"));
    for (const { id, value, unit, decimals } of figures.values()) {
      if (unit !== "utr:tCO2e" && unit !== "utr:MWh") continue;
      expect(printed, id).toContain(formatNumber(Number(value), "da", decimals ?? undefined));
    }
  });

  test("has a report that its consultant signed off, and the consultant sees the grant", async () => {
    const report = await attestedReport();
    const { items } = await live.tool("get_report_attestations", { report_id: report?.id });
    expect(items).toMatchObject([{ status: "issued", attested_by: { firm: "Klimarådgiverne Nord ApS" } }]);
    expect(items[0]?.["report_sha256"]).toBe(report?.["sha256"]);
    const grants = await consultant.get("/api/v1/grants");
    expect(grants.body.items).toMatchObject([{ tenant_name: "Nordhavn Møbler ApS" }]);
  });
});

describe("on the demo company every tool shows something real with its example", () => {
  test.each(OPERATIONS.filter(({ tool }) => tool))("$name", async (operation) => {
    const caller = operation.callers === "consultant" ? consultant : live;
    const body = await caller.tool(operation.name, await exampleOf(operation));
    const figure = FIGURES[operation.name] ?? (() => body.items.length);
    expect(figure(body)).toBeGreaterThan(0);
  });
});
