import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";

interface Factor {
  readonly id: string;
  readonly status: string;
  readonly is_self_approved: boolean;
}

interface Lineage {
  readonly calculation: { readonly inputs: Record<string, unknown> };
  readonly emission_factor: { readonly source: string };
}

let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const CONCRETE = {
  category_id: "purchases.materials.concrete",
  name: "Beton C25/30",
  kg_co2e_per_unit: 0.12,
  unit: "kg",
  year: 2025,
  valid_from: "2026-01-01",
  valid_to: "2026-12-31",
  supplier_name: "Nordbeton A/S",
  is_automatic: true,
  source: "Declaration of the mix, table 4",
  method: "supplier_specific",
  note: "The mix that we buy",
};

async function submitted(by: RecordingCompany, facts: object): Promise<Factor> {
  const answer = await site.post(by, facts, {}, "/company-factors");
  expect(answer.status, answer.text).toBe(201);
  return answer.json() as unknown as Factor;
}

async function approved(by: RecordingCompany, facts: object): Promise<Factor> {
  const { id } = await submitted(by, facts);
  return await site.change<Factor>(by, `/company-factors/${id}/approve`, {});
}

/** Path and code of each issue of a refused request. */
async function refused(by: RecordingCompany, path: string, body: object): Promise<string[]> {
  const answer = await site.post(by, body, {}, path);
  expect(answer.status, answer.text).toBe(400);
  return (answer.json().issues ?? []).map((issue) => `${issue.path} ${issue.code}`);
}

const purchase = (more: object) => ({
  category_id: "purchases.materials.concrete",
  description: "Beton",
  transaction_date: "2026-05-04",
  reason: "Delivery note",
  ...more,
});

const lineageOf = async (by: RecordingCompany, id: string | null | undefined): Promise<Lineage> =>
  (await site.get(by, `/emissions/${id}/lineage`)) as Lineage;

