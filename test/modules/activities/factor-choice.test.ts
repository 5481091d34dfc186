import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { getActivity } from "../../../src/modules/activities/get-activity.ts";
import { getFactorCandidates } from "../../../src/modules/activities/get-factor-candidates.ts";
import { listActivities } from "../../../src/modules/activities/list-activities.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { recordActivity } from "../../../src/modules/records/record-activity.ts";
import { rerunReviewItems } from "../../../src/modules/review/rerun-review-items.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { intact, run } from "../../support/review.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

interface Row {
  readonly day: string;
  readonly text: string;
  readonly quantity: string;
  readonly category: string;
}

const HEAD = "Dato;Leverandør;CVR;Tekst;Beløb ekskl. moms;Valuta;Mængde;Enhed;Kategori";

async function ingest(company: Company, name: string, rows: readonly Row[]): Promise<void> {
  const lines = rows.map(
    ({ day, text, quantity, category }) =>
      `${day};Nordvej ApS;39170418;${text};1000,00;DKK;${quantity.replace(" ", ";")};${category}`,
  );
  await company.ingest({ name, bytes: Buffer.from([HEAD, ...lines, ""].join("\n")) });
}

async function idOf({ ctx }: Company, description: string): Promise<string> {
  const { items } = await run<{ items: { id: string; description: string }[] }>(listActivities, ctx, { limit: 100 });
  const line = items.find((item) => item.description === description);
  if (line === undefined) throw new Error(`no line says ${description}`);
  return line.id;
}

interface Lineage {
  readonly emission_factor: { readonly key: string };
  readonly calculation: {
    readonly inputs: {
      readonly attributes?: readonly unknown[];
      readonly factor_choice?: { readonly rule: string; readonly lost: readonly unknown[] };
    };
  };
  readonly activity_split: { readonly stated: readonly unknown[] };
}

/** How the line that says so is counted now. */
async function counted(company: Company, description: string): Promise<Lineage> {
  const id = await idOf(company, description);
  const { readings } = await run<{ readings: { id: string }[] }>(getActivity, company.ctx, { id });
  const entry = (await company.entries()).find(({ activity_split_id }) => activity_split_id === readings[0]?.id);
  return await run<Lineage>(getEmissionLineage, company.ctx, { id: entry?.id });
}

const HOTEL = "transport.travel.hotel";
const CAR = "transport.own.car_km";
const JAPAN = { emission_factor: { key: "travel.hotel.jp.room_night" } };

describe("what the words of a line say", () => {
  test("a hotel in Tokyo is counted with Japan's factor, and the lineage says by which word", async () => {
    const company = await service.company();
    await ingest(company, "hotel.csv", [
      { day: "15-03-2025", text: "Hotel, Tokyo", quantity: "2 room_night", category: HOTEL },
    ]);
    expect(await counted(company, "Hotel, Tokyo")).toMatchObject({
      ...JAPAN,
      calculation: {
        inputs: { attributes: [{ name: "country", value: "JP", origin: "read", words: "tokyo" }] },
        formula: "2 room_night x 39 kg CO2e/room_night = 78 kg CO2e",
      },
    });
  });
});

