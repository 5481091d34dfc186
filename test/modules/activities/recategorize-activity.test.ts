import { run } from "../../support/review.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/core/catalog.ts";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { loadTenantKnowledge } from "../../../src/modules/categorization/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { shippedCatalog } from "../../support/catalog.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerLine, record } from "../../support/ledger.ts";

let db: TestDatabase;
let catalog: Catalog;

beforeAll(async () => {
  db = await testDatabase();
  catalog = await shippedCatalog();
});

afterAll(async () => {
  await db.close();
});

async function gasActivity(): Promise<{ ctx: Context; id: string }> {
  const ctx = db.context(await db.tenant(), undefined, { catalog: async () => catalog });
  const upstream = calculatedEntry({ scope: 3, scope3_category: 3, market_based_kg: "90", is_upstream: true });
  const outcome = await record(ctx, [ledgerLine(1, { entries: [calculatedEntry(), upstream] })]);
  return { ctx, id: outcome.activity_ids[0] ?? "" };
}

async function total(ctx: Context): Promise<unknown> {
  const summary = (await invoke(getEmissionsSummary, ctx, {})) as { total_co2e_kg: number };
  return summary.total_co2e_kg;
}

async function entries(ctx: Context): Promise<Record<string, unknown>[]> {
  const page = JSON.parse(toJsonText(await invoke(listEmissions, ctx, {}))) as { items: Record<string, unknown>[] };
  return page.items;
}

/** What the lineage of the entry that superseded this one says of it. */
async function endOf(ctx: Context, entry: Record<string, unknown> | undefined): Promise<unknown> {
  const ended = await run<{ emission_entry: { superseded_by_entry_id: string } }>(getEmissionLineage, ctx, {
    id: entry?.["id"],
  });
  const { emission_entry } = await run<{ emission_entry: unknown }>(getEmissionLineage, ctx, {
    id: ended.emission_entry.superseded_by_entry_id,
  });
  return emission_entry;
}

const SPEND = { category_id: "purchases.goods.office_supplies", reason: "Paper, not gas" };

describe("recategorize_activity", () => {
  test("supersedes the earlier entries; totals, list and lineage follow and the chain verifies", async () => {
    const { ctx, id } = await gasActivity();
    const before = await entries(ctx);
    const corrected = await invoke(recategorizeActivity, ctx, { id, ...SPEND });
    expect(corrected).toMatchObject({ id, status: "classified", category_id: SPEND.category_id, confidence: 1 });

    const current = await entries(ctx);
    const upstream = before.find((entry) => entry["scope"] === "3");
    expect(current.map((entry) => entry["supersedes_entry_id"])).toEqual([upstream?.["id"]]);
    const sum = current.reduce((kg, entry) => kg + Number(entry["co2e_market_based_kg"]), 0);
    expect(await total(ctx)).toBeCloseTo(sum, 6);
    expect(await compareRollups(ctx.db)).toEqual([]);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });

    const counted = current.find((entry) => entry["category_id"] === SPEND.category_id);
    expect(await invoke(getEmissionLineage, ctx, { id: counted?.["id"] })).toMatchObject({
      activity_split: { mapped_by: "person", reason: SPEND.reason },
      history: {
        category_changes: [{ from_category_id: "energy.fuel.natural_gas", to_category_id: SPEND.category_id }],
        superseded_entries: [{ co2e_market_based_kg: 554.3615 }],
      },
    });
    const superseded = before.find((entry) => entry["scope"] === "1");
    // It was of another scope: an entry of 0 kg in its own place ends it.
    expect(await endOf(ctx, superseded)).toMatchObject({ is_closing: true, co2e_market_based_kg: 0, scope: "1" });
  });

  test("is remembered for the supplier and account", async () => {
    const { ctx, id } = await gasActivity();
    await invoke(recategorizeActivity, ctx, { id, ...SPEND });
    const text = JSON.stringify(await loadTenantKnowledge(ctx.db), (_key, value: unknown) =>
      value instanceof Map ? [...value] : value,
    );
    expect(text).toContain(SPEND.category_id);
  });

  test("the same category again changes nothing", async () => {
    const { ctx, id } = await gasActivity();
    await invoke(recategorizeActivity, ctx, { id, ...SPEND });
    const { events } = await verifyAudit(ctx.db);
    expect(await invoke(recategorizeActivity, ctx, { id, ...SPEND })).toMatchObject({ entry_ids: [] });
    expect(await verifyAudit(ctx.db)).toMatchObject({ events });
  });

  test("a reading back and forth, several times and at the same time, keeps sums and chain whole", async () => {
    const { ctx, id } = await gasActivity();
    const back = { category_id: "purchases.materials.paper", reason: "it is" };
    for (const reading of [SPEND, back, SPEND]) await invoke(recategorizeActivity, ctx, { id, ...reading });
    await Promise.all(
      [SPEND, back, SPEND, back].map((reading) => invoke(recategorizeActivity, ctx, { id, ...reading })),
    );
    await invoke(excludeActivity, ctx, { id, reason: "no" });
    await invoke(recategorizeActivity, ctx, { id, ...SPEND });
    expect(await compareRollups(ctx.db)).toEqual([]);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
    expect((await entries(ctx)).filter((entry) => Number(entry["co2e_market_based_kg"]) !== 0)).toHaveLength(1);
  });

  test("refuses a group, an unknown category, an unknown and a foreign activity", async () => {
    const { ctx, id } = await gasActivity();
    const foreign = await gasActivity();
    for (const category_id of ["purchases", "no.such.category", "unclassified.not_relevant"]) {
      await expect(invoke(recategorizeActivity, ctx, { id, category_id, reason: "x" })).rejects.toMatchObject({
        code: "request.validation_failed",
        extras: { issues: [{ path: "category_id" }] },
      });
    }
    for (const unknown of [foreign.id, "01900000-0000-7000-8000-000000000009"]) {
      await expect(invoke(recategorizeActivity, ctx, { id: unknown, ...SPEND })).rejects.toMatchObject({
        code: "resource.not_found",
      });
    }
    expect(await total(ctx)).toBe(644.3615);
  });
});

describe("exclude_activity", () => {
  test("takes the activity out of the totals and keeps its entries", async () => {
    const { ctx, id } = await gasActivity();
    expect(await total(ctx)).toBe(644.3615);
    const before = await entries(ctx);
    expect(before).toHaveLength(2);
    expect(await invoke(excludeActivity, ctx, { id, reason: "Double entry" })).toMatchObject({
      status: "excluded",
      category_id: "unclassified.not_relevant",
    });
    expect(await total(ctx)).toBeNull();
    expect(await entries(ctx)).toEqual([]);
    for (const entry of before) {
      expect(await endOf(ctx, entry)).toMatchObject({
        is_closing: true,
        co2e_market_based_kg: 0,
        scope: entry["scope"],
      });
    }
    expect(await compareRollups(ctx.db)).toEqual([]);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
  });
});
