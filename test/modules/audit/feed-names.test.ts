import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../support/app.ts";
import { add, consultantFor, create, ownPlanner, type Planner, send } from "../../support/scenarios.ts";

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function call(as: Planner, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await as.app.as(as.key, `/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json", ...as.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text) as Record<string, unknown>;
}

/** Names by action, the newest first. */
async function names(as: Planner, kind: string): Promise<readonly [string, string | null][]> {
  const { items } = (await call(as, "GET", `/feed?kind=${kind}`)) as unknown as {
    readonly items: readonly { readonly action: string; readonly subject_name: string | null }[];
  };
  return items.map(({ action, subject_name }) => [action, subject_name]);
}

test("what was renamed has its newest name", async () => {
  const own = await ownPlanner(app, await app.db.tenant());
  const change = (name: string) => ({ version: 1, changes: { name }, reason: "Renamed" });
  const department = await call(own, "POST", "/departments", { name: "Salg", code: "SALG" });
  app.db.clock.advance(1);
  await call(own, "PATCH", `/departments/${department["id"] as string}`, change("Marketing"));
  const terms = { baseline_year: 2024, target_year: 2030, target_reduction_percent: 50, baseline_emissions: 900 };
  const target = await call(own, "POST", "/targets", { name: "Halve by 2030", ...terms });
  const plan = await create(own);
  const tiltag = (await add(own, plan.id)).json as { readonly id: string };
  app.db.clock.advance(1);
  await call(own, "PATCH", `/targets/${target["id"] as string}`, change("Halve early"));
  await call(own, "PATCH", `/tiltag/${tiltag.id}`, change("Electric lorries"));
  expect(await names(own, "company")).toEqual([
    ["department.updated", "Marketing"],
    ["department.created", "Salg"],
  ]);
  const targets = await names(own, "targets");
  expect(new Map(targets)).toMatchObject(
    new Map([
      ["target.created", "Halve early"],
      ["target.updated", "Halve early"],
      ["tiltag.added", "Electric lorries"],
      ["tiltag.updated", "Electric lorries"],
      ["scenario.created", "Fossil-free workshop"],
    ]),
  );
});

// The log has the event; get_scenario says that there is no such plan.
test("a consultant's plan and its measures have no name for others before the company approved it", async () => {
  const tenant = await app.db.tenant();
  const [own, adviser, rival] = [
    await ownPlanner(app, tenant),
    await consultantFor(app, tenant),
    await consultantFor(app, tenant),
  ];
  const { id } = await create(adviser, { name: "Close the factory" });
  await add(adviser, id, { name: "Dismiss the shift" });
  for (const reader of [own, rival]) {
    const told = await names(reader, "targets");
    expect(told.map(([action]) => action).toSorted()).toEqual(["scenario.created", "tiltag.added"]);
    expect(told.map(([, name]) => name)).toEqual([null, null]);
  }
  await send(adviser, "POST", `/${id}/submit`);
  await send(own, "POST", `/${id}/approve`);
  const approved = new Map(await names(own, "targets"));
  expect([approved.get("scenario.created"), approved.get("tiltag.added")]).toEqual([
    "Close the factory",
    "Dismiss the shift",
  ]);
});