describe("what a person states", () => {
  const march = { day: "15-03-2025", text: "Kørsel Vejle", quantity: "100 km", category: CAR };

  test("counts the line, the next one in the same words, and is forgotten when it is undone", async () => {
    const company = await service.company();
    await ingest(company, "march.csv", [march]);
    expect(await counted(company, "Kørsel Vejle")).toMatchObject({
      emission_factor: { key: "vehicle.car.avg.unknown.km" },
    });

    const id = await idOf(company, "Kørsel Vejle");
    const facts = { attributes: { vehicle_class: "small", fuel: "diesel" } };
    expect(await run(correctActivity, company.ctx, { id, facts, reason: "The firm's Polo" })).toMatchObject({
      stated: ["attributes"],
      change_kg: -2.385,
    });
    expect(await counted(company, "Kørsel Vejle")).toMatchObject({
      emission_factor: { key: "vehicle.car.small.diesel.km" },
      activity_split: { stated: [{ fact: "attributes", value: "fuel diesel vehicle_class small" }] },
    });

    await ingest(company, "april.csv", [{ ...march, day: "15-04-2025", text: "Kørsel Vejle 04" }]);
    expect(await counted(company, "Kørsel Vejle 04")).toMatchObject({
      emission_factor: { key: "vehicle.car.small.diesel.km" },
      calculation: {
        inputs: {
          attributes: [
            { name: "fuel", value: "diesel", origin: "rule" },
            { name: "vehicle_class", value: "small", origin: "rule" },
          ],
        },
      },
    });

    expect(await run(undoActivityChange, company.ctx, { id, reason: "It was the van" })).toMatchObject({
      not_restored: [],
    });
    await ingest(company, "may.csv", [{ ...march, day: "15-05-2025", text: "Kørsel Vejle 05" }]);
    expect(await counted(company, "Kørsel Vejle 05")).toMatchObject({
      emission_factor: { key: "vehicle.car.avg.unknown.km" },
    });
    await intact(company.ctx);
  });

  test("reaches lines that are booked by a re-run of the supplier", async () => {
    const company = await service.company();
    await ingest(company, "march.csv", [march, { ...march, day: "16-03-2025", text: "Kørsel Vejle 16" }]);
    const id = await idOf(company, "Kørsel Vejle");
    const facts = { attributes: { fuel: "petrol" } };
    await run(correctActivity, company.ctx, { id, facts, reason: "Petrol" });
    expect(await counted(company, "Kørsel Vejle 16")).toMatchObject({
      emission_factor: { key: "vehicle.car.avg.unknown.km" },
    });
    expect(await run(rerunReviewItems, company.ctx, { activity_id: id })).toMatchObject({ changed_count: 1 });
    expect(await counted(company, "Kørsel Vejle 16")).toMatchObject({
      emission_factor: { key: "vehicle.car.avg.petrol.km" },
    });
    expect(await run(rerunReviewItems, company.ctx, { activity_id: id })).toMatchObject({ changed_count: 0 });
  });

  test("goes before the words, which clear takes out", async () => {
    const company = await service.company();
    await ingest(company, "hotel.csv", [
      { day: "15-03-2025", text: "Hotel Tokyo", quantity: "1 room_night", category: HOTEL },
    ]);
    const id = await idOf(company, "Hotel Tokyo");
    const reason = "A restaurant of that name in Lisbon";
    await run(correctActivity, company.ctx, { id, facts: { attributes: { country: "PT" } }, reason });
    expect(await counted(company, "Hotel Tokyo")).toMatchObject({
      emission_factor: { key: "travel.hotel.pt.room_night" },
    });
    await run(correctActivity, company.ctx, { id, facts: { clear: ["attributes"] }, reason });
    expect(await counted(company, "Hotel Tokyo")).toMatchObject({
      emission_factor: { key: "travel.hotel.de.room_night" },
    });
  });

  test("is refused where factors of the category do not differ in it, and where it is stated and cleared", async () => {
    const company = await service.company();
    await ingest(company, "march.csv", [march]);
    const id = await idOf(company, "Kørsel Vejle");
    const refused = async (facts: object) => await run(correctActivity, company.ctx, { id, facts, reason: "Wrong" });
    await expect(refused({ attributes: { refrigerant: "r22" } })).rejects.toMatchObject({
      extras: { issues: [{ path: "facts.attributes.refrigerant", code: "not_of_category" }] },
    });
    await expect(refused({ emission_factor_key: "travel.hotel.jp.room_night" })).rejects.toMatchObject({
      extras: { issues: [{ path: "facts.emission_factor_key", code: "unknown_factor" }] },
    });
    await expect(refused({ attributes: { fuel: "petrol" }, clear: ["attributes"] })).rejects.toMatchObject({
      extras: { issues: [{ path: "facts.clear", code: "contradiction" }] },
    });
  });

  test("a record says what it is about; a gas that no factor is shipped of is refused with those that are", async () => {
    const { ctx } = await service.company();
    const topUp = {
      category_id: "energy.fugitive.other_refrigerant",
      description: "Cold store",
      quantity: 2,
      unit: "kg",
      transaction_date: "2025-03-01",
      reason: "Service report",
    };
    expect(await run(recordActivity, ctx, { ...topUp, attributes: { refrigerant: "r1234yf" } })).toMatchObject({
      co2e_market_based_kg: 2,
    });
    expect(await run(recordActivity, ctx, { ...topUp, attributes: { refrigerant: "r449a" } })).toMatchObject({
      co2e_market_based_kg: 2563.8,
    });
    await expect(run(recordActivity, ctx, { ...topUp, attributes: { refrigerant: "r402a" } })).rejects.toMatchObject({
      extras: { issues: [{ code: "no_factor", message: expect.stringMatching(/r1234yf.*refrigerant r402a/) }] },
    });
  });
});

