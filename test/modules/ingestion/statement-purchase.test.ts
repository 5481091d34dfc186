import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";
import { yearlyStatement } from "../../support/yearly-statement.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const SUPPLIER = { name: "Klitvest Energi A/S", cvr: "12345674" };

const STATEMENT = yearlyStatement(SUPPLIER.name);

interface Posting {
  readonly number?: string;
  readonly date: string;
  readonly supplier?: string;
}

const ledger = (...postings: readonly Posting[]): TestFile => ({
  name: "ledger.csv",
  bytes: Buffer.from(
    [
      "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta",
      ...postings.map(
        ({ number = "", date, supplier = SUPPLIER.name }, at) =>
          `${date};${at + 1};2050;El;El;${supplier};${number};${9000 + at},00;DKK`,
      ),
    ].join("\r\n"),
  ),
});

const INVOICE: TestFile = {
  name: "invoice.xml",
  bytes: ubl({
    number: "E-77",
    date: "2026-01-16",
    supplier: SUPPLIER,
    lines: [{ text: "Elforbrug", amount: "9000.00", quantity: "12000", unit: "KWH" }],
  }),
};

async function after(...files: readonly TestFile[]): Promise<Company> {
  const company = await service.company();
  for (const file of files) await company.ingest(file);
  expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(company.ctx.db)).toEqual([]);
  return company;
}

async function statesOf(company: Company): Promise<string[]> {
  return (await company.lines()).map(({ line_kind, status }) => `${line_kind} ${status}`).toSorted();
}

const orders = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

const named = (files: readonly TestFile[]) =>
  orders(files).map((order) => [order.map(({ name }) => name).join(", "), order] as const);

describe("a utility statement and the ledger row of its invoice", () => {
  const row = ledger({ number: "E-77", date: "2026-01-20" });

  test.each(named([STATEMENT, row]))("are one emission, the statement's: %s", async (_name, order) => {
    expect(await statesOf(await after(...order))).toEqual(["consumption classified", "ledger_row excluded"]);
  });

  test.each(named([STATEMENT, row, INVOICE]))("with the invoice, too, one emission: %s", async (_name, order) => {
    const states = await statesOf(await after(...order));
    expect(states).toContain("ledger_row excluded");
    expect(states.filter((state) => state.endsWith("classified"))).toHaveLength(1);
  });
});

describe("a utility statement and ledger rows without its number", () => {
  test.each(named([STATEMENT, ledger({ date: "2025-04-02" }, { date: "2025-07-02" })]))(
    "of the same supplier, supply and time: the rows wait for a person: %s",
    async (_name, order) => {
      const company = await after(...order);
      expect(await statesOf(company)).toEqual([
        "consumption classified",
        "ledger_row pending_review",
        "ledger_row pending_review",
      ]);
      const codes = (await company.lines()).flatMap(({ review_code }) => review_code ?? []);
      expect(codes).toEqual(["possible_duplicate", "possible_duplicate"]);
    },
  );

  test.each([
    ["before its time", { date: "2024-12-20" }],
    ["long after it", { date: "2026-03-20" }],
    ["of another supplier", { date: "2025-07-02", supplier: "Nordkraft Handel A/S" }],
  ])("%s: both count", async (_name, posting) => {
    for (const order of orders([STATEMENT, ledger(posting)])) {
      expect(await statesOf(await after(...order))).toEqual(["consumption classified", "ledger_row classified"]);
    }
  });
});
