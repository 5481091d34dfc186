import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { recategorizeReviewItem } from "../../../src/modules/review/recategorize-review-item.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { intact, run, waiting } from "../../support/review.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const HOME = "energy.electricity.grid_dk";
const ABROAD = "energy.electricity.grid_other";
const USED = { text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "1500.00" };
const GERMAN = { name: "Stadtwerke Beispiel GmbH", cvr: "", vat: "DE123456788", country: "DE" };
const SWEDISH = { name: "Elbolaget Exempel AB", cvr: "", vat: "SE556677889901", country: "SE" };
const [SWEDISH_POINT, NORWEGIAN_POINT, DANISH_POINT] = [
  "735999100000000015",
  "707057500000000019",
  "571313100000000018",
].map(withCheckDigit);

/** The first 17 digits with the check digit that they give (GS1 General Specifications 7.9). */
function withCheckDigit(point: string): string {
  const digits = point.slice(0, 17);
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) sum += Number(digits[index]) * (index % 2 === 0 ? 3 : 1);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const bill = (document: Omit<UblDocument, "lines"> & Partial<Pick<UblDocument, "lines">>) => ({
  name: `${document.number}.xml`,
  bytes: ubl({ lines: [USED], ...document }),
});

async function companyWith(document: Parameters<typeof bill>[0]): Promise<Company> {
  const company = await service.company();
  await company.ingest(bill(document));
  return company;
}

interface Lineage {
  readonly calculation: {
    readonly inputs: { readonly attributes?: readonly { readonly name: string; readonly value: string }[] };
  };
  readonly emission_factor: { readonly key: string; readonly region: string };
}

async function lineage(company: Company): Promise<Lineage> {
  const [entry] = await company.entries();
  return run<Lineage>(getEmissionLineage, company.ctx, { id: entry?.id });
}

const at = (zone: string, country?: string) => ({
  street: "Havnegade 12",
  zone,
  ...(country === undefined ? {} : { country }),
});

describe("electricity whose place is stated abroad counts by that country's grid, unasked", () => {
  test.each([
    ["a place of delivery in Sweden", { delivered: at("211 40", "SE") }, "SE"],
    ["billed by a Danish seller in kroner for a place in Germany", { delivered: at("24937", "DE") }, "DE"],
    ["a Swedish metering point", { meter: SWEDISH_POINT ?? "" }, "SE"],
    ["a Swedish metering point, sold in euro", { meter: SWEDISH_POINT ?? "", currency: "EUR" }, "SE"],
    ["a metering point before a place of delivery", { meter: SWEDISH_POINT ?? "", delivered: at("8000", "DK") }, "SE"],
  ])("%s", async (_, stated, country) => {
    const company = await companyWith({ number: "F-1", ...stated });
    expect((await company.lines()).map(({ category_key, status }) => [category_key, status])).toEqual([
      [ABROAD, "classified"],
    ]);
    const { emission_factor: factor, calculation } = await lineage(company);
    expect(factor.region).toBe(country);
    expect(calculation.inputs.attributes).toEqual([
      expect.objectContaining({ name: "country", value: country, origin: "read" }),
    ]);
    expect(await company.total_kg()).toBeGreaterThan(0);
    await intact(company.ctx);
  });
});

test("a grid without a figure of generation alone asks for its life-cycle one, which is remembered once named", async () => {
  const stated = { meter: NORWEGIAN_POINT ?? "", currency: "EUR" };
  const company = await companyWith({ number: "F-1", ...stated });
  expect(await company.total_kg()).toBe(0);
  const [item] = await waiting(company.ctx);
  expect(item?.waits_for.code).toBe("no_factor");
  const key = "electricity.no.production_mix.kwh";
  expect(item?.needs[0]).toMatchObject({
    field: "emission_factor_key",
    emission_factor_key: key,
    text_da: expect.stringContaining("Norge"),
    text_en: expect.stringContaining("(30.75 kg)"),
  });
  await run(acceptReviewItem, company.ctx, { id: item?.id, facts: { emission_factor_key: key } });
  expect(await company.total_kg()).toBeCloseTo(30.75, 6);
  await company.ingest(bill({ number: "F-2", ...stated, lines: [{ ...USED, quantity: "2000" }] }));
  expect(await waiting(company.ctx)).toEqual([]);
  expect(await company.total_kg()).toBeCloseTo(92.25, 6);
  await intact(company.ctx);
});

