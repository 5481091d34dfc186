import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import type { NewActivity } from "../../../src/modules/activities/index.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { calculatedEntry, ledgerBatch, ledgerLine, recordBatches } from "../../support/ledger.ts";

let db: TestDatabase;
const LINES = statement(`
  select id, document_id, line_number from activities where tenant_id = $1 and environment = $2
  order by document_id, line_number limit 3000`);
const DOCUMENTS_OF_EVENTS = statement(`
  select coalesce(d.id, a.document_id) as document_id from audit_events e
  left join documents d on d.tenant_id = $1 and d.environment = $2 and d.id::text = e.subject
  left join activities a on a.tenant_id = $1 and a.environment = $2 and a.id::text = e.subject
  where e.tenant_id = $1 and e.environment = $2 and e.action in ('document.recorded', 'activity.recorded')
  order by e.seq limit 3000`);

/** More than two statements hold of one table. */
const LONG = 2_300;

beforeAll(async () => {
  db = await testDatabase();
});

afterAll(async () => {
  await db.close();
});

async function freshContext(): Promise<Context> {
  return db.context(await db.tenant());
}

function lines(count: number): NewActivity[] {
  return Array.from({ length: count }, (_, index) =>
    ledgerLine(index + 1, index % 10 === 0 ? { status: "excluded" } : {}),
  );
}

test("a document of more lines than one statement takes is recorded whole, between others, in one chain", async () => {
  const ctx = await freshContext();
  const sizes = [2, LONG, 0, 3];
  const outcomes = await recordBatches(
    ctx,
    sizes.map((size) => ledgerBatch(lines(size))),
  );
  expect(outcomes.map((outcome) => outcome.activity_ids.length)).toEqual(sizes);
  expect(outcomes[1]).toMatchObject({ entry_count: 2_070, excluded_count: 230, review_count: 0 });
  const stored = await ctx.db.rows<{ id: string; document_id: string; line_number: number }>(LINES);
  for (const { document_id, activity_ids } of outcomes) {
    const own = stored.filter((line) => line.document_id === document_id);
    expect(own.map((line) => line.id)).toEqual(activity_ids);
    expect(own.map((line) => line.line_number)).toEqual(activity_ids.map((_, index) => index + 1));
  }
  const spoken = await ctx.db.rows<{ document_id: string }>(DOCUMENTS_OF_EVENTS);
  const expected = outcomes.flatMap(({ document_id, activity_ids }) => [
    document_id,
    ...activity_ids.map(() => document_id),
  ]);
  expect(spoken.map((event) => event.document_id)).toEqual(expected);
  expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true });
  expect(await compareRollups(ctx.db)).toEqual([]);
});

test("of a document whose last lines cannot be recorded nothing is", async () => {
  const ctx = await freshContext();
  const wrong = ledgerLine(LONG, { status: "excluded" });
  const result = { kind: "calculated", entries: [calculatedEntry()] } as const;
  const batch = ledgerBatch([...lines(LONG), { ...wrong, result }]);
  await expect(recordBatches(ctx, [batch])).rejects.toThrow(/excluded split/);
  expect(await ctx.db.rows(LINES)).toEqual([]);
  expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, events: 0, rows_checked: 0 });
});
