import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { closeDepartment } from "../../../src/modules/departments/close-department.ts";
import { createDepartment } from "../../../src/modules/departments/create-department.ts";
import { updateDepartment } from "../../../src/modules/departments/update-department.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { readDocument } from "../../../src/modules/reading/read-document.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const PAPER = { text: "Kopipapir A4", amount: "500.00" };
const file = (document: UblDocument) => ({ name: `${document.number}.xml`, bytes: ubl(document) });

async function department({ ctx }: Company, code: string): Promise<string> {
  // The operation answers with the record that it made.
  return ((await invoke(createDepartment, ctx, { name: `Afdeling ${code}`, code })) as { readonly id: string }).id;
}
async function total({ ctx }: Company, department_id?: string): Promise<number> {
  return ((await invoke(getEmissionsSummary, ctx, { department_id })) as { total_co2e_kg: number }).total_co2e_kg;
}

describe("a document that states a department's code", () => {
  test("of the line before that of the whole invoice, gives the emissions to the department", async () => {
    const company = await service.company();
    const [sales, workshop] = [await department(company, "SALG"), await department(company, "200")];
    const lines = [PAPER, { ...PAPER, cost_centre: "200" }, { ...PAPER, cost_centre: "999" }];
    await company.ingest(file({ number: "A-1", cost_centre: " salg ", lines }));
    const whole = await total(company);
    expect(await total(company, sales)).toBeCloseTo(whole / 3, 6);
    expect(await total(company, workshop)).toBeCloseTo(whole / 3, 6);
    expect(whole).toBeGreaterThan(0);
  });

  test("in the column of an export does the same", async () => {
    const company = await service.company();
    const sales = await department(company, "SALG");
    const rows = ["01-03-2026;2410;Telefon;Mobil;1000,00;SALG", "02-03-2026;2410;Telefon;Mobil;1000,00;"];
    const bytes = Buffer.from(["Dato;Konto;Kontonavn;Tekst;Beløb;Afdeling", ...rows].join("\r\n"));
    await company.ingest({ name: "posteringer.csv", bytes });
    expect(await total(company, sales)).toBeCloseTo((await total(company)) / 2, 5);
    expect(await total(company, sales)).toBeGreaterThan(0);
  });

  test("that two departments share names neither", async () => {
    const company = await service.company();
    const twice = [await department(company, "10"), await department(company, "10")];
    await company.ingest(file({ number: "A-1", cost_centre: "10", lines: [PAPER] }));
    expect(await Promise.all(twice.map((id) => total(company, id)))).toEqual([null, null]);
    expect(await total(company)).toBeGreaterThan(0);
  });
});

describe("a document that states the code of a closed department", () => {
  const close = ({ ctx }: Company, id: string) => invoke(closeDepartment, ctx, { id, reason: "Sold" });

  test("is counted whole, without a department, and its file says which and how many lines", async () => {
    const company = await service.company();
    const [sales, workshop] = [await department(company, "SALG"), await department(company, "200")];
    await close(company, sales);
    const lines = [PAPER, { ...PAPER, cost_centre: "200" }, { ...PAPER, cost_centre: "salg" }];
    const [read] = await company.ingest(file({ number: "A-1", cost_centre: "SALG", lines }));
    expect(read).toMatchObject({ status: "processed", entry_count: 3 });
    expect(read?.warnings).toEqual([
      expect.stringMatching(/^department_closed: 2 lines name "Afdeling SALG" \(code SALG\), .*without a department/),
    ]);
    const whole = await total(company);
    expect(await total(company, sales)).toBeNull();
    expect(await total(company, workshop)).toBeCloseTo(whole / 3, 6);
  });

  test("goes to the open one that has the code by now, and no warning is told", async () => {
    const company = await service.company();
    const [old, next] = [await department(company, "SALG"), await department(company, "NY")];
    await close(company, old);
    await invoke(updateDepartment, company.ctx, {
      id: next,
      version: 1,
      changes: { code: "SALG" },
      reason: "Successor",
    });
    const [read] = await company.ingest(file({ number: "A-1", cost_centre: "SALG", lines: [PAPER] }));
    expect(read?.warnings).toEqual([]);
    expect(await total(company, next)).toBeGreaterThan(0);
    expect(await total(company, old)).toBeNull();
  });

  // What it takes back was counted there: elsewhere it would be a reduction of somebody else's emissions.
  test("and is a credit note reduces what the closed department has", async () => {
    const company = await service.company();
    const sales = await department(company, "SALG");
    await company.ingest(file({ number: "A-1", cost_centre: "SALG", lines: [{ ...PAPER, amount: "500.00" }] }));
    const before = await total(company, sales);
    await close(company, sales);
    const credit = { number: "K-1", is_credit_note: true, credits: "A-1", cost_centre: "SALG" };
    const [read] = await company.ingest(file({ ...credit, lines: [{ ...PAPER, amount: "100.00" }] }));
    expect(read?.warnings).toEqual([]);
    expect(await total(company, sales)).toBeCloseTo(before * 0.8, 6);
  });
});

test("CII states it at the line and for the whole invoice", () => {
  const settlement = (centre: string) =>
    `<ram:ReceivableSpecifiedTradeAccountingAccount><ram:ID>${centre}</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>`;
  const line = (id: number, centre: string) =>
    `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${id}</ram:LineID></ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>Paper</ram:Name></ram:SpecifiedTradeProduct><ram:SpecifiedLineTradeSettlement>${centre}<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>10.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`;
  const ns = "urn:un:unece:uncefact:data:standard";
  const text = `<rsm:CrossIndustryInvoice xmlns:rsm="${ns}:CrossIndustryInvoice:100" xmlns:ram="${ns}:ReusableAggregateBusinessInformationEntity:100"><rsm:ExchangedDocument><ram:ID>C-1</ram:ID><ram:TypeCode>380</ram:TypeCode></rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction>${line(1, settlement("200"))}${line(2, "")}<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>${settlement("SALG")}</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
  const outcome = readDocument(Buffer.from(text), "c.xml");
  const lines = outcome.kind === "parsed" ? outcome.document.lines : [];
  expect(lines.map(({ cost_centre }) => cost_centre)).toEqual(["200", "SALG"]);
});
