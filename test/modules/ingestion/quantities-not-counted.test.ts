import { describe, expect, it } from "vitest";
import { type BillLine, brief, countBill } from "../../support/bill-lines.ts";

describe("what does not count", () => {
  it.each<[string, readonly BillLine[]]>([
    ["payments on account", [["Aconto el 1. kvartal", "1200", "KWH", "900"]]],
    ["solar power sold to the grid", [["Einspeisung PV-Strom", "300", "KWH", "-40"]]],
    ["meter readings", [["Zählerstand Strom neu", "15806", "KWH", "0"]]],
    ["bottled water by the litre", [["Vand, mineralvand 24 fl.", "12", "LTR", "90"]]],
    ["additives for diesel engines", [["AdBlue til diesel", "10", "LTR", "90"]]],
    ["gas in bottles", [["Propan flaskegas", "11", "KGM", "300"]]],
    ["a pump that is named after heat", [["Varmepumpe 8 kW", "1", "H87", "40000"]]],
    ["petroleum and cleaning petrol", [["Rensebenzin", "5", "LTR", "200"]]],
    ["cubic metres of something else", [["Beton C25", "6", "MTQ", "9000"]]],
    ["kilometres", [["Kørsel", "100", "KMT", "400"]]],
  ])("%s", (_what, rows) => {
    expect(countBill(rows)).toEqual([]);
  });

  it("energy of a supply that the document does not name is counted as energy, for a person to say what it is", () => {
    expect(brief(countBill([["Forbrug", "900", "KWH", "800"]]))).toEqual([["energy", "900 kWh", [1], []]]);
  });

  it.each([
    ["Nordby Elhandel A/S: forbrug af el", "electricity"],
    ["Nordby Varmeværk", "district_heating"],
    ["Nordby Gasforsyning", "natural_gas"],
  ])("the document decides between utilities: %s", (context, commodity) => {
    expect(countBill([["Forbrug", "900", "KWH", "800"]], context)).toMatchObject([{ commodity }]);
  });

  it("cubic metres are water or gas only where the document says so", () => {
    const rows: BillLine[] = [["Forbrug", "90", "MTQ", "1800"]];
    expect(countBill(rows)).toEqual([]);
    expect(countBill(rows, "Nordby Vandværk")).toMatchObject([{ commodity: "water" }]);
  });

  it("a charge that names nothing belongs to a supply only on a bill that holds nothing else", () => {
    const rows: BillLine[] = [
      ["Elforbrug", "900", "KWH", "800"],
      ["Kontorstol", "2", "EA", "3000"],
      ["Abonnement", "1", "MON", "100"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "900 kWh", [1], []]]);
  });

  it("a charge of unknown name that repeats the counted quantity to the last digit is covered", () => {
    const rows: BillLine[] = [
      ["Elforbrug", "913.7", "KWH", "800"],
      ["Zzyzx", "913.7", "KWH", "12"],
      ["Abonnement", "1", "MON", "100"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "913.7 kWh", [1], [2, 3]]]);
  });

  it("work on a supply is not part of it", () => {
    const rows: BillLine[] = [
      ["Elforbrug", "900", "KWH", "800"],
      ["El-arbejde, montør", "4", "HUR", "2000"],
    ];
    expect(brief(countBill(rows))).toEqual([["electricity", "900 kWh", [1], []]]);
  });

  it("prices that contain taxes are deliveries, not taxes", () => {
    const rows: BillLine[] = [["Strøm inkl. nettarif og elafgift", "900", "KWH", "2000"]];
    expect(countBill(rows)).toMatchObject([{ quantity: "900", grid_only: false }]);
  });
});
