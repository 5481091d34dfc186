import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { MILEAGE, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

describe("record_activity", () => {
  test("books a quantity with its lineage: who stated it, when, why, and the statement as a document", async () => {
    const by = await site.company();
    const made = await site.recorded(by, MILEAGE);
    expect(made).toMatchObject({
      is_dry_run: false,
      transaction_date: "2026-09-30",
      co2e_market_based_kg: 207.39,
      entries: [{ scope: "3", scope3_category: 6, formula: "1240 km x 0.16725 kg CO2e/km = 207.39 kg CO2e" }],
    });
    expect(await site.total(by)).toBe(207.39);
    const actor = `api_key:${by.key.id}`;
    expect(await site.get(by, `/emissions/${made.entries[0]?.id}/lineage`)).toMatchObject({
      emission_entry: { activity_id: made.activity_id, co2e_market_based_kg: 207.39 },
      activity_split: { mapped_by: "person", status: "classified", created_by: actor, reason: MILEAGE.reason },
      activity: {
        description: MILEAGE.description,
        quantity: 1240,
        unit: "km",
        service_period_start: "2026-09-01",
        service_period_end: "2026-09-30",
        ingested_by: actor,
      },
      document: { id: made.document_id, document_type: "record", media_type: "application/json" },
      record: {
        stated_by: actor,
        stated_at: expect.stringMatching(/^2026-11-20T09:/),
        reason: MILEAGE.reason,
        evidence: [],
        covers: null,
      },
    });
    await site.intact(by);
  });

  test("dry_run answers the same figures and writes nothing", async () => {
    const by = await site.company();
    const { events } = await verifyAudit(site.app.db.context(by.tenant).db);
    const tried = await site.recorded(by, { ...MILEAGE, dry_run: true });
    expect(await verifyAudit(site.app.db.context(by.tenant).db)).toMatchObject({ events });
    expect(tried).toMatchObject({ is_dry_run: true, activity_id: null, document_id: null, entries: [{ id: null }] });
    const { entries, ...booked } = await site.recorded(by, MILEAGE);
    expect({ ...booked, entries: entries.map((entry) => ({ ...entry, id: null })) }).toEqual({
      ...tried,
      is_dry_run: false,
      activity_id: booked.activity_id,
      document_id: booked.document_id,
    });
  });

  test("money is counted by a spend factor, and a quantity beats it where the category has a factor for it", async () => {
    const by = await site.company();
    const money = {
      net_amount: 12_000,
      currency: "DKK",
      transaction_date: "2026-03-01",
      reason: "Leased by the owner",
    };
    const rent = await site.recorded(by, { ...money, category_id: "purchases.services.rent", description: "Husleje" });
    expect(rent.entries).toMatchObject([{ calculation_method: "spend_based", scope3_category: 1 }]);
    expect(rent.co2e_market_based_kg).toBeGreaterThan(0);
    const taxi = { ...money, category_id: "transport.travel.taxi", description: "Taxa", quantity: 100, unit: "km" };
    expect((await site.recorded(by, taxi)).entries).toMatchObject([{ calculation_method: "distance_based" }]);
    await site.intact(by);
  });

  test("fuel read from a meter has its upstream entry beside it", async () => {
    const by = await site.company();
    const fuel = { ...MILEAGE, category_id: "energy.stationary.heating_oil", quantity: 1.2, unit: "m3" };
    const made = await site.recorded(by, fuel);
    expect(made.entries.map(({ scope, scope3_category }) => [scope, scope3_category])).toEqual([
      ["1", null],
      ["3", 3],
    ]);
    const sum = made.entries.reduce((kg, entry) => kg + entry.co2e_market_based_kg, 0);
    expect(made.co2e_market_based_kg).toBeCloseTo(sum, 5);
    expect(await site.total(by)).toBeCloseTo(sum, 5);
  });

  test("what cannot be calculated is refused with the ways in which the category can be counted", async () => {
    const by = await site.company();
    const one = { ...MILEAGE, quantity: 5 };
    expect(await site.refusal(by, { ...one, unit: "kg" })).toMatch(
      /^unit unit_mismatch: .*transport\.travel\.private_car can be counted by a quantity in km, m, mile/,
    );
    const { quantity, unit, ...none } = MILEAGE;
    expect([quantity, unit]).toEqual([1240, "km"]);
    expect(await site.refusal(by, { ...none, net_amount: 500, currency: "DKK" })).toMatch(
      /counted by a quantity in km, m/,
    );
    expect(await site.refusal(by, { ...one, unit: "kg", category_id: "purchases.services.rent" })).toMatch(
      /can be counted by net_amount and currency, or by emissions that a source states/,
    );
    expect(await site.refusal(by, none)).toMatch(/^quantity required: is missing: state a quantity/);
    expect(await site.refusal(by, { ...one, unit: "furlong" })).toMatch(/^unit unknown_unit/);
    expect(await site.refusal(by, { ...one, category_id: "transport.travel" })).toMatch(
      /^category_id unknown_category/,
    );
    expect(await site.refusal(by, { ...one, category_id: "unclassified.not_relevant" })).toMatch(/unknown_category/);
    expect(await site.get(by, "/activities")).toMatchObject({ items: [] });
  });

  test("nothing is dated ahead, and a period has both ends in order", async () => {
    const by = await site.company();
    const { service_period_start, service_period_end, ...undated } = MILEAGE;
    expect([service_period_start, service_period_end]).toEqual(["2026-09-01", "2026-09-30"]);
    expect(await site.refusal(by, undated)).toMatch(/^transaction_date required/);
    expect(await site.refusal(by, { ...undated, transaction_date: "2026-11-22" })).toMatch(
      /transaction_date in_future/,
    );
    expect(await site.refusal(by, { ...undated, transaction_date: "0000-01-01" })).toMatch(
      /transaction_date too_early/,
    );
    expect(await site.refusal(by, { ...MILEAGE, service_period_end: "2026-12-31" })).toMatch(
      /service_period_end in_future/,
    );
    expect(await site.refusal(by, { ...MILEAGE, service_period_end: "2026-08-31" })).toMatch(/before_start/);
    expect(await site.refusal(by, { ...undated, service_period_start: "2026-08-31" })).toMatch(
      /service_period_end required/,
    );
    expect(await site.recorded(by, { ...undated, transaction_date: "2026-11-21" })).toMatchObject({
      is_dry_run: false,
    });
  });

  test("sent twice it counts twice and is told; with an Idempotency-Key it is one; left out it is no earlier one", async () => {
    const by = await site.company();
    const once = { "idempotency-key": "record-september" };
    const first = site.bodyOf(await site.post(by, MILEAGE, once));
    expect(site.bodyOf(await site.post(by, MILEAGE, once))).toEqual(first);
    expect(await site.total(by)).toBe(207.39);
    const unproven = { code: "no_evidence", activity_id: null };
    expect(first.warnings).toMatchObject([unproven]);
    const warning = { code: "identical_record", activity_id: first.activity_id };
    expect((await site.recorded(by, { ...MILEAGE, dry_run: true })).warnings).toMatchObject([unproven, warning]);
    const second = await site.recorded(by, { ...MILEAGE, reason: "Sent again" });
    expect(second.warnings).toMatchObject([unproven, warning]);
    expect(await site.total(by)).toBe(414.78);
    expect((await site.recorded(by, { ...MILEAGE, quantity: 1241 })).warnings).toMatchObject([unproven]);
    for (const id of [first.activity_id, second.activity_id]) {
      const path = `/api/v1/activities/${id}/exclude`;
      const headers = { "content-type": "application/json" };
      await site.app.as(by.key, path, { method: "POST", headers, body: JSON.stringify({ reason: "Twice" }) });
    }
    expect((await site.recorded(by, { ...MILEAGE, dry_run: true })).warnings).toMatchObject([unproven]);
    await site.intact(by);
  });

  test("left out, recorded anew and taken back, both count, and the undoing says so", async () => {
    const by = await site.company();
    const undo = async (id: string | null) => {
      const answer = await site.post(by, { reason: "It was right" }, {}, `/activities/${id}/undo`);
      expect(answer.status, answer.text).toBe(200);
      const { not_restored, not_restored_told } = answer.json() as unknown as {
        not_restored: string[];
        not_restored_told: { code: string; text_da: string; text_en: string }[];
      };
      expect(not_restored_told.map(({ text_en }) => text_en)).toEqual(not_restored);
      expect(not_restored_told.every(({ text_da }) => text_da.includes("begge tæller"))).toBe(true);
      return not_restored;
    };
    const [first, other] = [await site.recorded(by, MILEAGE), await site.recorded(by, { ...MILEAGE, quantity: 77 })];
    const exclude = async (id: string | null) =>
      await site.post(by, { reason: "Wrong" }, {}, `/activities/${id}/exclude`);
    await exclude(first.activity_id);
    expect(await undo(first.activity_id)).toEqual([]);
    await exclude(first.activity_id);
    const again = await site.recorded(by, MILEAGE);
    expect(await undo(first.activity_id)).toEqual([
      expect.stringMatching(new RegExp(`^Activity ${again.activity_id} .* Both count`)),
    ]);
    await exclude(other.activity_id);
    expect(await undo(other.activity_id)).toEqual([]);
    await site.intact(by);
  });

  test("costs no invoice of the quota, and another company's department is not found", async () => {
    const [by, other] = [await site.company(), await site.company()];
    await site.recorded(by, MILEAGE);
    expect(await site.get(by, "/quota")).toMatchObject({ used: 0 });
    const made = await site.app.as(other.key, "/api/v1/departments", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Salg" }),
    });
    const department_id = made.json().id;
    expect((await site.post(by, { ...MILEAGE, department_id })).status).toBe(404);
    expect((await site.post(by, { ...MILEAGE, department_id, dry_run: true })).status).toBe(404);
    const own = await site.recorded(other, { ...MILEAGE, department_id });
    expect(await site.get(other, `/activities/${own.activity_id}`)).toMatchObject({ department_id });
  });
});

