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
const period = (start: string, end: string) =>
  `<cac:InvoicePeriod><cbc:StartDate>${start}</cbc:StartDate><cbc:EndDate>${end}</cbc:EndDate></cac:InvoicePeriod>`;

interface Entry {
  readonly id: string;
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

describe("months that a line names within the period of its document", () => {
  const DOCUMENT = period("2025-12-01", "2026-01-31");

  test("are the line's own, with their quantity and the words", async () => {
    const company = await site.company();
    const lines = [power("Elforbrug december 2025", "900"), power("Elforbrug januar 2026", "300")];
    await site.ingest(company, { name: "el.xml", content: invoice(lines, DOCUMENT) });
    const entries = await entriesOf(company);
    expect(daysOf(entries)).toEqual(["2025-12-01 2025-12-31", "2026-01-01 2026-01-31"]);
    const [december, january] = entries.map(({ co2e_location_based_kg }) => co2e_location_based_kg);
    expect((december ?? 0) / 900).toBeCloseTo((january ?? 0) / 300, 6);
    expect(await readLine(company, "Elforbrug december 2025")).toMatchObject({ period_origin: "inferred" });
    const lineage = await site.get(company, `/emissions/${entries[0]?.id}/lineage`);
    expect(lineage).toMatchObject({ calculation: { inputs: { period_words: "december 2025", share: "1" } } });
  });

  test("are theirs though equal quantities of other months stand beside them", async () => {
    const company = await site.company();
    const header = period("2025-11-01", "2026-01-31");
    const lines = [
      power("Elforbrug november 2025", "900"),
      power("Elforbrug december 2025", "900"),
      power("Elforbrug januar 2026", "30"),
    ];
    await site.ingest(company, { name: "el.xml", content: invoice(lines, header) });
    expect(daysOf(await entriesOf(company))).toEqual([
      "2025-11-01 2025-11-30",
      "2025-12-01 2025-12-31",
      "2026-01-01 2026-01-31",
    ]);
  });

  test.each([
    ["other months than the document's", "Elforbrug november 2025", ""],
    ["months that reach beyond the document's", "Elforbrug november 2025 - januar 2026", ""],
    ["months that are not one stretch", "Elforbrug december 2025 og februar 2026", ""],
    ["no months", "Elforbrug", ""],
    ["one of the months that the line itself states", "Elforbrug december 2025", DOCUMENT],
  ])("%s leave it those that are stated", async (_what, name, inside) => {
    const company = await site.company();
    const line = { ...power(name), inside };
    await site.ingest(company, { name: "el.xml", content: invoice([line], inside === "" ? DOCUMENT : "") });
    expect(daysOf(await entriesOf(company))).toEqual(["2025-12-01 2025-12-31", "2026-01-01 2026-01-31"]);
    expect(await readLine(company, name)).toMatchObject({ period_origin: "read" });
  });

  test("are the line's own on a page too", async () => {
    const company = await site.company();
    const [page = []] = POWER_BILL.pages;
    const words: Readonly<Record<string, string>> = {
      Elforbrug: "Elforbrug januar 2026",
      Nettarif: "Nettarif januar 2026",
    };
    const content = pdf([page.map((one) => ({ ...one, text: words[one.text] ?? one.text }))]);
    await site.ingest(company, { name: "el.pdf", content });
    expect(daysOf(await entriesOf(company))).toEqual(["2026-01-01 2026-01-31"]);
  });
});
