import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { fuelProperties } from "../../../src/modules/emissions/fuel-properties.ts";
import { boundsOf, fuelValueBounds, isWithin } from "../../../src/modules/emissions/fuel-value-bounds.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { fuelValueSteps, judgedFuelValues, keptFuelValues } from "../../../src/modules/emissions/stated-fuel-values.ts";
import { decimal } from "../../../src/core/quantity.ts";
import { fuelValuesIn } from "../../../src/modules/reading/quantities/fuel-values.ts";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { pdf, type PdfText } from "../../support/pdf.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { name, row, title } from "../../support/printed-invoices.ts";
import { run } from "../../support/review.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";
import { gasStatement } from "../../support/yearly-statement.ts";
import { processorTime } from "../../support/processor-time.ts";

/** "1 Nm3 = 12.05 kWh" of each value that a text states. */
const relations = (text: string) =>
  fuelValuesIn(text, "note").map(
    ({ from_quantity, from_unit, to_quantity, to_unit }) =>
      `${from_quantity} ${from_unit} = ${to_quantity} ${to_unit ?? "?"}`,
  );

describe("heating values, densities and factors in texts", () => {
  test.each([
    ["Brændværdi 12,05 kWh/m3", ["1 m3 = 12.05 kWh"]],
    ["øvre brændværdi 12,157 kWh/Nm3", ["1 Nm3 = 12.157 kWh_gross"]],
    ["Nedre brændværdi: 10,99 kWh/Nm³", ["1 Nm3 = 10.99 kWh_net"]],
    ["Brændværdi (kWh/Nm3)  12,157", ["1 Nm3 = 12.157 kWh"]],
    ["1.800 Nm3 x brændværdi 12,157 kWh/Nm3 = 21.882,6 kWh (øvre brændværdi)", ["1 Nm3 = 12.157 kWh_gross"]],
    ["Brændværdi 43,4 MJ/Nm3 (øvre)", ["3.6 Nm3 = 43.4 kWh_gross"]],
    ["nedre brændværdi 40,65 GJ/t", ["3600 kg = 40650 kWh_net"]],
    ["Nettotarif, brændværdi 12,05 kWh/m3", ["1 m3 = 12.05 kWh"]],
    ["Øvre brændværdi 12,1 kWh/Nm3, nedre brændværdi 10,9 kWh/Nm3", ["1 Nm3 = 12.1 kWh_gross", "1 Nm3 = 10.9 kWh_net"]],
    ["omregningsfaktor 12,05 kWh/m3", ["1 m3 = 12.05 kWh"]],
    ["Omregningsfaktor m3 til Nm3: 1,0123", ["1 m3 = 1.0123 Nm3"]],
    ["Korrektionsfaktor 0,9812", ["1 m3 = 0.9812 Nm3"]],
    ["Omregningsfaktor 11,52", ["1 m3 = 11.52 ?"]],
    ["Densitet 0,84 kg/l", ["1 l = 0.84 kg"]],
    ["massefylde ved 15 °C: 832 kg/m3", ["1000 l = 832 kg"]],
    ["Calorific value (gross): 11.4 kWh/m3", ["1 m3 = 11.4 kWh_gross"]],
    ["Brændværdi 4.900 kWh/ton", ["1000 kg = 4900 kWh"]],
    ["Brændværdien steg 5 % i 2024", []],
    ["Gaspris 7,25 kr/m3, 0,62 kr/kWh", []],
    ["Korrektionsfaktor 1,25 kr", []],
  ])("%s", (text, expected) => {
    expect(relations(text)).toEqual(expected);
  });

  test("a long hostile text costs time that grows with its length, not with its square", () => {
    const timeOf = (times: number): number => {
      const text = `brændværdi ${"øvre brændværdi 12,".repeat(times)}`;
      return processorTime(() => void fuelValuesIn(text, "printed"));
    };
    // A hundred times as long: a square would cost 10,000 times as much. What is over at once cannot be measured.
    expect(timeOf(200_000) / Math.max(timeOf(2_000), 0.1)).toBeLessThan(1_000);
  });
});

