import { afterAll, beforeAll, expect, test } from "vitest";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { getUpload } from "../../../src/modules/ingestion/get-upload.ts";
import type { UploadBatch } from "../../../src/modules/ingestion/index.ts";
import { statement } from "../../../src/core/statement.ts";
import { ubl } from "../../support/ubl.ts";
import { zipOf } from "../../support/zip.ts";

let site: Pipeline;
let company: Company;
beforeAll(async () => {
  site = await pipeline();
  company = await site.company();
});
afterAll(() => site.close());

const LINE = { text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" };
const invoice = (number: string): TestFile => ({ name: `${number}.xml`, bytes: ubl({ number, lines: [LINE] }) });

async function pageOf(input: Record<string, unknown>): Promise<UploadBatch> {
  return (await invoke(getUpload, company.ctx, input)) as UploadBatch;
}

test("an archive's files come in pages of at most 120,000 characters, each file once and in order", async () => {
  const entries = Array.from({ length: 259 }, (_, at) => ({ name: `f-${at}.txt`, content: Buffer.from(`note ${at}`) }));
  const { id } = await company.upload({ name: "many.zip", bytes: zipOf(entries) });
  await site.drain();
  const first = await pageOf({ id });
  expect(first).toMatchObject({ status: "completed", file_count: 260 });
  expect(first.files.length).toBeLessThanOrEqual(100);
  const names: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await pageOf({ id, limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    expect(JSON.stringify(page).length).toBeLessThanOrEqual(120_000);
    names.push(...page.files.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  expect(names).toHaveLength(260);
  expect(new Set(names).size).toBe(260);
  expect(names[0]).toBe("many.zip");
  const other = await company.upload(invoice("OTHER"));
  await expect(pageOf({ id: other.id, cursor: first.next_cursor ?? "" })).rejects.toMatchObject({
    code: "pagination.invalid_cursor",
  });
});

test("a waiting request hears of the end of the upload, and reads its files only then", async () => {
  const { id } = await company.upload(invoice("W-1"), invoice("W-2"));
  const { db } = company.ctx;
  let looks = 0;
  let reads = 0;
  const counting = {
    ...company.ctx,
    db: {
      ...db,
      rows: async <Row>(...given: Parameters<typeof db.rows>) => {
        const { text } = given[0];
        if (text.includes("is_reading")) looks += 1;
        if (text.includes("select position,")) reads += 1;
        return await db.rows<Row>(...given);
      },
    },
  };
  const waiting = invoke(getUpload, counting, { id, wait_seconds: 20 }) as Promise<UploadBatch>;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  // It has looked when it came, and once it could hear.
  expect(looks).toBe(2);
  const drained = site.drain();
  const batch = await waiting;
  await drained;
  expect(batch).toMatchObject({ status: "completed", file_count: 2, next_cursor: null });
  expect(reads).toBe(2);
});

test("an upload that is not read within the time is answered as it is", async () => {
  const { id } = await company.upload(invoice("X-1"));
  const began = performance.now();
  expect(await pageOf({ id, wait_seconds: 1 })).toMatchObject({ status: "processing" });
  expect(performance.now() - began).toBeGreaterThan(900);
  await site.db.database.admin.rows(statement("delete from jobs where state = 'ready'"));
});
