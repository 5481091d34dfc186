import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Lineage {
  readonly emission_entry: { readonly calculation_method: string; readonly co2e_market_based_kg: number };
  readonly calculation: { readonly conversions: readonly { readonly from: string; readonly note: string }[] };
}

const HEAD = "Dato;Leverandør;Tekst;Antal;Enhed;Beløb ekskl. moms;Valuta;Category";

test.each([
  [
    "Farligt affald",
    "3",
    "m3",
    "waste.operations.hazardous",
    /^The category has no factor per physical unit: 3 m3 was not used\.$/,
  ],
  [
    "Lejet lokale",
    "1200",
    "kWh",
    "leased_upstream.assets.building",
    /^The category has no factor .+: 1200 kWh was not used\.$/,
  ],
  [
    "Stålplader",
    "60",
    "m3",
    "purchases.materials.steel_metals",
    /^The factors of the category are per .+: 60 m3 was not used\.$/,
  ],
  // Pieces, areas and time measure nothing that is consumed: of anything sold there may be some.
  ["Konsulentbistand", "12", "timer", "purchases.services.consulting", null],
  ["Lejet lokale", "250", "m2", "leased_upstream.assets.building", null],
] as const)("%s, %s %s: money counts, and the lineage names what was stated and not used", async (...row) => {
  const [text, quantity, unit, category, note] = row;
  const by = await site.company();
  const line = `15-03-2025;Handelshuset;${text};${quantity};${unit};4000,00;DKK;${category}`;
  await site.ingest(by, { name: "a.csv", content: `${HEAD}\r\n${line}\r\n` });
  const [entry] = await site.items<{ readonly id: string }>(by, "/emissions");
  const lineage = (await site.get(by, `/emissions/${entry?.id ?? "none"}/lineage`)) as Lineage;
  expect(lineage.emission_entry.calculation_method).toBe("spend_based");
  expect(lineage.emission_entry.co2e_market_based_kg).toBeGreaterThan(0);
  const told = lineage.calculation.conversions.filter(({ from }) => from === "quantity").map((step) => step.note);
  expect(told).toEqual(note === null ? [] : [expect.stringMatching(note)]);
});
