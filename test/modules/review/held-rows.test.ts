import { afterAll, beforeAll, expect, test } from "vitest";
import { decideHeldDocument } from "../../../src/modules/review/decide-held-document.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { record } from "../../support/ledger.ts";
import { company, intact, run, waiting } from "../../support/review.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});

afterAll(() => db.close());

/** A statement's other rows are other purchases: one that is a copy says nothing of them. */
test("marking a bank statement as a duplicate keeps out the rows that are held, and no others", async () => {
  const ctx = await company(db);
  const line_kind = "bank_row" as const;
  const { document_id, activity_ids } = await record(ctx, [
    waitingLine("held", { line_kind }),
    waitingLine("suggested", { line_kind }),
  ]);
  const input = { document_id, decision: "mark_duplicate", reason: "The payment of an invoice" };
  const answer = await run(decideHeldDocument, ctx, input);
  expect(answer).toMatchObject({ decided_count: 1, waiting_count: 1 });
  expect((await waiting(ctx)).map(({ id }) => id)).toEqual([activity_ids[1]]);
  await intact(ctx);
});
