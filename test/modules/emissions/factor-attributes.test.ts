import { describe, expect, it } from "vitest";
import { factorRows, valuesOfCategory } from "../../../src/modules/emissions/factor-choice/attribute-table.ts";
import type {
  AttributeName,
  Attributes,
  LineAttribute,
} from "../../../src/modules/emissions/factor-choice/attributes.ts";
import {
  attributeWords,
  lineAttributes,
  readAttributes,
} from "../../../src/modules/emissions/factor-choice/read-attributes.ts";
import { isMappedFactor } from "../../../src/modules/emissions/index.ts";
import { factorSubjects, subjectOf } from "../../../src/modules/emissions/factor-choice/source-table.ts";
import { UNREACHED_FACTORS } from "../../support/unreached-factors.ts";
import {
  catalog,
  entriesOf,
  entryOf,
  request,
  reviewReasonOf,
  catalogWith,
  shippedFactor,
  tables,
} from "../../support/calculation.ts";

/** As a person states them. */
function stated(attributes: Attributes): LineAttribute[] {
  return lineAttributes("energy.electricity.grid_other", "", { stated: attributes }).concat(
    Object.entries(attributes).flatMap(([name, value]) =>
      name === "country" ? [] : [{ name: name as AttributeName, value, origin: "person" as const }],
    ),
  );
}

/** The set of a company that counts by that factor, where a gas has figures by two. */
function gwpSetOf(key: string): "AR5" | "AR6" {
  return key.includes(".ar6.") ? "AR6" : "AR5";
}

describe("the table of attributes", () => {
  it.each(factorRows().map((row): [string, string, Attributes] => [row.category_key, row.factor_key, row.attributes]))(
    "a line of %s in its unit is counted by %s when it says what that is about",
    (category, key, attributes) => {
      const { unit, valid_year } = shippedFactor(key);
      const asked = { ...request(category, `1 ${unit}`), attributes: stated(attributes) };
      const settings = { aviation_non_co2: true, gwp_set: gwpSetOf(key) };
      const { factor } = entryOf({ ...asked, transaction_date: `${valid_year}-06-15` }, catalog, settings);
      expect(factor.key).toBe(key);
    },
  );

  it("every shipped factor is reached from a category, or stands in the list of those that are not", () => {
    const reached = new Set<string>();
    const count = (asked: Parameters<typeof entriesOf>[0]) => {
      for (const { factor } of entriesOf(asked)) reached.add(factor.key);
    };
    for (const { category_key, factor_key, attributes } of factorRows()) {
      const isDeclared = factor_key.startsWith("heat.dk.network.");
      for (const { unit, valid_year } of isDeclared ? catalog.family(factor_key) : [shippedFactor(factor_key)]) {
        for (const aviation_non_co2 of factor_key.includes(".rf.") ? [true, false] : [true]) {
          const asked = request(category_key, `1 ${unit}`, { transaction_date: `${valid_year}-06-15` });
          const settings = { aviation_non_co2, gwp_set: gwpSetOf(factor_key) };
          const entries = entriesOf({ ...asked, attributes: stated(attributes) }, catalog, settings);
          for (const { factor } of entries) reached.add(factor.key);
        }
      }
    }
    for (const { key, default_factor_key, spend_factor_key } of tables.categories) {
      for (const named of [default_factor_key, spend_factor_key]) {
        if (named === null) continue;
        const isSpend = named === spend_factor_key;
        for (const { unit, valid_year } of catalog.family(named)) {
          const stated_amount = isSpend ? "1 EUR" : `1 ${unit}`;
          count(request(key, stated_amount, { transaction_date: `${valid_year}-06-15` }));
        }
      }
    }
    for (const { key, region, valid_year } of tables.factors.filter(({ key: of }) => of.startsWith("electricity."))) {
      if (region.startsWith("DK") || !/production_mix|generation|gb\.location/.test(key)) continue;
      const asked = request("energy.electricity.grid_other", "1 kWh", { transaction_date: `${valid_year}-06-15` });
      // Life-cycle figures of grids of which generation alone is loaded count where a person names them.
      const factor_key = key.includes("production_mix") ? { factor_key: key } : {};
      count({ ...asked, ...factor_key, attributes: stated({ country: region }) });
    }
    // Those of a publisher's whole set count where a person names them: published-factors.test.ts does so with each.
    for (const factor of tables.factors.filter((candidate) => isMappedFactor(candidate))) reached.add(factor.key);
    const unreached = tables.factors.map(({ key }) => key).filter((key) => !reached.has(key));
    for (const { keys, count: expected } of UNREACHED_FACTORS) {
      expect(
        unreached.filter((key) => keys.test(key)),
        keys.source,
      ).toHaveLength(expected);
    }
    expect(unreached.filter((key) => !UNREACHED_FACTORS.some(({ keys }) => keys.test(key)))).toEqual([]);
  });

  it("every row names a category, and a factor once in it", () => {
    const rows = factorRows().map(({ category_key, factor_key }) => `${category_key} ${factor_key}`);
    expect(new Set(rows).size).toBe(rows.length);
    for (const { category_key } of factorRows()) expect(catalog.category(category_key)?.level, category_key).toBe(3);
  });
});

