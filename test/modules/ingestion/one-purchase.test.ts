import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const SUPPLIER = { name: "Nordpap A/S", cvr: "12345674" };
const text = (name: string, ...lines: readonly string[]): TestFile => ({
  name,
  bytes: Buffer.from(lines.join("\r\n")),
});

interface Bought {
  readonly number?: string;
  readonly net?: string;
  readonly date?: string;
  readonly supplier?: string;
}

const danish = (amount: string): string => amount.replace(".", ",");

const invoice = ({
  number = "F-4711",
  net = "1000.00",
  date = "2026-03-02",
  supplier = SUPPLIER.name,
}: Bought = {}) => ({
  name: `${number}.xml`,
  bytes: ubl({
    number,
    date,
    supplier: supplier === SUPPLIER.name ? SUPPLIER : { name: supplier, cvr: "27182818" },
    lines: [{ text: "Kontorartikler", amount: net }],
  }),
});

const ledger = ({ number = "F-4711", net = "1000.00", date = "2026-03-03", supplier = SUPPLIER.name }: Bought = {}) =>
  text(
    `ledger-${number}-${date}.csv`,
    "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta",
    `${date};17;2450;Kontorartikler;Kontorpapir;${supplier};${number};${danish(net)};DKK`,
  );

const bank = ({ net = "1250.00", date = "2026-03-20" }: Bought = {}, words = "NORDPAP A/S 4711") =>
  text(
    `bank-${date}.csv`,
    "Dato;Tekst;Beløb;Saldo;Status",
    `${date};KONTORARTIKLER ${words};-${danish(net)};10000,00;Udført`,
  );

const orders = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

async function intact(company: Company): Promise<void> {
  expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(company.ctx.db)).toEqual([]);
}

/** Lines about the purchase that count. */
async function counting(company: Company): Promise<string[]> {
  const lines = await company.lines();
  return lines.filter((line) => line.status === "classified").map((line) => line.line_kind);
}

async function alone(file: TestFile): Promise<number> {
  const company = await service.company();
  await company.ingest(file);
  return await company.total_kg();
}

describe("bank line, ledger row and invoice of one purchase", () => {
  const sources = { bank: bank(), ledger: ledger(), invoice: invoice() };

  test("each of them alone counts", async () => {
    for (const file of Object.values(sources)) expect(await alone(file)).toBeGreaterThan(0);
  });

  test.each(orders(["bank", "ledger", "invoice"] as const).map((order) => [order.join(", "), order] as const))(
    "one emission, the invoice's, in the order %s",
    async (_name, order) => {
      const company = await service.company();
      for (const source of order) await company.ingest(sources[source]);
      expect(await counting(company)).toEqual(["line"]);
      expect(await company.total_kg()).toBeCloseTo(await alone(sources.invoice), 6);
      await intact(company);
    },
  );

  test("[contract 10.3.4] in one upload: one emission, too", async () => {
    const company = await service.company();
    await company.ingest(sources.ledger, sources.bank, sources.invoice);
    expect(await counting(company)).toEqual(["line"]);
    await intact(company);
  });

  test.each([
    ["bank, ledger", ["bank", "ledger"] as const],
    ["ledger, bank", ["ledger", "bank"] as const],
  ])("without the invoice the ledger row counts: %s", async (_name, order) => {
    const company = await service.company();
    for (const source of order) await company.ingest(sources[source]);
    expect(await counting(company)).toEqual(["ledger_row"]);
    await intact(company);
  });

  test("what became evidence says by which document the purchase is counted, and its entries are superseded", async () => {
    const company = await service.company();
    await company.ingest(sources.ledger);
    const before = await company.total_kg();
    expect(before).toBeGreaterThan(0);
    const [read] = await company.ingest(sources.invoice);
    const row = (await company.lines()).find((line) => line.line_kind === "ledger_row");
    expect(row).toMatchObject({ status: "excluded", reason: expect.stringContaining(read?.document_id ?? "?") });
    const actions = await company.ctx.db.rows<{ action: string }>(BECAME_EVIDENCE);
    expect(actions).toHaveLength(1);
  });

  test("of another company are not looked at", async () => {
    const [one, other] = [await service.company(), await service.company()];
    await one.ingest(sources.invoice);
    await other.ingest(sources.ledger);
    expect(await counting(one)).toEqual(["line"]);
    expect(await counting(other)).toEqual(["ledger_row"]);
  });
});

