import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

/** What a lineage says of the factor and why it was chosen. */
interface Told {
  readonly emission_factor: { readonly key: string; readonly factor_value: number; readonly confidence?: string };
  readonly calculation: {
    readonly inputs: {
      readonly attributes?: readonly {
        readonly name: string;
        readonly value: string;
        readonly origin: string;
        readonly words?: string;
      }[];
      readonly factor_choice?: { readonly rule: string; readonly lost: readonly { readonly factor_key: string }[] };
    };
  };
}

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** The lineage of a line that a person records in a category; 2025. */
async function recorded(body: Readonly<Record<string, unknown>>): Promise<Told> {
  const by = await site.company();
  const { entries } = await site.recorded(by, { transaction_date: "2025-06-15", reason: "bilag", ...body });
  return (await site.get(by, `/emissions/${entries[0]?.id}/lineage`)) as Told;
}

/** The lineage of the first entry of an invoice. */
async function invoiced(document: Partial<UblDocument> & Pick<UblDocument, "lines">): Promise<Told> {
  const by = await site.company();
  await site.ingest(by, { name: "a.xml", content: ubl({ number: "1", date: "2025-06-15", ...document }) });
  const [entry] = await site.items<{ id: string }>(by, "/emissions");
  return (await site.get(by, `/emissions/${entry?.id}/lineage`)) as Told;
}

describe("each line has the factor of exactly what it is about, and its lineage says why", () => {
  test("a hotel in Tokyo", async () => {
    const told = await recorded({
      category_id: "transport.travel.hotel",
      description: "Hotel, Tokyo, 3 nætter",
      quantity: 3,
      unit: "room_night",
    });
    expect(told.emission_factor.key).toBe("travel.hotel.jp.room_night");
    expect(told.calculation.inputs.attributes).toEqual([
      { name: "country", value: "JP", origin: "read", words: "tokyo" },
    ]);
    expect(told.calculation.inputs.factor_choice?.rule).toBe("country_of_use");
  });

  test("an electric car charged in Germany", async () => {
    const told = await recorded({
      category_id: "energy.electricity.ev_charging",
      description: "Opladning af elbil, Hamburg",
      quantity: 42,
      unit: "kWh",
    });
    expect(told.emission_factor).toMatchObject({
      key: "electricity.de.generation.2024.kwh",
      factor_value: 0.291,
      confidence: "transcribed",
      read_in: expect.stringContaining("themisiq"),
    });
    expect(told.calculation.inputs.attributes).toEqual([
      { name: "country", value: "DE", origin: "read", words: "hamburg" },
    ]);
    expect(told.calculation.inputs.factor_choice).toMatchObject({
      rule: "life_cycle",
      lost: [{ factor_key: "electricity.de.production_mix.kwh" }],
    });
  });

  test("an electric car that says no country, in Denmark as before", async () => {
    const told = await recorded({
      category_id: "energy.electricity.ev_charging",
      description: "Opladning af elbil",
      quantity: 42,
      unit: "kWh",
    });
    expect(told.emission_factor.key).toBe("electricity.dk.generation.2024.kwh");
  });

  test("a van of a stated class", async () => {
    const van = { category_id: "transport.own.van_km", quantity: 100, unit: "km" };
    const told = await recorded({ ...van, description: "Varebil, klasse III, diesel" });
    expect(told.emission_factor).toMatchObject({ key: "desnz.2025.5_303_3095_4", factor_value: 0.27878 });
    expect(told.calculation.inputs.attributes).toContainEqual({
      name: "vehicle_class",
      value: "class_iii",
      origin: "read",
      words: "klasse iii",
    });
    expect(told.calculation.inputs.factor_choice).toMatchObject({ rule: "stated_class" });
    const plain = await recorded({ ...van, description: "Varebil, diesel" });
    expect(plain.emission_factor.key).toBe("vehicle.van.avg.diesel.km");
  });

  test("R-449A", async () => {
    const told = await recorded({
      category_id: "energy.fugitive.other_refrigerant",
      description: "Påfyldt R-449A",
      quantity: 4,
      unit: "kg",
    });
    expect(told.emission_factor).toMatchObject({ key: "refrigerant.r449a.ar5.kg", factor_value: 1281.9 });
    expect(told.calculation.inputs.attributes).toContainEqual(
      expect.objectContaining({ name: "refrigerant", value: "r449a", words: "r-449a" }),
    );
  });

  test("clean concrete", async () => {
    const told = await recorded({
      category_id: "waste.operations.construction",
      description: "Ren beton til nedknusning",
      quantity: 8,
      unit: "t",
    });
    expect(told.emission_factor.key).toBe("waste.concrete.open_loop.t");
    expect(told.calculation.inputs.attributes).toContainEqual(
      expect.objectContaining({ name: "waste_type", value: "concrete", words: "beton" }),
    );
    expect(told.calculation.inputs.factor_choice?.rule).toMatch(/^(?:stated|default)_class$/);
  });

  test("heat of a named network: by its seller's name, and by what a person states", async () => {
    const lines = [{ text: "Fjernvarme, forbrug", amount: "9000.00", quantity: "12000", unit: "KWH" }];
    const supplier = { name: "Fjernvarme Fyn A/S", cvr: "27182818" };
    const told = await invoiced({ supplier, lines });
    expect(told.emission_factor).toMatchObject({
      key: "heat.dk.network.odense.2023.kwh",
      factor_value: 0.05695,
      confidence: "transcribed",
    });
    expect(told.calculation.inputs.attributes).toEqual([
      { name: "network", value: "odense", origin: "read", words: "fjernvarme fyn" },
    ]);
    expect(told.calculation.inputs.factor_choice).toMatchObject({ rule: "stated_class" });
    const stated = await recorded({
      category_id: "energy.heat.district_heating",
      description: "Fjernvarme",
      quantity: 1000,
      unit: "kWh",
      attributes: { network: "aarhus" },
    });
    expect(stated.emission_factor.key).toBe("heat.dk.network.aarhus.2021.kwh");
    const unnamed = await invoiced({ supplier: { name: "Nordhavn Fjernvarme A.m.b.a.", cvr: "27182818" }, lines });
    expect(unnamed.emission_factor.key).toBe("heat.dk.district.br18.2025.kwh");
  });
});
