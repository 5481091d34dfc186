import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { recordsSince } from "../../../src/modules/audit/index.ts";
import { selectMoved } from "../../../src/modules/emissions/index.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run } from "../../support/review.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const HEAD = statement(`
  select seq, hash from audit_events where tenant_id = $1 and environment = $2 order by seq desc limit 1`);

test("what a change wrote is read in pages, whole and in order, however many entries it has", async () => {
  const company = await service.company();
  const lines = [1, 2, 3].map((number) => ({
    text: "Elforbrug",
    quantity: `${number}000`,
    unit: "KWH",
    amount: "900.00",
  }));
  await company.ingest({ name: "F-1.xml", bytes: ubl({ number: "F-1", lines }) });
  const { db } = company.ctx;
  const [head] = await db.rows<Parameters<typeof recordsSince>[1]>(HEAD);
  if (head === undefined) throw new Error("nothing was recorded");
  for (const { id } of await company.lines()) {
    const facts = { quantity: 500, unit: "kWh" };
    await run(correctActivity, company.ctx, { id, facts, reason: "Meter" });
  }
  const written = await recordsSince(db, head, "emission_entries");
  expect(written.length).toBeGreaterThan(3);
  const moved = await selectMoved(db, written);
  expect(moved.filter(({ is_after }) => is_after).length).toBeGreaterThan(3);
  expect(moved.some(({ is_after }) => !is_after)).toBe(true);
  for (const at_once of [1, 2, written.length, moved.length]) {
    expect(await recordsSince(db, head, "emission_entries", at_once)).toEqual(written);
    expect(await selectMoved(db, written, at_once)).toEqual(moved);
  }
  expect(await selectMoved(db, [])).toEqual([]);
});
