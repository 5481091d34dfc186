import { describe, expect, it } from "vitest";
import { type BillLine, brief, countBill } from "../../support/bill-lines.ts";

describe("quantities are counted once", () => {
  it.each<[string, readonly BillLine[]]>([
    [
      "a Danish electricity bill",
      [
        ["Elforbrug 1. kvartal", "900", "KWH", "810"],
        ["Nettarif lavlast", "900", "KWH", "200"],
        ["Systemtarif", "900", "KWH", "50"],
        ["Elafgift", "900", "KWH", "700"],
        ["Abonnement", "3", "MON", "75"],
      ],
    ],
    [
      "a Swedish one",
      [
        ["Rörligt elpris", "900", "kWh", "810"],
        ["Elöverföring", "900", "kWh", "200"],
        ["Påslag", "900", "kWh", "40"],
        ["Energiskatt", "900", "kWh", "300"],
        ["Fast avgift", "1", "mån", "49"],
      ],
    ],
    [
      "a Norwegian one",
      [
        ["Strøm spotpris", "900", "kWh", "810"],
        ["Energiledd nettleie", "900", "kWh", "200"],
        ["Forbruksavgift", "900", "kWh", "100"],
        ["Elsertifikater", "900", "kWh", "9"],
        ["Fastledd", "1", "mnd", "99"],
      ],
    ],
    [
      "a German one",
      [
        ["Verbrauchspreis Ökostrom HT", "900", "KWH", "200"],
        ["Netznutzung Arbeitspreis", "900", "KWH", "60"],
        ["Stromsteuer", "900", "KWH", "18"],
        ["Offshore-Netzumlage", "900", "KWH", "5"],
        ["Messstellenbetrieb", "1", "ANN", "20"],
      ],
    ],
    [
      "an English one",
      [
        ["Electricity usage - day rate", "900", "KWH", "200"],
        ["Distribution charge (DUoS)", "900", "KWH", "60"],
        ["Climate Change Levy", "900", "KWH", "7"],
        ["Renewables surcharge", "900", "KWH", "5"],
        ["Standing charge", "31", "DAY", "20"],
      ],
    ],
  ])("%s: the delivery counts, everything that repeats it is covered", (_country, rows) => {
    expect(brief(countBill(rows))).toEqual([["electricity", "900 kWh", [1], [2, 3, 4, 5]]]);
  });

  it("price periods of one text are added", () => {
    const rows: BillLine[] = [
      ["Strømforbrug", "400", "KWH", "300", { service_period_start: "2026-01-01", service_period_end: "2026-01-31" }],
      ["Strømforbrug", "250", "KWH", "280", { service_period_start: "2026-02-01", service_period_end: "2026-02-28" }],
    ];
    expect(countBill(rows)).toMatchObject([
      {
        quantity: "650",
        lines: [1, 2],
        line_quantities: ["400", "250"],
        period_start: "2026-01-01",
        period_end: "2026-02-28",
      },
    ]);
  });

  it("two meters with the same text and the same consumption both count", () => {
    const rows: BillLine[] = [
      ["Vandforbrug", "30", "MTQ", "600"],
      ["Vandforbrug", "30", "MTQ", "600"],
    ];
    expect(brief(countBill(rows))).toEqual([["water", "60 m3", [1, 2], []]]);
  });

  it("[contract 10.5] a line that repeats a quantity to the last digit under another text is covered", () => {
    const rows: BillLine[] = [
      ["Elektricitet, leveret", "1234.56", "KWH", "900"],
      ["Vindmøllestrøm", "1234.56", "KWH", "30"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "1234.56 kWh", [1], [2]]]);
  });

  it("a line with the sum of the others is the sum, not more of it", () => {
    const rows: BillLine[] = [
      ["Elforbrug januar", "100", "KWH", "90"],
      ["Elforbrug februar", "150", "KWH", "95"],
      ["Elforbrug i alt", "250", "KWH", "185"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "250 kWh", [1, 2], [3]]]);
  });

  it("lines that charge nothing only inform when others charge", () => {
    const rows: BillLine[] = [
      ["Elforbrug sidste år", "5000", "KWH", "0"],
      ["Elforbrug", "480", "KWH", "700"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "480 kWh", [2], [1]]]);
  });

  it("megawatt-hours and gigajoules are brought to one unit before they are added", () => {
    const rows: BillLine[] = [
      ["Fjernvarme, energi", "1.5", "MWH", "1200"],
      ["Fjernvarme, energi", "3.6", "GJ", "800"],
    ];
    expect(countBill(rows)).toMatchObject([{ commodity: "district_heating", quantity: "2500", unit: "kWh" }]);
  });

  it("a gas bill that states the same gas in cubic metres and kWh counts the kWh", () => {
    const rows: BillLine[] = [
      ["Naturgas, forbrug", "100", "MTQ", "0"],
      ["Naturgas, energi", "1140", "KWH", "900"],
    ];
    expect(countBill(rows)).toMatchObject([{ commodity: "natural_gas", quantity: "1140", unit: "kWh" }]);
  });

  it("several utilities on one bill are kept apart, each with its own standing charges", () => {
    const rows: BillLine[] = [
      ["Forbrug el", "500", "KWH", "700"],
      ["Abonnement el", "1", "MON", "40"],
      ["Forbrug vand", "12", "MTQ", "240"],
      ["Fast bidrag vand", "1", "MON", "60"],
      ["Forbrug fjernvarme", "2", "MWH", "1400"],
      ["Fast bidrag varme", "1", "MON", "90"],
    ];
    expect(brief(countBill(rows))).toEqual([
      ["electricity", "500 kWh", [1], [2]],
      ["water", "12 m3", [3], [4]],
      ["district_heating", "2000 kWh", [5], [6]],
    ]);
  });

  it("waste water is another service: its cubic metres are not water, its money is not covered", () => {
    const rows: BillLine[] = [
      ["Vand", "100", "m3", "2000"],
      ["Vandafledning", "100", "m3", "3000"],
      ["Spildevandsafgift", "100", "m3", "60"],
    ];
    expect(brief(countBill(rows))).toEqual([["water", "100 m3", [1], []]]);
  });

  it("the price of heat that is worded as a contribution counts", () => {
    const rows: BillLine[] = [
      ["Variabelt bidrag", "14.2", "MWH", "9000"],
      ["Effektbidrag", "300", "MTK", "6000"],
      ["Afkølingstarif", "14.2", "MWH", "-200"],
    ];
    expect(brief(countBill(rows, "Ådal Fjernvarme a.m.b.a."))).toEqual([
      ["district_heating", "14200 kWh", [1], [2, 3]],
    ]);
  });
});

