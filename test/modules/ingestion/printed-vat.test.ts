import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printedVatPercent } from "../../../src/modules/emissions/index.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { receipt } from "../../support/printed-receipt.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** A document in EUR with two lines, of whose seller nobody knows the country. */
const TOTALS = { currency: "EUR", supplier: null, lines: [1, 2] };

describe("the rate that makes the totals", () => {
  test.each([
    ["6.69", "7.16", "7"],
    ["-6.69", "-7.16", "7"],
    ["28.57", "34.00", "19"],
    ["100", "105.50", "5.5"],
    // Of 100 at 25 % and 25 without any, and of 100 at 7 % and 100 at 25 %: no country of the euro has the second.
    ["125", "150", "20"],
    ["200", "232", null],
    ["200", "231.50", null],
    ["100", "100", null],
    ["100", "150", null],
    [null, "100", null],
    ["100", null, null],
  ])("of %s and %s is one of the countries of the currency: %s per cent", (total_excl_vat, total_incl_vat, percent) => {
    expect(printedVatPercent({ ...TOTALS, total_excl_vat, total_incl_vat }, "DK")).toBe(percent);
  });

  test.each([
    ["DK", "DKK", "1250", "1500", null],
    ["DK", "EUR", "1250", "1500", null],
    ["DK", "EUR", "16339.84", "20424.80", "25"],
    ["DE", "EUR", "1250", "1500", null],
    ["FR", "EUR", "1250", "1500", "20"],
    ["EL", "EUR", "100", "124", "24"],
    ["SE", "DKK", "100", "112", "12"],
    ["US", "USD", "100", "107", null],
    [null, "DKK", "100", "112", null],
    [null, "SEK", "100", "112", "12"],
    [null, null, "100", "125", "25"],
    [null, null, "100", "112", null],
  ])("of a seller in %s and %s is one of the seller's country", (country, currency, net, gross, percent) => {
    const supplier = country === null ? null : { name: "Seller", country, identifier: null };
    const totals = { total_excl_vat: net, total_incl_vat: gross, currency, supplier };
    expect(printedVatPercent({ ...TOTALS, ...totals }, "DK")).toBe(percent);
  });

  test.each([
    [1, "100", "119.01", "19"],
    [1, "100", "119.02", null],
    [2, "100", "119.02", "19"],
    [2, "100", "118.98", "19"],
    [2, "100", "119.03", null],
    [10, "100", "118.94", "19"],
    [10, "100", "118.93", null],
    // One rate or the other: both are made by lines as small as these.
    [30, "2.00", "2.26", null],
    [200, "200", "239.02", null],
  ])("of %s lines makes them to half a cent of each line and total: %s, %s", (count, net, gross, percent) => {
    const lines = Array.from({ length: count });
    const supplier = { name: "Seller", country: "DE", identifier: null };
    const totals = { total_excl_vat: net, total_incl_vat: gross, lines, supplier };
    expect(printedVatPercent({ ...TOTALS, ...totals }, "DK")).toBe(percent);
  });
});

interface Line {
  readonly id: string;
  readonly description: string;
  readonly status: string;
}

interface Originated {
  readonly origins: { readonly tax_treatment: string | null };
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

async function ofReceipt(chair: string, desk: string, total: string, vat: string) {
  const by = await site.company();
  const lines = [["Kontorstol", chair] as const, ["Skrivebord", desk] as const];
  await site.ingest(by, receipt({ lines, total, vat }));
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

  test("have a rate that is read where the document prints it, else one that is assumed", async () => {
    const { by } = await ofReceipt("1.070,00", "535,00", "1.605,00", "105,00");
    const origin = async (of: RecordingCompany) => {
      const line = (await site.lines(of)).find(({ description }) => description === "Kontorstol");
      const { origins } = (await site.get(of, `/activities/${line?.id}`)) as Originated;
      return { id: line?.id, tax_treatment: origins.tax_treatment };
    };
    const { id, tax_treatment } = await origin(by);
    expect(tax_treatment).toBe("read");
    for (const entry of await site.items<{ id: string }>(by, "/emissions?limit=50")) {
      const { origins } = (await site.get(by, `/emissions/${entry.id}/lineage`)) as Originated;
      expect(origins.tax_treatment).toBe("read");
    }
    const exempt = { category_id: "transport.travel.rail", reason: "A ticket" };
    await site.change(by, `/activities/${id}/correct`, exempt);
    expect(await origin(by)).toEqual({ id, tax_treatment: "default" });
    const { by: danish } = await ofReceipt("1.250,00", "625,00", "1.875,00", "375,00");
    expect(await origin(danish)).toMatchObject({ tax_treatment: "default" });
  });
});
