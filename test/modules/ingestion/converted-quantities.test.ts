import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { fuelProperties } from "../../../src/modules/emissions/fuel-properties.ts";
import { quantityInText } from "../../../src/modules/emissions/quantity-in-text.ts";
import { unitPath } from "../../../src/modules/emissions/unit-path.ts";
import { decimal } from "../../../src/core/quantity.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run, waiting } from "../../support/review.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

interface Lineage {
  readonly emission_factor: { readonly key: string; readonly factor_value: number };
  readonly emission_entry: { readonly co2e_location_based_kg: number };
  readonly calculation: {
    readonly formula: string;
    readonly conversions: readonly { readonly kind: string; readonly note: string }[];
  };
}

/** Books one row of a table and answers its line, and the lineage of the entry of scope 1 when there is one. */
async function booked(text: string, quantity: string, unit: string, amount = "4000,00") {
  const company = await service.company();
  const table = `Dato;Leverandør;Tekst;Antal;Enhed;Beløb ekskl. moms;Valuta\n15-03-2024;Energi A/S;${text};${quantity};${unit};${amount};DKK\n`;
  await company.ingest({ name: "energi.csv", bytes: Buffer.from(table) });
  // "Diesel" alone is a suggestion that somebody accepts.
  const [item] = await waiting(company.ctx);
  if (item?.review_code === "category_needs_person") await run(acceptReviewItem, company.ctx, { id: item.id });
  const [line] = await company.lines();
  const entry = (await company.entries()).find(({ scope }) => scope === "1");
  const lineage = entry === undefined ? null : await run<Lineage>(getEmissionLineage, company.ctx, { id: entry.id });
  return { line, lineage };
}

describe("a quantity in another measure than the factor's", () => {
  test.each([
    // 12.157 kWh/Nm3 by the upper calorific value, as gas is billed in Denmark.
    ["Naturgas", "245", "Nm3", null, "245"],
    ["Naturgas", "1215,7", "kWh", "HMN GasNet", "1215.7"],
    ["Naturgas", "1,2157", "MWh", "HMN GasNet", "1215.7"],
    // Densities and calorific values of DESNZ 2024, fuel properties: 833.519 kg/m3, 9.891 kWh/l.
    ["Diesel", "833,519", "kg", "833.519", "1000"],
    ["Diesel", "0,833519", "t", "833.519", "1000"],
    ["Diesel", "1", "m3", null, "1000"],
  ])(
    "%s %s %s counts, and the lineage names the published value",
    async (text, quantity, unit, source, inFactorUnit) => {
      const { line, lineage } = await booked(text, quantity, unit);
      expect(line, `${line?.reason}`).toMatchObject({ status: "classified" });
      const factor = lineage?.emission_factor.factor_value ?? 0;
      expect(lineage?.emission_entry.co2e_location_based_kg).toBeCloseTo(Number(inFactorUnit) * factor, 5);
      const notes = (lineage?.calculation.conversions ?? [])
        .filter(({ kind }) => kind === "unit")
        .map(({ note }) => note);
      if (source === null) expect(notes.join()).not.toContain("http");
      else expect(notes.join()).toContain(source);
    },
  );

  test("cubic metres of gas wait and say what would count: nobody knows their pressure and temperature", async () => {
    const { line, lineage } = await booked("Naturgas", "245", "m3");
    expect(line).toMatchObject({ status: "pending_review", review_code: "unit_mismatch" });
    expect(line?.reason).toContain("Nm3");
    expect(lineage).toBeNull();
  });
});

describe("a quantity in the words of a line", () => {
  test("counts where no column states one, and the lineage has the words", async () => {
    const { line, lineage } = await booked("Diesel 1.240,5 l", "", "");
    expect(line).toMatchObject({ status: "classified", quantity: "1240.5", unit: "l" });
    expect(lineage?.calculation.conversions.map(({ note }) => note).join()).toContain('"1.240,5 l"');
  });

  test.each([
    ["Diesel 12.450 l", "DK", "12450"],
    ["Diesel 12 450 l", "DK", "12450"],
    ["Diesel tank 2 450 l", "DK", null],
    ["Diesel tank 2: 450 l", "DK", "450"],
    ["Diesel 450 liter, uge 12", "DK", "450"],
    ["Diesel 1,240.5 l", "GB", "1240.5"],
    ["Diesel 12,450 l", "GB", "12450"],
    ["Diesel 0,5 l", "DK", "0.5"],
    ["Diesel 12,450 l", "DK", null],
    ["Olie 20 l spand", "DK", null],
    ["Diesel 12,50 kr/l", "DK", null],
    ["Diesel 10-12 l", "DK", null],
    ["Diesel op til 50 l", "DK", null],
    ["Diesel 50 l og 60 l", "DK", null],
    ["Kørsel 7,2 l/100 km", "DK", null],
    ["Diesel 2 x 20 l", "DK", null],
  ])("%j in %s is %s", (text, region, value) => {
    expect(quantityInText(text, region, (unit) => unit === "l")?.value ?? null).toBe(value);
  });
});

