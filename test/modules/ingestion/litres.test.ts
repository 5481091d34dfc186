import { describe, expect, test } from "vitest";
import { readScan, type ScannedLine } from "../../../src/modules/reading/scan/read-scan.ts";
import { LETTER_SIZE, scannedRows } from "../../support/scanned-rows.ts";

function read(rows: readonly string[]) {
  const head = ["Kystens Tank A/S", "Havnegade 12", "6700 Esbjerg", "CVR 25313763"];
  const foot = ["Total DKK || 555,79", "Moms 25 % 111,16 444,63 || 555,79", "Bon nr. 40417", "12-05-2026 14:05"];
  const outcome = readScan([{ lines: scannedRows([...head, ...rows, ...foot]), confidence: 90 }]);
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  const { quantities, recognition, lines } = outcome.document;
  const litres = quantities.map(({ commodity, quantity, unit }) => `${commodity} ${quantity} ${unit}`);
  return { litres, doubts: recognition?.doubts ?? [], lines };
}

/** What the engine made of "41,20 l à 13,49" and its like on drawn and photographed receipts. */
const MISREAD = [
  "41,20 l x 13,49",
  "41,20 I x 13,49",
  "41,20 1 x 13,49",
  "41,20 | x 13,49",
  "41,201 x 13,49",
  "41,201 å 13,49",
  "41,20l å 13,49",
  "41,20 1 3 13,49",
  "41,20 å 13,49",
  "41,20 Itr a 13,49",
  "41,20 ltr. á 13,49",
  "41,20 L 13,49 kr/1",
  "41,20 13,49",
];

describe("litres of fuel on a picture", () => {
  test.each(MISREAD)("%s: price and amount prove them", (text) => {
    expect(read(["Diesel || 555,79", text])).toMatchObject({ litres: ["diesel 41.2 l"], doubts: [] });
    expect(read([`Diesel ${text} || 555,79`])).toMatchObject({ litres: ["diesel 41.2 l"], doubts: [] });
  });

  test.each(MISREAD)("%s: nothing counts when they do not make the amount, and nobody guesses", (text) => {
    const { litres, lines } = read(["Diesel || 555,79", text.replace("41,20", "47,20")]);
    expect(litres).toEqual([]);
    expect(lines.map(({ quantity }) => quantity)).toEqual([null]);
  });

  test("without a price they wait for a person, who sees why", () => {
    const { litres, doubts, lines } = read(["Diesel 41,20 l || 555,79"]);
    expect(litres).toEqual([]);
    expect(lines[0]?.quantity).toBeNull();
    expect(doubts).toContain(
      "Litres of fuel were recognised that neither a price nor the heading of a column confirms.",
    );
  });

  test("the size of an article that is no fuel is no doubt", () => {
    expect(read(["Letmælk 1 l || 555,79"]).doubts).toEqual([]);
  });

  test("a number with decimals of something else is not taken for litres when its sign is lost", () => {
    expect(read(["Oksekød || 555,79", "41,20 x 13,49"]).lines[0]?.unit).toBeNull();
  });

  test.each(["Liter", "Antal l", "Mængde (ltr.)"])(
    "the heading %s says what a column without signs holds",
    (heading) => {
      const table = [
        { text: "Vare", left: 120, right: 190 },
        { text: heading, left: 330, right: 330 + heading.length * 14 },
        { text: "Beløb", left: 650, right: 720 },
      ];
      const cells = [
        { text: "Diesel", left: 120, right: 204 },
        { text: "41,20", left: 330, right: 400 },
        { text: "555,79", left: 636, right: 720 },
      ];
      const around = (rows: readonly string[], from: number) =>
        scannedRows(rows).map((line) => ({ ...line, baseline: line.baseline + from }));
      const lines: ScannedLine[] = [
        ...around(["Kystens Tank A/S", "CVR 25313763", "Faktura nr. 40417", "Dato 12-05-2026"], 0),
        { words: table, baseline: 320, size: LETTER_SIZE },
        { words: cells, baseline: 370, size: LETTER_SIZE },
        ...around(["Total DKK || 555,79", "Moms 25 % 111,16 444,63 || 555,79"], 360),
      ];
      const outcome = readScan([{ lines, confidence: 90 }]);
      if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
      expect(outcome.document.quantities).toMatchObject([{ commodity: "diesel", quantity: "41.2", unit: "l" }]);
    },
  );
});
