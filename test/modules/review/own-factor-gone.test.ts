import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Item {
  readonly id: string;
  readonly waits_for: { readonly code: string; readonly text_da: string; readonly text_en: string };
  readonly needs: readonly { readonly field: string; readonly text_en: string }[];
}

test("a line whose own factor was withdrawn says so, and what settles it", async () => {
  const by = await site.company();
  const lines = [{ text: "Fjernvarme", quantity: "10", unit: "MWH", amount: "9000.00" }];
  await site.ingest(by, {
    name: "a.xml",
    content: ubl({ number: "V-1", period: ["2026-03-01", "2026-04-30"], lines }),
  });
  const usual = await site.total(by);
  const [line] = await site.lines(by);
  const factor = {
    category_id: "energy.heat.district_heating",
    name: "Network",
    unit: "MWh",
    kg_co2e_per_unit: 40,
    year: 2026,
    valid_from: "2026-01-01",
    valid_to: "2026-12-31",
    is_automatic: false,
    source: "Declaration",
    method: "supplier_specific",
    note: "Ours",
  };
  const submitted = await site.post(by, factor, {}, "/company-factors");
  expect(submitted.status, submitted.text).toBe(201);
  const { id: company_factor_id } = submitted.json() as unknown as { readonly id: string };
  await site.change(by, `/company-factors/${company_factor_id}/approve`, { reason: "Compared" });
  const correct = async (facts: object): Promise<unknown> =>
    await site.change(by, `/activities/${line?.id ?? ""}/correct`, { facts, reason: "As declared" });
  await correct({ company_factor_id });
  await site.change(by, `/company-factors/${company_factor_id}/withdraw`, { reason: "Wrong network" });
  await correct({ quantity: 10, unit: "MWh" });
  const [item] = await site.items<Item>(by, "/review-items");
  expect(item?.waits_for).toMatchObject({
    code: "no_factor",
    text_da: "Jeres egen faktor, som er valgt for linjen, gælder ikke mere.",
    text_en: "The company's own factor that was chosen for the line is not in force any more.",
  });
  expect(item?.needs.map(({ field }) => field)).toEqual(["company_factor_id"]);
  expect(item?.needs[0]?.text_en).toBe("Choose another of your own factors, or count the line without.");
  await site.change(by, `/review-items/${item?.id ?? ""}/accept`, { facts: { clear: ["company_factor"] } });
  expect(await site.items(by, "/review-items")).toEqual([]);
  expect(await site.total(by)).toBe(usual);
  await site.intact(by);
});
