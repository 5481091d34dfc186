import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../../src/composition/service.ts";
import { statement } from "../../../src/core/statement.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { compareDocumentCounts } from "../../../src/modules/emissions/index.ts";
import { listUploadFiles } from "../../../src/modules/ingestion/list-upload-files.ts";
import type { UploadBatch, UploadFile } from "../../../src/modules/ingestion/upload-batch.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { record } from "../../support/ledger.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { correctRandomly } from "../../support/random-corrections.ts";
import { randomLines } from "../../support/random-lines.ts";
import { run } from "../../support/review.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const invoice = {
  name: "one.xml",
  bytes: ubl({
    number: "N-18",
    date: "2026-03-04",
    supplier: { name: "Nordpap A/S", cvr: "31415926" },
    lines: [
      { text: "Kontorartikler", amount: "80.00" },
      { text: "Xyzzy 4711", amount: "20.00" },
    ],
  }),
};

/** What the list of files, the upload and the list of emissions say of the company's only document. */
async function counts(company: Company, batch: UploadBatch): Promise<readonly (number | undefined)[]> {
  const { items } = await run<{ items: readonly UploadFile[] }>(listUploadFiles, company.ctx, {});
  const { files } = await company.state(batch.id);
  return [items[0]?.entry_count, files[0]?.entry_count, (await company.entries()).length];
}

test("a file tells how many entries of it count now, after each decision about its lines", async () => {
  const company = await service.company();
  const batch = await company.upload(invoice);
  await service.drain();
  expect(await counts(company, batch)).toEqual([1, 1, 1]);

  const [stationery, unknown] = await company.lines();
  const category_id = "purchases.goods.office_supplies";
  await run(recategorizeActivity, company.ctx, { id: unknown?.id, category_id, reason: "Paper" });
  expect(await counts(company, batch)).toEqual([2, 2, 2]);

  await run(excludeActivity, company.ctx, { id: stationery?.id, reason: "Private" });
  expect(await counts(company, batch)).toEqual([1, 1, 1]);

  await run(excludeActivity, company.ctx, { id: unknown?.id, reason: "Private" });
  expect(await counts(company, batch)).toEqual([0, 0, 0]);

  await run(undoActivityChange, company.ctx, { id: stationery?.id, reason: "Not private" });
  expect(await counts(company, batch)).toEqual([1, 1, 1]);
});

test("the kept counts stay those of the current entries, whatever is read again, and the migration makes the same", async () => {
  const { ctx } = await service.company();
  for (let round = 0; round < 3; round += 1) {
    await record(ctx, randomLines(20, 90 + round));
    await correctRandomly(ctx, 15, round);
    expect(await compareDocumentCounts(ctx.db)).toEqual([]);
  }
  const owner = new Client(driverSettings(service.db.connection));
  await owner.connect();
  try {
    const migration = await readFile(join(MIGRATIONS, "0465-entries-of-documents.sql"), "utf8");
    await owner.query("drop view counted_documents; drop table document_entry_counts");
    await owner.query(`begin; ${migration}; commit`);
  } finally {
    await owner.end();
  }
  expect(await compareDocumentCounts(ctx.db)).toEqual([]);
});

const SHIFT = statement(`
  update document_entry_counts set entry_count = entry_count + $4 where tenant_id = $1 and environment = $2 and document_id = $3`);
const KEEP = statement(`
  insert into document_entry_counts (tenant_id, environment, document_id, entry_count) values ($1, $2, $3, 1)`);

test("a kept count that is off is found, and so is one that no document has", async () => {
  const company = await service.company();
  await company.upload(invoice);
  await service.drain();
  const { db, newId } = company.ctx;
  const { items } = await run<{ items: readonly UploadFile[] }>(listUploadFiles, company.ctx, {});
  const document_id = items[0]?.document_id ?? null;
  expect(await compareDocumentCounts(db)).toEqual([]);
  await db.transaction((tx) => tx.rows(SHIFT, [document_id, 2]));
  expect(await compareDocumentCounts(db)).toEqual([{ document_id, entries_count: 1, kept_count: 3 }]);
  await db.transaction((tx) => tx.rows(SHIFT, [document_id, -2]));
  const nobody = newId();
  await db.transaction((tx) => tx.rows(KEEP, [nobody]));
  expect(await compareDocumentCounts(db)).toEqual([{ document_id: nobody, entries_count: 0, kept_count: 1 }]);
});
