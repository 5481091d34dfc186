import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptReviewItem } from "../../../src/modules/review/accept-review-item.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run, waiting } from "../../support/review.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

async function billed(note: string, unit = "KWH"): Promise<Company> {
  const company = await service.company();
  const lines = [{ text: "Naturgas forbrug", amount: "9000.00", quantity: "10000", unit, note }];
  const supplier = { name: "Evida Syd A/S", cvr: "27182818" };
  await company.ingest({
    name: "gas.xml",
    bytes: ubl({ number: "G-1", date: "2026-03-31", supplier, lines }),
  });
  return company;
}

const kgOf = async (company: Company): Promise<number> =>
  (await company.entries())
    .filter(({ scope }) => scope === "1")
    .reduce((sum, { co2e_market_based_kg }) => sum + co2e_market_based_kg, 0);

describe("gas in plain kWh", () => {
  test.each([
    "Nedre brændværdi 10,99 kWh/Nm3",
    "Energi opgjort efter nedre brændværdi",
    "Lower heating value: 10.99 kWh/Nm3",
  ])(
    "waits where its document names only the lower heating value (%s), and counts as a person states it",
    async (note) => {
      const company = await billed(note);
      expect(await company.entries()).toEqual([]);
      const [item] = await waiting(company.ctx);
      expect(item).toMatchObject({ review_code: "unit_mismatch", needs: [{ field: "quantity" }] });
      const units = item?.needs[0]?.units ?? [];
      expect(units).toEqual(expect.arrayContaining(["kWh_net", "kWh_gross"]));
      const facts = { quantity: 10_000, unit: "kWh_net" };
      await run(acceptReviewItem, company.ctx, { id: item?.id, reason: "The supplier says so", facts });
      expect(await waiting(company.ctx)).toEqual([]);
      const upper = await kgOf(await billed("Øvre brændværdi 12,157 kWh/Nm3"));
      expect((await kgOf(company)) / upper).toBeGreaterThan(1.08);
      expect((await kgOf(company)) / upper).toBeLessThan(1.13);
    },
  );

  test.each([
    "Øvre brændværdi 12,157 kWh/Nm3",
    "Øvre brændværdi 12,1 kWh/Nm3, nedre brændværdi 10,9 kWh/Nm3",
    "Marts 2026",
  ])("counts by the upper one unasked where the document names that, both or none (%s)", async (note) => {
    const company = await billed(note);
    expect(await waiting(company.ctx)).toEqual([]);
    expect(await kgOf(company)).toBeGreaterThan(0);
  });
});
