import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { listDataSources } from "../../../src/modules/data-sources/list-data-sources.ts";
import { reserveQuota } from "../../../src/modules/quota/index.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(async () => {
  await service.close();
});

const invoice = (number: string, text: string) => ({
  name: `${number}.xml`,
  bytes: ubl({ number, lines: [{ text, amount: "98.00" }], supplier: { name: "Zenobia ApS", cvr: "16180339" } }),
});

async function sources({ ctx }: Company): Promise<unknown[]> {
  return ((await invoke(listDataSources, ctx, {})) as { items: unknown[] }).items;
}

test("a company without uploads has no data source; the first upload makes one, and no second", async () => {
  const company = await service.company();
  expect(await sources(company)).toEqual([]);
  await company.upload(invoice("S-1", "Kopipapir"));
  service.db.clock.advance(60);
  await company.upload(invoice("S-2", "Kopipapir"));
  expect(await sources(company)).toMatchObject([
    {
      connector: "upload",
      status: "connected",
      last_sync_at: service.db.clock.now().toISOString().replace("Z", "000Z"),
    },
  ]);
});

test("its counts are those of the files: waiting, waiting for a person, refused", async () => {
  const company = await service.company({ plan: "starter" });
  await company.upload(invoice("S-1", "Kopipapir"), invoice("S-2", "XQ-1170"), {
    name: "e.xml",
    bytes: Buffer.alloc(0),
  });
  expect(await sources(company)).toMatchObject([{ pending_count: 3, review_count: 0, failed_count: 0 }]);
  await service.drain();
  expect(await sources(company)).toMatchObject([{ pending_count: 0, review_count: 1, failed_count: 1 }]);
  await company.ctx.db.transaction((tx) => reserveQuota(company.ctx, tx, 97));
  await company.upload(invoice("S-3", "Kopipapir"), invoice("S-4", "Kopipapir"));
  await service.drain();
  expect(await sources(company)).toMatchObject([{ pending_count: 1 }]);
});

test("another company's uploads do not count", async () => {
  const company = await service.company();
  const other = await service.company();
  await company.upload(invoice("S-1", "Kopipapir"));
  expect(await sources(other)).toEqual([]);
});
