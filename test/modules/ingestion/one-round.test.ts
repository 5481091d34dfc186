import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lockAuditChain } from "../../../src/modules/audit/index.ts";
import { testDatabase } from "../../support/database.ts";
import { gate } from "../../support/job-workers.ts";
import { type Pipeline, pipelineOver, type TestFile } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = pipelineOver(await testDatabase(), { counts_reading: true });
});
afterAll(() => service.close());

const SUPPLIER = { name: "Nordpap A/S", cvr: "12345674" };
const NUMBERS = ["301", "302", "303", "304", "305", "306"];

function invoice(number: string): TestFile {
  const lines = [{ text: "Kontorartikler", amount: `1${number}.00` }];
  return { name: `${number}.xml`, bytes: ubl({ number, date: "2026-03-02", supplier: SUPPLIER, lines }) };
}

/** Postings of all these invoices. */
function ledger(numbers: readonly string[]): TestFile {
  const rows = numbers.map(
    (number) => `2026-03-03;17;2450;Kontorartikler;Kontorpapir;${SUPPLIER.name};${number};1${number},00;DKK`,
  );
  const head = "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta";
  return { name: "ledger.csv", bytes: Buffer.from([head, ...rows].join("\r\n")) };
}

async function filesRead(): Promise<number> {
  const counts = (await service.metrics()).matchAll(/^carbon_ledger_parse_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

// While the first file waits for the audit chain, the others are read, and are then recorded together.
test.each([
  ["the ledger is ready first", [ledger(NUMBERS), ...NUMBERS.map(invoice)]],
  ["the invoices are ready first", [...NUMBERS.map(invoice), ledger(NUMBERS)]],
])("a ledger and invoices that are recorded in one go count each purchase once: %s", async (_name, sources) => {
  const company = await service.company();
  const files = [invoice("300"), ...sources];
  for (const file of files) await company.upload(file);
  const before = await filesRead();
  const chain = { held: gate(), free: gate() };
  const holding = company.ctx.db.transaction(async (tx) => {
    await lockAuditChain(tx);
    chain.held.open();
    await chain.free.passed;
  });
  await chain.held.passed;
  const drained = service.drain();
  await vi.waitFor(async () => expect(await filesRead()).toBe(before + files.length), 30_000);
  chain.free.open();
  await Promise.all([holding, drained]);
  const lines = await company.lines();
  const kinds = (status: string) => lines.filter((line) => line.status === status).map((line) => line.line_kind);
  expect(kinds("classified")).toEqual(["300", ...NUMBERS].map(() => "line"));
  expect(kinds("excluded")).toEqual(NUMBERS.map(() => "ledger_row"));
});
