import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toldFormula } from "../../../src/modules/emissions/told/formula.ts";
import { toldNote } from "../../../src/modules/emissions/told/notes.ts";
import { toldReasons } from "../../../src/core/told-reasons.ts";
import { VETOES } from "../../../src/modules/categorization/vetoes.ts";
import { TOLD_DA } from "../../../web/parts/told/told-texts-da.ts";
import { TOLD_EN } from "../../../web/parts/told/told-texts-en.ts";
import { type Demo, demoTenant } from "../../support/demo.ts";

const codesOf = (reason: string): string[] => toldReasons(reason).map(({ code }) => code);

describe("reasons of readings", () => {
  test("are told piece by piece, with what stands in them", () => {
    expect(toldReasons('corrected: Fuel card; measured diesel; "diesel b7" in the text')).toEqual([
      { code: "corrected", parameters: {} },
      { code: "typed", parameters: { text: "Fuel card" } },
      { code: "measured", parameters: { commodity: "diesel" } },
      { code: "words_in_text", parameters: { words: '"diesel b7"' } },
    ]);
    expect(toldReasons('the company\'s rule: supplier, account 2050, text contains "el; net"')).toEqual([
      { code: "rule", parameters: { supplier: "supplier", account: "2050", text: "el; net" } },
    ]);
  });

  test.each(VETOES)("tell why a category is only suggested: %s", (veto) => {
    const told = toldReasons(`account headed "el"; "nettarif" in the text (only suggested: ${veto})`);
    const [heading, words, suggested, why] = told.map(({ code }) => code);
    expect([heading, words, suggested]).toEqual(["account_headed", "words_in_text", "only_suggested"]);
    expect(told).toHaveLength(4);
    expect(TOLD_DA[why ?? ""]?.({}), why).toBeTypeOf("string");
    expect(TOLD_EN[why ?? ""]?.({}), why).toBeTypeOf("string");
    expect(why).not.toBe("typed");
  });

  test("keep what people typed as they typed it, semicolons included", () => {
    expect(toldReasons("deferred to the settlement: comes in January; says Bo")).toEqual([
      { code: "deferred", parameters: {} },
      { code: "typed", parameters: { text: "comes in January; says Bo" } },
    ]);
    expect(toldReasons("Printer paper")).toEqual([{ code: "typed", parameters: { text: "Printer paper" } }]);
  });

  test("stand behind the words of what was decided about purchases", () => {
    const id = "0198c0de-0000-7000-8000-000000000001";
    const why = { code: "typed", parameters: { text: "The receipt says so" } };
    const linked = `a person linked it with a ledger row, document ${id}; this line is evidence of it: The receipt says so`;
    expect(toldReasons(linked)).toEqual([{ code: "counted_by_others", parameters: {} }, why]);
    expect(toldReasons('a purchase of its own: The receipt says so; "paper" in the text')).toEqual([
      { code: "not_a_duplicate", parameters: {} },
      why,
      { code: "words_in_text", parameters: { words: '"paper"' } },
    ]);
  });

  test.each([
    ["advance_estimate", "an advance counts as an estimate until it is settled"],
    ["advance_asked", "an advance that a bill may have settled (Its bill says another period.)"],
    ["advance_settled", "an advance, settled: document 0198c0de counts what was used on its days"],
    ["takes_back", "takes back what document 0198c0de counts"],
  ])("of the service about advances and credit notes have words: %s", (code, reason) => {
    expect(codesOf(reason)).toEqual([code]);
    expect([TOLD_DA[code]?.({}), TOLD_EN[code]?.({})]).toEqual([expect.any(String), expect.any(String)]);
  });

  test("whose sentence has a semicolon are one", () => {
    const id = "0198c0de-0000-7000-8000-000000000001";
    expect(
      codesOf(`record ${id} covers account 7210 from 2026-01-01 to 2026-03-31; this row is evidence of it`),
    ).toEqual(["covered_by_record"]);
    expect(toldReasons(`the purchase is counted by an invoice, document ${id}; this line is evidence of it`)).toEqual([
      { code: "counted_by_other", parameters: { source: "an invoice", document: id } },
    ]);
  });
});

