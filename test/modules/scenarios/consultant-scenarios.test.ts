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
  test("[spec 3.draft, 3.review] is a draft, waits for review once submitted, and is the company's to approve", async () => {
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

  test("[spec 3.review] submitting anything but a draft is refused and changes nothing", async () => {
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
    expect((await add(own, id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
    expect((await add(adviser, active.id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
    await send(adviser, "POST", `/${id}/submit`);
    expect((await add(adviser, id)).json).toMatchObject({ issues: [{ code: "wrong_status" }] });
  });

  test("is hidden from other consultants until the company approves it, and never from the company", async () => {
    const active = await create(own);
    const { id } = await create(adviser);
    expect(await idsOf(own)).toEqual([id, active.id]);
    expect(await idsOf(adviser)).toEqual([id, active.id]);
    expect(await idsOf(rival)).toEqual([active.id]);
    const unknown = await send(rival, "GET", "/0198c0de-0000-7000-8000-00000000dead");
    for (const path of [`/${id}`, `/${id}/tiltag`]) {
      expect((await send(rival, "GET", path)).json).toMatchObject({ code: "resource.not_found" });
    }
    expect((await send(rival, "POST", `/${id}/submit`)).json).toMatchObject({ code: "resource.not_found" });
    expect(unknown.status).toBe(404);
    await send(adviser, "POST", `/${id}/submit`);
    expect(await idsOf(rival)).toEqual([active.id]);
    await send(own, "POST", `/${id}/approve`);
    expect(await idsOf(rival)).toEqual([id, active.id]);
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
