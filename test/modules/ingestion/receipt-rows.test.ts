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
