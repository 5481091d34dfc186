import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { excludeReviewItem } from "../../../src/modules/review/exclude-review-item.ts";
import { listReviewItems } from "../../../src/modules/review/list-review-items.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import type { ReviewItem } from "../../../src/modules/review/review-item.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { record } from "../../support/ledger.ts";
import { company, intact, run, total, waiting } from "../../support/review.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const GOODS = "purchases.goods.office_supplies";

describe("list_review_items", () => {
  test("says what is suggested, why, and what accepting it counts: exactly what it then counts", async () => {
    const ctx = await company(db);
    await record(ctx, [waitingLine("suggested")]);
    const [item] = await waiting(ctx);
    expect(item).toMatchObject({
      kind: "category",
      confidence: 0.5556,
      suggestion: { category_id: GOODS, reason: '"rulle" in the text', weight_share: 1, not_calculable: null },
      alternatives: [],
    });
    expect(item?.suggestion?.effect_kg).toBeGreaterThan(0);
    expect(await total(ctx)).toBe(0);
    await run(acceptReviewItem, ctx, { id: item?.id });
    expect(await total(ctx)).toBe(item?.suggestion?.effect_kg);
    expect(await waiting(ctx)).toEqual([]);
    await intact(ctx);
  });

  test("an alternative's effect is what choosing it counts; one that cannot be calculated says why", async () => {
    const ctx = await company(db);
    const line = waitingLine("suggested");
    const candidates = [
      ...line.split.decision.candidates,
      { category_key: "purchases.materials.paper", weight: 0.5, reason: "paper", step: "lexicon" as const },
      { category_key: "energy.electricity.grid_dk", weight: 0.3, reason: "power", step: "lexicon" as const },
    ];
    await record(ctx, [
      {
        ...line,
        amount: null,
        currency: null,
        split: { ...line.split, decision: { ...line.split.decision, candidates } },
      },
      waitingLine("suggested", { split: { ...line.split, decision: { ...line.split.decision, candidates } } }),
    ]);
    const [second, first] = await waiting(ctx);
    expect(first?.suggestion).toMatchObject({ effect_kg: null, not_calculable: expect.stringMatching(/./) });
    const paper = second?.alternatives.find((one) => one.category_id === "purchases.materials.paper");
    expect(paper?.weight_share).toBeCloseTo(0.5 / 1.8, 5);
    await run(recategorizeReviewItem, ctx, { id: second?.id, category_id: paper?.category_id, reason: "It is" });
    expect(await total(ctx)).toBe(paper?.effect_kg);
    await expect(run(acceptReviewItem, ctx, { id: first?.id })).rejects.toMatchObject({
      code: "request.validation_failed",
    });
  });

  test("filters by what is open, by document and by confidence, newest first, and pages without loss", async () => {
    const ctx = await company(db);
    const held = await record(ctx, [waitingLine("held")]);
    const own = await record(ctx, [waitingLine("suggested"), waitingLine("suggested")]);
    expect((await waiting(ctx, { kind: "possible_duplicate" })).map((item) => item.id)).toEqual(held.activity_ids);
    expect((await waiting(ctx, { document_id: own.document_id })).map((item) => item.id)).toEqual(
      own.activity_ids.toReversed(),
    );
    expect(await waiting(ctx, { min_confidence: 0.56 })).toEqual([]);
    expect(await waiting(ctx, { min_confidence: 0.55 })).toHaveLength(3);
    expect(await waiting(ctx, { to: "2026-03-30" })).toEqual([]);
    expect(await waiting(ctx, { from: "2026-03-31", to: "2026-03-31" })).toHaveLength(3);
    const first = await run<{ items: ReviewItem[]; next_cursor: string }>(listReviewItems, ctx, { limit: 2 });
    const rest = await waiting(ctx, { limit: 2, cursor: first.next_cursor });
    expect([...first.items, ...rest].map((item) => item.id)).toEqual([
      ...own.activity_ids.toReversed(),
      ...held.activity_ids,
    ]);
  });

  test("shows nothing of another company, and nobody else's line can be decided", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [waitingLine("suggested")]);
    const other = await company(db);
    expect(await waiting(other)).toEqual([]);
    for (const operation of [acceptReviewItem, excludeReviewItem]) {
      const input = operation === acceptReviewItem ? {} : { reason: "no" };
      await expect(run(operation, other, { id: activity_ids[0], ...input })).rejects.toMatchObject({
        code: "resource.not_found",
      });
    }
    expect(await waiting(ctx)).toHaveLength(1);
  });
});

describe("a decision", () => {
  test("names who and why in the lineage and the audit log; a repeated one changes nothing", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [waitingLine("suggested")]);
    const decided = await run<{ entry_ids: string[] }>(acceptReviewItem, ctx, { id: activity_ids[0], reason: "Seen" });
    const lineage = await run(getEmissionLineage, ctx, { id: decided.entry_ids[0] });
    expect(lineage).toMatchObject({
      activity_split: { mapped_by: "person", reason: expect.stringMatching(/^accepted: Seen; /) },
    });
    const { events } = await verifyAudit(ctx.db);
    expect(await run(acceptReviewItem, ctx, { id: activity_ids[0] })).toMatchObject({ entry_ids: [] });
    expect(await verifyAudit(ctx.db)).toMatchObject({ events, ok: true });
  });

  // No index entry holds such a text; random, because a repeated one would be compressed into it.
  test("about a line whose account number is 6,000 characters long is written like any other", async () => {
    const ctx = await company(db);
    const gl_account = randomBytes(3_000).toString("hex");
    const { activity_ids } = await record(ctx, [waitingLine("suggested", { gl_account, supplier_name: gl_account })]);
    await run(acceptReviewItem, ctx, { id: activity_ids[0] });
    expect(await waiting(ctx)).toEqual([]);
    await intact(ctx);
  });

  test("accepting what has no suggestion is refused and the line goes on waiting", async () => {
    const ctx = await company(db);
    const line = waitingLine("suggested");
    const decision = { ...line.split.decision, category_key: "unclassified.pending", candidates: [] };
    const { activity_ids } = await record(ctx, [{ ...line, split: { ...line.split, decision } }]);
    expect((await waiting(ctx))[0]).toMatchObject({ suggestion: null, alternatives: [] });
    await expect(run(acceptReviewItem, ctx, { id: activity_ids[0] })).rejects.toMatchObject({
      extras: { issues: [{ code: "no_suggestion" }] },
    });
    expect(await waiting(ctx)).toHaveLength(1);
  });

  test("accepting, excluding and recategorizing one line at the same moment leave one reading and whole sums", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [waitingLine("suggested")]);
    const id = activity_ids[0];
    await Promise.all([
      run(acceptReviewItem, ctx, { id }),
      run(excludeReviewItem, ctx, { id, reason: "no" }),
      run(recategorizeReviewItem, ctx, { id, category_id: "purchases.materials.paper", reason: "paper" }),
    ]);
    await intact(ctx);
  });
});
