import { describe, expect, test } from "vitest";
import { type Bill, readBill } from "../../support/printed-bill.ts";

const totals = (sign: string, behind = ""): NonNullable<Bill["totals"]> => [
  ["I alt ekskl. moms", `${sign}900,00${behind}`],
  ["Moms 25 %", `${sign}225,00${behind}`],
  ["Total inkl. moms", `${sign}1.125,00${behind}`],
];

const SWEDISH: Bill = {
  seller: "Kontorsstäd AB",
  address: ["Storgatan 2, 211 20 Malmö"],
  title: "Faktura",
  number: "Fakturanr: 771",
  date: "Fakturadatum: 2025-09-30",
  columns: ["Benämning", "Antal", "Enhet", "Belopp"],
  lines: [["Städning kontor", "1", "st", "900,00"]],
  totals: [
    ["Summa exkl. moms", "900,00 kr"],
    ["Moms 25 %", "225,00 kr"],
    ["Att betala", "1 125,00 kr"],
  ],
};

const NORWEGIAN: Bill = {
  seller: "Renhold Nord AS",
  address: ["Karl Johans gate 2, 0154 Oslo"],
  title: "Faktura",
  number: "Fakturanr: 881",
  date: "Fakturadato: 30.09.2025",
  columns: ["Beskrivelse", "Antall", "Enhet", "Beløp"],
  lines: [["Renhold kontor", "1", "stk", "900,00"]],
  totals: [
    ["Sum eks. mva", "900,00"],
    ["MVA 25 %", "225,00"],
    ["Å betale", "kr 1 125,00"],
  ],
};

const DANISH_KR: Bill = { totals: totals("", " kr.") };

describe("the currency of a printed invoice", () => {
  test.each<[what: string, bill: Bill, currency: string]>([
    [
      "a sign on every total, before a note in kroner",
      { totals: totals("€ "), foot: ["Modværdi i DKK: 6.714,00"] },
      "EUR",
    ],
    [
      "a sign on every total, before what they are in kroner",
      { totals: totals("€ "), foot: ["Beløb i DKK 6.714,00"] },
      "EUR",
    ],
    [
      "a sign on every total, before the VAT in kroner",
      { totals: totals("€ "), foot: ["Momsbeløb i DKK 1.678,50 (kurs 746,00)"] },
      "EUR",
    ],
    [
      "kroner on every total, before a note in euro",
      { totals: totals("", " kr."), foot: ["Equivalent in EUR 120,64"] },
      "DKK",
    ],
    ["a code on the total to pay, before a sign in the text", { foot: ["Kampagne: spar 10 € ved tilmelding"] }, "DKK"],
    ["kroner of a Danish seller", DANISH_KR, "DKK"],
    [
      "kroner of a seller with a Swedish VAT number",
      { ...SWEDISH, address: ["Storgatan 2, 211 20 Malmö", "Momsreg.nr SE556036079301"] },
      "SEK",
    ],
    [
      "kroner of a seller with a Swedish register number",
      { ...SWEDISH, address: ["Storgatan 2, 211 20 Malmö", "Org.nr 556036-0793"] },
      "SEK",
    ],
    ["kroner in Swedish words", SWEDISH, "SEK"],
    [
      "kroner of a Swedish address that the words leave open",
      {
        seller: "Nordpack AB",
        address: ["Hamngatan 4", "SE-211 20 Malmö"],
        columns: ["Text", "Qty", "Unit", "Price"],
        totals: [
          ["Subtotal", "900,00 kr"],
          ["VAT 25 %", "225,00 kr"],
          ["Total", "1.125,00 kr"],
        ],
      },
      "SEK",
    ],
    [
      "kroner of a seller with a Norwegian number",
      { ...NORWEGIAN, address: ["Karl Johans gate 2, 0154 Oslo", "Org.nr NO 923 609 016 MVA"] },
      "NOK",
    ],
    ["kroner in Norwegian words", NORWEGIAN, "NOK"],
  ])("%s", async (_what, bill, currency) => {
    const read = await readBill(bill);
    expect([read.currency, read.lines[0]?.currency]).toEqual([currency, currency]);
    expect(read.recognition?.doubts).toEqual([]);
  });

  test.each<[what: string, bill: Bill, names: RegExp]>([
    [
      "totals in two currencies",
      {
        totals: [
          ["I alt ekskl. moms", "900,00 DKK"],
          ["Moms 25 %", "225,00"],
          ["Total inkl. moms", "€ 1.125,00"],
        ],
      },
      /DKK or EUR/,
    ],
    [
      "kroner in Swedish words of a seller with a Danish number",
      { ...SWEDISH, address: ["Nygade 2, 5000 Odense", "CVR 12345674"] },
      /DKK or SEK/,
    ],
    [
      "kroner in Danish words of a seller with a Swedish number",
      { ...DANISH_KR, seller: "Nordpack AB", address: ["Hamngatan 4", "VAT SE556036079301"] },
      /DKK or SEK/,
    ],
  ])("%s are asked about", async (_what, bill, names) => {
    const read = await readBill(bill);
    expect(read.currency).toBeNull();
    expect(read.warnings.join(" ")).toMatch(/currency_unclear/);
    expect(read.recognition?.doubts.join(" ")).toMatch(names);
  });
});
