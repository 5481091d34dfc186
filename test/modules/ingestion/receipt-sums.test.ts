import { describe, expect, test } from "vitest";
import type { ParsedDocument } from "../../../src/modules/reading/index.ts";
import { readScan } from "../../../src/modules/reading/scan/read-scan.ts";
import { scannedRows } from "../../support/scanned-rows.ts";

/** Receipts as the engine hands them on: what is misread there must be told by arithmetic. */
function read(rows: readonly string[]): ParsedDocument {
  const head = ["Kystens Marked A/S", "Havnegade 12", "6700 Esbjerg", "CVR 25313763"];
  const foot = ["Bon nr. 40417", "12-05-2026 14:05"];
  const outcome = readScan([{ lines: scannedRows([...head, ...rows, ...foot]), confidence: 90 }]);
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}

const PRODUCT_MISMATCH = "A quantity and a price were recognised that do not make the amount beside them.";
const LINES_MISMATCH = "The lines that were recognised do not add up to a printed total.";

describe("sums of recognised receipts", () => {
  test("two cents between lines and total are a misread digit", () => {
    const { recognition, total_incl_vat } = read([
      "Rugbrød || 12,00",
      "Smør || 17,76",
      "Total DKK || 29,78",
      "Dankort || 29,78",
    ]);
    expect(total_incl_vat).toBe("29.78");
    expect(recognition?.is_closed).toBe(false);
    expect(recognition?.doubts).toContain(LINES_MISMATCH);
  });

  test("a cent between net, VAT and total is a misread digit", () => {
    const { recognition } = read([
      "Rugbrød || 60,00",
      "Smør || 40,00",
      "Netto || 80,01",
      "Moms || 20,00",
      "Total DKK || 100,00",
    ]);
    expect(recognition?.is_closed).toBe(false);
  });

  test.each([
    ["Bulgur 0,89 x 2 || 1,76"],
    ["Bulgur 2 stk x 0,89 || 1,76"],
    ["2 stk x 0,89", "Bulgur || 1,76"],
    ["Bulgur || 1,76", "2 stk à 0,89"],
    ["Bulgur || 1,76", "1,548 kg x 1,15 kr/kg"],
  ])("%s %s: a misread amount does not count, though the total is misread the same way", (...rows) => {
    const { recognition } = read([...rows, "Smør || 18,00", "Total DKK || 19,76", "Dankort || 19,76"]);
    expect(recognition?.is_closed).toBe(false);
    expect(recognition?.doubts).toContain(PRODUCT_MISMATCH);
  });

  test.each([
    ["Bulgur 0,89 x 2 || 1,78"],
    ["2 stk x 0,89", "Bulgur || 1,78"],
    ["Bulgur || 1,78", "1,548 kg x 1,15 kr/kg"],
    ["Brædder 2,40 x 45 mm || 1,78"],
    ["Skruer 4,0 x 40 || 1,78"],
    ["Olie 12,00 x 3,00 m || 1,78"],
  ])("%s %s: closes", (...rows) => {
    const { recognition } = read([...rows, "Smør || 18,00", "Total DKK || 19,78", "Dankort || 19,78"]);
    expect(recognition).toMatchObject({ is_closed: true, doubts: [] });
  });

  test("a net whose VAT was computed closes although it was rounded", () => {
    const { recognition, total_excl_vat } = read([
      "Rugbrød || 30,00",
      "Smør || 4,00",
      "Total EUR || 34,00",
      "19,00 % 28,57 || 34,00",
    ]);
    expect(total_excl_vat).toBe("28.57");
    expect(recognition?.is_closed).toBe(true);
  });

  test("a net that is a cent off its VAT rate does not", () => {
    const { total_excl_vat } = read([
      "Rugbrød || 30,00",
      "Smør || 4,00",
      "Total EUR || 34,00",
      "19,00 % 28,58 || 34,00",
    ]);
    expect(total_excl_vat).toBeNull();
  });
});