describe("factors that a line could be counted with", () => {
  const wood = { day: "15-03-2025", text: "Træ afhentet", quantity: "3 t", category: "waste.operations.wood" };

  interface Candidates {
    readonly candidates: readonly { readonly key: string; readonly co2e_kg: number | null }[];
  }

  test("are told with the kg of each; the one that a person names counts this line and the next one like it", async () => {
    const company = await service.company();
    await ingest(company, "march.csv", [wood]);
    const id = await idOf(company, "Træ afhentet");
    const told = await run<Candidates>(getFactorCandidates, company.ctx, { id });
    expect(told).toMatchObject({
      category_id: "waste.operations.wood",
      classes: [
        { name: "waste_treatment", values: ["incineration", "landfill", "composting", "closed_loop_recycling"] },
      ],
    });
    expect(told.candidates).toEqual([
      expect.objectContaining({ key: "waste.wood.incineration.t", is_chosen: true, co2e_kg: 14.05704, reason: null }),
      expect.objectContaining({ key: "waste.wood.landfill.t", is_chosen: false, co2e_kg: 2776.03044 }),
      expect.objectContaining({ key: "waste.wood.composting.t", is_chosen: false, co2e_kg: 26.94933 }),
      expect.objectContaining({ key: "waste.wood.closed_loop.t", is_chosen: false, co2e_kg: 14.05704 }),
    ]);
    expect(told.candidates[1]).toMatchObject({
      reason: expect.stringContaining("waste_treatment landfill"),
      reason_code: "other_class",
      reason_parameters: { attribute: "waste_treatment", of_factor: "landfill", of_line: "incineration" },
    });

    const facts = { emission_factor_key: "waste.wood.composting.t" };
    const chosen = await run(correctActivity, company.ctx, { id, facts, reason: "The collector composts it" });
    expect(chosen).toMatchObject({ stated: ["emission_factor"] });
    await ingest(company, "april.csv", [{ ...wood, day: "15-04-2025", text: "Træ afhentet 04" }]);
    for (const text of ["Træ afhentet", "Træ afhentet 04"]) {
      expect(await counted(company, text)).toMatchObject({
        emission_factor: { key: "waste.wood.composting.t" },
        calculation: { inputs: { factor_choice: { rule: "person" } } },
      });
    }

    const clear = { clear: ["emission_factor"] };
    await run(correctActivity, company.ctx, { id, facts: clear, reason: "Not any more" });
    await ingest(company, "may.csv", [{ ...wood, day: "15-05-2025", text: "Træ afhentet 05" }]);
    expect(await counted(company, "Træ afhentet 05")).toMatchObject({
      emission_factor: { key: "waste.wood.incineration.t" },
    });
    await intact(company.ctx);
  });

  test("say why they cannot count the quantity, and another company sees none of the activity", async () => {
    const company = await service.company();
    const fuel = { day: "15-03-2025", text: "Brændstof", quantity: "100 km", category: "transport.own.diesel" };
    await ingest(company, "march.csv", [fuel]);
    const id = await idOf(company, "Brændstof");
    const { candidates } = await run<Candidates>(getFactorCandidates, company.ctx, { id });
    expect(candidates[0]).toMatchObject({
      co2e_kg: null,
      is_chosen: false,
      reason: expect.stringMatching(/^It is per/),
      reason_code: "unit_not_reached",
      reason_parameters: { attribute: null, of_factor: "l", of_line: null },
    });
    const stranger = await service.company();
    await expect(run(getFactorCandidates, stranger.ctx, { id })).rejects.toMatchObject({ code: "resource.not_found" });
  });
});
