import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordingSite, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;
beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

/** 10 MWh of own solar power over 2025. */
const SOLAR = {
  category_id: "energy.electricity.own_generation",
  description: "Solceller på taget",
  quantity: 10,
  unit: "MWh",
  service_period_start: "2025-01-01",
  service_period_end: "2025-12-31",
  transaction_date: "2025-12-31",
  reason: "Inverter",
};
const SOLD = { ...SOLAR, category_id: "energy.electricity.own_generation_sold" };
const OF_2025 = "/emissions/summary?from=2025-01-01&to=2025-12-31";

interface Summary {
  readonly scope2: Readonly<Record<string, number>>;
}

describe("own generation that no bill shows", () => {
  test("is zero by both methods, month by month, and a correction of its kWh stays counted", async () => {
    const by = await site.company();
    const made = await site.recorded(by, SOLAR);
    expect(made.entries).toHaveLength(12);
    expect(((await site.get(by, OF_2025)) as Summary).scope2).toMatchObject({
      market_based_kg: 0,
      location_based_kg: 0,
    });
    const corrected = await site.post(
      by,
      { facts: { quantity: 12, unit: "MWh" }, reason: "Read again" },
      {},
      `/activities/${made.activity_id}/correct`,
    );
    expect(corrected.status, corrected.text).toBe(200);
    expect(corrected.json()).toMatchObject({ review_code: null, status: "classified" });
    await site.intact(by);
  });

  test("whose certificates were sold takes the residual mix by the market, else the average of the grid, which is told", async () => {
    const by = await site.company();
    const made = await site.recorded(by, SOLD);
    // 10,000 kWh x 0.064, the newest average of the Danish grid (2024); nothing by location, as no grid delivered it.
    expect(((await site.get(by, OF_2025)) as Summary).scope2).toMatchObject({
      market_based_kg: 640,
      location_based_kg: 0,
      market_based_fallback_kg: 640,
    });
    const [first] = made.entries;
    expect(await site.get(by, `/emissions/${first?.id}/lineage`)).toMatchObject({
      calculation: {
        inputs: {
          unit: "kWh",
          market_based_factor: { key: "electricity.dk.generation.2024.kwh" },
          market_based_note: expect.stringContaining("certificates were sold") as string,
        },
      },
    });
    // It turns out that they were kept.
    const kept = await site.post(
      by,
      { category_id: SOLAR.category_id, reason: "The certificates were not sold" },
      {},
      `/activities/${made.activity_id}/correct`,
    );
    expect(kept.status, kept.text).toBe(200);
    expect(((await site.get(by, OF_2025)) as Summary).scope2).toMatchObject({
      market_based_kg: 0,
      location_based_kg: 0,
    });
    await site.intact(by);
  });

  test("is outside of allocations, sold or not", async () => {
    const by = await site.company();
    await site.recorded(by, SOLAR);
    await site.recorded(by, SOLD);
    const answer = await site.post(by, { market: "DK", year: 2025, dry_run: true }, {}, "/energy-allocations");
    expect(answer.json()).toMatchObject({ months: [], effect: { changed_entry_count: 0 } });
  });

  test("where no grid of the country is known, it is refused with the way to count it", async () => {
    const by = await site.company();
    expect(await site.refusal(by, { ...SOLD, country: "KE" })).toContain(
      "neither a residual mix nor the average of the grid of KE",
    );
  });
});