describe("approval", () => {
  test("another person approves; one's own needs an administrator, and the lineage tells", async () => {
    const by = await site.company();
    const bookkeeper = { ...by, key: await site.app.key(by.tenant, { scopes: ["activities:write", "factors:read"] }) };
    const { id, status } = await submitted(bookkeeper, CONCRETE);
    expect(status).toBe("submitted");
    const counted = purchase({ quantity: 1000, unit: "kg", supplier_name: "Nordbeton" });
    expect((await site.recorded(by, { ...counted, dry_run: true })).entries[0]?.formula).not.toContain(" x 0.12 ");
    expect(await refused(bookkeeper, `/company-factors/${id}/approve`, {})).toEqual(["id second_person_needed"]);
    const decided = await site.change<Factor>(by, `/company-factors/${id}/approve`, { reason: "Compared" });
    expect(decided).toMatchObject({ status: "approved", is_self_approved: false, reason: "Compared" });
    expect(await refused(by, `/company-factors/${id}/approve`, {})).toEqual(["id invalid_transition"]);
    expect(await refused(by, `/company-factors/${id}/reject`, { reason: "Late" })).toEqual(["id invalid_transition"]);
    const made = await site.recorded(by, counted);
    expect(made.entries).toMatchObject([{ formula: "1000 kg x 0.12 kg CO2e/kg = 120 kg CO2e" }]);
    const { calculation, emission_factor } = await lineageOf(by, made.entries[0]?.id);
    expect(calculation.inputs).toMatchObject({
      factor_source: "company",
      company_factor_id: id,
      self_approved: false,
    });
    expect(emission_factor.source).toBe("Declaration of the mix, table 4 (the company's own factor)");

    const own = await approved(by, { ...CONCRETE, name: "Own", supplier_name: "Sydbeton", unit: "t" });
    expect(own).toMatchObject({ status: "approved", is_self_approved: true });
    const self = await site.recorded(by, { ...counted, supplier_name: "Sydbeton ApS", unit: "t", quantity: 2 });
    expect((await lineageOf(by, self.entries[0]?.id)).calculation.inputs).toMatchObject({ self_approved: true });
    await site.intact(by);
  });

  test("what could not count anything is refused with each of its faults", async () => {
    const by = await site.company();
    const wrong = { ...CONCRETE, unit: "bucket", valid_to: "2025-12-31", category_id: "purchases" };
    expect(await refused(by, "/company-factors", wrong)).toEqual([
      "category_id unknown_category",
      "unit unknown_unit",
      "valid_to before_start",
    ]);
    const electricity = { ...CONCRETE, category_id: "energy.electricity.grid_dk", unit: "kWh" };
    expect(await refused(by, "/company-factors", electricity)).toEqual(["category_id not_for_this_category"]);
  });

  test("two that would count the same lines are not in force together, other suppliers, units and years are", async () => {
    const by = await site.company();
    const first = await approved(by, CONCRETE);
    const second = await submitted(by, { ...CONCRETE, unit: "t", kg_co2e_per_unit: 110, valid_from: "2026-06-01" });
    expect(await refused(by, `/company-factors/${second.id}/approve`, {})).toEqual(["id overlapping_factor"]);
    await approved(by, { ...CONCRETE, supplier_name: "Sydbeton" });
    await approved(by, { ...CONCRETE, unit: "m3" });
    await approved(by, { ...CONCRETE, valid_from: "2027-01-01", valid_to: "2027-12-31" });
    await approved(by, { ...CONCRETE, is_automatic: false });
    await site.change(by, `/company-factors/${first.id}/withdraw`, { reason: "Corrected by the supplier" });
    expect(await site.change(by, `/company-factors/${second.id}/approve`, {})).toMatchObject({ status: "approved" });
    const { items } = (await site.get(by, "/company-factors?status=withdrawn")) as { items: Factor[] };
    expect(items).toMatchObject([{ id: first.id, withdrawn_reason: "Corrected by the supplier" }]);
    await site.intact(by);
  });

  test("another company sees none of it and counts nothing by it", async () => {
    const [by, other] = [await site.company(), await site.company()];
    const { id } = await approved(by, { ...CONCRETE, supplier_name: undefined });
    expect((await site.app.as(other.key, `/api/v1/company-factors/${id}`)).status).toBe(404);
    expect((await site.post(other, { reason: "?" }, {}, `/company-factors/${id}/withdraw`)).status).toBe(404);
    expect(await refused(other, "/activities", purchase({ quantity: 1, unit: "kg", company_factor_id: id }))).toEqual([
      "company_factor_id unknown_company_factor",
    ]);
    const counted = purchase({ quantity: 1000, unit: "kg", dry_run: true });
    expect((await site.recorded(by, counted)).entries[0]?.formula).toContain(" x 0.12 ");
    expect((await site.recorded(other, counted)).entries[0]?.formula).not.toContain(" x 0.12 ");
  });
});

