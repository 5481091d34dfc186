import { expect, test } from "vitest";
import { readBill } from "../../support/printed-bill.ts";

test.each(["Kopi El A/S", "Rengøringsfirma Dato A/S", "Dato Revision ApS", "Original Kaffe ApS"])(
  "a seller called %s is the supplier",
  async (seller) => {
    expect((await readBill({ seller })).supplier).toMatchObject({ name: seller, identifier: "12345674" });
  },
);

test("a title in one cell with the buyer's name is no seller", async () => {
  const read = await readBill({ title: "Faktura til Prøvefabrikken ApS" });
  expect(read.supplier).toMatchObject({ name: "Fiktiva El A/S" });
});

test.each(["KOPI", "Kopi", "Dato", "Original"])("%s above the seller is no name", async (title) => {
  expect((await readBill({ title })).supplier).toMatchObject({ name: "Fiktiva El A/S" });
});
