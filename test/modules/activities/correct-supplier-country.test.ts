import { afterAll, beforeAll, expect, test } from "vitest";
import { selectCurrentActivity } from "../../../src/modules/activities/index.ts";
import { asStated } from "../../../src/modules/activities/stated-facts.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type Company = Awaited<ReturnType<typeof site.company>>;

const GERMAN = { name: "Beratung GmbH", cvr: "", vat: "DE123456788", country: "DE" };
const DANISH = { name: "Rådgivning A/S", cvr: "12345674" };
const TO_DENMARK = { supplier_name: DANISH.name, supplier_identifier: DANISH.cvr };
const TO_GERMANY = { supplier_name: GERMAN.name, supplier_identifier: GERMAN.vat };
const reason = "The invoice is of another company";

/** A company with one line of advice, counted by money. */
async function advice(supplier: typeof DANISH, country = "DK") {
  const tenant = await site.app.db.tenant({ country });
  const by = { tenant, key: await site.app.key(tenant) };
  const lines = [{ text: "Konsulentbistand, strategi", amount: "1000.00" }];
  const content = ubl({ number: "F-1", date: "2025-05-02", currency: "EUR", supplier, lines });
  await site.ingest(by, { name: "F-1.xml", content });
  const [line] = await site.lines(by);
  if (line === undefined) throw new Error("nothing was booked");
  const correct = async (facts: object) => await site.change(by, `/activities/${line.id}/correct`, { facts, reason });
  return { by, id: line.id, correct };
}

interface Counted {
  readonly kg: number;
  readonly substituted_kg: number;
}

async function counted(by: Company): Promise<Counted> {
  const told = await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31");
  const { total_co2e_kg, spend_region_substituted_kg } = told as {
    readonly total_co2e_kg: number;
    readonly spend_region_substituted_kg: number;
  };
  return { kg: total_co2e_kg, substituted_kg: spend_region_substituted_kg };
}

async function factorOf(by: Company): Promise<string> {
  const [entry] = await site.items<{ id: string }>(by, "/emissions?limit=1");
  const told = (await site.get(by, `/emissions/${entry?.id}/lineage`)) as { emission_factor: { region: string } };
  return told.emission_factor.region;
}

test("a German seller's line that is corrected to a Danish CVR number counts by Denmark's factor, of its own country", async () => {
  const { by, id, correct } = await advice(GERMAN);
  const { kg } = await counted(by);
  expect(kg).toBeGreaterThan(0);
  expect(await counted(by)).toEqual({ kg, substituted_kg: kg });
  await correct(TO_DENMARK);
  expect(await counted(by)).toEqual({ kg, substituted_kg: 0 });
  expect(await factorOf(by)).toBe("DK");
  // A later reading that says nothing of the supplier.
  await correct({ amount: 2000 });
  expect(await counted(by)).toEqual({ kg: kg * 2, substituted_kg: 0 });
  await site.change(by, `/activities/${id}/undo`, { reason });
  expect(await counted(by)).toEqual({ kg, substituted_kg: 0 });
});

test("a Danish seller's line that is corrected to a German VAT number counts by a factor that stands in", async () => {
  const { by, correct } = await advice(DANISH);
  const { kg, substituted_kg } = await counted(by);
  expect(substituted_kg).toBe(0);
  await correct(TO_GERMANY);
  expect(await counted(by)).toEqual({ kg, substituted_kg: kg });
  await correct({ amount: 2000 });
  expect(await counted(by)).toEqual({ kg: kg * 2, substituted_kg: kg * 2 });
  // Nothing is known of where a seller without a number is: the company's own country counts.
  await correct({ supplier_name: "Beratung" });
  expect(await counted(by)).toEqual({ kg: kg * 2, substituted_kg: 0 });
});

test("in a company in Sweden, of which no factors are loaded, a Danish CVR number counts by Denmark's, a seller without a number does not", async () => {
  const { by, correct } = await advice(GERMAN, "SE");
  const { kg, substituted_kg } = await counted(by);
  expect([kg > 0, substituted_kg]).toEqual([true, kg]);
  await correct(TO_DENMARK);
  expect(await counted(by)).toEqual({ kg, substituted_kg: 0 });
  await correct({ supplier_name: "Rådgivning" });
  expect(await counted(by)).toEqual({ kg, substituted_kg: kg });
});

test("a supplier that an earlier release kept without its country has that of its number", async () => {
  const { by, id } = await advice(GERMAN);
  const { db } = site.app.db.context(by.tenant);
  const line = await selectCurrentActivity(db, id);
  if (line === undefined) throw new Error("the line is gone");
  const stated = { supplier: { name: DANISH.name, identifier: DANISH.cvr } };
  expect(asStated({ ...line, stated })).toMatchObject({ supplier_name: DANISH.name, supplier_country: "DK" });
});

test("a supplier is listed in the country of the number that was stated for it", async () => {
  const { by, correct } = await advice(GERMAN);
  await correct(TO_DENMARK);
  const { by: other, correct: correctOther } = await advice(DANISH);
  await correctOther(TO_GERMANY);
  for (const [company, name, country] of [
    [by, DANISH.name, "DK"],
    [other, GERMAN.name, "DE"],
  ] as const) {
    const suppliers = await site.items<{ supplier_name: string; supplier_country: string | null }>(
      company,
      "/suppliers?limit=50&year=2025",
    );
    expect(suppliers.map((one) => [one.supplier_name, one.supplier_country])).toContainEqual([name, country]);
  }
});
