import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type SiteCompany = Awaited<ReturnType<typeof site.company>>;

const SCRAP: UblLine = { text: "Jernskrot klasse 1", quantity: "2.1", unit: "TNE", amount: "-3990.00" };
const BURNT: UblLine = { text: "Småt brændbart til forbrænding", quantity: "9000", unit: "KGM", amount: "9000.00" };

async function sent(lines: readonly UblLine[], is_credit_note = false): Promise<SiteCompany> {
  const company = await site.company();
  const supplier = { name: "Stena Recycling A/S", cvr: "27182818" };
  const content = ubl({ number: "A-1", date: "2026-04-04", supplier, lines, is_credit_note });
  await site.ingest(company, { name: "afregning.xml", content });
  return company;
}

const kgOf = async (company: SiteCompany) => {
  const query = "from=2020-01-01&to=2030-12-31&limit=100";
  const entries = await site.items<{ co2e_location_based_kg: number }>(company, `/ledger-rows?${query}`);
  return entries.map((entry) => entry.co2e_location_based_kg);
};
const itemsOf = (company: SiteCompany) => site.items<{ id: string; review_code: string }>(company, "/review-items");

/** Accepts what waits in its suggested category, if anything does. */
async function accepted(company: SiteCompany): Promise<void> {
  for (const { id } of await itemsOf(company))
    await site.change(company, `/review-items/${id}/accept`, { reason: "Handed over" });
}

describe("waste that is handed over for money", () => {
  test.each([
    ["scrap beside waste that is paid for", [BURNT, SCRAP]],
    ["scrap alone", [SCRAP]],
    ["scrap with the quantity signed as the money", [{ ...SCRAP, quantity: "-2.1" }]],
    [
      "scrap by the quantity in its words",
      [{ text: "Afregning jernskrot 2,1 t", quantity: "1", unit: "EA", amount: "-3990.00" }],
    ],
    ["card that is recycled", [{ text: "Pap til genanvendelse", quantity: "320", unit: "KGM", amount: "-96.00" }]],
  ])("counts above zero: %s", async (_, lines) => {
    const company = await sent(lines);
    expect((await itemsOf(company)).map(({ review_code }) => review_code)).not.toContain("credit_unmatched");
    await accepted(company);
    const kg = await kgOf(company);
    expect(kg).toHaveLength(lines.length);
    expect(kg.filter((figure) => figure <= 0)).toEqual([]);
  });

  test("stays above zero when it is corrected", async () => {
    const company = await sent([SCRAP]);
    await accepted(company);
    const before = await kgOf(company);
    const [line] = await site.lines(company);
    const correction = { reason: "Delivered in May", facts: { transaction_date: "2026-05-04" } };
    await site.change(company, `/activities/${line?.id}/correct`, correction);
    expect(await kgOf(company)).toEqual(before);
  });

  test("without a quantity waits for one, and is no income below zero", async () => {
    const company = await sent([BURNT, { text: "Afregning jernskrot", quantity: "1", unit: "EA", amount: "-3990.00" }]);
    const [item] = await itemsOf(company);
    const waiting = (await site.get(company, `/review-items/${item?.id}`)) as { needs: { field: string }[] };
    expect(waiting.needs.map(({ field }) => field)).toContain("quantity");
    const facts = { quantity: 2.1, unit: "t" };
    await site.change(company, `/review-items/${item?.id}/accept`, { reason: "By the weight note", facts });
    expect((await kgOf(company)).filter((figure) => figure <= 0)).toEqual([]);
  });

  test.each([
    ["a credit note", [SCRAP], true],
    ["a correction", [{ ...BURNT, text: "Tilbageført småt brændbart", amount: "-900.00", quantity: "-900" }], false],
  ] as const)("is none in %s, which takes back", async (_, lines, is_credit_note) => {
    const company = await sent(lines, is_credit_note);
    expect((await itemsOf(company)).map(({ review_code }) => review_code)).toEqual(["credit_unmatched"]);
  });
});