const STATED = {
  category_id: "finance.investments.equity",
  description: "Andel i Vindfonden",
  transaction_date: "2026-06-30",
  emissions: {
    kg_co2e: 1250.5,
    source: "Vindfonden, annual report 2025, p. 31",
    year: 2025,
    method: "supplier_specific",
  },
  reason: "Our share of 2 %",
};

describe("emissions stated with evidence", () => {
  test("count where no physical quantity can, with source, year and method in the lineage", async () => {
    const by = await site.company();
    const made = await site.recorded(by, STATED);
    expect(made.entries).toMatchObject([
      {
        scope3_category: 15,
        co2e_market_based_kg: 1250.5,
        calculation_method: "supplier_specific",
        data_quality_score: 2,
      },
    ]);
    expect(await site.get(by, `/emissions/${made.entries[0]?.id}/lineage`)).toMatchObject({
      emission_factor: {
        key: "stated.finance.investments.equity",
        factor_value: 1,
        year: 2025,
        source: STATED.emissions.source,
      },
      calculation: {
        formula: "1250.5 kg CO2e as stated by Vindfonden, annual report 2025, p. 31 for 2025",
        inputs: { stated_kg_co2e: "1250.5", stated_method: "supplier_specific", verified_by: null },
      },
    });
    const verified = { ...STATED, emissions: { ...STATED.emissions, verified_by: "Revisor A/S" } };
    expect((await site.recorded(by, verified)).entries).toMatchObject([{ data_quality_score: 1 }]);
    expect(await site.total(by)).toBe(2501);
    await site.intact(by);
  });

  test("are refused where a quantity can be counted, and for electricity under a contract", async () => {
    const by = await site.company();
    expect(await site.refusal(by, { ...STATED, category_id: "transport.travel.private_car" })).toMatch(
      /^emissions not_for_this_category: .*by a quantity in km, m, mile/,
    );
    expect(await site.refusal(by, { ...STATED, category_id: "energy.electricity.contract" })).toMatch(/book the kWh/);
  });

  test("zero is a figure, and own generation is 0 kg with its kWh kept", async () => {
    const by = await site.company();
    const none = { ...STATED, emissions: { ...STATED.emissions, kg_co2e: 0 } };
    expect(await site.recorded(by, none)).toMatchObject({ co2e_market_based_kg: 0 });
    const solar = { ...MILEAGE, category_id: "energy.electricity.own_generation", quantity: 4.2, unit: "MWh" };
    const made = await site.recorded(by, solar);
    expect(made.entries).toMatchObject([{ scope: "2", co2e_market_based_kg: 0, co2e_location_based_kg: 0 }]);
    expect(await site.get(by, `/emissions/${made.entries[0]?.id}/lineage`)).toMatchObject({
      emission_entry: { market_based_fallback: false },
      calculation: { inputs: { quantity: "4200", unit: "kWh" } },
    });
    expect(await site.total(by)).toBe(0);
  });

  test("what was used abroad is still counted by that country's factor when another fact of it is corrected", async () => {
    const by = await site.company();
    const abroad = [
      { category_id: "energy.electricity.grid_other", description: "Kontor i London", quantity: 1000, unit: "kWh" },
      { category_id: "transport.travel.hotel", description: "Hotel", quantity: 2, unit: "room_night" },
    ].map((facts) => ({ ...facts, country: "GB", transaction_date: "2026-03-31", reason: "Bill" }));
    for (const facts of abroad) {
      const made = await site.recorded(by, facts);
      const [first] = made.entries;
      const answer = await site.post(
        by,
        { facts: { quantity: facts.quantity * 3, unit: facts.unit }, reason: "Misread" },
        {},
        `/activities/${made.activity_id}/correct`,
      );
      const { change_kg } = answer.json() as unknown as { change_kg: number };
      expect(change_kg, `${facts.category_id} ${first?.formula}`).toBeCloseTo((made.co2e_market_based_kg ?? 0) * 2, 3);
    }
  });

  test("electricity used abroad is counted by that country's grid, and refused where no factor of it is loaded", async () => {
    const by = await site.company();
    const british = {
      ...MILEAGE,
      category_id: "energy.electricity.grid_other",
      quantity: 1000,
      unit: "kWh",
      country: "GB",
    };
    const [main, ...upstream] = (await site.recorded(by, british)).entries;
    expect(main).toMatchObject({ scope: "2", factor_key: "electricity.gb.location.kwh", co2e_market_based_kg: 177 });
    expect(upstream).toHaveLength(2);
    expect(await site.refusal(by, { ...british, country: "AQ" })).toMatch(
      /energy\.electricity\.grid_other can be counted/,
    );
  });
});

