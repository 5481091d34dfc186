import { afterAll, beforeAll, expect, test } from "vitest";
import { pdf } from "../../support/pdf.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { POWER_BILL } from "../../support/printed-invoices.ts";
import { waiting } from "../../support/review.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const LINES = [{ text: "Kopipapir A4", amount: "500.00" }];

test("an invoice that the company itself issued is kept and not booked", async () => {
  const company = await service.company({ name: "Fiktiva Kontor A/S" });
  const supplier = { name: "FIKTIVA KONTOR A/S", cvr: "31415926" };
  const [file] = await company.ingest({ name: "salg.xml", bytes: ubl({ number: "1", supplier, lines: LINES }) });
  expect(file).toMatchObject({ status: "processed", activity_count: 1, entry_count: 0 });
  expect((await company.lines())[0]).toMatchObject({
    status: "excluded",
    reason: expect.stringMatching(/seller is the company itself/),
  });
});

test("a company of the same name and another legal form is a supplier like others", async () => {
  const company = await service.company({ name: "Fiktiva Kontor ApS" });
  const supplier = { name: "Fiktiva Kontor A/S", cvr: "31415926" };
  await company.ingest({ name: "koeb.xml", bytes: ubl({ number: "1", supplier, lines: LINES }) });
  expect((await company.lines())[0]?.status).toBe("classified");
});

test("a print on which the company was read as the supplier waits: it may have been the buyer", async () => {
  const company = await service.company({ name: "Fiktiva El A/S" });
  const [file] = await company.ingest({ name: "el.pdf", bytes: pdf(POWER_BILL.pages) });
  expect(file).toMatchObject({ status: "needs_review", entry_count: 0 });
  expect((await waiting(company.ctx))[0]?.reason).toMatch(/supplier that was read is the company itself/);
});