test("of a bill with metering points in two countries each line counts by its own", async () => {
  const lines = [SWEDISH_POINT ?? "", DANISH_POINT ?? ""].map((meter, index) => ({
    ...USED,
    quantity: `${1000 + index}`,
    meter,
  }));
  const company = await companyWith({ number: "F-1", supplier: GERMAN, currency: "EUR", lines });
  expect((await company.lines()).map(({ category_key, status }) => [category_key, status])).toEqual([
    [ABROAD, "classified"],
    [HOME, "classified"],
  ]);
});

describe("a place in Denmark settles the question, whoever sells it", () => {
  test.each([
    [
      "a Danish metering point on a German bill",
      { supplier: GERMAN, currency: "EUR", meter: DANISH_POINT ?? "" },
      HOME,
    ],
    [
      "a place in Aarhus on a Swedish bill",
      { supplier: SWEDISH, currency: "SEK", delivered: at("8000", "DK") },
      "energy.electricity.grid_dk1",
    ],
    ["a Danish seller who bills in euro", { currency: "EUR" }, HOME],
  ])("%s", async (_, stated, category) => {
    const company = await companyWith({ number: "F-1", ...stated });
    expect((await company.lines()).map(({ category_key, status }) => [category_key, status])).toEqual([
      [category, "classified"],
    ]);
    expect((await lineage(company)).emission_factor.region).toMatch(/^DK/);
  });
});

