import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TiltagRecord } from "../../../src/modules/scenarios/scenario.ts";
import type { TiltagVersions } from "../../../src/modules/scenarios/tiltag-versions.ts";
import { selectPlannedTiltag } from "../../../src/modules/scenarios/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import {
  add,
  audited,
  book,
  consultantFor,
  create,
  get,
  ownPlanner,
  type Planner,
  send,
} from "../../support/scenarios.ts";

let app: TestApp;
let own: Planner;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.db.clock.advance(60);
  own = await ownPlanner(app, await app.db.tenant());
});

/** A call below /tiltag. */
async function call(as: Planner, method: string, path: string, body?: object) {
  const answer = await as.app.as(as.key, `/api/v1/tiltag${path}`, {
    method,
    headers: { "content-type": "application/json", ...as.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { issues = [], code = "", detail = "" } = answer.json();
  const refusal = issues.length === 0 ? code : `${issues.map((one) => `${one.path} ${one.code}`).join()}: ${detail}`;
  return { status: answer.status, refusal, tiltag: answer.json() as unknown as TiltagVersions };
}
const edit = (as: Planner, id: string, version: number, changes: object) =>
  call(as, "PATCH", `/${id}`, { version, changes, reason: "Offer of May" });
const remove = (as: Planner, id: string) => call(as, "POST", `/${id}/remove`, { reason: "No room" });

async function added(as: Planner, scenario_id: string, given: Record<string, unknown> = {}): Promise<string> {
  const answer = await add(as, scenario_id, given);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as TiltagRecord).id;
}
const listed = async (as: Planner, id: string, query = "") =>
  ((await send(as, "GET", `/${id}/tiltag${query}`)).json as { items: TiltagRecord[] }).items;

const FIXED = { category_id: "energy", reduction_pct: undefined };

describe("a tiltag that is edited", () => {
  test("keeps id, place and what is left out; scenario, list and reports show what holds now, its versions what it was", async () => {
    await book(own, "2025-03-01", "transport.own.diesel", "10000");
    const plan = await create(own);
    const id = await added(own, plan.id, { capex_dkk: 1000, lifetime_years: 8 });
    await added(own, plan.id, { name: "Route planning", reduction_pct: 10 });
    const edited = await edit(own, id, 1, { name: "Electric trucks", reduction_pct: 80, capex_dkk: 2000 });
    expect(edited.status, edited.refusal).toBe(200);
    expect(edited.tiltag).toMatchObject({
      id,
      scenario_id: plan.id,
      position: 1,
      name: "Electric trucks",
      reduction_pct: 80,
      capex_dkk: 2000,
      lifetime_years: 8,
      annual_reduction_kg: 8000,
      version: 2,
      is_removed: false,
    });
    const second = { changed: ["name", "reduction_pct", "capex_dkk"], reason: "Offer of May" };
    expect(edited.tiltag.versions).toMatchObject([
      { version: 2, name: "Electric trucks", capex_dkk: 2000, stated_by_name: 'Key "test"', ...second },
      { version: 1, name: "Electric vans", capex_dkk: 1000, stated_by_name: 'Key "test"', changed: [], reason: null },
    ]);
    expect((await call(own, "GET", `/${id}`)).tiltag).toEqual(edited.tiltag);
    const scenario = await get(own, plan.id);
    expect(scenario.tiltag.map(({ name }) => name)).toEqual(["Electric trucks", "Route planning"]);
    expect(scenario.projection.at(-1)).toMatchObject({ with_tiltag_kg: 1800 });
    expect(await listed(own, plan.id)).toMatchObject([
      { name: "Route planning" },
      { name: "Electric trucks", version: 2 },
    ]);
    const planned = await selectPlannedTiltag(app.db.context(own.tenant).db);
    expect(planned.map(({ name }) => name)).toEqual(["Electric trucks", "Route planning"]);
    expect((await audited(own)).at(-1)).toEqual(["tiltag.updated", "api_key"]);
  });

  test("takes kg in place of a share and the reverse, and null takes category and lifetime away", async () => {
    const { id: scenario_id } = await create(own);
    const id = await added(own, scenario_id, { lifetime_years: 5 });
    expect((await edit(own, id, 1, { reduction_kg: 700 })).tiltag).toMatchObject({
      reduction_kg: 700,
      reduction_pct: null,
    });
    const back = await edit(own, id, 2, { reduction_pct: 20, category_id: null, lifetime_years: null });
    expect(back.tiltag).toMatchObject({
      reduction_kg: null,
      reduction_pct: 20,
      category_id: null,
      lifetime_years: null,
    });
    expect((await edit(own, id, 3, { reduction_pct: 20, reduction_kg: 1 })).refusal).toContain("one_reduction");
    expect((await edit(own, id, 3, { capex_dkk: 1 })).refusal).toContain("changes.lifetime_years required");
    expect((await edit(own, id, 3, { start_year: 2029 })).refusal).toContain("changes.start_year outside_scenario");
    expect((await edit(own, id, 3, { category_id: "no.such" })).refusal).toContain(
      "changes.category_id unknown_category",
    );
    expect((await edit(own, id, 3, {})).refusal).toContain("changes nothing_to_change");
  });

  test("by five at once takes one and tells the others to read again; the same edit twice is one version", async () => {
    const { id: scenario_id } = await create(own);
    const id = await added(own, scenario_id);
    const answers = await Promise.all([10, 20, 30, 40, 60].map((pct) => edit(own, id, 1, { reduction_pct: pct })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.refusal).toContain("version changed_meanwhile");
    const { reduction_pct, version } = (await call(own, "GET", `/${id}`)).tiltag;
    expect(version).toBe(2);
    expect((await edit(own, id, 1, { reduction_pct })).tiltag.version).toBe(2);
  });

  test("takes no kg that are not left for it, or that a later one takes already; its name can change all the same", async () => {
    await book(own, "2025-03-01", "energy.stationary.natural_gas", "1000");
    const { id: scenario_id } = await create(own);
    const first = await added(own, scenario_id, { ...FIXED, name: "First", reduction_kg: 300 });
    const last = await added(own, scenario_id, { ...FIXED, name: "Last", reduction_kg: 600 });
    expect((await edit(own, last, 1, { reduction_kg: 701 })).refusal).toMatch(
      /^changes.reduction_kg already_taken: .*only 700 kg CO2e are left for it in 2026/,
    );
    expect((await edit(own, first, 1, { reduction_kg: 401 })).refusal).toMatch(
      new RegExp(`^changes already_taken: .*only 599 kg CO2e are left for "Last" \\(${last}\\) in 2026`),
    );
    expect((await edit(own, first, 1, { reduction_kg: 400 })).status).toBe(200);
    // The ledger has less than before: what stands can still be named and removed.
    await book(own, "2025-04-01", "energy.stationary.natural_gas", "-500");
    expect((await edit(own, last, 1, { name: "Heat pump" })).status).toBe(200);
    expect((await edit(own, first, 2, { reduction_kg: 300 })).status).toBe(200);
  });
});

describe("a tiltag that is removed", () => {
  test("leaves projection, list and reports, and gives its kg back; it stays readable with who and why", async () => {
    await book(own, "2025-03-01", "energy.stationary.natural_gas", "1000");
    const { id: scenario_id } = await create(own);
    const first = await added(own, scenario_id, { ...FIXED, name: "First", reduction_kg: 800 });
    const next = await added(own, scenario_id, { ...FIXED, name: "Next", reduction_kg: 100 });
    const removed = await remove(own, first);
    expect(removed.status, removed.refusal).toBe(200);
    expect(removed.tiltag).toMatchObject({
      id: first,
      is_removed: true,
      version: 2,
      annual_reduction_kg: null,
      rank: null,
    });
    expect(removed.tiltag.versions).toMatchObject([
      { version: 2, is_removed: true, changed: ["is_removed"], reason: "No room", stated_by_name: 'Key "test"' },
      { version: 1, is_removed: false, name: "First" },
    ]);
    expect((await remove(own, first)).tiltag).toEqual(removed.tiltag);
    const scenario = await get(own, scenario_id);
    expect(scenario.tiltag).toMatchObject([{ id: next, position: 2, rank: 1 }]);
    expect(scenario.projection.at(-1)).toMatchObject({ with_tiltag_kg: 900 });
    expect((await listed(own, scenario_id)).map(({ id }) => id)).toEqual([next]);
    expect(await listed(own, scenario_id, "?removed=true")).toMatchObject([{ id: first, name: "First", version: 2 }]);
    const planned = await selectPlannedTiltag(app.db.context(own.tenant).db);
    expect(planned.map(({ name }) => name)).toEqual(["Next"]);
    // The kg are free again, and a new one takes no former place.
    const again = await added(own, scenario_id, { ...FIXED, name: "Again", reduction_kg: 900 });
    expect((await get(own, scenario_id)).tiltag.at(-1)).toMatchObject({ id: again, position: 3 });
    expect((await edit(own, first, 2, { name: "Back" })).refusal).toContain("id removed");
    expect((await audited(own)).map(([action]) => action).filter((action) => action === "tiltag.removed")).toHaveLength(
      1,
    );
  });

  test("makes room in a full scenario", async () => {
    const { id: scenario_id } = await create(own);
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) ids.push(await added(own, scenario_id, { reduction_pct: 1 }));
    expect((await add(own, scenario_id)).text).toContain("at most 50");
    await remove(own, ids[10] ?? "");
    expect((await add(own, scenario_id)).status).toBe(201);
    expect((await get(own, scenario_id)).tiltag).toHaveLength(50);
  });
});

describe("of a consultant", () => {
  test("tiltag are edited and removed in its draft, and stay what they are once it is submitted, approved or archived", async () => {
    const adviser = await consultantFor(app, own.tenant);
    const { id: scenario_id } = await create(adviser);
    const [kept, dropped] = [await added(adviser, scenario_id), await added(adviser, scenario_id, { name: "Bikes" })];
    expect((await edit(adviser, kept, 1, { reduction_pct: 40 })).status).toBe(200);
    expect((await remove(adviser, dropped)).status).toBe(200);
    for (const [who, step, status] of [
      [adviser, "submit", "pending_review"],
      [own, "approve", "approved"],
      [own, "archive", "archived"],
    ] as const) {
      expect((await send(who, "POST", `/${scenario_id}/${step}`)).status).toBe(200);
      for (const planner of [adviser, own]) {
        const says = new RegExp(`^id wrong_status: .*this one is ${status}`);
        expect((await edit(planner, kept, 2, { reduction_pct: 10 })).refusal).toMatch(says);
        expect((await remove(planner, kept)).refusal).toMatch(says);
      }
    }
    expect((await call(own, "GET", `/${kept}`)).tiltag).toMatchObject({ reduction_pct: 40, version: 2 });
    expect((await call(own, "GET", `/${dropped}`)).tiltag).toMatchObject({ is_removed: true });
  });

  // A refusal that differed would tell that there is a draft.
  test("tiltag of a draft are missing ones to the company and to other consultants; another company's are to all", async () => {
    const [adviser, rival] = [await consultantFor(app, own.tenant), await consultantFor(app, own.tenant)];
    const { id: scenario_id } = await create(adviser);
    const id = await added(adviser, scenario_id);
    const stranger = await ownPlanner(app, await app.db.tenant());
    for (const planner of [own, rival, stranger]) {
      expect((await call(planner, "GET", `/${id}`)).refusal).toBe("resource.not_found");
      expect((await edit(planner, id, 1, { reduction_pct: 10 })).refusal).toBe("resource.not_found");
      expect((await remove(planner, id)).refusal).toBe("resource.not_found");
    }
    expect((await call(adviser, "GET", `/${id}`)).tiltag).toMatchObject({ version: 1, is_removed: false });
  });

  test("an edit that comes with the submission is in what was submitted, or refused", async () => {
    const adviser = await consultantFor(app, own.tenant);
    const { id: scenario_id } = await create(adviser);
    const id = await added(adviser, scenario_id);
    const [edited] = await Promise.all([
      edit(adviser, id, 1, { reduction_pct: 40 }),
      send(adviser, "POST", `/${scenario_id}/submit`),
    ]);
    const actions = (await audited(own)).map(([action]) => action);
    expect(actions.slice(2)).toEqual(
      edited.status === 200 ? ["tiltag.updated", "scenario.submitted"] : ["scenario.submitted"],
    );
  });
});
