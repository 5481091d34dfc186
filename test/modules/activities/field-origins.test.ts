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

type Origins = Readonly<Record<string, string | null | Readonly<Record<string, string>>>>;

interface Line {
  readonly id: string;
  readonly description: string;
  readonly origins: Origins;
  readonly inferred_from: Readonly<Record<string, string>>;
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
      country: "default",
      grid_area: null,
      method: "inferred",
      attributes: { fuel: "inferred" },
      evidence: null,
    });
    expect(before["Diesel 400 l"]?.inferred_from).toEqual({
      quantity: "400 l",
      category: expect.stringMatching(/diesel/i),
      method: "400 l",
      "attributes.fuel": "diesel",
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
    const lineage = (await site.get(by, `/emissions/${entry?.id}/lineage`)) as Pick<Line, "inferred_from" | "origins">;
    expect(lineage.origins).toEqual(after.origins);
    expect(lineage.inferred_from).toEqual(after.inferred_from);
    expect(after.inferred_from).toMatchObject({ method: "410 l" });
    expect(after.inferred_from).not.toHaveProperty("quantity");
  });

  test("what is inferred has the words that it follows from, and nothing else has any", async () => {
    const by = await site.company();
    await site.ingest(by, { name: "konto.csv", content: LEDGER });
    await site.ingest(by, { name: "uden.csv", content: WITHOUT_CURRENCY });
    await site.ingest(by, { name: "a.xml", content: ubl(ADVANCE) });
    for (const { origins, inferred_from, description } of Object.values(await lines(by))) {
      const { attributes, ...others } = origins;
      const named = [
        ...Object.entries(others),
        ...Object.entries(attributes ?? {}).map(([name, origin]) => [`attributes.${name}`, origin] as const),
      ].flatMap(([name, origin]) => (origin === "inferred" ? [name] : []));
      expect(Object.keys(inferred_from).toSorted(), description).toEqual(named.toSorted());
      for (const words of Object.values(inferred_from)) expect(words, description).not.toBe("");
    }
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
      country: "default",
      method: "inferred",
      attributes: {},
      evidence: null,
    });
  });
});

