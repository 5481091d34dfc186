import { describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import type { DatapointView } from "../../../src/modules/reports/inputs/datapoint-view.ts";
import type { ReportInput } from "../../../src/modules/reports/inputs/report-input.ts";
import { consultant, consultantKey, grant } from "../../support/consultants.ts";
import type { Answer } from "../../support/http-client.ts";
import { answeringCompany, refusedField } from "../../support/report-inputs.ts";

const company = answeringCompany();

/** Bodies are what the operations declare: test/contract holds them against their schemas. */
const input = (answer: Answer) => answer.json() as unknown as ReportInput;
const datapoint = (answer: Answer) =>
  answer.json() as unknown as DatapointView & { history: ReportInput[]; has_more_history: boolean };

const EVENTS = statement(`
  select subject, payload from audit_events
  where tenant_id = $1 and environment = $2 and action = 'report_input.recorded' order by seq limit 50`);
const events = () =>
  company.app.db.context(company.tenant).db.rows<{ subject: string; payload: Record<string, unknown> }>(EVENTS);

describe("an answer", () => {
  test("is a version that the next one follows and never replaces", async () => {
    const first = input(await company.rest.set("Turnover", { value: 14_800_000 }));
    expect(first).toMatchObject({ version: 1, member: null, status: "reported", supersedes_id: null });
    const second = input(await company.rest.set("Turnover", { value: 14_912_350.5 }));
    expect(second).toMatchObject({ version: 2, value: 14_912_350.5, supersedes_id: first.id });
    const third = input(await company.rest.set("Turnover", { status: "omitted", note: "  not public\r\nyet " }));
    expect(third).toMatchObject({ version: 3, value: null, note: "not public\nyet", supersedes_id: second.id });
    const { history, answers, is_answered } = datapoint(await company.rest.get("Turnover"));
    expect(history).toEqual([third, second, first]);
    expect(answers).toMatchObject([{ input_id: third.id, status: "omitted", note: "not public\nyet" }]);
    expect(is_answered).toBe(true);
  });

  test("that says the same again writes nothing", async () => {
    const { id } = input(await company.rest.set("NumberOfEmployees", { value: 16 }));
    const again = await company.rest.set("NumberOfEmployees", { value: 16.0, status: "reported" });
    expect([again.status, input(again).id]).toEqual([200, id]);
    const codes = ["nace:NACE_C3100", "nace:NACE_C16"];
    const set = input(await company.rest.set("NaceSectorClassificationCodes", { value: codes }));
    expect(input(await company.rest.set("NaceSectorClassificationCodes", { value: codes.toReversed() })).id).toBe(
      set.id,
    );
    expect(await events()).toHaveLength(2);
  });

  test("can be taken back and given anew", async () => {
    expect(refusedField(await company.rest.set("Turnover", { status: "withdrawn" }))).toBe("400 status not_answered");
    await company.rest.set("Turnover", { value: 1 });
    expect(input(await company.rest.set("Turnover", { status: "withdrawn" }))).toMatchObject({
      version: 2,
      value: null,
    });
    expect(datapoint(await company.rest.get("Turnover"))).toMatchObject({ is_answered: false, answers: [] });
    expect(input(await company.rest.set("Turnover", { value: 1 }))).toMatchObject({ version: 3 });
  });

  test("belongs to its year and to its row", async () => {
    await company.rest.set("AddressOfSite", { member: "workshop", value: "Kajvej 14" });
    await company.rest.set("AddressOfSite", { member: "store", value: "Skudehavnsvej 31" });
    await company.rest.set("AddressOfSite", { member: "workshop", value: "Kajvej 16" }, 2024);
    const { answers } = datapoint(await company.rest.get("AddressOfSite"));
    expect(answers.map(({ member, value }) => [member, value])).toEqual([
      ["store", "Skudehavnsvej 31"],
      ["workshop", "Kajvej 14"],
    ]);
    const { history } = datapoint(await company.rest.get("AddressOfSite", "?member=store"));
    expect(history.map(({ value }) => value)).toEqual(["Skudehavnsvej 31"]);
    expect(refusedField(await company.rest.set("Turnover", { value: 1 }, 2027))).toBe("400 report_year in_future");
  });

  test("of somebody who saw an older version is refused, and loses nothing", async () => {
    const seen = input(await company.rest.set("Turnover", { value: 1 }));
    const mine = await company.rest.set("Turnover", { value: 2, current_id: seen.id });
    expect(mine.status).toBe(200);
    expect(refusedField(await company.rest.set("Turnover", { value: 3, current_id: seen.id }))).toBe(
      "400 current_id changed_meanwhile",
    );
    expect(refusedField(await company.rest.set("Assets", { value: 3, current_id: seen.id }))).toBe(
      "400 current_id changed_meanwhile",
    );
    expect(datapoint(await company.rest.get("Turnover")).answers[0]?.value).toBe(2);
  });

  test("written by twenty at the same moment makes a chain without gaps or branches", async () => {
    const writes = Array.from({ length: 20 }, (_, value) => company.rest.set("Turnover", { value }));
    for (const answer of await Promise.all(writes)) expect(answer.status, answer.text).toBe(200);
    const { history } = datapoint(await company.rest.get("Turnover"));
    const chain = history.toSorted((left, right) => left.version - right.version);
    expect(chain.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(chain.map(({ supersedes_id }) => supersedes_id)).toEqual([null, ...chain.slice(0, -1).map(({ id }) => id)]);
    expect(new Set(chain.map(({ value }) => value)).size).toBe(20);
  });

  test("of an unknown datapoint is not found", async () => {
    for (const answer of [await company.rest.set("NoSuchThing", { value: 1 }), await company.rest.get("constructor")]) {
      expect(answer.json()).toMatchObject({ status: 404, code: "resource.not_found" });
    }
  });
});

describe("the audit log", () => {
  test("proves every version by its hash, and holds figures but nothing that a person wrote", async () => {
    const turnover = input(await company.rest.set("Turnover", { value: 0.1 }));
    const level = input(
      await company.rest.set("MostSeniorLevelAccountableForImplementationOfPolicies", {
        value: "Mette Holm, director",
      }),
    );
    const board = input(
      await company.rest.set("HasGovernanceBody", { status: "not_applicable", note: "owned by Mette Holm" }),
    );
    const written = await events();
    expect(written.map(({ subject }) => subject)).toEqual([turnover.id, level.id, board.id]);
    expect(written[0]?.payload).toMatchObject({ datapoint: "Turnover", report_year: 2025, version: 1, value: "0.1" });
    expect(JSON.stringify(written)).not.toContain("Mette");
    expect(await verifyAudit(company.app.db.context(company.tenant).db)).toMatchObject({ ok: true, rows_checked: 3 });
  });

  test("names the consultant's grant", async () => {
    const firm = await consultant(company.app.db);
    const key = await consultantKey(company.app.db, firm);
    const call = () =>
      company.app.as(key, "/api/v1/report-inputs/2025/Turnover", {
        method: "PUT",
        headers: { "content-type": "application/json", "x-svc-tenant": company.tenant.id },
        body: JSON.stringify({ value: 5 }),
      });
    expect((await call()).json()).toMatchObject({ code: "third_party.no_active_grant" });
    const given = await grant(company.app.db, company.tenant, firm);
    expect(input(await call()).entered_by).toMatch(/^consultant_key:/);
    expect((await events()).map(({ payload }) => payload["grant_id"])).toEqual([given.id]);
  });
});

describe("several answers at once", () => {
  test("are written together, in the order given, with equal ones left as they are", async () => {
    const kept = input(await company.rest.set("Turnover", { value: 5 }));
    const answer = await company.rest.setMany([
      { datapoint: "NumberOfEmployees", value: 16 },
      { datapoint: "Turnover", value: 5 },
      { datapoint: "CountryOfSite", member: "workshop", value: "country:DK" },
    ]);
    expect(answer.json()).toMatchObject({
      new_version_count: 2,
      items: [{ value: 16 }, { id: kept.id, version: 1 }, { member: "workshop", value: "country:DK" }],
    });
    expect(await events()).toHaveLength(3);
  });

  test("are all refused when one is, each by its place", async () => {
    const answer = await company.rest.setMany([
      { datapoint: "NumberOfEmployees", value: 16 },
      { datapoint: "Turnover", value: -1 },
      { datapoint: "NumberOfEmployees", value: 17 },
      { datapoint: "NoSuchThing", value: 17 },
      { datapoint: "GrossScope1GreenhouseGasEmissions", value: 17 },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.json().issues?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      "inputs.1.value out_of_range",
      "inputs.2 repeated",
      "inputs.3.datapoint unknown_datapoint",
      "inputs.4.datapoint computed",
    ]);
    const late = await company.rest.setMany([
      { datapoint: "NumberOfEmployees", value: 16 },
      { datapoint: "Turnover", status: "withdrawn" },
    ]);
    expect(refusedField(late)).toBe("400 inputs.1.status not_answered");
    expect(datapoint(await company.rest.get("NumberOfEmployees")).history).toEqual([]);
    expect(await events()).toEqual([]);
  });
});
