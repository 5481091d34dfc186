import { describe, expect, test } from "vitest";
import type { ParsedDocument } from "../../../src/modules/reading/index.ts";
import { readScan } from "../../../src/modules/reading/scan/read-scan.ts";
import { scannedRows } from "../../support/scanned-rows.ts";

/** Receipts of shops that charge several rates of VAT and weigh, as the engine hands them on. */
function read(...rows: readonly string[]): ParsedDocument {
  const head = ["FRISCHMARKT", "Hauptstr. 12", "50667 Köln", "UID Nr.: DE812706034"];
  const outcome = readScan([{ lines: scannedRows([...head, ...rows, "30.04.20 18:21"]), confidence: 90 }]);
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}

const linesOf = ({ lines }: ParsedDocument) =>
  lines.map(({ description, quantity, unit, amount }) => [description, quantity, unit, amount]);

describe("a table of several rates of VAT", () => {
  const TABLE = ["A= 19,0% 1,00 0,19 || 1,19", "B= 7,0% 3,11 0,22 || 3,33"];

  test("is the total when its rows make the printed one, though a line was misread", () => {
    const document = read("RAPSOEL || 3,38 B", "MUELLBEUTEL || 1,19 A", "SUMME EUR || 4,52", ...TABLE);
    expect(document).toMatchObject({ total_excl_vat: "4.11", total_incl_vat: "4.52", issue_date: "2020-04-30" });
    expect(document.recognition?.is_closed).toBe(false);
    expect(linesOf(document)).toEqual([["RAPSOEL, MUELLBEUTEL", null, null, "4.11"]]);
  });

  test.each([TABLE.slice(0, 1), TABLE.slice(1)])(
    "of which one row was recognised is a part of what is paid: %s",
    (row) => {
      const document = read("RAPSOEL || 3,38 B", "MUELLBEUTEL || 1,19 A", "SUMME EUR || 4,52", row);
      expect(document.total_incl_vat).toBe("4.52");
      expect(document.recognition?.is_closed).toBe(false);
    },
  );

  test("is the total that was paid in cash less the change, where the printed one was misread", () => {
    const paid = ["ZU ZAHLEN EURO || 4,62", "BARGELD || 10,00", "ZURUCK || 5,48"];
    const document = read("RAPSOEL || 3,33 B", "MUELLBEUTEL || 1,19 A", ...paid, ...TABLE);
    expect(document).toMatchObject({ total_excl_vat: "4.11", total_incl_vat: "4.52" });
    const misread = read("RAPSOEL || 3,33 B", ...paid.slice(0, 2), "ZURUCK || 5,43", ...TABLE);
    // One line and one row of the table agree: where more is printed as paid, that is a part.
    expect(misread.recognition?.is_closed).toBe(false);
  });

  test("with a row of its sum closes with its lines", () => {
    const document = read(
      "RAPSOEL || 3,33 B",
      "MUELLBEUTEL || 1,19 A",
      "SUMME EUR || 4,52",
      ...TABLE,
      "Gesamtbetrag 4,11 0,41 || 4,52",
    );
    expect(document).toMatchObject({ total_excl_vat: "4.11", total_incl_vat: "4.52" });
    expect(document.recognition?.is_closed).toBe(true);
  });

  test("of one rate is the total, as before", () => {
    const document = read("MUELLBEUTEL || 1,19 A", "SUMME EUR || 1,19", "A= 19,0% 1,00 0,19 || 1,19");
    expect(document).toMatchObject({ total_excl_vat: "1", total_incl_vat: "1.19" });
  });
});

describe("a row of how much was bought", () => {
  test("above its product is its quantity, and no name of the shop", () => {
    const document = read("0,162 kg x 1,15", "INGWER || 0,19 B", "1.000 STK", "SEMMEL || 0,35 B", "Summe || 0,54");
    expect(document.supplier?.name).toBe("FRISCHMARKT");
    expect(linesOf(document)).toEqual([
      ["INGWER", "0.162", "kg", "0.19"],
      ["SEMMEL", null, null, "0.35"],
    ]);
  });

  test("with a price is no product: pieces with three decimals are pieces where the price proves it", () => {
    const document = read("1.000 STK 45,00", "Kaffee || 45,00", "2.000 STK 12,50", "Milch || 25,00", "Summe || 70,00");
    expect(linesOf(document)).toEqual([
      ["Kaffee", "1", "STK", "45"],
      ["Milch", "2", "STK", "25"],
    ]);
  });
});

describe("the issuer of a receipt", () => {
  const named = (head: readonly string[], ...foot: readonly string[]): string | null => {
    const rows = [...head, "Smør || 18,00", "Brød || 12,00", "Total || 30,00", "Kontant || 30,00", ...foot];
    const outcome = readScan([{ lines: scannedRows([...rows, "30.04.20 18:21"]), confidence: 90 }]);
    if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
    return outcome.document.supplier?.name ?? null;
  };

  test.each([
    ["opening hours", ["33100 Bielefeld", "UNSERE OFFNUNGSZEITEN", "MO.-SA. 8.00 Uhr 20.00 Uhr"]],
    ["opening hours in Danish", ["6700 Esbjerg", "ÅBNINGSTIDER", "Man-fre 8.00-20.00"]],
    ["a greeting", ["VELKOMMEN TIL OS", "6700 Esbjerg"]],
  ])("is not %s, but the company that the foot names", (_what, head) => {
    expect(named(head, "Kystens Marked GmbH & Co. KG, Strandby")).toBe("Kystens Marked GmbH & Co. KG");
  });

  test.each([
    ["Kystens Marked", "ÅBNINGSTIDER", "Man-fre 8.00-20.00"],
    ["Velkommen", "Kystens Marked", "Havnegade 12"],
    ["Kystens Marked", "Tak for besøget"],
  ])("is the shop beside them: %s, %s", (...head) => {
    expect(named(head)).toBe("Kystens Marked");
  });
});