const BECAME_EVIDENCE = statement(`
  select action from audit_events where tenant_id = $1 and environment = $2 and action = 'activity.became_evidence'
  order by seq limit 10`);

describe("ledger row and invoice", () => {
  const both = async (row: TestFile, document: TestFile): Promise<string[]> => {
    const company = await service.company();
    await company.ingest(row);
    await company.ingest(document);
    return await counting(company);
  };

  test.each([
    ["the number in other signs and an amount off by a cent", ledger({ number: "f4711", net: "1000.01" })],
    ["another number, but supplier, amount and five days", ledger({ number: "17", date: "2026-03-07" })],
    ["the number and the amount, months later", ledger({ date: "2026-09-01" })],
  ])("are one purchase by %s", async (_name, row) => {
    expect(await both(row, invoice())).toEqual(["line"]);
  });

  test("are two purchases with another number and supplier", async () => {
    const row = ledger({ number: "17", supplier: "Bogcentralen" });
    expect((await both(row, invoice())).toSorted()).toEqual(["ledger_row", "line"]);
  });

  test("with its number and two cents of difference a person is asked, in either order", async () => {
    const row = ledger({ net: "1000.02" });
    for (const files of [
      [row, invoice()],
      [invoice(), row],
    ]) {
      const company = await service.company();
      for (const one of files) await company.ingest(one);
      expect(await counting(company)).toEqual(["line"]);
      const asked = (await company.lines()).find((line) => line.line_kind === "ledger_row");
      expect(asked).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
    }
  });

  test("with another number and six days a person is asked", async () => {
    const company = await service.company();
    await company.ingest(ledger({ number: "17", date: "2026-03-08" }));
    await company.ingest(invoice());
    expect(await counting(company)).toEqual(["line"]);
    const row = (await company.lines()).find((line) => line.line_kind === "ledger_row");
    expect(row).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
    await intact(company);
  });

  test("postings of one invoice on two accounts are evidence together", async () => {
    const head = "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta";
    const row = (account: string, amount: string) =>
      `2026-03-03;17;${account};Kontorartikler;Kontorpapir;${SUPPLIER.name};F-4711;${amount};DKK`;
    const split = text("ledger.csv", head, row("2450", "600,00"), row("2452", "400,00"));
    expect(await both(split, invoice())).toEqual(["line"]);
  });

  test("two equal purchases with one invoice stay one invoice and one row", async () => {
    const head = "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Beløb;Valuta";
    const row = (voucher: number) =>
      `2026-03-03;${voucher};2450;Kontorartikler;Kontorpapir;${SUPPLIER.name};1000,00;DKK`;
    const twice = text("ledger.csv", head, row(1), row(2));
    expect((await both(twice, invoice())).toSorted()).toEqual(["ledger_row", "line"]);
    expect((await both(invoice(), twice)).toSorted()).toEqual(["ledger_row", "line"]);
  });
});

describe("bank line and invoice", () => {
  test.each([
    ["45 days after", "2026-04-16", 1],
    ["180 days after", "2026-08-29", 1],
    ["181 days after", "2026-08-30", 2],
    ["30 days before", "2026-01-31", 1],
    ["31 days before", "2026-01-30", 2],
  ])("%s the invoice", async (_name, date, count) => {
    const company = await service.company();
    // Long before, so that what comes is none of the bank's first rows, which may settle earlier purchases.
    await company.ingest(bank({ date: "2025-06-01", net: "7.00" }, "VISA ANDEN BUTIK"));
    await company.ingest(invoice());
    await company.ingest(bank({ date }));
    expect(await counting(company)).toHaveLength(count + 1);
  });

  test.each(orders(["bank", "invoice"] as const).map((order) => [order.join(", "), order] as const))(
    "with nothing but the amount in common the payment waits for a person: %s",
    async (_name, order) => {
      const company = await service.company();
      const files = { bank: bank({}, "BOGCENTRALEN"), invoice: invoice() };
      for (const source of order) await company.ingest(files[source]);
      expect(await counting(company)).toEqual(["line"]);
      const row = (await company.lines()).find((line) => line.line_kind === "bank_row" && line.amount === "1250");
      expect(row).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
      await intact(company);
    },
  );
});