describe("a seller abroad or a foreign currency without a place is asked about", () => {
  test.each([
    ["a German VAT number, in euro", { supplier: GERMAN, currency: "EUR" }, ["DK", "DE"]],
    ["a German seller without a VAT number", { supplier: { ...GERMAN, vat: null }, currency: "EUR" }, ["DK", "DE"]],
    ["a Swedish VAT number, in Danish kroner", { supplier: SWEDISH }, ["DK", "SE"]],
    ["a Swedish bill in Swedish kronor", { supplier: SWEDISH, currency: "SEK" }, ["DK", "SE"]],
    [
      "a seller of no known country, in euro",
      { supplier: { ...GERMAN, vat: null, country: "" }, currency: "EUR" },
      ["DK"],
    ],
    ["a Danish seller who bills in Norwegian kroner", { currency: "NOK" }, ["DK", "NO"]],
    [
      "a Norwegian seller with four digits of postal code",
      { supplier: { ...SWEDISH, vat: "NO923456783MVA", country: "NO" }, delivered: at("5003") },
      ["DK", "NO"],
    ],
    [
      "electricity of which only the money is known",
      { supplier: SWEDISH, currency: "SEK", lines: [{ text: "Elforbrug", amount: "1500.00" }] },
      ["DK", "SE"],
    ],
  ])("%s", async (_, stated, countries) => {
    const company = await companyWith({ number: "F-1", ...stated });
    expect(await company.total_kg()).toBe(0);
    const [item] = await waiting(company.ctx);
    expect(item?.waits_for.code).toBe("country_unclear");
    const [need] = item?.needs ?? [];
    expect(need?.field).toBe("attributes");
    expect(need?.options?.map(({ country }) => country)).toEqual(countries);
    // Norway has no figure of generation alone: its kg is told when the country is.
    for (const { country, effect_kg } of need?.options ?? []) {
      if (country === "NO") expect(effect_kg).toBeNull();
      else expect(effect_kg).toBeGreaterThan(0);
    }
  });

  test("the answer counts what its option told, by the country's grid or the Danish one", async () => {
    for (const wanted of ["DE", "DK"]) {
      const company = await companyWith({ number: "F-1", supplier: GERMAN, currency: "EUR" });
      const [item] = await waiting(company.ctx);
      const option = item?.needs[0]?.options?.find(({ country }) => country === wanted);
      const { category_id, attributes } = option ?? {};
      const facts = attributes == null ? {} : { facts: { attributes } };
      await run(recategorizeReviewItem, company.ctx, { id: item?.id, category_id, reason: "It says so", ...facts });
      expect(await company.total_kg()).toBeCloseTo(option?.effect_kg ?? -1, 4);
      expect((await lineage(company)).emission_factor.region).toBe(wanted);
      await intact(company.ctx);
    }
  });

  test("accepting without a country is refused, and with one is remembered for the supplier's next bill", async () => {
    const company = await companyWith({ number: "F-1", supplier: GERMAN, currency: "EUR" });
    const [item] = await waiting(company.ctx);
    await expect(run(acceptReviewItem, company.ctx, { id: item?.id })).rejects.toThrow();
    await run(acceptReviewItem, company.ctx, { id: item?.id, facts: { attributes: { country: "AT" } } });
    expect((await lineage(company)).emission_factor.region).toBe("AT");
    await company.ingest(bill({ number: "F-2", supplier: GERMAN, currency: "EUR" }));
    expect(await waiting(company.ctx)).toEqual([]);
    const regions = await Promise.all(
      (await company.entries()).map(
        async ({ id }) => (await run<Lineage>(getEmissionLineage, company.ctx, { id })).emission_factor.region,
      ),
    );
    expect(regions).toEqual(["AT", "AT"]);
  });

  test("a Danish grid that was decided before gives way to a place abroad that the next bill states", async () => {
    const company = await companyWith({ number: "F-1", supplier: SWEDISH });
    const [item] = await waiting(company.ctx);
    await run(recategorizeReviewItem, company.ctx, { id: item?.id, category_id: HOME, reason: "Used in Odense" });
    await company.ingest(bill({ number: "F-2", supplier: SWEDISH, delivered: at("211 40", "SE") }));
    expect((await company.lines()).map(({ category_key }) => category_key).toSorted()).toEqual([HOME, ABROAD]);
  });

  test.each([
    ["Sweden", { delivered: at("211 40", "SE") }, ABROAD, "SE"],
    ["Denmark", { delivered: at("5000", "DK") }, "energy.electricity.grid_dk1", "DK"],
    ["a Danish metering point", { meter: DANISH_POINT ?? "" }, HOME, "DK"],
  ])(
    "a country that was decided before gives way to a place in %s that the next bill states",
    async (...[, stated, category, country]) => {
      const company = await companyWith({ number: "F-1", supplier: GERMAN, currency: "EUR" });
      const [item] = await waiting(company.ctx);
      await run(acceptReviewItem, company.ctx, { id: item?.id, facts: { attributes: { country: "AT" } } });
      await company.ingest(bill({ number: "F-2", supplier: GERMAN, currency: "EUR", ...stated }));
      expect(await waiting(company.ctx)).toEqual([]);
      const lines = await company.lines();
      expect(lines.map(({ category_key }) => category_key).toSorted()).toEqual([category, ABROAD].toSorted());
      const regions = await Promise.all(
        (await company.entries()).map(
          async ({ id }) => (await run<Lineage>(getEmissionLineage, company.ctx, { id })).emission_factor.region,
        ),
      );
      // Of Danish electricity the losses are an entry of their own.
      expect(new Set(regions.map((region) => region.slice(0, 2)))).toEqual(new Set(["AT", country]));
    },
  );

  test("a place that was read stays with the line when a person corrects another fact, and gives way to a stated country", async () => {
    const company = await companyWith({ number: "F-1", delivered: at("211 40", "SE") });
    const [line] = await company.lines();
    await run(correctActivity, company.ctx, {
      id: line?.id,
      facts: { service_period_start: "2026-04-01", service_period_end: "2026-04-30" },
      reason: "April",
    });
    expect((await lineage(company)).emission_factor.region).toBe("SE");
    await run(correctActivity, company.ctx, {
      id: line?.id,
      facts: { attributes: { country: "FI" } },
      reason: "Åland",
    });
    expect((await lineage(company)).emission_factor.region).toBe("FI");
  });
});
