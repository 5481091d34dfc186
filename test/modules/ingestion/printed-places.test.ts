import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bill, billFile, readBill } from "../../support/printed-bill.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";

const GERMAN: Bill = {
  seller: "Strom Beispiel GmbH",
  address: ["Hafenstr. 1, 24937 Flensburg", "USt-IdNr. DE136695976"],
  title: "Rechnung",
  number: "Rechnungsnr.: 4711",
  date: "Rechnungsdatum: 12.12.2025",
  columns: ["Bezeichnung", "Menge", "Einheit", "Betrag"],
  lines: [["Stromverbrauch", "1.000", "kWh", "900,00"]],
  totals: [
    ["Nettobetrag EUR", "900,00"],
    ["MwSt. 19 %", "171,00"],
    ["Gesamtbetrag EUR", "1.071,00"],
  ],
};
const SWEDISH: Bill = {
  ...GERMAN,
  seller: "Elbolaget Exempel AB",
  address: ["Storgatan 2, 211 20 Malmö", "Momsreg.nr SE556677889901"],
};
const BRITISH: Bill = { ...GERMAN, seller: "Power Example Ltd", address: ["1 Dock Rd, Hull", "VAT no. GB111222333"] };
const PERIOD = "Verbrauchszeitraum: 01.11.2025 - 30.11.2025";

const placeOf = async (bill: Bill, place: string) => {
  const [supply] = (await readBill({ ...bill, head: [PERIOD, place] })).supplies ?? [];
  return [supply?.address, supply?.country, supply?.postal_code];
};

describe("the place of delivery on a bill from abroad", () => {
  test.each([
    "Lieferstelle",
    "Lieferanschrift",
    "Verbrauchsstelle",
    "Lieferadresse",
    "Abnahmestelle",
    "Entnahmestelle",
  ])("%s is read", async (label) => {
    expect(await placeOf(GERMAN, `${label}: Markt 2, 24937 Flensburg`)).toEqual([
      "Markt 2, 24937 Flensburg",
      "DE",
      undefined,
    ]);
  });

  test.each<[bill: Bill, label: string, address: string, country: string | undefined, postal: string | undefined]>([
    [GERMAN, "Lieferanschrift", "Hafenvej 3, 5000 Odense C, Dänemark", "DK", "5000"],
    [GERMAN, "Lieferanschrift", "Hafenvej 3, DK-5000 Odense C", "DK", "5000"],
    [GERMAN, "Lieferstelle", "Hafenvej 3, 5000 Odense C", undefined, "5000"],
    [GERMAN, "Lieferstelle", "Rue Longue 3, F-75001 Paris", "FR", undefined],
    [SWEDISH, "Anläggningsadress", "Lagergatan 5, 211 20 Malmö", "SE", undefined],
    [BRITISH, "Supply address", "Industrivej 12, 5000 Odense C, Denmark", "DK", "5000"],
    [BRITISH, "Place of supply", "Markt 2, 24937 Flensburg", undefined, undefined],
    [BRITISH, "Supply address", "Markt 2, 24937 Flensburg, Germany", "DE", undefined],
  ])("%# %s %s", async (bill, label, address, country, postal) => {
    expect(await placeOf(bill, `${label}: ${address}`)).toEqual([address, country, postal]);
  });
});

describe("electricity of a seller abroad", () => {
  let service: Pipeline;
  beforeAll(async () => {
    service = await pipeline();
  });
  afterAll(() => service.close());

  test.each<[what: string, place: string, category: string, status: string]>([
    [
      "at a German place counts by the German grid",
      "Lieferstelle: Markt 2, 24937 Flensburg",
      "energy.electricity.grid_other",
      "classified",
    ],
    [
      "at a Danish place counts by the Danish grid",
      "Lieferanschrift: Hafenvej 3, 5000 Odense C, Dänemark",
      "energy.electricity.grid_dk1",
      "classified",
    ],
  ])("%s", async (_what, place, category_key, status) => {
    const company = await service.company();
    await company.ingest(billFile({ ...GERMAN, head: [PERIOD, place] }));
    expect(await company.lines()).toMatchObject([{ category_key, status }]);
  });

  test("at a place whose country is not stated waits, and says that the place is", async () => {
    const company = await service.company();
    await company.ingest(billFile({ ...GERMAN, head: [PERIOD, "Lieferstelle: Hafenvej 3, 5000 Odense C"] }));
    const [line] = await company.lines();
    expect(line).toMatchObject({ status: "pending_review", review_code: "country_unclear" });
    expect(line?.reason).toContain("the country of the place of delivery is not stated");
  });
});