const GAS = { name: "natural_gas", region: "DK" };
const judged = (text: string, fuel = GAS) => {
  const { usable, unused } = judgedFuelValues(fuelValuesIn(text, "note"), fuel);
  return [usable.map(({ to_unit }) => to_unit), unused.map(({ reason }) => reason).join()];
};

describe("which stated values count", () => {
  test("a value of Danish gas that no lower one reaches is the upper one; a smaller one could be either", () => {
    expect(judged("Brændværdi 12,05 kWh/m3")).toEqual([["kWh_gross"], ""]);
    expect(judged("Brændværdi 11,2 kWh/m3")).toEqual([[], expect.stringContaining("neither upper nor lower")]);
    expect(judged("Brændværdi 12,05 kWh/m3", { ...GAS, region: "DE" })[0]).toEqual([]);
    expect(judged("Brændværdi 10,2 kWh/l", { name: "diesel", region: "DK" })[0]).toEqual([]);
  });

  test("what a fuel cannot have does not count", () => {
    expect(judged("øvre brændværdi 120,5 kWh/Nm3")).toEqual([[], expect.stringContaining("outside 10.5 to 13")]);
    expect(judged("Brændværdi 120,5 kWh/Nm3")).toEqual([[], expect.stringContaining("outside 10.5 to 13")]);
    expect(judged("Densitet 0,99 kg/l", { name: "diesel", region: "DK" })).toEqual([
      [],
      expect.stringContaining("outside"),
    ]);
    expect(judged("Omregningsfaktor 11,52")[1]).toContain("which units");
  });

  test("of several values that differ none counts; the same one twice is one", () => {
    expect(judged("øvre brændværdi 12,1 kWh/Nm3; øvre brændværdi 12,2 kWh/Nm3")).toEqual([
      [],
      expect.stringContaining("several values"),
    ]);
    expect(judged("øvre brændværdi 12,1 kWh/Nm3; brændværdi 12,1 kWh/Nm3")[0]).toEqual(["kWh_gross"]);
  });

  test("every published value lies within the bounds of its fuel", () => {
    expect(fuelValueBounds().length).toBeGreaterThan(40);
    let checked = 0;
    for (const { fuel, from_unit, from_quantity, to_unit, to_quantity } of fuelProperties()) {
      const isCube = from_unit === "m3" && to_unit === "kg";
      const bounds = boundsOf(fuel, isCube ? "l" : from_unit, to_unit);
      if (bounds === undefined) continue;
      checked += 1;
      const value = decimal(to_quantity).div(from_quantity);
      expect(isWithin(isCube ? value.div(1000) : value, bounds), `${fuel} ${from_unit} ${to_unit}`).toBe(true);
    }
    expect(checked).toBeGreaterThan(30);
  });

  test("what a reading keeps is what was stated", () => {
    const stated = fuelValuesIn("Omregningsfaktor 11,52; øvre brændværdi 43,4 MJ/Nm3", "printed");
    expect(stated).toHaveLength(2);
    expect(keptFuelValues(fuelValueSteps(stated))).toEqual(stated);
  });
});

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

interface Lineage {
  readonly activity_split: { readonly conversion: readonly { readonly kind: string; readonly note: string }[] };
  readonly emission_factor: { readonly factor_value: number; readonly key: string };
  readonly emission_entry: { readonly co2e_location_based_kg: number };
  readonly calculation: { readonly conversions: readonly { readonly kind: string; readonly note: string }[] };
}

type Company = Awaited<ReturnType<Pipeline["company"]>>;

async function counted(company: Company) {
  const [line] = await company.lines();
  const entry = (await company.entries()).find(({ scope }) => scope === "1");
  const lineage = entry === undefined ? null : await run<Lineage>(getEmissionLineage, company.ctx, { id: entry.id });
  const notes = (lineage?.calculation.conversions ?? []).map(({ note }) => note).join("\n");
  return { line, lineage, notes };
}