describe("the order of sources", () => {
  /** Publishers whose figures are fetched or imported. */
  const NOT_SHIPPED = new Set(["Energinet"]);

  it("every shipped factor has a subject whose order names its publisher", () => {
    for (const { key, source } of tables.factors) {
      expect(
        subjectOf(key)?.sources.some((name) => source.startsWith(name)),
        `${key}: ${source}`,
      ).toBe(true);
    }
    for (const { sources, key_prefix } of factorSubjects()) {
      const published = tables.factors.filter(({ key }) => key.startsWith(key_prefix)).map(({ source }) => source);
      for (const name of sources.filter((source) => !NOT_SHIPPED.has(source)))
        expect(
          published.some((source) => source.startsWith(name)),
          `${key_prefix} ${name}`,
        ).toBe(true);
    }
  });
});

describe("words of a line", () => {
  it("every word says a value that some factor has, and one value only", () => {
    for (const { attribute, value, within, words } of attributeWords()) {
      const inside = tables.categories.filter(({ key, level }) => level === 3 && key.startsWith(within));
      const has = inside.some(({ key }) => valuesOfCategory(key).get(attribute)?.includes(value) === true);
      expect(attribute === "country" || has, `${attribute} ${value}`).toBe(true);
      expect(
        words.every((word) => word.trim() === word && word !== ""),
        `${attribute} ${value}`,
      ).toBe(true);
    }
  });

  it.each([
    ["transport.own.car_km", "Kørsel i lille bil, diesel", { vehicle_class: "small", fuel: "diesel" }],
    ["transport.own.car_km", "Plug-in hybrid, mellemklasse", { vehicle_class: "medium", fuel: "plug_in_hybrid" }],
    ["transport.own.van_km", "Kastenwagen, Benzin", { fuel: "petrol" }],
    ["transport.travel.air_long", "CPH-SIN Premium Economy", { cabin_class: "premium_economy" }],
    ["transport.travel.air_short", "Flug Erste Klasse", {}],
    ["transport.travel.hotel", "3 nights, Tokyo", { country: "JP" }],
    ["transport.travel.hotel", "2 Übernachtungen in München", { country: "DE" }],
    ["transport.travel.hotel", "Hotel London, København", {}],
    ["waste.operations.wood", "Træaffald til deponi", { waste_treatment: "landfill" }],
    ["waste.operations.food", "Haveaffald til kompostering", { waste_type: "garden", waste_treatment: "composting" }],
    ["energy.fugitive.other_refrigerant", "Påfyldning R-1234ze 2 kg", { refrigerant: "r1234ze" }],
    // Boundaries: part of a word says nothing.
    ["transport.own.car_km", "Benzinstationens hybridløsning", {}],
    ["purchases.materials.plastic", "PPE og petroleum", {}],
  ])("%s: %s", (category, text, expected) => {
    const read = readAttributes(category, text);
    expect(Object.fromEntries(read.map(({ name, value }) => [name, value]))).toEqual(expected);
    for (const { words } of read) expect(text.toLowerCase()).toContain(words);
  });

  it("what a person stated goes before a rule, and a rule before the words", () => {
    const known = lineAttributes("transport.own.car_km", "Stor dieselbil, stor bil", {
      stated: { vehicle_class: "small" },
      ruled: { vehicle_class: "medium", fuel: "petrol" },
    });
    expect(known).toEqual([
      { name: "vehicle_class", value: "small", origin: "person" },
      { name: "fuel", value: "petrol", origin: "rule" },
    ]);
    expect(
      lineAttributes("transport.own.car_km", "Stor dieselbil", { stated: null, ruled: { fuel: "petrol" } }),
    ).toEqual([]);
  });
});

