import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { assignActivityDepartment } from "../../../src/modules/activities/assign-activity-department.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

interface Made {
  readonly ctx: Context;
  readonly id: string;
  readonly departments: readonly [string, string];
}

/** A line of 554.3615 kg with an upstream entry of 90 kg, and two departments. */
async function company(): Promise<Made> {
  const ctx = db.context(await db.tenant());
  const upstream = calculatedEntry({ scope: 3, scope3_category: 3, market_based_kg: "90", is_upstream: true });
  const outcome = await record(ctx, [ledgerLine(1, { entries: [calculatedEntry(), upstream] })]);
  const made = async (name: string) => ((await invoke(createDepartment, ctx, { name })) as { id: string }).id;
  return { ctx, id: outcome.activity_ids[0] ?? "", departments: [await made("Salg"), await made("Produktion")] };
}

async function total(ctx: Context, department_id?: string): Promise<unknown> {
  return ((await invoke(getEmissionsSummary, ctx, { department_id })) as { total_co2e_kg: number }).total_co2e_kg;
}

async function intact(ctx: Context): Promise<void> {
  expect(await compareRollups(ctx.db)).toEqual([]);
  expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
}

describe("assign_activity_department", () => {
  test("moves the emissions, companions included, from one department to another and to none", async () => {
    const { ctx, id, departments } = await company();
    const [sales, production] = departments;
    const totals = async () => [await total(ctx), await total(ctx, sales), await total(ctx, production)];
    expect(await totals()).toEqual([644.3615, null, null]);
    for (const [department_id, expected] of [
      [sales, [644.3615, 644.3615, null]],
      [production, [644.3615, null, 644.3615]],
      [null, [644.3615, null, null]],
    ] as const) {
      expect(await invoke(assignActivityDepartment, ctx, { id, department_id })).toMatchObject({ id, department_id });
      expect(await totals()).toEqual(expected);
      const lines = departments.map(
        async (one) =>
          ((await invoke(listActivities, ctx, { department_id: one })) as { items: { id: string }[] }).items,
      );
      const found = (await Promise.all(lines)).map((items) => items.map((item) => item.id));
      expect(found).toEqual(departments.map((one) => (one === department_id ? [id] : [])));
    }
    await intact(ctx);
  });

  test("keeps the figures and their chain: the lineage shows the earlier entries and no change of category", async () => {
    const { ctx, id, departments } = await company();
    await invoke(assignActivityDepartment, ctx, { id, department_id: departments[0] });
    const { items } = JSON.parse(toJsonText(await invoke(listEmissions, ctx, {}))) as {
      items: { id: string; scope: string }[];
    };
    expect(items).toHaveLength(2);
    const main = items.find(({ scope }) => scope === "1");
    expect(await invoke(getEmissionLineage, ctx, { id: main?.id })).toMatchObject({
      emission_entry: { department_id: departments[0], co2e_market_based_kg: 554.3615 },
      activity_split: { department_id: departments[0] },
      companions: [{ co2e_market_based_kg: 90 }],
      history: { category_changes: [], superseded_entries: [{ co2e_market_based_kg: 554.3615 }] },
    });
  });

  test("again changes nothing; an excluded line can be assigned as well and stays excluded", async () => {
    const { ctx, id, departments } = await company();
    const [department_id] = departments;
    await invoke(assignActivityDepartment, ctx, { id, department_id });
    const { events } = await verifyAudit(ctx.db);
    expect(await invoke(assignActivityDepartment, ctx, { id, department_id })).toMatchObject({ entry_ids: [] });
    expect(await verifyAudit(ctx.db)).toMatchObject({ events });
    await invoke(excludeActivity, ctx, { id, reason: "Double entry" });
    const moved = await invoke(assignActivityDepartment, ctx, { id, department_id: departments[1] });
    expect(moved).toMatchObject({ status: "excluded", department_id: departments[1] });
    expect(await total(ctx)).toBeNull();
    await intact(ctx);
  });

  test("at the same time to two departments ends in one of them, whole", async () => {
    const { ctx, id, departments } = await company();
    const all = [...departments, ...departments];
    await Promise.all(all.map((department_id) => invoke(assignActivityDepartment, ctx, { id, department_id })));
    const totals = [await total(ctx, departments[0]), await total(ctx, departments[1])];
    expect(totals).toEqual(expect.arrayContaining([null, 644.3615]));
    expect(await total(ctx)).toBe(644.3615);
    await intact(ctx);
  });

  test("refuses another company's activity and another company's department", async () => {
    const own = await company();
    const other = await company();
    for (const input of [
      { id: other.id, department_id: own.departments[0] },
      { id: own.id, department_id: other.departments[0] },
    ]) {
      const refused = invoke(assignActivityDepartment, own.ctx, input);
      await expect(refused).rejects.toMatchObject({ code: "resource.not_found" });
    }
    expect(await total(own.ctx, own.departments[0])).toBeNull();
  });
});
