import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLE_FOOTPRINT } from "../../../src/modules/pcf/pact-footprint.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Skovens Trælast A/S", cvr: "17320508" };
const OAK = { text: "Egetræ, planker ovntørret", quantity: "6", unit: "MTQ", amount: "38000.00", article: "EG-32" };
const STEEL = { text: "Stålplade 3 mm", quantity: "2500", unit: "KGM", amount: "10000.00" };
const FREIGHT = { text: "Luftfragt", quantity: "1000", unit: "TKM", amount: "9000.00" };
const REFILL = { text: "Kølemiddel R449A", quantity: "10", unit: "KGM", amount: "4000.00" };

const invoice = async (by: RecordingCompany, ...lines: readonly UblLine[]) =>
  await site.ingest(by, {
    name: "F-1.xml",
    content: ubl({ number: "F-1", date: "2026-05-04", supplier: SUPPLIER, lines }),
  });
/** A credit note about the invoice. */
const credit = async (by: RecordingCompany, ...lines: readonly UblLine[]) => {
  const [number, date] = ["K-1", "2026-06-15"];
  const content = ubl({ number, date, supplier: SUPPLIER, lines, is_credit_note: true, credits: "F-1" });
  await site.ingest(by, { name: "K-1.xml", content });
};

let made = 0;
async function footprint(by: RecordingCompany, changes: object = {}): Promise<string> {
  made += 1;
  const id = `3fa1c7d2-0b5e-4c8e-9a42-${String(made).padStart(12, "0")}`;
  const answer = await site.post(by, { pact: { ...EXAMPLE_FOOTPRINT, id, ...changes } }, {}, "/pcf-records");
  expect(answer.status, answer.text).toBe(201);
  const { id: record = "" } = answer.json();
  await site.change(by, `/pcf-records/${record}/approve`, {});
  return record;
}
const deprecate = async (by: RecordingCompany, id: string) =>
  await site.change(by, `/pcf-records/${id}/deprecate`, { reason: "A better one is coming" });

/** A company whose oak is a material, and that knows what it refills. */
async function company(): Promise<RecordingCompany> {
  const by = await site.company();
  const rules = [
    { text_contains: "egetræ", category_key: "purchases.materials.wood" },
    { text_contains: "kølemiddel", category_key: "energy.fugitive.other_refrigerant" },
    { text_contains: "stålplade", category_key: "purchases.materials.steel_metals" },
  ];
  for (const rule of rules) expect((await site.post(by, rule, {}, "/category-rules")).status).toBe(201);
  return by;
}

const kg = async (by: RecordingCompany): Promise<number> => Number(await site.total(by));
const codes = async (by: RecordingCompany) =>
  (await site.lines(by)).flatMap(({ status, review_code }) => (status === "pending_review" ? [review_code] : []));

interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly category_id: string;
  readonly co2e_market_based_kg: number;
  readonly co2e_location_based_kg: number;
  readonly biogenic_co2_kg: number;
}
interface Lineage {
  readonly calculation: { readonly gas_split: Readonly<Record<string, number | null>> };
}

/** Nothing is left of the invoice: in no scope and category, by neither method, of no gas. */
async function nothingIsLeft(by: RecordingCompany): Promise<void> {
  expect(await codes(by)).toEqual([]);
  const entries = await site.items<Entry>(by, "/emissions?limit=100");
  expect(entries.length).toBeGreaterThan(1);
  const sums: Record<string, number> = {};
  for (const { id, scope, category_id, ...entry } of entries) {
    const { calculation } = (await site.get(by, `/emissions/${id}/lineage`)) as Lineage;
    const { co2e_market_based_kg, co2e_location_based_kg, biogenic_co2_kg } = entry;
    const figures = { co2e_market_based_kg, co2e_location_based_kg, biogenic_co2_kg, ...calculation.gas_split };
    for (const [name, figure] of Object.entries(figures)) {
      const place = `${scope} ${category_id} ${name}`;
      sums[place] = (sums[place] ?? 0) + (figure ?? 0);
    }
  }
  expect(Object.entries(sums).filter(([, sum]) => Math.abs(sum) > 1e-6)).toEqual([]);
  await site.intact(by);
}

