import { expect, test } from "vitest";
import { readBill } from "../../support/printed-bill.ts";

test.each([
  "Kopi El A/S",
  "Rengøringsfirma Dato A/S",
  "Dato Revision ApS",
  "Original Kaffe ApS",
  "Vattenfall A/S",
  "Vattenfall 2026 Service A/S",
  "Momsfri Handel A/S",
])("a seller called %s is the supplier", async (seller) => {
  expect((await readBill({ seller })).supplier).toMatchObject({ name: seller, identifier: "12345674" });
});

test("a title in one cell with the buyer's name is no seller", async () => {
  const read = await readBill({ title: "Faktura til Prøvefabrikken ApS" });
  expect(read.supplier).toMatchObject({ name: "Fiktiva El A/S" });
});

test.each(["KOPI", "Kopi", "Dato", "Original"])("%s above the seller is no name", async (title) => {
  expect((await readBill({ title })).supplier).toMatchObject({ name: "Fiktiva El A/S" });
});

test.each([
  ["Momsreg.nr SE556036213801", "SE556036213801", "SE"],
  ["VAT no. SE556036213801", "SE556036213801", "SE"],
  ["USt-IdNr. DE 123456789", "DE123456789", "DE"],
  ["TVA: FR 40 303265045", "FR40303265045", "FR"],
  ["VAT: IE1A23456A", "IE1A23456A", "IE"],
  ["Btw NL123456789B01", "NL123456789B01", "NL"],
  // No label of a number, and no number behind one.
  ["Tax invoice 12345678", null, null],
  ["Vattenledning 12345678", null, null],
])("%s is the number of the seller: %s", async (printed, identifier, country) => {
  const { supplier } = await readBill({ seller: "Vattenfall AB", address: ["Storgatan 1", "Malmö", printed] });
  expect([supplier?.identifier ?? null, supplier?.country ?? null]).toEqual([identifier, country]);
});
