import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MILEAGE, type RecordingCompany } from "../../support/recording-site.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";

/** Every fact of an activity says where it comes from, over HTTP. */
let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type Origins = Readonly<Record<string, string | null>>;

interface Line {
  readonly id: string;
  readonly description: string;
  readonly origins: Origins;
  readonly readings: readonly { readonly quantity: number | null; readonly unit: string | null }[];
}

async function lines(by: RecordingCompany): Promise<Readonly<Record<string, Line>>> {
  const listed = await site.items<Line>(by, "/activities?limit=50");
  const whole = await Promise.all(listed.map(async ({ id }) => (await site.get(by, `/activities/${id}`)) as Line));
  return Object.fromEntries(whole.map((line) => [line.description, line]));
}

async function correct(by: RecordingCompany, line: Line | undefined, body: object) {
  return await site.post(by, { reason: "The meter", ...body }, {}, `/activities/${line?.id}/correct`);
}

const LEDGER = `Dato;Leverandør;CVR;Tekst;Konto;Beløb ekskl. moms;Valuta
15-03-2026;OK a.m.b.a.;39170418;Diesel 400 l;3120;5200,00;DKK
20-03-2026;Lyreco Danmark A/S;19442794;Kontorpapir A4;2450;1250,00;DKK
`;
const WITHOUT_CURRENCY = `Dato;Leverandør;Tekst;Beløb inkl. moms
20-03-2026;Lyreco Danmark A/S;Kuglepenne og papir;1250,00
`;

const ADVANCE = {
  number: "A-1",
  date: "2026-03-01",
  supplier: { name: "Fjernvarme Nord A.m.b.a.", cvr: "27182818" },
  lines: [{ text: "Aconto fjernvarme 1. kvartal 2026", amount: "9000.00" }],
};

describe("where facts come from", () => {
  test("fields, words, defaults and a person are told apart", async () => {
    const by = await site.company();
    await site.ingest(by, { name: "konto.csv", content: LEDGER });
    await site.ingest(by, { name: "uden.csv", content: WITHOUT_CURRENCY });
    const before = await lines(by);
    expect(before["Diesel 400 l"]?.origins).toEqual({
      supplier: "read",
      transaction_date: "read",
      service_period: null,
      amount: "read",
      currency: "read",
      tax_treatment: "read",
      quantity: "inferred",
      supply: null,
      category: "inferred",
      department: null,
    });
    expect(before["Kuglepenne og papir"]?.origins).toMatchObject({ currency: "default", tax_treatment: "default" });
    expect(before["Kontorpapir A4"]?.origins).toMatchObject({ quantity: null, category: "inferred" });

    const facts = { quantity: 410, unit: "l", supplier_name: "Circle K", transaction_date: "2026-03-14" };
    const answer = await correct(by, before["Diesel 400 l"], { facts, category_id: "transport.own.diesel" });
    expect(answer.status, answer.text).toBe(200);
    const { id = "" } = before["Diesel 400 l"] ?? {};
    const after = (await site.get(by, `/activities/${id}`)) as Line;
    expect(after.origins).toMatchObject({
      supplier: "person",
      transaction_date: "person",
      amount: "read",
      quantity: "person",
      category: "person",
    });
    const [entry] = await site.items<{ id: string }>(by, "/emissions?category_id=transport.own.diesel");
    const lineage = (await site.get(by, `/emissions/${entry?.id}/lineage`)) as { readonly origins: Origins };
    expect(lineage.origins).toEqual(after.origins);
  });

  test("what was learned from a decision is a rule to later lines", async () => {
    const by = await site.company();
    await site.ingest(by, { name: "a.csv", content: LEDGER });
    await correct(by, (await lines(by))["Kontorpapir A4"], { category_id: "capital.goods.furniture" });
    await site.ingest(by, { name: "b.csv", content: LEDGER.replace("20-03", "21-05").replace("1250", "1300") });
    const of = (await site.items<Line>(by, "/activities?from=2026-05-01&to=2026-05-31"))[0];
    const { origins } = (await site.get(by, `/activities/${of?.id}`)) as Line;
    expect(origins["category"]).toBe("rule");
  });

  test("a record is a person's in every fact that it states", async () => {
    const by = await site.company();
    const { activity_id } = await site.recorded(by, MILEAGE);
    const { origins } = (await site.get(by, `/activities/${activity_id}`)) as Line;
    expect(origins).toMatchObject({
      transaction_date: "person",
      service_period: "person",
      quantity: "person",
      category: "person",
      amount: null,
      supplier: null,
    });
  });
});

describe("a price of a unit", () => {
  test("makes the quantity of an advance, until a quantity is stated", async () => {
    const by = await site.company();
    await site.ingest(by, { name: "a.xml", content: ubl(ADVANCE) });
    const [advance] = Object.values(await lines(by));
    expect(advance?.readings[0]).toMatchObject({ quantity: null });
    const facts = { unit_price: 0.9, unit: "kWh" };
    const answer = await correct(by, advance, { facts, category_id: "energy.heat.district_heating" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json()).toMatchObject({ status: "classified", stated: ["unit_price"] });
    const [after] = Object.values(await lines(by));
    expect(after?.readings[0]).toMatchObject({ quantity: 10_000, unit: "kWh" });
    expect(after?.origins["quantity"]).toBe("person");
    const [entry] = await site.items<{ id: string }>(by, "/emissions?scope=2");
    const told = (await site.get(by, `/emissions/${entry?.id}/lineage`)) as {
      readonly activity_split: { readonly stated: readonly object[] };
      readonly calculation: { readonly conversions: readonly { readonly note: string }[]; readonly inputs: object };
    };
    expect(told.activity_split.stated).toEqual([{ fact: "unit_price", value: "0.9 DKK kWh" }]);
    expect(told.calculation.conversions.map(({ note }) => note)).toContainEqual(
      expect.stringContaining("a kWh costs 0.9 DKK without VAT: the amount stands for 10000 kWh"),
    );
    expect(told.calculation.inputs).toMatchObject({ is_estimate: true });

    await correct(by, advance, { facts: { amount: 4500 } });
    expect(Object.values(await lines(by))[0]?.readings[0]).toMatchObject({ quantity: 5_000 });
    await correct(by, advance, { facts: { quantity: 4_000, unit: "kWh" } });
    expect(Object.values(await lines(by))[0]?.readings[0]).toMatchObject({ quantity: 4_000 });
    await site.change(by, `/activities/${advance?.id}/undo`, { reason: "The price is right" });
    expect(Object.values(await lines(by))[0]?.readings[0]).toMatchObject({ quantity: 5_000 });
    await site.intact(by);
  });

  test.each([
    [{ unit_price: 0.9 }, "facts.unit"],
    [{ unit_price: 0.9, unit: "kWh", quantity: 4 }, "facts.unit_price"],
    [{ unit_price: 0.9, unit: "kWh", clear: ["quantity"] }, "facts.unit_price"],
    [{ unit_price: 0, unit: "kWh" }, "facts.unit_price"],
    [{ unit_price: 0.9, unit: "stk" }, "facts.unit"],
  ])("is refused as %j", async (facts, path) => {
    const by = await site.company();
    await site.ingest(by, { name: "a.xml", content: ubl(ADVANCE) });
    const [advance] = Object.values(await lines(by));
    const answer = await correct(by, advance, { facts, category_id: "energy.heat.district_heating" });
    expect(answer.json()).toMatchObject({ status: 400, issues: [{ path }] });
  });
});
