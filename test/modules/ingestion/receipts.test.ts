import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ParsedDocument } from "../../../src/modules/reading/index.ts";
import { openParser, type Parser } from "../../../src/composition/isolation/parser.ts";
import { canDrawText, type ReceiptRow, tillReceipt } from "../../support/scans.ts";

let parser: Parser;
beforeAll(() => {
  parser = openParser({ threads: 1, ocr_processes: 1 });
});
afterAll(() => parser.close());

async function documentOf(rows: readonly ReceiptRow[]): Promise<ParsedDocument> {
  const outcome = await parser.parse(await tillReceipt(rows).jpeg({ quality: 90 }).toBuffer(), "bon.jpg");
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}

const linesOf = ({ lines }: ParsedDocument) =>
  lines.map(({ description, quantity, amount }) => [description, quantity, amount]);

const HEAD: readonly ReceiptRow[] = [
  ["Kystbyens Byggemarked A/S"],
  ["Havnegade 12"],
  ["6700 Esbjerg"],
  ["CVR 25313763"],
];
const FOOT: readonly ReceiptRow[] = [["Bon nr. 40417"], ["12-05-2026 14:05"]];

describe.skipIf(!canDrawText)("till receipts (need a sans-serif font)", { timeout: 300_000 }, () => {
  it("are read with quantities that stand above their line, payments and the till's VAT table left out", async () => {
    const document = await documentOf([
      ...HEAD,
      ["2 stk x 48,50"],
      ["Malertape bred", "97,00 A"],
      ["Vinduesskraber", "53,00 A"],
      ["TOTAL DKK", "150,00"],
      ["Kontant", "200,00"],
      ["Byttepenge", "-50,00"],
      ["A 25 %   30,00   120,00", "150,00"],
      ...FOOT,
    ]);
    expect(document).toMatchObject({
      supplier: { name: "Kystbyens Byggemarked A/S", identifier: "25313763" },
      invoice_number: "40417",
      issue_date: "2026-05-12",
      currency: "DKK",
      total_excl_vat: "120",
      total_incl_vat: "150",
      recognition: { is_closed: true, doubts: [] },
    });
    expect(linesOf(document)).toEqual([
      ["Malertape bred", "2", "97"],
      ["Vinduesskraber", null, "53"],
    ]);
    expect(document.lines.every(({ tax_treatment }) => tax_treatment === "incl_vat")).toBe(true);
  });

  it("of a filling station state the litres that the price proves, and their net", async () => {
    const document = await documentOf([
      ...HEAD,
      ["Blyfri 95", "530,00 DKK"],
      ["Pumpe 04   40,00 l   13,25 DKK/l"],
      ["Total DKK", "530,00"],
      ["Moms 25 %   106,00   424,00", "530,00"],
      ["Dankort", "530,00"],
      ...FOOT,
    ]);
    expect(document).toMatchObject({ total_excl_vat: "424", total_incl_vat: "530", recognition: { is_closed: true } });
    expect(document.quantities).toMatchObject([{ commodity: "petrol", quantity: "40", unit: "l" }]);
    expect(document.lines).toMatchObject([{ amount: "424", tax_treatment: "excl_vat" }]);
  });

  const SOLD: readonly ReceiptRow[] = [
    ["Total DKK", "555,79"],
    ["Moms 25 %   111,16   444,63", "555,79"],
    ["Dankort", "555,79"],
    ...FOOT,
  ];

  it.each<[string, readonly ReceiptRow[]]>([
    ["a lone 1 before the price", [["Diesel", "555,79"], ["41,20 1 x 13,49"]]],
    ["the last digit of the quantity", [["Diesel", "555,79"], ["41,20l x 13,49"]]],
    ["ltr with à", [["Diesel 41,20 ltr à 13,49", "555,79"]]],
    ["a sign on the line and a price per litre below", [["Diesel 41,20 L", "555,79"], ["13,49 kr/L"]]],
    ["labels of their own", [["Diesel"], ["Liter", "41,20"], ["Pris pr. liter", "13,49"], ["Beløb", "555,79"]]],
  ])("of a filling station state litres that price and amount prove, printed as %s", async (_, rows) => {
    const { quantities, recognition } = await documentOf([...HEAD, ...rows, ...SOLD]);
    expect(quantities).toMatchObject([{ commodity: "diesel", quantity: "41.2", unit: "l" }]);
    expect(recognition?.doubts).toEqual([]);
  });

  it("of a filling station whose litres and price do not make the amount state no litres", async () => {
    const { quantities, lines } = await documentOf([...HEAD, ["Diesel", "555,79"], ["47,20 l x 13,49"], ...SOLD]);
    expect(quantities).toEqual([]);
    expect(lines.map(({ quantity }) => quantity)).toEqual([null]);
  });

  it("whose lines do not make the total become one line that is the total, and wait for a person", async () => {
    const document = await documentOf([
      ...HEAD,
      ["Skruer rustfri", "89,00"],
      ["Malerpensel", "35,00"],
      ["TOTAL DKK", "150,00"],
      ...FOOT,
    ]);
    expect(linesOf(document)).toEqual([["Skruer rustfri, Malerpensel", null, "150"]]);
    expect(document.lines[0]?.tax_treatment).toBe("incl_vat");
    expect(document.recognition?.doubts).toContain("The lines that were recognised do not add up to a printed total.");
  });

  it("without a word of VAT state a total with VAT, whose net is not known", async () => {
    const document = await documentOf([
      ...HEAD,
      ["Skruer rustfri", "89,00"],
      ["Malerpensel", "61,00"],
      ["TOTAL DKK", "150,00"],
      ...FOOT,
    ]);
    expect(document).toMatchObject({ total_excl_vat: null, total_incl_vat: "150" });
    expect(document.lines.map(({ tax_treatment }) => tax_treatment)).toEqual(["incl_vat", "incl_vat"]);
  });
});
