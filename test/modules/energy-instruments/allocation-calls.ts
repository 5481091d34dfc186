import { expect } from "vitest";
import type { AllocationRecord } from "../../../src/modules/energy-instruments/allocation-record.ts";
import type { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";

type Site = Awaited<ReturnType<typeof ingestingSite>>;

export interface Summary {
  readonly by_scope: Readonly<Record<string, number | null>>;
  readonly scope2: Readonly<Record<string, number>>;
}

/** An entry as lists have it. */
export interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly scope3_category: number | null;
  readonly co2e_market_based_kg: number;
  readonly co2e_location_based_kg: number;
  readonly transaction_date: string;
  readonly biogenic_co2_kg: number;
  readonly emission_factor_id: string;
  readonly allocation_pending: boolean;
}

/** 100 MWh over 2025: the newest factor of Denmark's generation of before, 2024's, is 0.064 kg CO2e/kWh (data/factors/eea.csv). */
export const YEAR_2025 = {
  category_id: "energy.electricity.grid_dk",
  description: "El 2025",
  quantity: 100_000,
  unit: "kWh",
  transaction_date: "2025-12-31",
  service_period_start: "2025-01-01",
  service_period_end: "2025-12-31",
  reason: "Yearly statement",
};

/** Rounded to the six decimals that figures leave the service with. */
export const round = (kg: number): number => Math.round(kg * 1e6) / 1e6;
export const sum = (values: readonly number[]): number => round(values.reduce((one, other) => one + other, 0));

/** What tests ask of allocations of Denmark's 2025. */
export function allocationCalls(site: Site) {
  const asked = { market: "DK", year: 2025 };
  const range = (from: string, to: string) => `from=${from}&to=${to}`;
  const requested = async (by: RecordingCompany, body: object = {}): Promise<AllocationRecord> => {
    const answer = await site.post(by, { ...asked, ...body }, {}, "/energy-allocations");
    expect(answer.status, answer.text).toBe(202);
    return answer.json() as unknown as AllocationRecord;
  };
  const summary = async (by: RecordingCompany, from = "2025-01-01", to = "2025-12-31"): Promise<Summary> =>
    (await site.get(by, `/emissions/summary?${range(from, to)}`)) as Summary;
  const entries = async (by: RecordingCompany, from = "2025-01-01", to = "2025-12-31"): Promise<readonly Entry[]> =>
    await site.items<Entry>(by, `/emissions?${range(from, to)}&limit=200`);
  return {
    asked,
    requested,
    summary,
    entries,
    /** Asks for an allocation and lets the service work until it has ended. */
    async applied(by: RecordingCompany, body: object = {}): Promise<AllocationRecord> {
      const { id } = await requested(by, body);
      await site.drain();
      return (await site.get(by, `/energy-allocations/${id}`)) as AllocationRecord;
    },
    /** What an allocation must leave as it is: each location-based figure of the year, and all of scope 3, as text. */
    async unmoved(by: RecordingCompany): Promise<readonly string[]> {
      return (await entries(by))
        .map((entry) =>
          JSON.stringify([
            entry.transaction_date,
            entry.scope,
            entry.scope3_category,
            entry.co2e_location_based_kg,
            entry.biogenic_co2_kg,
            entry.emission_factor_id,
            entry.scope === "3" ? [entry.id, entry.co2e_market_based_kg] : null,
          ]),
        )
        .toSorted();
    },
    /** The list adds up to the summary, in both methods and in scope 3. */
    async addsUp(by: RecordingCompany): Promise<void> {
      const listed = await entries(by);
      const { scope2, by_scope } = await summary(by);
      const ofScope = (scope: string, of: (entry: Entry) => number) =>
        sum(listed.filter((entry) => entry.scope === scope).map(of));
      expect(ofScope("2", (entry) => entry.co2e_market_based_kg)).toBe(scope2["market_based_kg"]);
      expect(ofScope("2", (entry) => entry.co2e_location_based_kg)).toBe(scope2["location_based_kg"]);
      // Losses of the grid have more than six decimals: each item is rounded by itself, the sum of them once.
      const rounding_kg = 0.5e-6 * (listed.filter((entry) => entry.scope === "3").length + 1);
      const difference_kg = ofScope("3", (entry) => entry.co2e_market_based_kg) - (by_scope["3"] ?? 0);
      expect(Math.abs(difference_kg)).toBeLessThanOrEqual(rounding_kg);
    },
  };
}
