import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printedVatPercent } from "../../../src/modules/emissions/index.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { pdf } from "../../support/pdf.ts";
import { row } from "../../support/printed-invoices.ts";
import { issuer } from "../../support/printed-layouts.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

test.each([
  ["6.69", "7.16", "7"],
  ["-6.69", "-7.16", "7"],
  ["16339.84", "20424.80", "25"],
  ["28.57", "34.00", "19"],
  // 100 at 7 % and 100 at 25 % look like one rate: the sum is right, each line's part is not.
  ["200", "232", "16"],
  ["200", "231.50", null],
  ["100", "100", null],
  ["100", "150", null],
  [null, "100", null],
  ["100", null, null],
])("totals of %s and %s are made by VAT of %s per cent", (total_excl_vat, total_incl_vat, percent) => {
  expect(printedVatPercent({ total_excl_vat, total_incl_vat })).toBe(percent);
});

/** Prices with VAT of two lines, and what is VAT in them. */
const receipt = (chair: string, stool: string, total: string, vat: string) => ({
  name: "kvittering.pdf",
  content: pdf([
    [
      ...issuer("K-501", "2026-02-01"),
      ...row(
        150,
        [40, "Vare"],
        [330, "Antal", "right"],
        [455, "Pris inkl. moms", "right"],
        [555, "I alt inkl. moms", "right"],
      ),
      ...row(165, [40, "Kontorstol"], [330, "1", "right"], [455, chair, "right"], [555, chair, "right"]),
      ...row(178, [40, "Skrivebord"], [330, "1", "right"], [455, stool, "right"], [555, stool, "right"]),
      ...row(200, [400, "Total EUR"], [555, total, "right"]),
      ...row(213, [400, "Heraf moms"], [555, vat, "right"]),
    ],
  ]),
});

interface Line {
  readonly id: string;
  readonly description: string;
  readonly status: string;
}

const CHOSEN = "capital.goods.furniture";
const reason = "Furniture";

/** kg of each line, all of them decided as furniture; the largest first. */
async function counted(by: RecordingCompany): Promise<readonly number[]> {
  for (const { id } of await site.items<Line>(by, "/review-items")) {
    await site.change(by, `/review-items/${id}/recategorize`, { category_id: CHOSEN, reason });
  }
  const entries = await site.items<{ co2e_market_based_kg: number }>(by, "/emissions?limit=50");
  return entries.map(({ co2e_market_based_kg: kg }) => kg).toSorted((left, right) => right - left);
}

async function ofReceipt(...amounts: Parameters<typeof receipt>) {
  const by = await site.company();
  await site.ingest(by, receipt(...amounts));
  const kg = await counted(by);
  await site.intact(by);
  return { by, kg };
}

describe("lines that include VAT", () => {
  test("count without the VAT that the document prints, whatever the country's rate is", async () => {
    const { kg: net } = await ofReceipt("1.000,00", "500,00", "1.500,00", "0,00");
    const { kg: seven } = await ofReceipt("1.070,00", "535,00", "1.605,00", "105,00");
    const { kg: danish } = await ofReceipt("1.250,00", "625,00", "1.875,00", "375,00");
    expect(net).toHaveLength(2);
    for (const [at, kg] of net.entries()) {
      expect(kg).toBeGreaterThan(0);
      expect(seven[at]).toBeCloseTo(kg, 4);
      expect(danish[at]).toBeCloseTo(kg, 4);
    }
  });

  test("keep the printed rate when they are read again, and say so; an amount that a person states has none", async () => {
    const { by, kg } = await ofReceipt("1.070,00", "535,00", "1.605,00", "105,00");
    const line = (await site.lines(by)).find(({ description }) => description === "Kontorstol");
    const correct = async (body: object) =>
      await site.change(by, `/activities/${line?.id}/correct`, { reason, ...body });
    await correct({ category_id: "purchases.goods.office_supplies" });
    await correct({ category_id: CHOSEN });
    expect(await counted(by)).toEqual(kg);
    const [entry] = await site.items<{ id: string }>(by, "/emissions?limit=50");
    expect(JSON.stringify(await site.get(by, `/emissions/${entry?.id}/lineage`))).toContain(
      "7 % VAT, as the document prints it",
    );
    await correct({ facts: { amount: 1250, currency: "EUR", tax_treatment: "incl_vat" } });
    expect((await counted(by))[0]).toBeCloseTo(kg[0] ?? 0, 4);
    await site.intact(by);
  });
});
