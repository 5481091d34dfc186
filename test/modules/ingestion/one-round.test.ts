import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lockAuditChain } from "../../../src/modules/audit/index.ts";
import { testDatabase } from "../../support/database.ts";
import { gate } from "../../support/job-workers.ts";
import { type Company, type Pipeline, pipelineOver, type TestFile } from "../../support/pipeline.ts";
import { intact, waiting } from "../../support/review.ts";
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

/** While the first file waits for the audit chain, the others are read, and are then recorded together. */
async function recordedTogether(company: Company, files: readonly TestFile[]): Promise<void> {
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
}

test.each([
  ["the ledger is ready first", [ledger(NUMBERS), ...NUMBERS.map(invoice)]],
  ["the invoices are ready first", [...NUMBERS.map(invoice), ledger(NUMBERS)]],
])("a ledger and invoices that are recorded in one go count each purchase once: %s", async (_name, sources) => {
  const company = await service.company();
  await recordedTogether(company, [invoice("300"), ...sources]);
  const lines = await company.lines();
  const kinds = (status: string) => lines.filter((line) => line.status === status).map((line) => line.line_kind);
  expect(kinds("classified")).toEqual(["300", ...NUMBERS].map(() => "line"));
  expect(kinds("excluded")).toEqual(NUMBERS.map(() => "ledger_row"));
});

test("an invoice that is recorded in one go with one that says the same under another number leads to it", async () => {
  const company = await service.company();
  const gas = (number: string): TestFile => {
    const period = ["2026-02-01", "2026-02-28"] as const;
    const lines = [{ text: "Naturgas", quantity: "420", unit: "NM3", amount: "3150.00", period }];
    return { name: `${number}.xml`, bytes: ubl({ number, date: "2026-03-02", supplier: SUPPLIER, lines }) };
  };
  await recordedTogether(company, [invoice("300"), gas("A-1"), gas("A-2")]);
  const [asked, ...others] = await waiting(company.ctx);
  expect(others).toEqual([]);
  const counted = (await company.lines()).find(({ description, status }) => {
    return description === "Naturgas" && status === "classified";
  });
  expect(asked?.waits_for).toMatchObject({ parameters: { document_id: counted?.document_id } });
  await intact(company.ctx);
});

test("a corrected invoice that is recorded in one go with the one that it names waits, or that one does", async () => {
  const company = await service.company();
  const bill = (number: string, more: object): TestFile => {
    const lines = [{ text: "Elforbrug", quantity: "900", unit: "KWH", amount: "900.00" }];
    return { name: `${number}.xml`, bytes: ubl({ number, date: "2026-03-02", supplier: SUPPLIER, lines, ...more }) };
  };
  const corrected = bill("A-1-R", { is_correction: true, credits: "A-1" });
  await recordedTogether(company, [invoice("300"), corrected, bill("a 1", { due: "2026-04-02" })]);
  expect((await waiting(company.ctx)).map(({ review_code }) => review_code)).toEqual(["possible_duplicate"]);
  await intact(company.ctx);
});
