import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { recategorizeActivity } from "../../../src/modules/activities/recategorize-activity.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { issuer } from "../../support/printed-layouts.ts";
import { type Receipt, receipt } from "../../support/printed-receipt.ts";
import { run } from "../../support/review.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const HOTEL = "transport.travel.hotel";
const RAIL = "transport.travel.rail";
const RENT = "purchases.services.rent";
const FURNITURE = "capital.goods.furniture";
const seller = issuer("K-501", "2026-02-01");

/** What each line of a receipt counts without VAT, decided as these categories, by its words. */
async function net(of: Receipt, categories: Readonly<Record<string, string>>, overrides: Partial<TenantIdentity> = {}) {
  const company = await service.company(overrides);
  const { name, content } = receipt(of);
  await company.ingest({ name, bytes: content });
  for (const { id, description, category_key } of await company.lines()) {
    const category_id = categories[description] ?? "";
    if (category_id === category_key) continue;
    await run(recategorizeActivity, company.ctx, { id, category_id, reason: "test" });
  }
  const lines = await company.lines();
  return Object.fromEntries(lines.map(({ description, allocated_amount }) => [description, Number(allocated_amount)]));
}

describe("lines that include VAT", () => {
  const stay = {
    lines: [
      ["Hotelophold Aarhus", "1.250,00"],
      ["Togbillet Aarhus", "250,00"],
    ],
    total: "1.500,00",
  } as const;
  const categories = { "Hotelophold Aarhus": HOTEL, "Togbillet Aarhus": RAIL };

  test("of which some have VAT and others none count by the country's rate, although one rate would make the totals", async () => {
    const mixed = { ...stay, vat: "250,00", currency: "DKK", seller };
    expect(await net(mixed, categories)).toEqual({ "Hotelophold Aarhus": 1000, "Togbillet Aarhus": 250 });
  });

  test("count whole where the country exempts what they are, whatever rate makes the totals", async () => {
    const exempt = {
      lines: [
        ["Billet ud", "107,00"],
        ["Billet hjem", "214,00"],
      ],
      total: "321,00",
      vat: "21,00",
    } as const;
    expect(await net(exempt, { "Billet ud": RAIL, "Billet hjem": RAIL })).toEqual({
      "Billet ud": 107,
      "Billet hjem": 214,
    });
    const both = await net(exempt, { "Billet ud": RAIL, "Billet hjem": FURNITURE });
    expect(both).toEqual({ "Billet ud": 107, "Billet hjem": 200 });
  });

  test("count by the country's rate where they may be exempt, whatever rate makes the totals", async () => {
    const lines = [
      ["Husleje", "107,00"],
      ["Skrivebord", "214,00"],
    ] as const;
    const rent = await net({ lines, total: "321,00", vat: "21,00" }, { Husleje: RENT, Skrivebord: FURNITURE });
    expect(rent).toEqual({ Husleje: 85.6, Skrivebord: 200 });
  });

  test("count without the printed rate where the VAT of each was rounded by itself", async () => {
    const lines = [
      ["Kontorstol", "59,51"],
      ["Skrivebord", "59,51"],
    ] as const;
    const rounded = await net(
      { lines, total: "119,02", vat: "19,02" },
      { Kontorstol: FURNITURE, Skrivebord: FURNITURE },
    );
    expect(rounded["Kontorstol"]).toBeCloseTo(59.51 / 1.19, 6);
  });

  test("wait in a country without a known rate where no rate of the seller's makes the totals", async () => {
    const mixed = { ...stay, vat: "250,00", currency: "DKK", seller };
    const company = await service.company({ country: "SE" });
    const { name, content } = receipt(mixed);
    await company.ingest({ name, bytes: content });
    expect((await company.lines()).map(({ allocated_amount }) => allocated_amount)).toEqual([null, null]);
  });
});