describe("the choice", () => {
  const kg = (category: string, quantity: string, attributes: Attributes) =>
    entryOf({ ...request(category, quantity), attributes: stated(attributes) });

  it("a hotel in Tokyo is counted with the Japanese figure: 2 room nights x 39.0 kg (DESNZ 2025, hotel stay)", () => {
    const hotel = kg("transport.travel.hotel", "2 room_night", { country: "JP" });
    expect(hotel).toMatchObject({
      location_based_kg: "78",
      factor: { key: "travel.hotel.jp.room_night" },
      conversions: [],
    });
    expect(hotel.inputs["factor_choice"]).toMatchObject({ rule: "country_of_use" });
  });

  it("a hotel in a country without a figure takes the published default, and says of which country it is", () => {
    const hotel = kg("transport.travel.hotel", "1 room_night", { country: "SE" });
    expect(hotel.factor.key).toBe("travel.hotel.de.room_night");
    expect(hotel.conversions.map(({ note }) => note)).toContain(
      "The factor of this category describes DE; none for SE is loaded.",
    );
  });

  it("an exact class goes before an average, and the average counts what is not said", () => {
    expect(kg("transport.own.car_km", "100 km", { vehicle_class: "small", fuel: "diesel" }).location_based_kg).toBe(
      "14.34",
    );
    expect(kg("transport.own.car_km", "100 km", { fuel: "diesel" }).location_based_kg).toBe("17.304");
    expect(kg("transport.own.car_km", "100 km", { vehicle_class: "small" }).location_based_kg).toBe("16.725");
    expect(kg("transport.own.car_km", "100 km", {}).location_based_kg).toBe("16.725");
  });

  it("a stated class without a factor waits and says which there are; one read from words gives way and is told", () => {
    const asked = request("waste.operations.plastic", "1 t");
    const composted = { name: "waste_treatment", value: "composting" } as const;
    expect(reviewReasonOf({ ...asked, attributes: [{ ...composted, origin: "person" }] })).toMatchObject({
      code: "no_factor",
      detail: expect.stringMatching(/closed_loop_recycling, landfill, incineration, open_loop_recycling.*composting/),
    });
    const read = entryOf({ ...asked, attributes: [{ ...composted, origin: "read", words: "kompostering" }] });
    expect(read.factor.key).toBe("waste.plastic.closed_loop.t");
    expect(read.inputs["factor_choice"]).toMatchObject({ not_used: expect.stringContaining("composting") });
  });

  it("a category of several gases asks which, and one that no factor is shipped of can be counted by the company's own", () => {
    const asked = request("energy.fugitive.other_refrigerant", "2 kg");
    expect(reviewReasonOf(asked)).toMatchObject({ code: "no_factor", detail: expect.stringContaining("r1234yf") });
    expect(reviewReasonOf({ ...asked, attributes: stated({ refrigerant: "r402a" }) }).detail).toMatch(
      /refrigerant r402a, for which none is loaded.*own factor/,
    );
    expect(kg("energy.fugitive.other_refrigerant", "2 kg", { refrigerant: "r22" }).location_based_kg).toBe("3520");
  });

  it("a blend is counted by its own figure, of the warming potentials that the company counts by, in any year", () => {
    const blend = request("energy.fugitive.other_refrigerant", "2 kg");
    const r449a = { ...blend, attributes: lineAttributes(blend.category_key, "Service: påfyldt R-449A", {}) };
    expect(r449a.attributes).toEqual([{ name: "refrigerant", value: "r449a", origin: "read", words: "r-449a" }]);
    for (const year of ["2013", "2020", "2025"]) {
      const asked = { ...r449a, transaction_date: `${year}-03-01` };
      expect(entryOf(asked)).toMatchObject({ factor: { gwp_set: "AR5" }, location_based_kg: "2563.8" });
      const newer = entryOf(asked, catalog, { aviation_non_co2: true, gwp_set: "AR6" });
      expect(newer).toMatchObject({ factor: { gwp_set: "AR6" }, location_based_kg: "3009" });
      expect(newer.inputs["factor_choice"]).toMatchObject({
        rule: "gwp_set",
        lost: [{ factor_key: "refrigerant.r449a.ar5.kg" }],
      });
    }
    const pure = request("energy.fugitive.r134a", "1 kg");
    expect(entryOf(pure)).toMatchObject({ factor: { gwp_set: "AR5" }, location_based_kg: "1300" });
    expect(entryOf(pure, catalog, { aviation_non_co2: true, gwp_set: "AR6" }).location_based_kg).toBe("1530");
  });

  it("a line of two gases, one of which has a category of its own, says neither and is asked", () => {
    const { category_key } = request("energy.fugitive.other_refrigerant", "4 kg");
    expect(lineAttributes(category_key, "Påfyldt R452A og R134a", {})).toEqual([]);
    expect(lineAttributes("energy.fugitive.r404a", "R448A/R404A top-up", {})).toEqual([]);
  });

  it("a gas without a figure of the company's warming potentials is counted by the other, and says so", () => {
    const asked = request("energy.fugitive.other_refrigerant", "1 kg");
    const isobutane = { ...asked, attributes: stated({ refrigerant: "r600a" }) };
    const entry = entryOf(isobutane, catalog, { aviation_non_co2: true, gwp_set: "AR6" });
    expect(entry).toMatchObject({ factor: { gwp_set: "AR5" }, location_based_kg: "3" });
    expect(entry.conversions).toContainEqual(expect.objectContaining({ kind: "choice", from: "AR6", to: "AR5" }));
    const usual = entryOf(isobutane).conversions.filter(({ from }) => from.startsWith("AR"));
    expect(usual).toEqual([]);
  });

  it("a factor that a person names counts whatever the line is about, if its unit fits", () => {
    const asked = { ...request("waste.operations.wood", "1 t"), factor_key: "waste.wood.composting.t" };
    expect(entryOf(asked)).toMatchObject({
      location_based_kg: "8.98311",
      inputs: { factor_choice: { rule: "person" } },
    });
    expect(reviewReasonOf({ ...asked, factor_key: "waste.glass.landfill.t" }).code).toBe("no_factor");
  });

  it("the electricity of a stated country is that of its grid", () => {
    expect(kg("energy.electricity.grid_other", "1000 kWh", { country: "SE" }).factor.key).toBe(
      "electricity.se.generation.2024.kwh",
    );
  });

  it.each(["NO", "IS", "CH"])(
    "the electricity of %s, without a figure of generation, waits and names its life-cycle one",
    (of) => {
      const key = `electricity.${of.toLowerCase()}.production_mix.kwh`;
      const asked = { ...request("energy.electricity.grid_other", "1000 kWh"), attributes: stated({ country: of }) };
      for (const waits of [asked, request("energy.electricity.grid_other", "1000 kWh", { region: of })]) {
        const { code, detail } = reviewReasonOf(waits);
        expect(code).toBe("no_factor");
        expect(detail).toContain(`No factor of generation alone is loaded of the grid of ${of}.`);
        expect(detail).toContain(key);
      }
      expect(entryOf({ ...asked, factor_key: key }).factor).toMatchObject({ key, boundary: "life_cycle" });
      // Where the release had life-cycle figures for Denmark too, they counted by themselves.
      const mix = {
        ...shippedFactor("electricity.dk.generation.2024.kwh"),
        id: "mix",
        boundary: "life_cycle" as const,
      };
      const earlier = catalogWith({ factors: [{ ...mix, key: "electricity.dk.flow_traced.2025.kwh" }] });
      expect(entryOf(asked, earlier).factor.key).toBe(key);
    },
  );

  it("a life-cycle figure of a grid counts where a person names it", () => {
    const swedish = kg("energy.electricity.grid_other", "1000 kWh", { country: "SE" });
    expect(swedish.factor).toMatchObject({ boundary: "generation", confidence: "transcribed" });
    expect(swedish.inputs["factor_choice"]).toMatchObject({
      rule: "life_cycle",
      lost: [{ factor_key: "electricity.se.production_mix.kwh", rule: "life_cycle" }],
    });
    const asked = { ...request("energy.electricity.grid_other", "1000 kWh"), attributes: stated({ country: "SE" }) };
    const named = entryOf({ ...asked, factor_key: "electricity.se.production_mix.kwh" });
    expect(named).toMatchObject({ factor: { boundary: "life_cycle" }, inputs: { factor_choice: { rule: "person" } } });
  });

  it("two equal factors end the same on every run, and the lineage names the losers with the rule", () => {
    const gas = entryOf(request("energy.stationary.natural_gas", "100 kWh_gross"));
    expect(gas.factor.key).toBe("fuel.natural_gas.kWh_gross");
    expect(gas.inputs["factor_choice"]).toMatchObject({
      rule: "unit",
      lost: expect.arrayContaining([
        expect.objectContaining({ factor_key: "fuel.dk.natural_gas.2023.nm3", rule: "unit" }),
      ]),
    });
  });
});

