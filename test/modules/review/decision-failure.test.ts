import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { record } from "../../support/ledger.ts";
import { company, intact, run, waiting } from "../../support/review.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});

afterAll(() => db.close());

/** The look at the supplier's other lines is the part of a decision that may take long. */
test("a decision whose look at the supplier's other lines fails is not made", async () => {
  const ctx = await company(db);
  const [id] = (await record(ctx, [waitingLine("suggested")])).activity_ids;
  const failing: typeof ctx = {
    ...ctx,
    db: {
      ...ctx.db,
      transaction: (work) =>
        ctx.db.transaction((tx) =>
          work({
            ...tx,
            rows: (statement, values) =>
              statement.text.includes("group by 1, 2")
                ? Promise.reject(new Error("canceling statement due to statement timeout"))
                : tx.rows(statement, values),
          }),
        ),
    },
  };
  await expect(run(acceptReviewItem, failing, { id })).rejects.toThrow("statement timeout");
  expect((await waiting(ctx)).map((item) => item.id)).toEqual([id]);
  await intact(ctx);
  await run(acceptReviewItem, ctx, { id });
  expect(await waiting(ctx)).toEqual([]);
});