describe("what it counts", () => {
  const BOOK = [
    "Dato;Tekst;Leverandør;CVR;Mængde;Enhed;Beløb;Valuta;Category",
    "04-05-2026;Beton C25/30;Nordbeton A/S;;2500;kg;4000;DKK;purchases.materials.concrete",
    "05-05-2026;Beton C25/30;Andre Beton ApS;;2500;kg;4100;DKK;purchases.materials.concrete",
  ].join("\r\n");

  test("uploaded lines of its supplier in its unit; other suppliers and other days are the catalogue's, and it is told", async () => {
    const by = await site.company();
    await approved(by, CONCRETE);
    await site.ingest(by, { name: "book.csv", content: BOOK });
    const { items } = (await site.get(by, "/emissions?limit=50")) as {
      items: { id: string; co2e_market_based_kg: number }[];
    };
    expect(items.filter(({ co2e_market_based_kg: kg }) => kg === 300)).toHaveLength(1);
    expect(items).toHaveLength(2);
    const late = await site.recorded(
      by,
      purchase({ quantity: 1000, unit: "kg", supplier_name: "Nordbeton A/S", transaction_date: "2025-12-30" }),
    );
    expect(late.entries[0]?.formula).not.toContain(" x 0.12 ");
    expect(JSON.stringify(await lineageOf(by, late.entries[0]?.id))).toContain(
      'The company\'s factor \\"Beton C25/30\\" is valid from 2026-01-01 to 2026-12-31: it was not used.',
    );
    await approved(by, { ...CONCRETE, unit: "m3", valid_to: "2026-03-31" });
    const cubic = purchase({ quantity: 1, unit: "m3", supplier_name: "Nordbeton A/S", dry_run: true });
    expect((await site.recorded(by, { ...cubic, transaction_date: "2026-03-31" })).co2e_market_based_kg).toBe(0.12);
    expect(await refused(by, "/activities", { ...cubic, transaction_date: "2026-04-01" })).toEqual([
      "unit unit_mismatch",
    ]);
    await site.intact(by);
  });

  test("money in its currency as it is, in another by the published rate, never deflated", async () => {
    const by = await site.company();
    const facts = { ...CONCRETE, unit: "DKK", kg_co2e_per_unit: 0.05, year: 2020, supplier_name: undefined };
    await approved(by, { ...facts, category_id: "purchases.services.rent" });
    const rent = { category_id: "purchases.services.rent", description: "Husleje", reason: "Lease" };
    const made = await site.recorded(by, {
      ...rent,
      net_amount: 1000,
      currency: "DKK",
      transaction_date: "2026-03-02",
    });
    expect(made.entries).toMatchObject([
      { formula: "1000 DKK x 0.05 kg CO2e/DKK = 50 kg CO2e", calculation_method: "spend_based" },
    ]);
    const abroad = await site.recorded(by, {
      ...rent,
      net_amount: 100,
      currency: "EUR",
      transaction_date: "2026-03-02",
    });
    expect(abroad.entries[0]?.formula).toMatch(/^100 EUR x 7\.\d+ DKK\/EUR x 0\.05 kg CO2e\/DKK = 37\.\d+ kg CO2e/);
  });

  test("in scope 1 the fuel's supply chain is counted beside it; heat has one figure, location and market", async () => {
    const by = await site.company();
    const any = { ...CONCRETE, supplier_name: undefined };
    await approved(by, { ...any, category_id: "transport.own.diesel", unit: "l", kg_co2e_per_unit: 2.5 });
    const fuel = {
      category_id: "transport.own.diesel",
      description: "Diesel",
      transaction_date: "2026-05-04",
      reason: "Card",
    };
    const diesel = await site.recorded(by, { ...fuel, quantity: 100, unit: "l" });
    expect(diesel.entries).toMatchObject([
      { scope: "1", co2e_market_based_kg: 250 },
      { scope: "3", scope3_category: 3 },
    ]);
    await approved(by, { ...any, category_id: "energy.heat.district_heating", unit: "MWh", kg_co2e_per_unit: 40 });
    const heat = await site.recorded(by, {
      ...fuel,
      category_id: "energy.heat.district_heating",
      quantity: 5000,
      unit: "kWh",
    });
    expect(heat.entries[0]).toMatchObject({ scope: "2", co2e_market_based_kg: 200, co2e_location_based_kg: 200 });
    const { calculation, emission_factor } = await lineageOf(by, heat.entries[0]?.id);
    expect(calculation.inputs).toMatchObject({ factor_source: "company", market_based_factor: { value: "40" } });
    expect(emission_factor.source).toContain("the company's own factor, approved by who stated it");
    await site.intact(by);
  });
});

