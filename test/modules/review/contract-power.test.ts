import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Item {
  readonly id: string;
  readonly needs: readonly {
    readonly field: string;
    readonly units: readonly string[];
    readonly text_da: string;
    readonly text_en: string;
  }[];
}

const HEAD = "Dato;Leverandør;Tekst;Kategori;Antal;Enhed;Beløb ekskl. moms;Valuta";

test.each([
  ["a quantity", "1000;kWh", {}],
  ["money alone", ";", { facts: { quantity: 1000, unit: "kWh" } }],
])("electricity under a contract with %s is told how it counts, and counts so", async (_what, quantity, facts) => {
  const by = await site.company();
  const row = `31-03-2026;Elnord A/S;Vindstrøm, marts;energy.electricity.contract;${quantity};1400,00;DKK`;
  await site.ingest(by, { name: "konto.csv", content: `${HEAD}\n${row}\n` });
  const [item] = await site.items<Item>(by, "/review-items");
  expect(item?.needs.map(({ field }) => field)).toEqual(["category_id", "category_id"]);
  const [way] = item?.needs ?? [];
  expect(way?.text_da).toMatch(
    /almindelig el: .*»El, Danmark« eller »El, andre lande«.*kWh.*under Elaftaler, og fordel dem dér/,
  );
  expect(way?.text_en).toMatch(
    /ordinary electricity: .*“Electricity, Denmark” or “Electricity, other countries”.*kWh.*under Energy contracts, and/,
  );
  // People read it: no names of operations or keys.
  expect(`${way?.text_da} ${way?.text_en}`).not.toMatch(/\w_\w/);
  expect(way?.units.slice(0, 2)).toEqual(quantity === ";" ? ["kWh", "Wh"] : []);
  const decision = { category_id: "energy.electricity.grid_dk", reason: "Wind power of the grid", ...facts };
  const answer = await site.post(by, decision, {}, `/review-items/${item?.id}/recategorize`);
  expect(answer.status, answer.text).toBe(200);
  expect(await site.items(by, "/review-items")).toEqual([]);
  const [entry] = await site.items<{ id: string }>(by, "/emissions?category_id=energy.electricity.grid_dk");
  const lineage = await site.get(by, `/emissions/${entry?.id}/lineage`);
  expect(lineage).toMatchObject({ calculation: { inputs: { quantity: "1000", unit: "kWh" } } });
  await site.intact(by);
});
