import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ScenarioRecord } from "../../../src/modules/scenarios/scenario.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import {
  add,
  audited,
  callTool,
  consultantFor,
  create,
  get,
  ownPlanner,
  type Planner,
  send,
} from "../../support/scenarios.ts";

const TRUCKS = { name: "Electric trucks", start_year: 2027, reduction_pct: 10 };

let app: TestApp;
let own: Planner;
let adviser: Planner;
let rival: Planner;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.db.clock.advance(60);
  const tenant = await app.db.tenant();
  own = await ownPlanner(app, tenant);
  adviser = await consultantFor(app, tenant);
  rival = await consultantFor(app, tenant);
});

describe("a consultant's scenario", () => {
  test("[contract 3.draft, 3.review] is a draft, waits for review once submitted, and is the company's to approve", async () => {
    const { id, ...draft } = await create(adviser);
    expect(draft).toMatchObject({ status: "draft", created_by_consultant: true });
    expect((await add(adviser, id)).status).toBe(201);
    expect((await send(own, "POST", `/${id}/submit`)).json).toMatchObject({ code: "third_party.endpoint_only" });
    expect((await send(adviser, "POST", `/${id}/submit`)).json).toMatchObject({ id, status: "pending_review" });
    expect((await send(adviser, "POST", `/${id}/approve`)).json).toMatchObject({ code: "third_party.endpoint_only" });
    expect((await send(own, "POST", `/${id}/approve`)).json).toMatchObject({ id, status: "approved" });
    expect((await send(own, "POST", `/${id}/archive`)).json).toMatchObject({ id, status: "archived" });
    expect((await audited(own)).map(([action]) => action)).toEqual([
      "scenario.created",
      "tiltag.added",
      "scenario.submitted",
      "scenario.approved",
      "scenario.archived",
    ]);
  });

  test("a rejection keeps its reason", async () => {
    const { id } = await create(adviser);
    await send(adviser, "POST", `/${id}/submit`);
    const answer = await send(own, "POST", `/${id}/reject`, { reason: "Prices of 2024" });
    expect(answer.json).toMatchObject({ status: "rejected", review_reason: "Prices of 2024" });
  });

  test("[contract 3.review] submitting anything but a draft is refused and changes nothing", async () => {
    const { id } = await create(adviser);
    await send(adviser, "POST", `/${id}/submit`);
    const before = await get(own, id);
    const refused = { status: 400, json: { code: "request.validation_failed", issues: [{ code: "wrong_status" }] } };
    expect(await send(adviser, "POST", `/${id}/submit`)).toMatchObject(refused);
    const active = await create(own);
    expect(await send(adviser, "POST", `/${active.id}/submit`)).toMatchObject(refused);
    expect(await get(own, id)).toEqual(before);
    expect((await get(own, active.id)).status).toBe("active");
  });

  test("only the one who is to write may add tiltag: nobody after submission, no consultant to an active plan", async () => {
    const { id } = await create(adviser);
    const active = await create(own);
    expect((await add(adviser, active.id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
    await send(adviser, "POST", `/${id}/submit`);
    for (const planner of [adviser, own]) {
      expect((await add(planner, id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
    }
  });

  test("is the adviser's alone while it is a draft, then the company's, and other consultants' once approved", async () => {
    const active = await create(own);
    const { id } = await create(adviser);
    const seenBy = async (planner: Planner) => (await idsOf(planner)).filter((one) => one !== active.id);
    expect([await seenBy(adviser), await seenBy(own), await seenBy(rival)]).toEqual([[id], [], []]);
    await send(adviser, "POST", `/${id}/submit`);
    expect([await seenBy(adviser), await seenBy(own), await seenBy(rival)]).toEqual([[id], [id], []]);
    await send(own, "POST", `/${id}/approve`);
    expect([await seenBy(adviser), await seenBy(own), await seenBy(rival)]).toEqual([[id], [id], [id]]);
  });

  // A refusal that differed would tell that there is a draft.
  test("is a missing one to the company and to other consultants while it is a draft, over REST and as tools", async () => {
    const { id } = await create(adviser);
    await add(adviser, id);
    const missing = "0198c0de-0000-7000-8000-00000000dead";
    const without = (text: string): string => text.replaceAll(/[0-9a-f-]{36}/g, "<id>");
    const same = async (ask: (id: string) => Promise<{ readonly text: string }>): Promise<void> => {
      const { text } = await ask(id);
      expect(text).toContain("resource.not_found");
      expect(without(text)).toBe(without((await ask(missing)).text));
    };
    const tool = (planner: Planner, name: string, args: unknown) =>
      callTool(planner, name, args).then((text) => ({ text }));
    for (const planner of [own, rival]) {
      await same((one) => send(planner, "GET", `/${one}`));
      await same((one) => send(planner, "GET", `/${one}/tiltag`));
      await same((one) => add(planner, one));
      await same((one) => tool(planner, "get_scenario", { id: one }));
      await same((one) => tool(planner, "list_tiltag", { scenario_id: one }));
      await same((one) => tool(planner, "add_tiltag", { scenario_id: one, ...TRUCKS }));
      expect(await callTool(planner, "list_scenarios", {})).not.toContain(id);
    }
    await same((one) => send(rival, "POST", `/${one}/submit`));
    for (const [path, body] of [["approve"], ["reject", { reason: "No" }], ["archive"]] as const) {
      await same((one) => send(own, "POST", `/${one}/${path}`, body));
    }
    expect(await get(adviser, id)).toMatchObject({ status: "draft", tiltag: [{ position: 1 }] });
    expect(await callTool(adviser, "list_scenarios", {})).toContain(id);
  });

  test("submit_scenario_for_review works as a tool, and names its argument when that is wrong", async () => {
    const { id } = await create(adviser);
    const submit = (as: Planner, args: unknown) => callTool(as, "submit_scenario_for_review", args);
    expect(await submit(own, { scenario_id: id })).toContain("third_party.endpoint_only");
    expect(await submit(adviser, { scenario_id: "no" })).toContain("scenario_id");
    expect(await submit(adviser, { scenario_id: id, reason: "x" })).toContain("allowed: scenario_id");
    expect(await submit(adviser, { scenario_id: id })).toContain("pending_review");
  });
});

async function idsOf(as: Planner): Promise<string[]> {
  // The answer to a list of scenarios holds their records.
  const { items } = (await send(as, "GET", "")).json as { items: ScenarioRecord[] };
  return items.map(({ id }) => id);
}
