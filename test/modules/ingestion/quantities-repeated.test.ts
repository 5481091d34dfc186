import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BillLine, countBill } from "../../support/bill-lines.ts";
import { processorTime } from "../../support/processor-time.ts";

const kWh = (text: string, quantity: string, amount = "1000"): BillLine => [text, quantity, "KWH", amount];
const m3 = (text: string, quantity: string): BillLine => [text, quantity, "MTQ", "3000"];

/** [quantity, counted lines, lines in doubt, lines left out] of the only supply of a bill. */
function read(rows: readonly BillLine[]): unknown {
  return countBill(rows).map(({ quantity, lines, doubtful = [], covered }) => [quantity, lines, doubtful, covered]);
}

describe("equal quantities of one supply", () => {
  it.each<[string, readonly BillLine[], string]>([
    [
      "months",
      [
        kWh("Elforbrug november 2025", "900"),
        kWh("Elforbrug december 2025", "900"),
        kWh("Elforbrug januar 2026", "30"),
      ],
      "1830",
    ],
    ["halls", [kWh("Elforbrug Hal A", "1000"), kWh("Elforbrug Hal B", "500"), kWh("Elforbrug Hal C", "500")], "2000"],
    ["floors", [kWh("Elforbrug stueetage", "500"), kWh("Elforbrug kælder", "500")], "1000"],
    ["day and night", [kWh("Elforbrug dag", "500"), kWh("Elforbrug nat", "500")], "1000"],
    ["rooms", [m3("Vandforbrug butik", "120"), m3("Vandforbrug værksted", "120")], "240"],
    ["addresses", [kWh("Fjernvarmeforbrug Nygade 1", "5000"), kWh("Fjernvarmeforbrug Skovvej 2", "5000")], "10000"],
    ["one name with two endings", [kWh("Elforbrug ladestander A", "80"), kWh("Elforbrug ladestander B", "80")], "160"],
    ["Swedish addresses", [kWh("Elförbrukning Storgatan 1", "70"), kWh("Elförbrukning Kungsvägen 2", "70")], "140"],
    ["quarters", [kWh("Elforbrug Q3", "70"), kWh("Elforbrug Q4", "70")], "140"],
    ["German months", [kWh("Stromverbrauch Januar", "70"), kWh("Stromverbrauch Februar", "70")], "140"],
  ])("of %s are as many consumptions", (_title, rows, quantity) => {
    expect(read(rows)).toEqual([[quantity, rows.map((_row, index) => index + 1), [], []]]);
  });

  it("a printed total of equal halls is no further consumption, whether it charges or not", () => {
    const halls = [kWh("Elforbrug Hal A", "500"), kWh("Elforbrug Hal B", "500")];
    expect(read([kWh("Elforbrug i alt", "1000", "0"), ...halls])).toEqual([["1000", [2, 3], [], [1]]]);
    expect(read([kWh("Elforbrug i alt", "1000"), ...halls])).toEqual([["1000", [2, 3], [], [1]]]);
    expect(read([kWh("Elforbrug", "1000"), ...halls])).toEqual([["1000", [2, 3], [], [1]]]);
  });

  it("of the delivery under another name of the same is a repetition", () => {
    expect(read([kWh("Elforbrug", "900"), kWh("Elhandel variabel pris", "900")])).toEqual([["900", [1], [], [2]]]);
    expect(read([kWh("Elforbrug Nygade 1", "900"), kWh("Energipris", "900")])).toEqual([["900", [1], [], [2]]]);
    expect(read([kWh("Wirkarbeit", "900"), kWh("Stromlieferung", "900")])).toEqual([["900", [1], [], [2]]]);
  });

  it.each<[string, string]>([
    ["Strøm januar 2026 timepris", "Strøm januar 2026 klimavalg"],
    ["Elforbrug Vestergade 5 FlexEl", "Spotpris el Vestergade 5 timepris"],
    ["Strom Hauptstraße 5 Beschaffung", "Strom Hauptstraße 5 Vertrieb"],
    ["Andel Energi strøm timepris", "Andel Energi strøm klimavalg"],
    ["Electricity Manchester depot wholesale", "Electricity Manchester depot margin"],
    ["Fjernvarme Hal 3 produktionspris", "Fjernvarme Hal 3 ledningstab"],
    ["Strøm, timepris vest", "Strøm, profilomkostning"],
    ["Naturgas ETF markedspris", "Naturgas leverandørmargin"],
    ["Electricity unit charge", "Electricity wholesale cost"],
    ["Strom Energielieferung Börse", "Strom Herkunftsnachweise Wasserkraft"],
  ])("of components of one price is one consumption: %s, %s", (one, other) => {
    expect(read([kWh(one, "1000"), kWh(other, "1000")])).toEqual([["1000", [1], [], [2]]]);
  });

  it("of times of use beside lines of the whole counts the times of use", () => {
    const rows = [kWh("Elforbrug dag", "500"), kWh("Elforbrug nat", "500")];
    expect(read([...rows, kWh("Elhandel spotpris", "1000"), kWh("El klimavalg", "1000")])).toEqual([
      ["1000", [1, 2], [], [3, 4]],
    ]);
  });

  it("a consumption that is called by a charge, with another quantity, is in doubt", () => {
    const named = kWh("Elforbrug abonnement Nord", "2305");
    expect(read([kWh("Elforbrug", "1205"), named])).toEqual([["1205", [1], [2], []]]);
    expect(read([kWh("Elforbrug", "2305"), named])).toEqual([["2305", [1], [], [2]]]);
    expect(read([kWh("Elforbrug", "1205"), kWh("Abonnement elforbrug", "2305")])).toEqual([["1205", [1], [], [2]]]);
    const steps = [kWh("Elforbrug elafgift trin 1", "4000"), kWh("Elforbrug elafgift trin 2", "1000")];
    expect(read([kWh("Elforbrug", "5000"), ...steps])).toEqual([["5000", [1], [], [2, 3]]]);
  });

  it("a line that gives money back beside a quantity without a sign adds none", () => {
    const back = kWh("Kreditering elforbrug december", "600", "-720");
    expect(countBill([kWh("Elforbrug", "6000"), back])).toMatchObject([
      { quantity: "6000", lines: [1], taken_back: [2], covered: [] },
    ]);
    expect(countBill([back])).toMatchObject([{ quantity: "600", lines: [1] }]);
    // Who hands over paper is paid for it.
    const waste: BillLine[] = [
      ["Småt brændbart affald", "1240", "KGM", "1612"],
      ["Papaffald til genanvendelse", "320", "KGM", "-96"],
    ];
    expect(countBill(waste)).toMatchObject([{ quantity: "1.56", lines: [1, 2] }]);
  });

  it("under two names that are no known kind of place are in doubt: one counts, the other is asked about", () => {
    expect(read([kWh("Elforbrug Kronborg", "900"), kWh("Elforbrug Rosenlund", "900")])).toEqual([
      ["900", [1], [2], []],
    ]);
    // The sum of others may be the meter in front of them.
    expect(read([kWh("Elforbrug Kronborg", "900"), kWh("Elforbrug dag", "400"), kWh("Elforbrug nat", "500")])).toEqual([
      ["900", [2, 3], [1], []],
    ]);
  });

  it("without a name beside several that have one are in doubt", () => {
    expect(read([kWh("Elforbrug Hal A", "500"), kWh("Elforbrug Hal B", "700"), kWh("Energi", "500")])).toEqual([
      ["1200", [1, 2], [3], []],
    ]);
  });

  it("costs time that grows with the lines, not with their square", () => {
    const best = (lines: number): number => {
      const rows = Array.from({ length: lines }, (_, at) =>
        kWh(`Elforbrug målested ${at} ${at % 7}`, String(100 + at)),
      );
      return processorTime(() => void countBill(rows));
    };
    const few = best(1000);
    // Sixteen times the lines: a square would cost 256 times as much.
    expect(best(16_000) / few).toBeLessThan(128);
  });

  it("no line of a bill by months is lost or left in doubt, whatever its months measure", () => {
    const MONTHS = ["januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september"];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: MONTHS.length }), (used) => {
        const rows = used.map((kwh, index) => kWh(`Elforbrug ${MONTHS[index] ?? ""} 2025`, String(kwh)));
        const numbers = used.map((_kwh, index) => index + 1);
        expect(read(rows)).toEqual([[String(used.reduce((sum, kwh) => sum + kwh, 0)), numbers, [], []]]);
      }),
    );
  });
});
