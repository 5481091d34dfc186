import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { decideHeldDocument } from "../../../src/modules/review/decide-held-document.ts";
import { decideReviewItems } from "../../../src/modules/review/decide-review-items.ts";
import { markDuplicateReviewItem } from "../../../src/modules/review/mark-duplicate-review-item.ts";
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
const NOTHING = "0198c0de-0000-7000-8000-00000000dead";

describe("possible duplicates", () => {
  test("accepted as separate, the line counts as it was read; marked, it stays out and says which document it copies", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [waitingLine("held"), waitingLine("held")]);
    const [item] = await waiting(ctx);
    const separate = await run(acceptReviewItem, ctx, { id: activity_ids[1], reason: "Two orders" });
    expect(separate).toMatchObject({ status: "classified", category_id: GOODS, mapped_by: "rule", confidence: 0.5556 });
    expect(await total(ctx)).toBe(item?.suggestion?.effect_kg);
    const copy = await run(markDuplicateReviewItem, ctx, { id: activity_ids[0], reason: "Sent again" });
    expect(copy).toMatchObject({
      status: "excluded",
      reason: expect.stringMatching(/^duplicate: Sent again; .*Document 1 has the same supplier and number/),
    });
    expect(await total(ctx)).toBe(item?.suggestion?.effect_kg);
    await intact(ctx);
  });

  test("accepted as separate, a line whose currency has no rate goes on waiting, for the rate", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [waitingLine("held", { currency: "UAH" })]);
    const accepted = await run(acceptReviewItem, ctx, { id: activity_ids[0] });
    expect(accepted).toMatchObject({ status: "pending_review", review_code: "exchange_rate_missing", entry_ids: [] });
    expect(await waiting(ctx)).toMatchObject([{ kind: "calculation", suggestion: { effect_kg: null } }]);
    expect(await total(ctx)).toBe(0);
    await intact(ctx);
  });

  test("a line that is not held cannot be marked", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(ctx, [waitingLine("suggested")]);
    const marking = run(markDuplicateReviewItem, ctx, { id: activity_ids[0], reason: "x" });
    await expect(marking).rejects.toMatchObject({ extras: { issues: [{ code: "not_a_possible_duplicate" }] } });
  });

  test("a held document is decided whole: as a copy with the lines whose category is open, as separate without them", async () => {
    const ctx = await company(db);
    const lines = () => [waitingLine("held"), waitingLine("held"), waitingLine("suggested")];
    const copy = await record(ctx, lines());
    const separate = await record(ctx, lines());
    const reason = "Checked";
    const decide = (document_id: string, decision: string) =>
      run(decideHeldDocument, ctx, { document_id, decision, reason });
    expect(await decide(copy.document_id, "mark_duplicate")).toMatchObject({ decided_count: 3, waiting_count: 0 });
    expect(await total(ctx)).toBe(0);
    expect(await decide(separate.document_id, "accept_as_separate")).toMatchObject({
      decided_count: 2,
      waiting_count: 1,
    });
    expect(await total(ctx)).toBeGreaterThan(0);
    expect((await waiting(ctx)).map((item) => item.id)).toEqual([separate.activity_ids[2]]);
    await expect(decide(separate.document_id, "mark_duplicate")).rejects.toMatchObject({ code: "resource.not_found" });
    await intact(ctx);
  });
});

describe("many decisions at once", () => {
  test("each succeeds or fails alone, in order, with its own error", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(
      ctx,
      [1, 2, 3].map(() => waitingLine("suggested")),
    );
    const [one, two, three] = activity_ids;
    const answer = await run(decideReviewItems, ctx, {
      decisions: [
        { id: one, decision: "accept" },
        { id: NOTHING, decision: "accept" },
        { id: two, decision: "recategorize", category_id: "no.such", reason: "x" },
        { id: three, decision: "exclude" },
      ],
    });
    expect(answer).toMatchObject({
      decided_count: 1,
      failed_count: 3,
      results: [
        { id: one, outcome: "decided", status: "classified" },
        { id: NOTHING, outcome: "failed", error: { code: "resource.not_found" } },
        { id: two, outcome: "failed", error: { code: "request.validation_failed" } },
        { id: three, outcome: "failed", error: { code: "request.validation_failed" } },
      ],
    });
    expect((await waiting(ctx)).map((item) => item.id)).toEqual([three, two]);
    const again = await run(decideReviewItems, ctx, { decisions: [{ id: one, decision: "accept" }] });
    expect(again).toMatchObject({ decided_count: 0, results: [{ outcome: "unchanged", status: "classified" }] });
    await intact(ctx);
  });

  test("200 are decided in one request, 201 and a line twice are refused whole", async () => {
    const ctx = await company(db);
    const { activity_ids } = await record(
      ctx,
      Array.from({ length: 201 }, () => waitingLine("suggested")),
    );
    const decisions = activity_ids.map((id) => ({ id, decision: "exclude", reason: "Private" }));
    const refused = [decisions, [...decisions.slice(0, 2), { ...decisions[0], id: decisions[0]?.id.toUpperCase() }]];
    for (const many of refused) {
      await expect(run(decideReviewItems, ctx, { decisions: many })).rejects.toMatchObject({
        code: "request.validation_failed",
      });
    }
    expect(await run(decideReviewItems, ctx, { decisions: decisions.slice(0, 200) })).toMatchObject({
      decided_count: 200,
    });
    expect(await waiting(ctx)).toHaveLength(1);
    await intact(ctx);
  });
});