describe("how a delivery is taxed", () => {
  it.each([
    ["Elforbrug kontor", "Elforbrug proces, afgiftsfri"],
    ["Elforbrug, afgiftspligtigt", "Elforbrug, ikke afgiftspligtigt"],
    ["Elforbrug dag", "Elforbrug med reduceret elafgift (elvarme)"],
    ["Elforbrug dag", "Elforbrug, fritaget for elafgift"],
    ["Stromverbrauch Büro", "Strom Halle, steuerbegünstigt"],
    ["Stromverbrauch", "Stromverbrauch mit reduzierter Stromsteuer"],
    ["Elförbrukning kontor", "Elförbrukning process, skattebefriad"],
    ["Electricity day", "Electricity night, tax exempt"],
    ["Electricity day", "Electricity night, exempt from climate change levy"],
  ])("makes no tax of it: %s, %s", (one, other) => {
    const rows: BillLine[] = [
      [one, "500", "KWH", "500"],
      [other, "2300", "KWH", "1900"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "2800 kWh", [1, 2], []]]);
  });

  it("nor of fuel and gas", () => {
    const fuel: BillLine[] = [
      ["Dieselolie B7", "600", "LTR", "5400"],
      ["Afgiftsfri diesel", "400", "LTR", "3600"],
      ["Afgift diesel", "600", "LTR", "600"],
    ];
    expect(brief(countBill(fuel))).toEqual([["diesel", "1000 l", [1, 2], [3]]]);
    const gas: BillLine[] = [
      ["Naturgas rumvarme", "1202", "NM3", "1202"],
      ["Naturgas proces, godtgørelsesberettiget afgift", "2302", "NM3", "2302"],
    ];
    expect(brief(countBill(gas))).toEqual([["natural_gas", "3504 Nm3", [1, 2], []]]);
  });

  it.each([
    "Elafgift",
    "Energiafgift",
    "CO2-afgift",
    "Afgift af el",
    "Reduceret elafgift, el",
    "Elafgift, nedsat sats",
    "Elafgift med reduceret sats",
    "Afgiftsfri del",
    "Heraf afgiftsfrit elforbrug",
    "Stromsteuer ermäßigt",
    "Energiskatt el",
    "Climate change levy, reduced rate",
  ])("a line that is a tax, or a part of another, stays one: %s", (text) => {
    const rows: BillLine[] = [
      ["Elforbrug", "2800", "KWH", "2800"],
      [text, "2300", "KWH", "1700"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "2800 kWh", [1], [2]]]);
  });
});

describe("grid bills", () => {
  it("without a delivery the largest tariff quantity counts once and is flagged", () => {
    const rows: BillLine[] = [
      ["Nettarif", "800", "KWH", "200"],
      ["Transmissionstarif", "800", "KWH", "60"],
      ["Elafgift", "800", "KWH", "600"],
      ["Netabonnement", "1", "MON", "50"],
    ];
    expect(countBill(rows)).toMatchObject([
      { commodity: "electricity", quantity: "800", lines: [1], covered: [2, 3, 4], grid_only: true },
    ]);
  });

  it("a tariff that is split by time of use adds up to the whole", () => {
    const rows: BillLine[] = [
      ["Nettarif lavlast", "300", "KWH", "30"],
      ["Nettarif højlast", "200", "KWH", "60"],
      ["Nettarif spidslast", "100", "KWH", "90"],
      ["Elafgift", "600", "KWH", "400"],
    ];
    expect(countBill(rows)).toMatchObject([{ quantity: "600", grid_only: true }]);
  });
});

describe("fuel and waste", () => {
  it("every fill of one fuel is added; fees and washing stay lines of their own", () => {
    const rows: BillLine[] = [
      ["Diesel 12.03 Vejle", "40.5", "LTR", "450"],
      ["Diesel 19.03 Vejle", "40.5", "LTR", "450"],
      ["Benzin blyfri 95", "30", "l", "380"],
      ["Bilvask", "1", "EA", "99"],
      ["CO2-afgift diesel", "81", "LTR", "40"],
    ];
    expect(brief(countBill(rows))).toEqual([
      ["diesel", "81 l", [1, 2], [5]],
      ["petrol", "30 l", [3], []],
    ]);
  });

  it("kilograms and tonnes of waste are added, emptying and rent are purchases of their own", () => {
    const rows: BillLine[] = [
      ["Restaffald", "2.5", "TNE", "3000"],
      ["Småt brændbart affald", "500", "KGM", "700"],
      ["Tømning container", "4", "EA", "800"],
      ["Containerleje", "1", "MON", "200"],
    ];
    expect(brief(countBill(rows))).toEqual([["waste", "3 t", [1, 2], []]]);
  });
});
