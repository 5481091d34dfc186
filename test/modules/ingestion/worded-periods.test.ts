import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { total as ublTotal, ublInvoice, type UblLine } from "../../support/invoice-xml.ts";
import { pdf } from "../../support/pdf.ts";
import { POWER_BILL } from "../../support/printed-invoices.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

type SiteCompany = Awaited<ReturnType<typeof site.company>>;

function invoice(lines: readonly UblLine[], header = "", date = "2026-02-03"): Buffer {
  const net = String(lines.reduce((sum, { amount }) => sum + Number(amount), 0));
  return Buffer.from(ublInvoice({ date, header, lines, total: ublTotal({ net, gross: String(Number(net) * 1.25) }) }));
}

const power = (name: string, quantity = "1000"): UblLine => ({ name, quantity, unit: "KWH", amount: "2000" });
interface Entry {
  readonly activity_id: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly co2e_location_based_kg: number;
}

/** Days and kg of the entries of scope 2, or of any scope, in order. */
async function entriesOf(company: SiteCompany, query = "scope=2&"): Promise<Entry[]> {
  const entries = await site.items<Entry>(company, `/ledger-rows?${query}from=2020-01-01&to=2030-12-31&limit=100`);
  return entries.toSorted((one, other) => (one.period_from < other.period_from ? -1 : 1));
}

const daysOf = (entries: readonly Entry[]) =>
  entries.map(({ period_from, period_to }) => `${period_from} ${period_to}`);

interface Line {
  readonly id: string;
  readonly description: string;
  readonly period_origin: string | null;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
}

async function readLine(company: SiteCompany, description: string): Promise<Line> {
  const lines = await site.lines(company);
  const found = lines.find((line) => line.description === description);
  return (await site.get(company, `/activities/${found?.id}`)) as Line;
}

describe("months that a line names without a field for them", () => {
  test("a range over the turn of the year begins in the year before", async () => {
    const company = await site.company();
    await site.ingest(company, { name: "el.xml", content: invoice([power("Elforbrug december - januar 2026")]) });
    expect(daysOf(await entriesOf(company))).toEqual(["2025-12-01 2025-12-31", "2026-01-01 2026-01-31"]);
    expect(await readLine(company, "Elforbrug december - januar 2026")).toMatchObject({
      period_origin: "inferred",
      service_period_start: "2025-12-01",
      service_period_end: "2026-01-31",
    });
  });

  test("months with another between them are asked about where energy was used, with the days from first to last", async () => {
    const company = await site.company();
    await site.ingest(company, { name: "el.xml", content: invoice([power("Elforbrug januar og marts 2026")]) });
    expect(await entriesOf(company)).toEqual([]);
    const [item] = await site.items<{ id: string }>(company, "/review-items");
    const proposed = { service_period_start: "2026-01-01", service_period_end: "2026-03-31" };
    expect(item).toMatchObject({ review_code: "period_unclear", needs: [{ field: "service_period", proposed }] });
    await site.change(company, `/review-items/${item?.id}/accept`, { reason: "Both months", facts: proposed });
    expect(daysOf(await entriesOf(company))).toHaveLength(3);
  });

  test("rent of such months counts on the day of its document, and says so", async () => {
    const company = await site.company();
    const rent = { name: "Husleje januar og marts 2026", quantity: "1", unit: "EA", amount: "20000" };
    await site.ingest(company, { name: "leje.xml", content: invoice([rent]) });
    expect(daysOf(await entriesOf(company, ""))).toEqual(["2026-02-03 2026-02-03"]);
    expect(await readLine(company, rent.name)).toMatchObject({ period_origin: "default", period_assumed: true });
  });

  const printed = (words: string) =>
    pdf([
      (POWER_BILL.pages[0] ?? []).map((one) => ({
        ...one,
        text: one.text === "01-01-2026 - 31-03-2026" ? words : one.text,
      })),
    ]);

  test.each([
    ["december - januar 2026", "2025-12-01 2025-12-31", "2026-01-01 2026-01-31"],
    ["nov-dec 2025 og jan 2026", "2025-11-01 2025-11-30", "2025-12-01 2025-12-31", "2026-01-01 2026-01-31"],
    ["Januar, februar, marts 2025", "2025-01-01 2025-01-31", "2025-02-01 2025-02-28", "2025-03-01 2025-03-31"],
  ])("the printed period %s is read whole", async (words, ...days) => {
    const company = await site.company();
    await site.ingest(company, { name: "el.pdf", content: printed(words) });
    expect(daysOf(await entriesOf(company))).toEqual(days);
  });

  test("a printed period of months with another between them is asked about", async () => {
    const company = await site.company();
    await site.ingest(company, { name: "el.pdf", content: printed("januar og marts 2026") });
    expect(await entriesOf(company)).toEqual([]);
    const proposed = { service_period_start: "2026-01-01", service_period_end: "2026-03-31" };
    const items = await site.items(company, "/review-items");
    expect(items[0]).toMatchObject({ review_code: "period_unclear", needs: [{ field: "service_period", proposed }] });
  });
});