describe("the year", () => {
  const ofDay = (category: string, quantity: string, transaction_date: string) =>
    entryOf(request(category, quantity, { transaction_date }));

  it.each([
    ["transport.own.diesel", "1 l", "2028-12-31", false],
    ["transport.own.diesel", "1 l", "2029-01-01", true],
    ["transport.own.diesel", "1 l", "2024-12-31", true],
    ["energy.electricity.grid_dk", "1 kWh", "2026-12-31", false],
    ["energy.electricity.grid_dk", "1 kWh", "2027-01-01", true],
    ["energy.fugitive.r134a", "1 kg", "2040-06-01", false],
    ["purchases.services.consulting", "1 EUR", "2040-06-01", false],
    ["purchases.services.consulting", "1 EUR", "2022-06-01", true],
  ])("%s of %s on %s: distant %s", (category, quantity, day, isDistant) => {
    const entry = ofDay(category, quantity, day);
    expect(entry.inputs["factor_year_distant"]).toBe(isDistant ? true : undefined);
    if (isDistant) expect(entry.data_quality_score).toBeGreaterThanOrEqual(4);
  });

  it("no distance makes a line wait", () => {
    for (const { category_key, factor_key, attributes } of factorRows()) {
      const { unit } = shippedFactor(factor_key);
      const asked = request(category_key, `1 ${unit}`, { transaction_date: "2060-01-01" });
      expect(entryOf({ ...asked, attributes: stated(attributes) }).market_based_kg, factor_key).toMatch(/^\d/);
    }
  });
});
