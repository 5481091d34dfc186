import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoDocuments } from "../../../src/demo/documents.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";

/** Why a line waits when no factor, rate or price level reaches its year. */
const OF_YEAR = ["no_factor", "exchange_rate_missing", "unit_mismatch", "no_amount_or_quantity"];

interface Line {
  readonly id: string;
  readonly status: string;
  readonly description: string;
  readonly review_code: string | null;
}

type Site = Awaited<ReturnType<typeof ingestingSite>>;

/** All lines of a company that wait. */
async function waiting(site: Site, by: Awaited<ReturnType<Site["company"]>>): Promise<Line[]> {
  const lines: Line[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await site.get(by, `/review-items?limit=200${after}`)) as {
      readonly items: Line[];
      readonly next_cursor: string | null;
    };
    lines.push(...page.items);
    cursor = page.next_cursor;
  }
  return lines;
}

describe("no line waits for reasons of year", () => {
  let site: Site;
  beforeAll(async () => {
    site = await ingestingSite();
  });
  afterAll(() => site.close());

  test("of the demo company, read on 2027-06-01", async () => {
    site.app.db.clock.set("2027-06-01T09:00:00Z");
    const by = await site.company();
    const files = demoDocuments().map(({ name, text }) => ({ name, content: text }));
    for (let start = 0; start < files.length; start += 20) {
      site.app.db.clock.set(new Date(Date.parse("2027-06-01T09:00:00Z") + start * 10_000).toISOString());
      await site.ingest(by, ...files.slice(start, start + 20));
    }
    const lines = await waiting(site, by);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ review_code }) => OF_YEAR.includes(review_code ?? ""))).toEqual([]);
  }, 300_000);

  test.each([2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027])(
    "of a company with history, in %s",
    async (year) => {
      site.app.db.clock.set("2027-06-01T18:00:00Z");
      const by = await site.company();
      const quantities = [
        ["energy.electricity.grid_dk1", 1000, "kWh"],
        ["energy.electricity.grid_dk2", 1000, "kWh"],
        ["energy.heat.district_heating", 1000, "kWh"],
        ["energy.stationary.natural_gas", 100, "Nm3"],
        ["energy.stationary.natural_gas", 100, "kWh_net"],
        ["energy.stationary.heating_oil", 100, "l"],
        ["transport.own.diesel", 100, "l"],
        ["transport.own.petrol", 100, "l"],
        ["transport.own.van_km", 100, "km"],
        ["energy.fugitive.r410a", 1, "kg"],
        ["transport.travel.air_long", 9000, "passenger_km"],
        ["transport.travel.rail", 300, "passenger_km"],
        ["transport.upstream.road", 500, "tonne_km"],
        ["waste.operations.metal", 2, "t"],
        ["purchases.water.supply", 100, "m3"],
        ["purchases.materials.paper", 2, "t"],
      ] as const;
      const money = ["DKK", "EUR", "SEK", "NOK", "USD", "GBP"];
      const day = { transaction_date: `${year}-03-10`, reason: "bilag" };
      for (const [category_id, quantity, unit] of quantities) {
        const description = "Årets forbrug";
        const { entries } = await site.recorded(by, { ...day, category_id, quantity, unit, description });
        expect(entries.length, `${category_id} ${unit}`).toBeGreaterThan(0);
      }
      const country = { category_id: "energy.electricity.grid_other", quantity: 100, unit: "kWh", description: "El" };
      for (const code of ["DE", "SE", "NO", "GB"]) {
        // Without a figure of generation alone a person names the one over the life cycle.
        const named = code === "NO" ? { emission_factor_key: "electricity.no.production_mix.kwh" } : {};
        const { entries } = await site.recorded(by, { ...day, ...country, attributes: { country: code }, ...named });
        expect(entries.length, code).toBeGreaterThan(0);
      }
      for (const currency of money) {
        const category_id = "purchases.services.consulting";
        const bought = { category_id, net_amount: 1000, currency, description: "Rådgivning" };
        const { entries } = await site.recorded(by, { ...day, ...bought });
        expect(entries.length, currency).toBeGreaterThan(0);
      }
      expect(await waiting(site, by)).toEqual([]);
    },
    120_000,
  );
});
