import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { monthsUsed } from "../../support/months-used.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const STEEL = { name: "Stålcentrum Nord A/S", cvr: "27182818" };

type SiteCompany = Awaited<ReturnType<typeof site.company>>;

/** A posting of a ledger with kWh beside it, so that it counts by them. */
async function posted(text: string, date: string): Promise<SiteCompany> {
  const company = await site.company();
  const content = `dato;bilag;konto;tekst;beløb;antal;enhed\n${date};77;3420;${text};4100,00;2000;kWh\n`;
  await site.ingest(company, { name: "poster.csv", content });
  return company;
}

const monthsOf = (company: SiteCompany) => monthsUsed(site, company, "scope=2&");

describe("months that a line names without a year", () => {
  test.each([
    ["Elregning december", "08-01-2026", ["2025-12"]],
    ["El, december måned", "31-12-2025", ["2025-12"]],
    ["El 4. kvartal", "15-01-2026", ["2025-10", "2025-11", "2025-12"]],
    ["Strøm Q4", "15-01-2026", ["2025-10", "2025-11", "2025-12"]],
    ["Elforbrug december-januar", "20-02-2026", ["2025-12", "2026-01"]],
    ["Elforbrug oktober og november", "05-12-2025", ["2025-10", "2025-11"]],
    ["Strøm februar, aconto", "28-01-2026", ["2026-02"]],
    ["Strom August", "04-09-2025", ["2025-08"]],
    ["El jan 26", "12-02-2026", ["2026-01"]],
    ["Elforbrug december 25", "12-02-2026", ["2025-12"]],
    ["El nov 25 - jan 26", "12-02-2026", ["2025-11", "2025-12", "2026-01"]],
  ])("»%s« of %s was used in %j", async (text, date, months) => {
    const company = await posted(text, date);
    expect(await monthsOf(company)).toEqual(months);
    const [line] = await site.lines(company);
    expect(await site.get(company, `/activities/${line?.id}`)).toMatchObject({ period_origin: "inferred" });
  });

  test.each([
    ["a name", "El, Jan Hansen", "08-03-2026"],
    ["a feast", "Elektricitet jul", "08-03-2026"],
    ["volts", "El, net 1 kV", "08-03-2026"],
    ["a type", "Elforbrug K2", "08-03-2026"],
    ["a car", "Elforbrug Audi Q4", "08-03-2026"],
    ["a day with its month before it", "El aflæst januar 5", "08-03-2026"],
    ["a day", "El aflæst 5. januar", "08-03-2026"],
    ["two parts", "El januar, aflæst februar", "08-03-2026"],
  ])("says nothing where it is %s", async (_, text, date) => {
    const company = await posted(text, date);
    expect(await monthsOf(company)).toEqual(["2026-03"]);
  });

  test("that ended long ago are asked about, with the newest proposed", async () => {
    const company = await posted("Elregning januar", "08-10-2026");
    expect(await monthsOf(company)).toEqual([]);
    const days = { service_period_start: "2026-01-01", service_period_end: "2026-01-31" };
    const [item] = await site.items<{ id: string }>(company, "/review-items");
    expect(item).toMatchObject({
      review_code: "period_unclear",
      needs: [{ field: "service_period", proposed: days }],
    });
    await site.change(company, `/review-items/${item?.id}/accept`, { reason: "Of this year", facts: days });
    expect(await monthsOf(company)).toEqual(["2026-01"]);
  });

  test("do not move goods", async () => {
    const company = await site.company();
    const lines = [{ text: "Stålplade 10 mm S235, december", quantity: "800", unit: "KGM", amount: "8000.00" }];
    await site.ingest(company, {
      name: "plader.xml",
      content: ubl({ number: "S-1", date: "2026-01-08", supplier: STEEL, lines }),
    });
    const rows = await site.items<{ period_from: string }>(
      company,
      "/ledger-rows?from=2020-01-01&to=2030-12-31&limit=10",
    );
    expect(rows.map(({ period_from }) => period_from)).toEqual(["2026-01-08"]);
  });
});