describe("a person names it for a line", () => {
  test("and it counts the line; cleared the catalogue does; undone as before; withdrawn it asks", async () => {
    const by = await site.company();
    const { id } = await approved(by, { ...CONCRETE, is_automatic: false, supplier_name: undefined });
    const made = await site.recorded(by, purchase({ quantity: 1000, unit: "kg" }));
    const before = made.co2e_market_based_kg;
    const path = `/activities/${made.activity_id}/correct`;
    const named = { facts: { company_factor_id: id }, reason: "Their declaration" };
    const tried = await site.change<{ change_kg: number; stated: string[] }>(by, path, { ...named, dry_run: true });
    expect(await site.total(by)).toBe(before);
    const corrected = await site.change<{ change_kg: number; stated: string[] }>(by, path, named);
    expect(corrected.change_kg).toBe(tried.change_kg);
    expect(corrected.stated).toEqual(["company_factor"]);
    expect(await site.total(by)).toBe(120);
    // Another fact later keeps the factor.
    await site.change(by, path, { facts: { quantity: 2, unit: "t" }, reason: "Weighed" });
    expect(await site.total(by)).toBe(240);
    await site.change(by, path, { facts: { clear: ["company_factor"] }, reason: "Another mix" });
    expect(await site.total(by)).toBe(before * 2);
    await site.change(by, `/activities/${made.activity_id}/undo`, { reason: "It was that mix" });
    expect(await site.total(by)).toBe(240);
    await site.intact(by);
  });

  test("who looks for factors of the line is told what each of them would give, and which counts it", async () => {
    const by = await site.company();
    const { id } = await approved(by, { ...CONCRETE, is_automatic: false, supplier_name: undefined });
    const past = {
      ...CONCRETE,
      name: "Beton 2025",
      is_automatic: false,
      valid_from: "2025-01-01",
      valid_to: "2025-12-31",
    };
    const old = await approved(by, past);
    await submitted(by, { ...CONCRETE, name: "Not approved yet" });
    const { activity_id } = await site.recorded(by, purchase({ quantity: 1000, unit: "kg" }));
    const told = async (): Promise<unknown> =>
      ((await site.get(by, `/activities/${activity_id}/factor-candidates`)) as { company_factors: unknown })
        .company_factors;
    const late = {
      id: old.id,
      is_chosen: false,
      co2e_kg: null,
      reason: expect.stringContaining("is valid from 2025-01-01"),
    };
    const own = { id, name: "Beton C25/30", kg_co2e_per_unit: 0.12, unit: "kg", co2e_kg: 120, reason: null };
    expect(await told()).toEqual([
      expect.objectContaining({ ...own, is_chosen: false }),
      expect.objectContaining(late),
    ]);
    await site.change(by, `/activities/${activity_id}/correct`, { facts: { company_factor_id: id }, reason: "Theirs" });
    expect(await told()).toEqual([expect.objectContaining({ ...own, is_chosen: true }), expect.objectContaining(late)]);
    const other = await site.company();
    expect(await site.get(other, "/company-factors")).toMatchObject({ items: [] });
  });

  test("for a record, which keeps it when it is corrected; one that is withdrawn or of another category counts nothing", async () => {
    const by = await site.company();
    const { id } = await approved(by, { ...CONCRETE, is_automatic: false, supplier_name: undefined });
    const made = await site.recorded(by, purchase({ quantity: 1000, unit: "kg", company_factor_id: id }));
    expect(made.co2e_market_based_kg).toBe(120);
    const path = `/activities/${made.activity_id}/correct`;
    await site.change(by, path, { facts: { quantity: 500, unit: "kg" }, reason: "Half was sent back" });
    expect(await site.total(by)).toBe(60);
    const glass = purchase({
      category_id: "purchases.materials.glass",
      quantity: 1,
      unit: "kg",
      company_factor_id: id,
    });
    expect(await refused(by, "/activities", glass)).toEqual(["unit unit_mismatch"]);
    const hours = { facts: { quantity: 2, unit: "hour" }, reason: "?" };
    expect(await refused(by, path, hours)).toEqual(["facts.unit unit_mismatch"]);
    await site.change(by, `/company-factors/${id}/withdraw`, { reason: "Expired" });
    expect(await site.total(by)).toBe(60);
    expect(await refused(by, path, { facts: { quantity: 400, unit: "kg" }, reason: "Less" })).toEqual([
      "id stated_record",
    ]);
    await site.change(by, path, { facts: { quantity: 400, unit: "kg", clear: ["company_factor"] }, reason: "Less" });
    const stated = {
      emissions: { kg_co2e: 1, source: "S", year: 2025, method: "average_data" },
      company_factor_id: id,
    };
    expect(await refused(by, "/activities", purchase(stated))).toEqual(["company_factor_id contradiction"]);
    await site.intact(by);
  });
});
