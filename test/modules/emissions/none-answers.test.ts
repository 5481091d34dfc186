import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import { MILEAGE, type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;

/** The clock of the site is at 2026-11-20. */
beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

interface Told {
  readonly unknown: { readonly scopes: string[]; readonly scope3_categories: number[]; readonly reason: string | null };
  readonly none: { readonly scopes: string[]; readonly scope3_categories: number[]; readonly contradictions: object[] };
  readonly is_complete: boolean;
}

interface Answer {
  readonly id: string;
  readonly version: number;
}

async function told(by: RecordingCompany, query: string, path = "summary"): Promise<Told> {
  return (await site.get(by, `/emissions/${path}${query}`)) as Told;
}

async function put(by: RecordingCompany, body: object) {
  return await site.app.as(by.key, "/api/v1/none-answers", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function answered(by: RecordingCompany, place: object, report_year = 2026): Promise<Answer> {
  const answer = await put(by, { report_year, reason: "We have none", ...place });
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as unknown as Answer;
}

async function list(by: RecordingCompany, query = ""): Promise<object[]> {
  return ((await site.get(by, `/none-answers${query}`)) as { items: object[] }).items;
}

const OTHERS = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const YEAR = "?from=2026-01-01&to=2026-12-31";

test("a year is complete when all else is answered, its months are reached and nothing waits", async () => {
  const by = await site.company();
  await site.recorded(by, { ...MILEAGE, service_period_start: "2026-01-01", service_period_end: "2026-01-31" });
  await site.recorded(by, { ...MILEAGE, service_period_start: "2026-11-01", service_period_end: "2026-11-15" });
  const { unknown } = await told(by, YEAR);
  expect(unknown.scopes).toEqual(["1", "2"]);
  const open = unknown.scope3_categories;
  expect(OTHERS).toEqual(expect.arrayContaining(open));
  for (const scope of ["1", "2"]) await answered(by, { scope });
  for (const scope3_category of open.slice(1)) await answered(by, { scope: "3", scope3_category });
  expect(await told(by, YEAR)).toMatchObject({
    unknown: { scopes: [], scope3_categories: open.slice(0, 1) },
    none: { scopes: ["1", "2"], scope3_categories: open.slice(1), contradictions: [] },
    is_complete: false,
  });
  await answered(by, { scope: "3", scope3_category: open[0] });
  const complete = { unknown: { scopes: [], scope3_categories: [], reason: null }, is_complete: true };
  expect(await told(by, YEAR)).toMatchObject(complete);
  expect(await told(by, YEAR, "by-category")).toMatchObject(complete);
  expect(await told(by, YEAR, "by-scope3-category")).toMatchObject(complete);
  // An answer is for its year, and months before the data are not reached.
  expect(await told(by, "?from=2025-01-01&to=2026-12-31")).toMatchObject({
    unknown: { scopes: ["1", "2"] },
    is_complete: false,
  });
  // The same with a scope: what is asked of scope 1 is answered.
  expect(await told(by, `${YEAR}&scope=2`, "by-category")).toMatchObject({
    unknown: { scopes: [] },
    none: { scopes: ["2"] },
  });
  await site.intact(by);
});

test("what waits keeps a total from being complete until it is decided", async () => {
  const by = await site.company();
  for (const scope of ["1", "2", "3"]) await answered(by, { scope });
  const ctx = site.app.db.context(by.tenant);
  const { activity_ids } = await record(ctx, [
    ledgerLine(1, { date: "2026-11-02" }),
    waitingLine("suggested", { transaction_date: "2026-11-03", service_period_start: null, service_period_end: null }),
  ]);
  const november = "?from=2026-11-01&to=2026-11-30";
  // Gas counts in the answered scope 1, which contradicts the answer of its year.
  const [answer] = (await list(by, "?report_year=2026")).filter(
    (item) => "contradiction" in item && item.contradiction !== null,
  );
  expect(answer).toMatchObject({ scope: "1" });
  await site.post(
    by,
    { reason: "Gas" },
    {},
    `/none-answers/${String(answer !== undefined && "id" in answer ? answer.id : "")}/withdraw`,
  );
  expect(await told(by, november)).toMatchObject({
    unknown: { scopes: [] },
    waiting: { lines: 1 },
    is_complete: false,
  });
  expect(await told(by, "?from=2026-10-01&to=2026-10-31")).toMatchObject({ waiting: { lines: 0 } });
  await site.post(by, { reason: "Private" }, {}, `/activities/${activity_ids[1]}/exclude`);
  expect(await told(by, november)).toMatchObject({ waiting: { lines: 0 }, is_complete: true });
});

test("an entry that comes later contradicts the answer, deletes nothing and is told where people look", async () => {
  const by = await site.company();
  const { id } = await answered(by, { scope: "3", scope3_category: 6 });
  expect((await told(by, YEAR)).none).toEqual({ scopes: [], scope3_categories: [6], contradictions: [] });
  const { activity_id } = await site.recorded(by, MILEAGE);
  const contradiction = { report_year: 2026, scope: "3", scope3_category: 6 };
  for (const period of [YEAR, "", "?from=2026-02-01&to=2026-02-28"]) {
    const { none, is_complete } = await told(by, period);
    expect(none.contradictions).toMatchObject([contradiction]);
    expect(is_complete).toBe(false);
  }
  expect(await list(by)).toMatchObject([{ id, status: "none", contradiction: { co2e_kg: await site.total(by) } }]);
  const excluded = await site.post(by, { reason: "Private" }, {}, `/activities/${activity_id}/exclude`);
  expect(excluded.status, excluded.text).toBe(200);
  expect((await told(by, YEAR)).none).toMatchObject({ scope3_categories: [6], contradictions: [] });
  expect(await list(by)).toMatchObject([{ id, contradiction: null }]);
  await site.intact(by);
});

test("an answer has versions with who and why, and withdrawing makes its place unknown again", async () => {
  const by = await site.company();
  const first = await answered(by, { scope: 1 });
  expect(await answered(by, { scope: 1 })).toEqual(first);
  const second = await answered(by, { scope: 1, reason: "We heat with district heating" });
  expect(second).toMatchObject({
    version: 2,
    answered_by: `api_key:${by.key.id}`,
    answered_by_name: expect.any(String),
  });
  const withdraw = () => site.post(by, { reason: "A boiler was found" }, {}, `/none-answers/${first.id}/withdraw`);
  const withdrawn = await withdraw();
  expect(withdrawn.status, withdrawn.text).toBe(200);
  expect(withdrawn.json()).toMatchObject({ version: 3, status: "withdrawn", reason: "A boiler was found" });
  expect((await withdraw()).json()).toEqual(withdrawn.json());
  expect((await told(by, YEAR)).unknown.scopes).toEqual(["1", "2", "3"]);
  expect(await list(by)).toMatchObject([{ version: 3 }]);
  expect(await list(by, "?all_versions=true")).toMatchObject([{ version: 3 }, { version: 2 }, { version: 1 }]);
  expect(await list(by, "?report_year=2025")).toEqual([]);
  expect(await answered(by, { scope: 1 })).toMatchObject({ version: 4, status: "none" });
  const other = await site.company();
  expect((await site.post(other, { reason: "x" }, {}, `/none-answers/${first.id}/withdraw`)).status).toBe(404);
  expect(await list(other)).toEqual([]);
  await site.intact(by);
});

test("nothing can be answered of what has entries, of the future, or of categories outside scope 3", async () => {
  const by = await site.company();
  await site.recorded(by, MILEAGE);
  for (const [place, code] of [
    [{ scope: "3", scope3_category: 6, report_year: 2026 }, "not_none"],
    [{ scope: "3", report_year: 2026 }, "not_none"],
    [{ scope: "1", report_year: 2027 }, "year_in_future"],
    [{ scope: "1", scope3_category: 6, report_year: 2026 }, "not_scope_3"],
  ] as const) {
    const refused = await put(by, { reason: "None", ...place });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.json().issues).toMatchObject([{ code }]);
  }
  expect(await list(by)).toEqual([]);
});

describe("a company with financial years from July", () => {
  const years = [{ from: "2024-07-01", to: "2025-06-30" }];
  const state = async (by: RecordingCompany, body: object) => {
    const headers = { "content-type": "application/json" };
    const method = "PUT";
    const stated = await site.app.as(by.key, "/api/v1/financial-years", {
      method,
      headers,
      body: JSON.stringify(body),
    });
    expect(stated.status, stated.text).toBe(200);
  };
  const of = (from: string, to: string) => `?from=${from}&to=${to}`;
  const [BEFORE, RUNNING] = [of("2025-07-01", "2026-06-30"), of("2026-07-01", "2027-06-30")];

  test("answers for its own year: for each of its days, and for none beside them", async () => {
    const by = await site.company();
    await state(by, { years });
    const { id } = await answered(by, { scope: "1" }, 2026);
    expect(await list(by)).toMatchObject([
      { id, report_year: 2026, period_from: "2025-07-01", period_to: "2026-06-30" },
    ]);
    expect((await told(by, BEFORE)).none.scopes).toEqual(["1"]);
    expect((await told(by, of("2025-08-01", "2026-02-28"))).none.scopes).toEqual(["1"]);
    for (const query of [of("2025-06-30", "2026-06-30"), of("2025-07-01", "2026-07-01"), YEAR, RUNNING]) {
      expect((await told(by, query)).none.scopes, query).toEqual([]);
    }
    // The year that runs is called by the one in which it ends; the next one has not begun.
    await answered(by, { scope: "1" }, 2027);
    expect((await told(by, of("2025-07-01", "2027-06-30"))).none.scopes).toEqual(["1"]);
    expect((await told(by, YEAR)).none.scopes).toEqual(["1"]);
    const future = await put(by, { report_year: 2028, scope: "1", reason: "No" });
    expect(future.json().issues).toMatchObject([{ path: "report_year", code: "year_in_future" }]);
    expect(await list(by, "?period_end=2027-06-30")).toMatchObject([{ report_year: 2027 }]);
    await site.intact(by);
  });

  test("is contradicted by an entry on a day of the year only, and refused where the year counts one", async () => {
    const by = await site.company();
    await state(by, { years });
    await answered(by, { scope: "3", scope3_category: 6 }, 2026);
    const { service_period_start: _start, service_period_end: _end, ...drive } = MILEAGE;
    await site.recorded(by, { ...drive, transaction_date: "2026-07-01" });
    expect((await told(by, BEFORE)).none).toMatchObject({ scope3_categories: [6], contradictions: [] });
    await site.recorded(by, { ...drive, description: "Kørsel juni", transaction_date: "2026-06-30" });
    const contradiction = { report_year: 2026, period_from: "2025-07-01", period_to: "2026-06-30", entry_count: 1 };
    expect((await told(by, BEFORE)).none.contradictions).toMatchObject([contradiction]);
    // Its year is touched by the calendar year, and not by the one that runs.
    expect((await told(by, YEAR)).none.contradictions).toMatchObject([contradiction]);
    expect((await told(by, RUNNING)).none.contradictions).toEqual([]);
    const refused = await put(by, { report_year: 2027, scope: "3", scope3_category: 6, reason: "None" });
    expect(refused.json().issues).toMatchObject([
      { code: "not_none", message: expect.stringContaining("2026/27 counts 1") },
    ]);
  });

  test("keeps answers for the calendar year that they were given for, versions and withdrawing included", async () => {
    const by = await site.company();
    const { id } = await answered(by, { scope: "1" }, 2026);
    await state(by, { years });
    const calendar = { id, period_from: "2026-01-01", period_to: "2026-12-31", version: 1 };
    expect(await list(by)).toMatchObject([calendar]);
    expect((await told(by, YEAR)).none.scopes).toEqual(["1"]);
    expect((await told(by, BEFORE)).none.scopes).toEqual([]);
    // The financial year of the same name is another answer, with versions of its own.
    const own = await answered(by, { scope: "1" }, 2026);
    expect(await list(by)).toMatchObject([{ id: own.id, version: 1, period_from: "2025-07-01" }, calendar]);
    expect((await told(by, of("2025-07-01", "2026-12-31"))).none.scopes).toEqual(["1"]);
    const withdrawn = await site.post(by, { reason: "A boiler" }, {}, `/none-answers/${id}/withdraw`);
    expect(withdrawn.json()).toMatchObject({ version: 2, period_from: "2026-01-01", period_to: "2026-12-31" });
    expect((await told(by, BEFORE)).none.scopes).toEqual(["1"]);
    expect((await told(by, YEAR)).none.scopes).toEqual([]);
    await site.intact(by);
  });

  test("asks for the last day where two years end in one calendar year", async () => {
    const by = await site.company();
    await state(by, {
      years: [
        { from: "2024-01-01", to: "2024-12-31" },
        { from: "2025-01-01", to: "2025-06-30" },
        { from: "2025-07-01", to: "2025-12-31" },
      ],
    });
    const unclear = await put(by, { report_year: 2025, scope: "1", reason: "None" });
    expect(unclear.json().issues).toMatchObject([{ path: "period_end", code: "required" }]);
    await answered(by, { scope: "1", period_end: "2025-06-30" }, 2025);
    expect((await told(by, of("2025-01-01", "2025-06-30"))).none.scopes).toEqual(["1"]);
    expect((await told(by, of("2025-01-01", "2025-12-31"))).none.scopes).toEqual([]);
    await answered(by, { scope: "1", period_end: "2025-12-31" }, 2025);
    expect((await told(by, of("2025-01-01", "2025-12-31"))).none.scopes).toEqual(["1"]);
  });
});

test("an answer that was stored without days holds for its calendar year, and is followed and withdrawn as before", async () => {
  const by = await site.company();
  const { id } = await answered(by, { scope: "2" }, 2026);
  // As releases before answers had days wrote them.
  const owner = new Client(driverSettings(site.app.db.connection));
  await owner.connect();
  await owner.query("update none_answers set period_from = null, period_to = null where id = $1", [id]);
  await owner.end();
  expect((await told(by, YEAR)).none.scopes).toEqual(["2"]);
  expect(await answered(by, { scope: "2" }, 2026)).toMatchObject({ id, version: 1 });
  expect(await answered(by, { scope: "2", reason: "Solar only" }, 2026)).toMatchObject({ version: 2 });
  expect(await list(by)).toMatchObject([{ version: 2, period_from: "2026-01-01" }]);
  const withdrawn = await site.post(by, { reason: "A meter" }, {}, `/none-answers/${id}/withdraw`);
  expect(withdrawn.json()).toMatchObject({ version: 3, status: "withdrawn" });
  expect((await told(by, YEAR)).none.scopes).toEqual([]);
  await site.intact(by);
});