describe("a whole credit note brings its invoice to nothing", () => {
  test("that a footprint counted which was deprecated since", async () => {
    const by = await company();
    const id = await footprint(by);
    await invoice(by, OAK);
    expect(await kg(by)).toBeCloseTo(710.4, 6);
    await deprecate(by, id);
    await credit(by, OAK);
    await nothingIsLeft(by);
  });

  test("that a footprint counted which a better one replaced, in whatever words the note names the product", async () => {
    const by = await company();
    const id = await footprint(by);
    await invoice(by, OAK);
    await deprecate(by, id);
    await footprint(by, { pcf: { ...EXAMPLE_FOOTPRINT.pcf, pcfExcludingBiogenicUptake: "50" } });
    const { article: _, ...named } = OAK;
    await credit(by, { ...named, text: "Retur, egetræ" });
    await nothingIsLeft(by);
  });

  test("that money counted before a footprint was approved", async () => {
    const by = await company();
    await invoice(by, OAK);
    const before = await kg(by);
    expect(before).toBeGreaterThan(0);
    await footprint(by);
    await credit(by, OAK);
    await nothingIsLeft(by);
  });

  test("that a factor of the catalogue counted by weight before a footprint was approved", async () => {
    const by = await company();
    await invoice(by, STEEL);
    const before = await kg(by);
    expect(before).toBeGreaterThan(0);
    const pcf = { ...EXAMPLE_FOOTPRINT.pcf, declaredUnitOfMeasurement: "kilogram", pcfExcludingBiogenicUptake: "0.4" };
    await footprint(by, { pcf, productNameCompany: STEEL.text });
    await credit(by, STEEL);
    await nothingIsLeft(by);
  });

  test("that counted flights with their effects besides CO2, or without, before the company chose otherwise", async () => {
    for (const aviation_non_co2 of [true, false]) {
      const by = await company();
      await site.put(by, "/settings", { aviation_non_co2 });
      await invoice(by, FREIGHT);
      expect(await kg(by)).toBeGreaterThan(0);
      await site.put(by, "/settings", { aviation_non_co2: !aviation_non_co2 });
      await credit(by, FREIGHT);
      await nothingIsLeft(by);
    }
  });

  test("that counted a refrigerant by the warming potentials of before", async () => {
    const by = await company();
    await invoice(by, REFILL);
    expect(await kg(by)).toBe(12_819);
    expect((await site.put(by, "/settings", { gwp_set: "AR6" })).status).toBe(200);
    await credit(by, REFILL);
    await nothingIsLeft(by);
  });
});

describe("a credit note of what counted before a choice", () => {
  test("takes back each line by what counts it, in proportion", async () => {
    const by = await company();
    const id = await footprint(by);
    await invoice(by, OAK, FREIGHT, REFILL);
    const before = await kg(by);
    await deprecate(by, id);
    await site.put(by, "/settings", { aviation_non_co2: false, gwp_set: "AR6" });
    const half = (line: UblLine) => ({
      ...line,
      quantity: `${Number(line.quantity) / 2}`,
      amount: `${Number(line.amount) / 2}`,
    });
    await credit(by, half(OAK), half(FREIGHT), half(REFILL));
    expect(await codes(by)).toEqual([]);
    expect(await kg(by)).toBeCloseTo(before / 2, 6);
    await site.intact(by);
  });

  test("that came before its invoice is booked by what that counts by", async () => {
    const by = await company();
    const id = await footprint(by);
    await credit(by, OAK);
    expect(await codes(by)).toEqual(["credit_unmatched"]);
    await invoice(by, OAK);
    await nothingIsLeft(by);
    await deprecate(by, id);
    expect(await kg(by)).toBeCloseTo(0, 6);
  });

  test("stays so when it is read again, and follows its invoice to what is in force", async () => {
    const by = await company();
    await invoice(by, FREIGHT);
    await site.put(by, "/settings", { aviation_non_co2: false });
    await credit(by, FREIGHT);
    const lineOf = async (amount: number) => (await site.lines(by)).find((line) => line.amount === amount)?.id;
    const facts = { supplier_name: "Skovens Træhandel A/S" };
    await site.change(by, `/activities/${await lineOf(-9000)}/correct`, { facts, reason: "Renamed" });
    await nothingIsLeft(by);
    await site.change(by, `/activities/${await lineOf(-9000)}/undo`, { reason: "Not renamed" });
    await nothingIsLeft(by);
    const corrected = { facts: { transaction_date: "2026-05-05" }, reason: "A day later" };
    await site.change(by, `/activities/${await lineOf(9000)}/correct`, corrected);
    await nothingIsLeft(by);
  });
});
