import { afterAll, beforeAll, expect, test } from "vitest";
import { getActivity } from "../../../src/modules/activities/get-activity.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { listSuppliers } from "../../../src/modules/suppliers/list-suppliers.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";

let demo: Demo;

beforeAll(async () => {
  demo = await demoTenant();
});
afterAll(() => demo.close());

type Items = { readonly items: readonly Readonly<Record<string, unknown>>[] };

const ask = async (operation: Parameters<typeof invoke>[0], input: object): Promise<Items> =>
  (await invoke(operation, demo.app.db.context(demo.tenant), input)) as Items;

test("the whole activity is its list row and what the document states besides, with why it waits for a person", async () => {
  const { items } = await ask(listActivities, { status: "pending_review", limit: 200 });
  expect(items.length).toBeGreaterThan(0);
  for (const row of items) {
    const whole = await ask(getActivity, { id: row["id"] });
    expect(whole).toMatchObject(row);
    expect(whole).toMatchObject({
      review_code: expect.stringMatching(/^[a-z_]+$/),
      reason: expect.stringMatching(/.+/),
    });
  }
  const [counted] = (await ask(listActivities, { status: "classified", limit: 1 })).items;
  expect(await ask(getActivity, { id: counted?.["id"] })).toMatchObject({ review_code: null });
});

test("supplier_id is the id under which list_suppliers shows the supplier of the line", async () => {
  const suppliers = new Map<unknown, unknown>();
  for (const year of [2024, 2025, 2026]) {
    for (const { id, supplier_identifier } of (await ask(listSuppliers, { year, limit: 200 })).items) {
      if (supplier_identifier !== null) suppliers.set(supplier_identifier, id);
    }
  }
  const { items } = await ask(listActivities, { limit: 200 });
  const named = items.filter((row) => suppliers.has(row["supplier_identifier"]));
  expect(named.length).toBeGreaterThan(100);
  for (const row of named) expect(row["supplier_id"]).toBe(suppliers.get(row["supplier_identifier"]));
});
