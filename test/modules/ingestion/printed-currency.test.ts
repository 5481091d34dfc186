import { describe, expect, test } from "vitest";
import { type Bill, readBill } from "../../support/printed-bill.ts";

const totals = (sign: string, behind = ""): Bill["totals"] => [
  ["I alt ekskl. moms", `${sign}900,00${behind}`],
  ["Moms 25 %", `${sign}225,00${behind}`],
  ["Total inkl. moms", `${sign}1.125,00${behind}`],
];

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
  ])("%s are asked about", async (_what, bill, names) => {
    const read = await readBill(bill);
    expect(read.currency).toBeNull();
    expect(read.warnings.join(" ")).toMatch(/currency_unclear/);
    expect(read.recognition?.doubts.join(" ")).toMatch(names);
  });
});
