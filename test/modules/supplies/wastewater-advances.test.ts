import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const UTILITY = { name: "Tim Vand og Spildevand A/S", cvr: "28142412" };
const bill = (document: Omit<UblDocument, "supplier">) => ({
  name: `${document.number}.xml`,
  content: ubl({ supplier: UTILITY, ...document }),
});
const ADVANCE = bill({
  number: "A-1",
  date: "2025-01-15",
  lines: [{ text: "Aconto spildevand 1. kvartal 2025", quantity: "1", unit: "C62", amount: "5200.00" }],
});
const SETTLEMENT = bill({
  number: "S-1",
  date: "2026-01-20",
  lines: [
    {
      text: "Afledning af spildevand 1. januar 2025 - 31. december 2025",
      quantity: "260",
      unit: "MTQ",
      amount: "9880.00",
    },
    { text: "Fratrukket aconto spildevand", quantity: "1", unit: "C62", amount: "-5200.00" },
  ],
});

interface Item {
  readonly id: string;
  readonly description: string;
  readonly review_code: string;
  readonly needs: readonly { readonly field: string }[];
}

test("an amount on account of wastewater counts by no money, and its settlement counts the cubic metres once", async () => {
  const by = await site.company();
  await site.ingest(by, ADVANCE);
  const [waits] = await site.items<Item>(by, "/review-items");
  expect(waits).toMatchObject({
    review_code: "advance_without_quantity",
    waits_for: { code: "advance_without_quantity" },
  });
  expect(waits?.needs.map(({ field }) => field)).toEqual(["quantity", "unit_price", "decision", "decision"]);
  await site.ingest(by, SETTLEMENT);
  const lines = await site.lines(by);
  expect(Object.fromEntries(lines.map(({ description, status }) => [description, status]))).toEqual({
    "Aconto spildevand 1. kvartal 2025": "pending_review",
    "Afledning af spildevand 1. januar 2025 - 31. december 2025": "classified",
    "Fratrukket aconto spildevand": "excluded",
  });
  // Neither names its supply: a person says that it was settled, and nothing counts beside the settlement.
  const kg = async () => ((await site.get(by, "/emissions/summary")) as { readonly co2e_kg: number | null }).co2e_kg;
  const settled = await kg();
  const [item] = await site.items<Item>(by, "/review-items");
  await site.change(by, `/review-items/${item?.id}/exclude`, { reason: "Settled by S-1" });
  expect(await site.items(by, "/review-items")).toEqual([]);
  expect(await kg()).toBe(settled);
  await site.intact(by);
});

test("what water is settled by does not settle the wastewater", async () => {
  const by = await site.company();
  await site.ingest(by, ADVANCE);
  const water = { text: "Vand 1. januar 2025 - 31. december 2025", quantity: "260", unit: "MTQ", amount: "4000.00" };
  await site.ingest(by, bill({ number: "V-1", date: "2026-01-20", lines: [water] }));
  const items = await site.items<Item>(by, "/review-items");
  expect(items.map(({ description, review_code }) => [description, review_code])).toEqual([
    ["Aconto spildevand 1. kvartal 2025", "advance_without_quantity"],
  ]);
});
