import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { listAuditEvents } from "../../../src/modules/audit/list-audit-events.ts";
import { createCategoryRule } from "../../../src/modules/categorization/create-category-rule.ts";
import { excludeReviewItem } from "../../../src/modules/review/exclude-review-item.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import { rerunReviewItems } from "../../../src/modules/review/rerun-review-items.ts";
import { getActivity } from "../../../src/modules/activities/get-activity.ts";
import type { ReviewDecision } from "../../../src/modules/review/review-decision.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import { company, intact, run, total, waiting } from "../../support/review.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

interface Rerun {
  readonly line_count: number;
  readonly changed_count: number;
  readonly change_kg: number;
  readonly next: string | null;
}

const CONSULTING = { category_id: "purchases.services.consulting", reason: "Advice" };
const SILENT = { description: "Leverance 4711", supplier_name: "Zenobia ApS" };

/** A line of a supplier that says nothing and waits. */
const silent = (given: object = {}) => waitingLine("suggested", { ...SILENT, ...given });

async function readings(ctx: Context, ids: readonly string[]): Promise<unknown[]> {
  return await Promise.all(ids.map(async (id) => (await run(getActivity, ctx, { id }))["category_id"]));
}

describe("a correction", () => {
  test("says how many other lines of the supplier would change and by how much: what the re-run then does", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [
      silent(),
      silent({ supplier_identifier: "DK 12 34 56 74", supplier_name: "Zenobia" }),
      silent({ supplier_identifier: "87654321", supplier_name: "En anden ApS" }),
    ]);
    const [first = "", second = "", stranger = ""] = activity_ids;
    const decided = await run<ReviewDecision>(recategorizeReviewItem, ctx, { id: first, ...CONSULTING });
    expect(decided.same_supplier).toMatchObject({ supplier_key: "id:12345674", line_count: 1, has_more: false });

    const before = await total(ctx);
    const { events } = await verifyAudit(ctx.db);
    const { supplier_key } = decided.same_supplier ?? {};
    const offered = await run<Rerun>(rerunReviewItems, ctx, { supplier_key, dry_run: true });
    expect(offered).toMatchObject({ changed_count: 1, change_kg: decided.same_supplier?.change_kg, next: null });
    expect(await verifyAudit(ctx.db)).toMatchObject({ events });

    const done = await run<Rerun>(rerunReviewItems, ctx, { activity_id: first });
    expect(done).toMatchObject({ changed_count: 1, change_kg: offered.change_kg });
    expect(await total(ctx)).toBeCloseTo(before + offered.change_kg, 5);
    expect(await readings(ctx, [first, second])).toEqual([CONSULTING.category_id, CONSULTING.category_id]);
    expect((await waiting(ctx)).map((item) => item.id)).toEqual([stranger]);
    const log = await run<{ items: object[] }>(listAuditEvents, ctx, { limit: 200 });
    expect(log.items).toContainEqual(
      expect.objectContaining({ action: "activity.reread", subject: second, actor: ctx.principal.actor }),
    );
    expect(await run(rerunReviewItems, ctx, { supplier_key })).toMatchObject({ changed_count: 0, change_kg: 0 });
    await intact(ctx);
  });

  test("also corrects what is counted: the earlier entries are superseded, the totals move by the change", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [ledgerLine(1), ledgerLine(2), ledgerLine(3)]);
    const { same_supplier } = await run<ReviewDecision>(recategorizeReviewItem, ctx, {
      id: activity_ids[0],
      ...CONSULTING,
    });
    expect(same_supplier?.line_count).toBe(2);
    const before = await total(ctx);
    await run(rerunReviewItems, ctx, { supplier_key: same_supplier?.supplier_key });
    expect(await total(ctx)).toBeCloseTo(before + (same_supplier?.change_kg ?? 0), 5);
    expect(new Set(await readings(ctx, activity_ids))).toEqual(new Set([CONSULTING.category_id]));
    await intact(ctx);
  });
});