describe("where country, grid area, method, attributes and evidence come from", () => {
  const originsAt = async (by: RecordingCompany, id: string | null) =>
    ((await site.get(by, `/activities/${id}`)) as Line).origins;

  test("of records: what the person states is a person's, the company's country stands in by default", async () => {
    const by = await site.company();
    const abroad = await site.recorded(by, {
      ...MILEAGE,
      category_id: "energy.electricity.grid_other",
      description: "El, kontoret i Oslo",
      quantity: 1000,
      unit: "kWh",
      country: "NO",
      emission_factor_key: "electricity.no.production_mix.kwh",
    });
    const told = { country: "person", grid_area: null, method: "person", attributes: {}, evidence: null };
    expect(await originsAt(by, abroad.activity_id)).toMatchObject(told);
    const [entry] = await site.items<{ id: string }>(by, "/emissions?scope=2");
    expect(await site.get(by, `/emissions/${entry?.id}/lineage`)).toMatchObject({ origins: told });
    const area = { ...MILEAGE, category_id: "energy.electricity.grid_dk1", quantity: 900, unit: "kWh" };
    const inArea = await site.recorded(by, area);
    expect(await originsAt(by, inArea.activity_id)).toMatchObject({ country: "person", grid_area: "person" });
    const flight = {
      ...MILEAGE,
      category_id: "transport.travel.air_short",
      description: "Fly til Berlin, business class",
      quantity: 700,
      unit: "passenger_km",
    };
    const flown = await site.recorded(by, flight);
    expect(await originsAt(by, flown.activity_id)).toMatchObject({ attributes: { cabin_class: "inferred" } });
    const stated = await site.recorded(by, { ...flight, attributes: { cabin_class: "economy" } });
    expect(await originsAt(by, stated.activity_id)).toMatchObject({ attributes: { cabin_class: "person" } });
    const fund = await site.recorded(by, {
      category_id: "finance.investments.equity",
      description: "Andel i Havvind A/S",
      emissions: { kg_co2e: 250, source: "Annual report", year: 2026, method: "average_data" },
      reason: "Annual report",
      service_period_start: "2026-01-01",
      service_period_end: "2026-03-31",
    });
    expect(await originsAt(by, fund.activity_id)).toMatchObject({ method: "person" });
    await site.change(by, `/activities/${fund.activity_id}/exclude`, { reason: "Sold" });
    expect(await originsAt(by, fund.activity_id)).toMatchObject({ method: null, country: null });
  });

  test("a country is read at the place of delivery, and follows from a metering point", async () => {
    const by = await site.company();
    const used = { text: "Elförbrukning", quantity: "1000", unit: "KWH", amount: "900.00" };
    const delivered = {
      number: "E-1",
      date: "2026-03-01",
      delivered: { zone: "2140", street: "Hamngatan 12", country: "SE" },
      lines: [used],
    };
    await site.ingest(by, { name: "e.xml", content: ubl(delivered) });
    const [line] = Object.values(await lines(by));
    expect(line?.origins).toMatchObject({ country: "read", grid_area: null });
    const other = await site.company();
    const metered = { number: "E-1", date: "2026-03-01", meter: "735999100000000010", lines: [used] };
    await site.ingest(other, { name: "e.xml", content: ubl(metered) });
    const [ofMeter] = Object.values(await lines(other));
    expect(ofMeter?.origins).toMatchObject({ country: "inferred", grid_area: null });
    expect(ofMeter?.inferred_from["country"]).toContain("735999100000000010");
  });

  test("a price area follows from the document, is the company's word, or a person's", async () => {
    const by = await site.company();
    const el = { number: "E-1", supplier: { name: "Elnord A/S", cvr: "12345674" } };
    const bill = (text: string, number: string, date: string) => ({
      name: `${number}.xml`,
      content: ubl({ ...el, number, date, lines: [{ text, quantity: "1000", unit: "KWH", amount: "900.00" }] }),
    });
    await site.ingest(by, bill("Elforbrug, januar", "E-1", "2026-01-31"));
    expect((await site.put(by, "/settings", { price_area: "DK1" })).status).toBe(200);
    await site.ingest(by, bill("Elforbrug, februar", "E-2", "2026-02-28"));
    await site.ingest(by, bill("Elforbrug, lager Køge", "E-3", "2026-03-31"));
    const before = await lines(by);
    expect(before["Elforbrug, januar"]?.origins).toMatchObject({ country: "default", grid_area: null });
    expect(before["Elforbrug, februar"]?.origins).toMatchObject({ country: "rule", grid_area: "rule" });
    expect(before["Elforbrug, lager Køge"]?.origins).toMatchObject({ country: "inferred", grid_area: "inferred" });
    expect(before["Elforbrug, lager Køge"]?.inferred_from).toMatchObject({ country: "Køge", grid_area: "Køge" });
    const facts = { quantity: 1100, unit: "kWh" };
    await correct(by, before["Elforbrug, februar"], { facts });
    await correct(by, before["Elforbrug, januar"], { facts, category_id: "energy.electricity.grid_dk2" });
    const after = await lines(by);
    expect(after["Elforbrug, februar"]?.origins).toMatchObject({ country: "rule", grid_area: "rule" });
    expect(after["Elforbrug, januar"]?.origins).toMatchObject({ country: "person", grid_area: "person" });
  });

  test("evidence is a person's from the reading on for which somebody named a file", async () => {
    const by = await site.company();
    await site.ingest(by, { name: "konto.csv", content: LEDGER });
    const { "Diesel 400 l": line } = await lines(by);
    const [counted] = await site.items<{ id: string }>(by, "/emissions?category_id=transport.own.diesel");
    const kept = await site.upload(by, "/activities/evidence", [{ name: "log.txt", content: "410 l" }]);
    const [file] = (kept.json() as unknown as { files: { id: string }[] }).files;
    await correct(by, line, { facts: { quantity: 410, unit: "l" }, evidence: [file?.id] });
    expect(await originsAt(by, line?.id ?? null)).toMatchObject({ evidence: "person" });
    const lineage = (await site.get(by, `/emissions/${counted?.id}/lineage`)) as { readonly origins: Origins };
    expect(lineage.origins).toMatchObject({ evidence: null });
    await correct(by, line, { facts: { quantity: 420, unit: "l" } });
    expect(await originsAt(by, line?.id ?? null)).toMatchObject({ evidence: "person" });
  });

  test("an attribute that somebody states of a line is a rule to later ones in the same words", async () => {
    const by = await site.company();
    await site.ingest(by, { name: "a.csv", content: LEDGER });
    const { "Diesel 400 l": line } = await lines(by);
    await correct(by, line, { facts: { attributes: { blend: "fossil" } } });
    expect(await originsAt(by, line?.id ?? null)).toMatchObject({ attributes: { blend: "person" } });
    await site.ingest(by, { name: "b.csv", content: LEDGER.replace("15-03", "16-05").replace("5200", "5300") });
    const [later] = await site.items<Line>(by, "/activities?from=2026-05-01&to=2026-05-31");
    expect(await originsAt(by, later?.id ?? null)).toMatchObject({ attributes: { blend: "rule" } });
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