async function billed(line: Partial<UblLine> & Pick<UblLine, "text">) {
  const company = await service.company();
  const lines = [{ amount: "2500.00", quantity: "200", unit: "MTQ", ...line }];
  const supplier = { name: "Gasselskabet Test A/S", cvr: "31415926" };
  await company.ingest({ name: "gas.xml", bytes: ubl({ number: "G-1", date: "2024-03-15", supplier, lines }) });
  return { company, ...(await counted(company)) };
}

describe("a bill that states the heating value of its gas", () => {
  test.each([
    ["in a note of the line", { note: "Brændværdi 12,05 kWh/m3" }],
    ["as a property of the item", { properties: [["Øvre brændværdi", "12.05", "E46"]] as const }],
  ])("%s counts cubic metres by it, and the lineage names value, words and origin", async (origin, stated) => {
    const { line, lineage, notes } = await billed({ text: "Naturgas forbrug", ...stated });
    expect(line, line?.reason).toMatchObject({ status: "classified", quantity: "200", unit: "m3" });
    expect(lineage?.emission_factor.key).toBe("fuel.natural_gas.kWh_gross");
    expect(lineage?.emission_entry.co2e_location_based_kg).toBeCloseTo(
      200 * 12.05 * (lineage?.emission_factor.factor_value ?? 0),
      4,
    );
    expect(notes).toContain("1 m3 is 12.05 kWh_gross");
    expect(notes).toMatch(
      origin === "in a note of the line" ? /in a note of the line/ : /in a property of the line's item/,
    );
    expect(lineage?.activity_split.conversion).toMatchObject([{ kind: "fuel_value" }]);
  });

  test("and its factor to normal cubic metres counts by the Danish factor", async () => {
    const { lineage, notes } = await billed({ text: "Naturgas forbrug", note: "Korrektionsfaktor m3 til Nm3: 0,9812" });
    expect(lineage?.emission_factor.key).toMatch(/^fuel\.dk\.natural_gas/);
    expect(lineage?.emission_entry.co2e_location_based_kg).toBeCloseTo(
      200 * 0.9812 * (lineage?.emission_factor.factor_value ?? 0),
      4,
    );
    expect(notes).toContain('"Korrektionsfaktor m3 til Nm3: 0,9812"');
  });

  test("of which nobody can say whether it is the upper one waits, and says why", async () => {
    const { line } = await billed({ text: "Naturgas forbrug", note: "Brændværdi 11,2 kWh/m3" });
    expect(line).toMatchObject({ status: "pending_review", review_code: "unit_mismatch" });
    expect(line?.reason).toContain('"Brændværdi 11,2 kWh/m3"');
    expect(line?.reason).toContain("neither upper nor lower");
  });

  test("that cannot be one is told as not used where the quantity counts without it", async () => {
    const { notes, lineage } = await billed({
      text: "Naturgas forbrug",
      unit: "NM3",
      note: "Øvre brændværdi 99 kWh/Nm3",
    });
    expect(lineage?.emission_factor.key).toMatch(/^fuel\.dk\.natural_gas/);
    expect(notes).toContain("It was not used: 99 kWh_gross per Nm3 is outside");
  });

  test("keeps it when a person corrects the line: later readings count by it too", async () => {
    const { company, line } = await billed({ text: "Naturgas forbrug", note: "Brændværdi 12,05 kWh/m3" });
    const correction = { id: line?.id, facts: { quantity: 100, unit: "m3" }, reason: "Afregnet for meget" };
    await run(correctActivity, company.ctx, correction);
    await run(correctActivity, company.ctx, { ...correction, facts: { quantity: 50, unit: "m3" } });
    const { notes } = await counted(company);
    expect(notes).toContain('"Brændværdi 12,05 kWh/m3"');
    expect(notes).toContain("50 m3 = 602.5 kWh_gross");
  });
});

