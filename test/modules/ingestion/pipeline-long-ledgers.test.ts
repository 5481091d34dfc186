import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { ledgerCsv } from "../../support/electronic-files.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const LINES = statement(`
  select document_id, count(*) as lines, count(distinct description) as texts from activities
  where tenant_id = $1 and environment = $2 group by document_id order by count(*) desc, document_id limit 10`);

/** A ledger of postings that no other one has. */
function ledger(first: number, rows: number) {
  return { name: `${first}.csv`, bytes: ledgerCsv(Array.from({ length: rows }, (_, index) => first + index)) };
}

test("ledgers of more lines than are kept in memory at once are each booked once, and an invoice beside them", async () => {
  const company = await service.company();
  const invoice = {
    name: "invoice.xml",
    bytes: ubl({ number: "L-1", lines: [{ text: "Elforbrug maj", quantity: "1000", unit: "KWH", amount: "980.00" }] }),
  };
  const files = await company.ingest(ledger(0, 4_900), ledger(10_000, 300), invoice);
  expect(files.map((file) => file.status).filter((status) => status === "rejected" || status === "stored")).toEqual([]);
  const booked = await company.ctx.db.rows<{ lines: number; texts: number }>(LINES);
  expect(booked.map((document) => document.lines)).toEqual([4_900, 300, 1]);
  expect(booked[0]?.texts).toBe(4_900);
  expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(company.ctx.db)).toEqual([]);
}, 300_000);
