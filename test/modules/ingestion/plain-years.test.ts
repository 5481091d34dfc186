import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { monthsUsed } from "../../support/months-used.ts";
import { readBill } from "../../support/printed-bill.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type SiteCompany = Awaited<ReturnType<typeof site.company>>;

interface Item {
  readonly id: string;
  readonly review_code: string;
  readonly needs: readonly { readonly field: string; readonly proposed?: unknown }[];
}

async function ingested(lines: readonly UblLine[], date: string): Promise<SiteCompany> {
  const company = await site.company();
  await site.ingest(company, { name: "bilag.xml", content: ubl({ number: "D-10", date, lines }) });
  return company;
}

const itemsOf = (company: SiteCompany) => site.items<Item>(company, "/review-items");

const monthsOf = (company: SiteCompany) => monthsUsed(site, company);

const gas = (text: string): UblLine => ({ text, quantity: "5100", unit: "NM3", amount: "25000.00" });
const WHOLE_2025 = { service_period_start: "2025-01-01", service_period_end: "2025-12-31" };

describe("a year that a line names by its number alone", () => {
  test.each<[string, UblLine]>([
    ["gas", gas("Årsafregning naturgas 2025")],
    ["gas of a contract's name beside it", gas("Naturgas 2025, slutafregning")],
    ["heat", { text: "Varmeforbrug 2025", quantity: "52.5", unit: "MWH", amount: "28000.00" }],
    [
      "heat of a hall",
      { text: "Forbrugsafregning varme 2025 hal D, 38,4 MWh", quantity: "38.4", unit: "MWH", amount: "21120.00" },
    ],
    ["electricity", { text: "Elforbrug 2025", quantity: "15200", unit: "KWH", amount: "18000.00" }],
    ["water", { text: "Vandforbrug 2025", quantity: "310", unit: "MTQ", amount: "9000.00" }],
    ["waste water", { text: "Spildevand 2025", quantity: "310", unit: "MTQ", amount: "14000.00" }],
  ])("is asked about where %s of it is billed afterwards, with the calendar year proposed", async (_, line) => {
    const company = await ingested([line], "2026-02-06");
    expect(await monthsOf(company)).toEqual([]);
    const [item] = await itemsOf(company);
    expect(item).toMatchObject({
      review_code: "period_unclear",
      needs: [{ field: "service_period", proposed: WHOLE_2025 }],
    });
    await site.change(company, `/review-items/${item?.id}/accept`, { reason: "The calendar year", facts: WHOLE_2025 });
    const months = await monthsOf(company);
    expect([months.length, months[0], months.at(-1)]).toEqual([12, "2025-01", "2025-12"]);
  });

  test.each([
    ["the document's own", "Naturgas 2026"],
    ["a price list's", "Naturgas efter prisliste 2025"],
    ["a contract's", "Naturgas, aftale 2025"],
    ["a figure", "Naturgas 2025 Nm3"],
    ["of a number", "Naturgas måler 2025-17"],
    ["of a date", "Naturgas, aflæst den 31. december 2025"],
    ["one of two", "Naturgas 2024 og 2025"],
  ])("says nothing where it is %s", async (_, text) => {
    const company = await ingested([gas(text)], "2026-02-06");
    expect(await itemsOf(company)).toEqual([]);
    expect(await monthsOf(company)).toEqual(["2026-02"]);
  });

  test("says nothing of goods, of fuel that is delivered and of services that are over", async () => {
    const company = await ingested(
      [
        { text: "Kontorstole 2025", quantity: "4", unit: "EA", amount: "6000.00" },
        { text: "Træpiller 2025", quantity: "2000", unit: "KGM", amount: "6000.00" },
        { text: "Revision 2025", quantity: "1", unit: "EA", amount: "30000.00" },
      ],
      "2026-02-06",
    );
    expect((await itemsOf(company)).map(({ review_code }) => review_code)).not.toContain("period_unclear");
  });

  test("is the one that begins soon after an insurance is billed", async () => {
    const line = { text: "Arbejdsskadeforsikring 2026", quantity: "1", unit: "EA", amount: "21000.00" };
    const company = await ingested([line], "2025-11-20");
    const facts = { service_period_start: "2026-01-01", service_period_end: "2026-12-31" };
    const [item] = await itemsOf(company);
    expect(item).toMatchObject({
      review_code: "period_unclear",
      needs: [{ field: "service_period", proposed: facts }],
    });
    await site.change(company, `/review-items/${item?.id}/accept`, { reason: "The calendar year", facts });
    expect((await monthsOf(company)).length).toBe(12);
  });
});

describe("a year in what a printed settlement calls itself", () => {
  test.each(["Årsafregning 2024", "Opgørelse for 2024", "Varmeregnskab 2024"])("%s", async (title) => {
    const { open_period } = await readBill({ title });
    expect(open_period).toEqual({ start: "2024-01-01", end: "2024-12-31", words: "2024" });
  });

  test.each([
    ["the document's own", { title: "Årsafregning 2026" }],
    ["of a bill with a period", { title: "Årsafregning 2024", head: ["Periode: 01.10.2024 - 30.09.2025"] }],
    ["of another document", { title: "FAKTURA", foot: ["Vi henviser til vores prisliste 2024"] }],
  ])("says nothing where it is %s", async (_, bill) => {
    expect(await readBill(bill)).not.toHaveProperty("open_period");
  });
});
