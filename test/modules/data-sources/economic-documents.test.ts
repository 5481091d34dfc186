import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import type { BookedEntry } from "../../support/economic-contract.ts";
import { ECONOMIC_TOKENS, type EconomicServer, economicServer } from "../../support/economic-server.ts";
import { pdf } from "../../support/pdf.ts";
import type { Company } from "../../support/pipeline.ts";
import { POWER_BILL } from "../../support/printed-invoices.ts";
import { type SourceCompany, type SourceSite, sourceSite } from "../../support/source-site.ts";

let site: SourceSite;
let server: EconomicServer;

beforeAll(async () => {
  server = await economicServer();
  site = await sourceSite({ economic_url: server.url });
});
beforeEach(() => server.reset());
afterEach(() => {
  expect(site.service.errors).toEqual([]);
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const BILL = { name: "el.pdf", bytes: pdf(POWER_BILL.pages) };
const { number, net, date } = POWER_BILL.expected;

const entry = (overrides: Partial<BookedEntry>): BookedEntry => ({
  entryNumber: 1,
  accountNumber: 2750,
  date,
  amount: Number(net),
  amountInBaseCurrency: Number(net),
  type: 3,
  voucherNumber: 70,
  text: "Kopipapir A4",
  ...overrides,
});
/** The posting of the bill, and one of something else. */
const BOTH = [entry({ supplierInvoiceNumber: number }), entry({ entryNumber: 2, amount: 120.5, voucherNumber: 71 })];

const request = (has_documents: boolean) => ({
  connection: { kind: "economic", has_documents },
  credentials: ECONOMIC_TOKENS,
});

/** The same company, as it sees its ledger. */
async function ledgerOf({ ctx }: SourceCompany): Promise<Company> {
  return await site.service.company(ctx.tenant);
}

/** Lines that count, and that the ledger agrees with itself. */
async function counting(company: SourceCompany): Promise<string[]> {
  await site.service.drain();
  const ledger = await ledgerOf(company);
  expect((await verifyAudit(ledger.ctx.db, ledger.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(ledger.ctx.db)).toEqual([]);
  const lines = await ledger.lines();
  return lines.filter(({ status }) => status === "classified").map((line) => `${line.line_kind} ${line.amount}`);
}

async function billAlone(): Promise<string[]> {
  const alone = await site.service.company({ environment: "sandbox" });
  await alone.ingest(BILL);
  const lines = await alone.lines();
  return lines.filter(({ status }) => status === "classified").map((line) => `${line.line_kind} ${line.amount}`);
}

test("a posting and the PDF that is attached to it are one purchase: the bill counts, the posting is evidence", async () => {
  const company = await site.company();
  server.entries.push(...BOTH);
  server.documents.set(7, BILL.bytes);
  const { id } = await company.create(request(true));
  await company.sync(id);
  const expected = [...(await billAlone()), "ledger_row 120.5"].toSorted();
  expect((await counting(company)).toSorted()).toEqual(expected);
  // A second look at the same agreement adds nothing.
  await company.sync(id);
  expect((await counting(company)).toSorted()).toEqual(expected);
});

test("a bill that was uploaded before is a duplicate as an attachment, and still counts instead of its posting", async () => {
  const company = await site.company();
  await (await ledgerOf(company)).ingest(BILL);
  server.entries.push(...BOTH);
  server.documents.set(7, BILL.bytes);
  const { id } = await company.create(request(true));
  await company.sync(id);
  expect((await counting(company)).toSorted()).toEqual([...(await billAlone()), "ledger_row 120.5"].toSorted());
  const statuses = (await company.files()).map(({ name, status }) => [name, status]);
  expect(statuses).toContainEqual(["70-7.pdf", "duplicate"]);
});

test("postings come first and count until their bill is uploaded", async () => {
  const company = await site.company();
  server.entries.push(...BOTH);
  const { id } = await company.create(request(false));
  await company.sync(id);
  expect(await counting(company)).toHaveLength(2);
  await (await ledgerOf(company)).ingest(BILL);
  expect((await counting(company)).toSorted()).toEqual([...(await billAlone()), "ledger_row 120.5"].toSorted());
});
