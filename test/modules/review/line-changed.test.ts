import { afterAll, beforeAll, expect, test } from "vitest";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { decideReviewItems } from "../../../src/modules/review/decide-review-items.ts";
import { excludeReviewItem } from "../../../src/modules/review/exclude-review-item.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
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
const OTHER = "purchases.services.cleaning";

test("of two people who decide about the same line the first wins, and the second is told that it changed", async () => {
  const ctx = await company(db);
  const { activity_ids } = await record(ctx, [waitingLine("suggested")]);
  const [read] = await waiting(ctx);
  const line = { id: activity_ids[0], version: read?.version };
  const both = await Promise.allSettled([
    run(excludeReviewItem, ctx, { ...line, reason: "Private" }),
    run(recategorizeReviewItem, ctx, { ...line, category_id: GOODS, reason: "Paper" }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = both.find((outcome) => outcome.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "review_item.changed" });
  await intact(ctx);
});

test("a decision about what was read counts, a later one about the same reading does not, alone or among others", async () => {
  const ctx = await company(db);
  const { activity_ids } = await record(
    ctx,
    [1, 2].map(() => waitingLine("suggested")),
  );
  const [first, second] = activity_ids;
  const read = new Map((await waiting(ctx)).map(({ id, version }) => [id, version]));
  const version = read.get(first ?? "");
  await run(acceptReviewItem, ctx, { id: first, version });
  const before = await total(ctx);
  const answer = await run(decideReviewItems, ctx, {
    decisions: [
      { id: first, version, decision: "recategorize", category_id: OTHER, reason: "Cleaning" },
      { id: second, version: read.get(second ?? "")?.toUpperCase(), decision: "exclude", reason: "Private" },
    ],
  });
  expect(answer["results"]).toMatchObject([
    { outcome: "failed", error: { code: "review_item.changed", detail: expect.stringContaining("classified") } },
    { outcome: "decided", status: "excluded" },
  ]);
  expect(await total(ctx)).toBe(before);
  await intact(ctx);
});

test("a line that waits again after an undo has another version: what was decided before it is not done to it", async () => {
  const ctx = await company(db);
  const { activity_ids } = await record(ctx, [waitingLine("suggested")]);
  const [id] = activity_ids;
  const [read] = await waiting(ctx);
  await run(acceptReviewItem, ctx, { id, version: read?.version });
  await run(undoActivityChange, ctx, { id, reason: "Looked again" });
  await expect(run(excludeReviewItem, ctx, { id, version: read?.version, reason: "Private" })).rejects.toMatchObject({
    code: "review_item.changed",
    detail: expect.stringContaining("still waits"),
  });
  const [again] = await waiting(ctx);
  await run(excludeReviewItem, ctx, { id, version: again?.version, reason: "Private" });
  expect(await waiting(ctx)).toEqual([]);
  await intact(ctx);
});

test("an undo that names the version of its own change is refused once a colleague has changed the line again", async () => {
  const ctx = await company(db);
  const { activity_ids } = await record(ctx, [waitingLine("suggested")]);
  const [id] = activity_ids;
  const decided = await run(excludeReviewItem, ctx, { id, reason: "Private" });
  const changed = await run(recategorizeReviewItem, ctx, { id, category_id: OTHER, reason: "Cleaning" });
  const undo = { id, reason: "Looked again" };
  await expect(run(undoActivityChange, ctx, { ...undo, version: decided["version"] })).rejects.toMatchObject({
    code: "review_item.changed",
  });
  expect(await run(undoActivityChange, ctx, { ...undo, version: changed["version"] })).toMatchObject({
    undone: "activity.recategorized",
    status: "excluded",
  });
  await intact(ctx);
});