/** docs/records.md says the same. */
const BY_QUANTITY: readonly (readonly [category: string, unit: string])[] = [
  ["transport.travel.private_car", "km"],
  ["transport.own.car_km", "km"],
  ["transport.own.van_km", "km"],
  ["transport.own.truck_km", "km"],
  ["transport.own.diesel", "l"],
  ["energy.fugitive.r410a", "kg"],
  ["energy.fugitive.r744", "kg"],
  ["transport.commuting.car", "km"],
  ["transport.commuting.rail", "passenger_km"],
  ["transport.commuting.bus", "passenger_km"],
  ["transport.commuting.homeworking", "fte_hour"],
  ["energy.electricity.own_generation", "kWh"],
  ["energy.stationary.natural_gas", "Nm3"],
  ["energy.electricity.grid_dk1", "kWh"],
  ["energy.electricity.grid_dk2", "kWh"],
  ["energy.electricity.grid_dk", "kWh"],
  ["energy.heat.district_heating", "kWh"],
  ["sold.use.electricity", "kWh"],
  ["sold.use.fuel", "l"],
  ["sold.use.refrigerant", "kg"],
  ["sold.end_of_life.mixed", "t"],
  ["transport.downstream.road", "tonne_km"],
  ["transport.downstream.sea", "tonne_km"],
  ["transport.downstream.air", "tonne_km"],
];
const BY_STATEMENT = [
  "sold.processing.energy",
  "leased_upstream.downstream.asset",
  "finance.franchises.unit",
  "finance.investments.equity",
  "finance.investments.debt",
  "finance.investments.project",
  "energy.process.other",
  "energy.heat.district_cooling",
];

test("every subject ends in kg: by quantity where there is a factor, else by stated emissions", async () => {
  const by = await site.company();
  for (const [category_id, unit] of BY_QUANTITY) {
    const made = await site.recorded(by, { ...MILEAGE, category_id, unit, dry_run: true });
    expect(made.entries[0]?.category_id, category_id).toBe(category_id);
    expect(made.co2e_location_based_kg > 0, category_id).toBe(category_id !== "energy.electricity.own_generation");
  }
  for (const category_id of BY_STATEMENT) {
    const made = await site.recorded(by, { ...STATED, category_id, dry_run: true });
    expect(made.co2e_market_based_kg, category_id).toBe(1250.5);
    expect(await site.refusal(by, { ...MILEAGE, category_id }), category_id).toMatch(
      /by emissions that a source states/,
    );
  }
});