test("notes of steps are told with their figures", () => {
  expect(toldNote("daily rate of 2026-03-02, the newest published before 2026-03-03: 7.46 DKK/EUR, ECB")).toEqual({
    code: "exchange_rate",
    parameters: {
      rate_kind: "daily rate",
      day: "2026-03-02",
      before: "2026-03-03",
      rate: "7.46",
      currency: "DKK",
      source: "ECB",
    },
  });
  expect(toldNote("10 Nm3 = 110 kWh_net: 1 Nm3 is 11 kWh_net, Evida, 2023, https://evida.dk")).toMatchObject({
    code: "unit_by_value",
  });
  const cpi = "consumer prices of DK: 109.9 in 2023, 112.3 in 2024, the newest published before 2026, World Bank";
  expect(toldNote(cpi)).toEqual({
    code: "price_index",
    parameters: {
      series: "consumer prices",
      country: "DK",
      base: "109.9",
      price_year: "2023",
      index: "112.3",
      year: "2024",
      before: "2026",
      source: "World Bank",
    },
  });
  expect(toldNote(cpi.replace("in 2023,", "in 2023, the newest published before 2025,"))).toMatchObject({
    code: "price_index",
    parameters: { price_year: "2023", price_year_before: "2025", before: "2026" },
  });
  expect(toldNote("as the document has it")).toEqual({ code: "typed", parameters: { text: "as the document has it" } });
});

test("formulas are told in parts", () => {
  const codes = (formula: string) => toldFormula(formula).map(({ code }) => code);
  expect(
    codes(
      "11545 kWh x 0.0878 kg CO2e/kWh = 1013.651 kg CO2e (market-based: the same, no factor of the supplying network is loaded)",
    ),
  ).toEqual(["calculation", "market_same"]);
  const same = "1 kWh x 2 kg CO2e/kWh = 2 kg CO2e (market-based: the same, no residual mix is in force)";
  expect(codes(same)).toEqual(["calculation", "market_same_no_mix"]);
  expect(codes(same.replace("is in force", "or certificate is loaded"))).toEqual(["calculation", "market_same_no_mix"]);
  expect(
    codes(
      "location-based: 1 kWh x 2 kg CO2e/kWh = 2 kg CO2e; market-based: 1 kWh x 3 kg CO2e/kWh = 3 kg CO2e, rounded to 6 decimals",
    ),
  ).toEqual(["location_based", "calculation", "market_based", "calculation", "rounded"]);
  expect(toldFormula("600 kWh x 0.5 (31 of 62 days) x 0.1 kg CO2e/kWh = 30 kg CO2e")).toEqual([
    { code: "calculation", parameters: { expression: "600 kWh x 0.5 x 0.1 kg CO2e/kWh = 30 kg CO2e" } },
    { code: "share_of_days", parameters: { days: "31", period_days: "62" } },
  ]);
  const bases = ["as printed", "by degree days"].map(
    (basis) => `600 kWh x 0.4 (${basis}) x 0.1 kg CO2e/kWh = 24 kg CO2e`,
  );
  expect(
    bases.map((formula) => toldFormula(formula).map(({ code, parameters }) => [code, parameters["expression"]])),
  ).toEqual(
    ["share_as_printed", "share_by_degree_days"].map((code) => [
      ["calculation", "600 kWh x 0.4 x 0.1 kg CO2e/kWh = 24 kg CO2e"],
      [code, undefined],
    ]),
  );
  expect(toldFormula("12 kg CO2e as stated by Havnen for 2026 x 0.4 (by degree days)")).toMatchObject([
    { code: "stated" },
  ]);
  expect(toldFormula("12 kg CO2e as stated by Kysten A/S for 2026 (market-based: the same)")).toEqual([
    { code: "stated", parameters: { kg: "12", source: "Kysten A/S", year: "2026" } },
  ]);
});

describe("in the books of the demo company", () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await demoTenant();
  });
  afterAll(() => demo.close());

  const texts = async (sql: string): Promise<string[]> =>
    (await demo.owner.query<{ text: string }>(sql)).rows.map(({ text }) => text);

  test("everything that the service wrote has a code with words in both languages", async () => {
    const reasons = await texts(
      "select distinct reason as text from activity_splits where mapped_by <> 'person' and review_code is null order by 1 limit 5000",
    );
    const notes = await texts(
      "select distinct s ->> 'note' as text from emission_entries e, jsonb_array_elements(e.conversions) s order by 1 limit 5000",
    );
    const formulas = await texts("select distinct formula as text from emission_entries order by 1 limit 20000");
    expect([reasons.length > 20, notes.length > 5, formulas.length > 50]).toEqual([true, true, true]);
    const expressions = formulas.flatMap(toldFormula).map(({ parameters }) => parameters["expression"] ?? "");
    expect(expressions.filter((expression) => expression.includes("based"))).toEqual([]);
    const all = [...reasons.flatMap(toldReasons), ...notes.map(toldNote), ...formulas.flatMap(toldFormula)];
    expect(all.filter(({ code }) => code === "typed").map(({ parameters }) => parameters["text"])).toEqual([]);
    const unsaid = [...new Set(all.map(({ code }) => code))].filter(
      (code) => TOLD_DA[code] === undefined || TOLD_EN[code] === undefined,
    );
    expect(unsaid).toEqual([]);
  });
});

test("both languages have words for the same codes", () => {
  expect(Object.keys(TOLD_EN).toSorted()).toEqual(Object.keys(TOLD_DA).toSorted());
});