describe("nights and what is given back, in the words of a line", () => {
  test.each([
    ["Hotel Oslo 2 nætter", "2"],
    ["Hotel Berlin 3 nætter 2 værelser", "6"],
    ["Hotel Berlin, 2 dobbeltværelser, 3 nætter", "6"],
    ["Hotel London 2 nights", "2"],
    ["Hotel Hamburg 1 nat, 1 person", "1"],
    ["Hotel Malmö 2 nätter", "2"],
    // How many rooms there were, nobody knows.
    ["Hotel Berlin 3 nætter, 4 personer", null],
    ["Hotel Berlin 3 nætter, 1 enkeltværelse og 2 dobbeltværelser, 2 rooms", null],
    ["Hotel 2-3 nætter", null],
    ["Natbus linje 2", null],
  ])("%j is %s room nights", (text, value) => {
    expect(quantityInText(text, "DK", (unit) => unit === "room_night")?.value ?? null).toBe(value);
  });

  test.each([
    ["Retur diesel -10,00 L", ["10", true]],
    ["Retur diesel 10,00 L", ["10", false]],
    ["Diesel 5 -10 L", null],
    ["Diesel - 10 L", null],
  ])("%j is %j", (text, expected) => {
    const found = quantityInText(text, "DK", (unit) => unit === "l");
    expect(found === null ? null : [String(Number(found.value)), found.is_negative]).toEqual(expected);
  });

  const HEAD = "Dato;Leverandør;Tekst;Antal;Enhed;Beløb ekskl. moms;Valuta;Category";
  test.each([
    ["Restaffald 2,5 ton", ";", "3000,00", "waste.operations.residual_incineration", ["2.5", "t"]],
    ["Hotel Oslo 2 nætter", ";", "3000,00", "transport.travel.hotel", ["2", "room_night"]],
    ["Hotelovernatning Aarhus, 3 nætter", "3;stk", "3000,00", "transport.travel.hotel", ["3", "room_night"]],
    ["Hotelovernatning Aarhus, 3 nætter", "2;stk", "3000,00", "transport.travel.hotel", [null, null]],
    ["Retur diesel -10,00 L", ";", "-110,20", "transport.own.diesel", ["-10", "l"]],
    ["Diesel -10,00 L", ";", "110,20", "transport.own.diesel", [null, null]],
  ])("%s (%s, %s) counts by it", async (text, quantity, amount, category, expected) => {
    const company = await service.company();
    const row = `15-03-2025;Handelshuset;${text};${quantity};${amount};DKK;${category}`;
    const other = "15-03-2025;Handelshuset;Papir;;;900,00;DKK;purchases.goods.office_supplies";
    await company.ingest({ name: "a.csv", bytes: Buffer.from([HEAD, other, row, ""].join("\n")) });
    const rows = await company.ctx.db.rows<{ readonly quantity: string | null; readonly unit: string | null }>({
      name: "",
      text: `select s.quantity, s.unit from activity_splits s join activities a on a.id = s.activity_id
        where a.tenant_id = $1 and a.environment = $2 order by a.line_number desc limit 2`,
    });
    const [split] = rows;
    expect([split?.quantity == null ? null : String(Number(split.quantity)), split?.unit ?? null]).toEqual(expected);
  });
});

test("published values lead there and back to the same quantity", () => {
  const fuels = new Set(fuelProperties().map(({ fuel }) => fuel));
  expect(fuels.size).toBeGreaterThan(10);
  for (const fuel of fuels) {
    const properties = fuelProperties().filter((row) => row.fuel === fuel);
    for (const { from_unit, to_unit } of properties) {
      const there = unitPath(from_unit, to_unit, properties)?.ratio;
      const back = unitPath(to_unit, from_unit, properties)?.ratio;
      if (there === undefined || back === undefined)
        throw new Error(`${fuel}: ${from_unit} and ${to_unit} are not related`);
      const whole = decimal(there.numerator).times(back.numerator);
      expect(whole.eq(there.denominator.times(back.denominator)), `${fuel} ${from_unit} ${to_unit}`).toBe(true);
    }
  }
});

test("a litre by its own value is a litre by density and the value of a kilogram, as one publisher prints all three", () => {
  const of = (fuel: string, from_unit: string, to_unit: string): number => {
    const row = fuelProperties().find(
      (one) => one.fuel === fuel && one.from_unit === from_unit && one.to_unit === to_unit,
    );
    return Number(row?.to_quantity) / Number(row?.from_quantity);
  };
  const litres = fuelProperties().filter(({ from_unit }) => from_unit === "l");
  expect(litres.length).toBeGreaterThan(10);
  for (const { fuel, to_unit, to_quantity } of litres) {
    const byMass = (of(fuel, "m3", "kg") / 1000) * of(fuel, "kg", to_unit);
    // The printed values have three decimals each.
    expect(byMass / Number(to_quantity), `${fuel} ${to_unit}`).toBeCloseTo(1, 2);
  }
});