test("a density on a fuel bill comes before the published one", async () => {
  const company = await service.company();
  const lines = [{ text: "Diesel", quantity: "840", unit: "KGM", amount: "9000.00", note: "Densitet 0,84 kg/l" }];
  const supplier = { name: "Olieselskabet Test A/S", cvr: "31415926" };
  await company.ingest({ name: "d.xml", bytes: ubl({ number: "D-1", date: "2024-03-15", supplier, lines }) });
  const { notes } = await counted(company);
  expect(notes).toContain("840 kg = 1000 l");
  expect(notes).toContain("it comes before a published value");
});

describe("a printed gas bill", () => {
  const bill = (readings: readonly PdfText[], text = "Naturgas"): PdfText[] => [
    name("Fiktiva Gas A/S"),
    title("FAKTURA"),
    ...row(55, [40, "Netvej 1"], [380, "Fakturanr.:"], [555, "F-2024-77", "right"]),
    ...row(67, [40, "6760 Ribe"], [380, "Fakturadato:"], [555, "03-04-2024", "right"]),
    ...row(79, [40, "CVR-nr. 12 34 56 74"]),
    ...row(130, [40, "Prøvefabrikken ApS"]),
    ...row(
      190,
      [40, "Beskrivelse"],
      [330, "Antal", "right"],
      [350, "Enhed"],
      [470, "Pris", "right"],
      [555, "Beløb", "right"],
    ),
    ...row(205, [40, text], [330, "200,00", "right"], [350, "m3"], [470, "10,00", "right"], [555, "2.000,00", "right"]),
    ...row(260, [400, "I alt ekskl. moms"], [555, "2.000,00", "right"]),
    ...row(273, [400, "Moms 25%"], [555, "500,00", "right"]),
    ...row(286, [400, "At betale DKK"], [555, "2.500,00", "right"]),
    ...readings,
  ];
  const valuesOf = async (readings: readonly PdfText[]) => {
    const outcome = await readFile(pdf([bill(readings)]), "gas.pdf");
    if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
    return (outcome.document.fuel_values ?? []).map(({ to_quantity, to_unit }) => `${to_quantity} ${to_unit}`);
  };

  test("states its heating value beside the label or below a heading of its table of readings", async () => {
    expect(await valuesOf(row(320, [40, "Øvre brændværdi"], [300, "12,05 kWh/Nm3", "right"]))).toEqual([
      "12.05 kWh_gross",
    ]);
    const table = [
      ...row(320, [40, "Målernr."], [200, "Aflæsning"], [400, "Brændværdi kWh/m3"]),
      ...row(333, [40, "66120934"], [200, "31-01-2024"], [400, "12,05"]),
      ...row(346, [40, "66120934"], [200, "29-02-2024"], [400, "12,11"]),
    ];
    expect(await valuesOf(table)).toEqual(["12.05 kWh", "12.11 kWh"]);
  });

  test("is counted by it, and the lineage says that it is printed there", async () => {
    const company = await service.company();
    const bytes = pdf([bill(row(320, [40, "Øvre brændværdi"], [300, "12,05 kWh/m3", "right"]))]);
    await company.ingest({ name: "gas.pdf", bytes });
    const { line, notes } = await counted(company);
    expect(line, line?.reason).toMatchObject({ status: "classified" });
    expect(notes).toContain("200 m3 = 2410 kWh_gross");
    expect(notes).toContain("printed on the document");
  });
});

test("a utility statement of gas is counted by the correction factor of its meter and the heating value of its supply", async () => {
  const company = await service.company();
  await company.ingest(gasStatement());
  const { line, notes } = await counted(company);
  expect(line, line?.reason).toMatchObject({ status: "classified" });
  expect(notes).toContain("Korrektionsfaktor: 0,9812");
  // Nm3 of the statement: 1,800 m3 x 0.9812.
  expect(notes).toContain("1766.16 Nm3");
});