describe("a re-run", () => {
  test("leaves alone what a person decided, what is excluded and what may be a duplicate", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [silent(), silent(), silent(), waitingLine("held", SILENT), silent()]);
    const [own = "", kept = "", out = "", held = "", open = ""] = activity_ids;
    const paper = "purchases.materials.paper";
    await run(recategorizeReviewItem, ctx, { id: kept, category_id: paper, reason: "It is" });
    await run(excludeReviewItem, ctx, { id: out, reason: "Private" });
    await run(recategorizeReviewItem, ctx, { id: own, ...CONSULTING });
    expect(await run(rerunReviewItems, ctx, { activity_id: own })).toMatchObject({ changed_count: 1 });
    expect(await readings(ctx, [own, kept, out, open])).toEqual([
      CONSULTING.category_id,
      paper,
      "unclassified.not_relevant",
      CONSULTING.category_id,
    ]);
    expect((await waiting(ctx)).map((item) => item.id)).toEqual([held]);
  });

  test("goes through a large supplier 200 lines at a time, each line once", { timeout: 300_000 }, async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(
      ctx,
      Array.from({ length: 251 }, () => silent()),
    );
    const { same_supplier } = await run<ReviewDecision>(recategorizeReviewItem, ctx, {
      id: activity_ids[0],
      ...CONSULTING,
    });
    expect(same_supplier).toMatchObject({ line_count: 200, has_more: true });
    const supplier_key = same_supplier?.supplier_key;
    const first = await run<Rerun>(rerunReviewItems, ctx, { supplier_key });
    expect(first).toMatchObject({ line_count: 200, changed_count: 200 });
    const rest = await run<Rerun>(rerunReviewItems, ctx, { supplier_key, continue_from: first.next });
    // The line that the person decided about is looked at, for its period, and keeps its category.
    expect(rest).toMatchObject({ line_count: 51, changed_count: 50, next: null });
    expect(await waiting(ctx)).toEqual([]);
    await expect(
      run(rerunReviewItems, ctx, { supplier_key: "id:87654321", continue_from: first.next }),
    ).rejects.toMatchObject({ code: "pagination.invalid_cursor" });
    await intact(ctx);
  });

  test("applies a new rule as well, and a measured quantity gives way only to what decides alone", async () => {
    const ctx = await company(db);
    const measured = waitingLine("suggested", { ...SILENT, description: "Bilag 88" });
    const code = {
      category_key: "energy.electricity.grid_dk",
      weight: 12,
      reason: "measured electricity",
      step: "code" as const,
    };
    const decision = { ...measured.split.decision, category_key: code.category_key, candidates: [code] };
    const { activity_ids } = await record(ctx, [silent(), { ...measured, split: { ...measured.split, decision } }]);
    await run(recategorizeReviewItem, ctx, { id: activity_ids[0], ...CONSULTING });
    const activity_id = activity_ids[0];
    expect(await run(rerunReviewItems, ctx, { activity_id })).toMatchObject({ changed_count: 0 });
    const category_key = "purchases.services.cleaning";
    await run(createCategoryRule, ctx, { supplier_identifier: "12345674", category_key });
    expect(await run(rerunReviewItems, ctx, { activity_id })).toMatchObject({ changed_count: 1 });
    expect(await readings(ctx, activity_ids)).toEqual([CONSULTING.category_id, category_key]);
  });

  test("sees no other company's lines and refuses to guess the supplier", async () => {
    const ctx = await company(db);
    const other = await company(db);
    const { activity_ids } = await record(ctx, [silent(), silent({ supplier_name: null, supplier_identifier: null })]);
    await run(recategorizeReviewItem, ctx, { id: activity_ids[0], ...CONSULTING });
    expect(await run(rerunReviewItems, other, { supplier_key: "id:12345674" })).toMatchObject({ line_count: 0 });
    const bad = [{}, { supplier_key: "id:12345674", activity_id: activity_ids[0] }, { activity_id: activity_ids[1] }];
    for (const input of bad) {
      await expect(run(rerunReviewItems, ctx, input)).rejects.toMatchObject({ code: "request.validation_failed" });
    }
    await expect(run(rerunReviewItems, other, { activity_id: activity_ids[0] })).rejects.toMatchObject({
      code: "resource.not_found",
    });
  });
});
