import { afterAll, beforeAll, expect, test } from "vitest";
import { cii } from "../../support/electronic-files.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Entry {
  readonly id: string;
  readonly transaction_date: string;
  readonly document_date: string;
  readonly period_from: string;
  readonly period_to: string;
}

const DIESEL = { text: "Diesel", quantity: "1000", unit: "LTR", amount: "12000.00" };
const OIL = { name: "Olieselskabet Test A/S", cvr: "25222221" };

/** Accounting date, date of the document and days of each entry. */
async function booked(
  document: Buffer | string,
): Promise<{ by: Awaited<ReturnType<typeof site.company>>; days: string[] }> {
  const by = await site.company();
  await site.ingest(by, { name: "a.xml", content: document });
  const entries = await site.items<Entry>(by, "/emissions");
  const days = entries.map(
    (entry) =>
      `${entry.transaction_date.slice(0, 10)} of ${entry.document_date}: ${entry.period_from}..${entry.period_to}`,
  );
  return { by, days: [...new Set(days)] };
}

const bill = (more: Partial<UblDocument>): Buffer =>
  ubl({ number: "D-1", date: "2026-01-10", supplier: OIL, lines: [DIESEL], ...more });

test("goods count on the day of their delivery (BT-72), whatever year their invoice is of", async () => {
  const { by, days } = await booked(bill({ delivered_on: "2025-12-30" }));
  expect(days).toEqual(["2025-12-30 of 2026-01-10: 2025-12-30..2025-12-30"]);
  const [line] = await site.lines(by);
  expect(line).toMatchObject({ transaction_date: "2026-01-10T00:00:00.000000Z", period_origin: "read" });
  expect(await site.get(by, "/emissions/summary?from=2026-01-01")).toMatchObject({ total_co2e_kg: null });
});

test("without one they count on the day of the document", async () => {
  const { days } = await booked(bill({}));
  expect(days).toEqual(["2026-01-10 of 2026-01-10: 2026-01-10..2026-01-10"]);
});

test("a Cross Industry Invoice states it too", async () => {
  const { days } = await booked(cii("C-1", "812.00", "20251229"));
  expect(days).toEqual(["2025-12-29 of 2026-03-09: 2025-12-29..2025-12-29"]);
});

test("what is used over time keeps its period, and without one the day of its document, which is told", async () => {
  const power = { text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "2000.00" };
  const stated = { lines: [power], delivered_on: "2026-01-05" };
  const over = await booked(bill({ ...stated, period: ["2025-12-01", "2025-12-31"] }));
  expect(over.days).toEqual(["2025-12-31 of 2026-01-10: 2025-12-01..2025-12-31"]);
  const assumed = await booked(bill(stated));
  expect(assumed.days).toEqual(["2026-01-10 of 2026-01-10: 2026-01-10..2026-01-10"]);
  const [line] = await site.lines(assumed.by);
  expect(line).toMatchObject({ period_origin: "default", period_assumed: true });
});

test("fuel for heat counts on the day of its delivery, unless a period is stated; gas by pipe is metered", async () => {
  const oil = {
    lines: [{ text: "Fyringsolie", quantity: "1000", unit: "LTR", amount: "11000.00" }],
    delivered_on: "2025-12-29",
  };
  expect((await booked(bill(oil))).days).toEqual(["2025-12-29 of 2026-01-10: 2025-12-29..2025-12-29"]);
  const pellets = { ...oil, lines: [{ text: "Træpiller", quantity: "3000", unit: "KGM", amount: "8000.00" }] };
  expect((await booked(bill(pellets))).days).toEqual(["2025-12-29 of 2026-01-10: 2025-12-29..2025-12-29"]);
  const { days } = await booked(bill({ ...oil, period: ["2025-12-01", "2025-12-31"] }));
  expect(days).toEqual(["2025-12-31 of 2026-01-10: 2025-12-01..2025-12-31"]);
  const gas = { ...oil, lines: [{ text: "Naturgas", quantity: "1000", unit: "NM3", amount: "9000.00" }] };
  expect((await booked(bill(gas))).days).not.toContain("2025-12-29 of 2026-01-10: 2025-12-29..2025-12-29");
});

test("goods on a bill with a period of its own count on their day of delivery", async () => {
  const { days } = await booked(bill({ delivered_on: "2025-12-12", period: ["2025-12-01", "2025-12-31"] }));
  expect(days).toEqual(["2025-12-12 of 2026-01-10: 2025-12-12..2025-12-12"]);
});

test("a credit note takes the day of what it takes back", async () => {
  const by = await site.company();
  await site.ingest(by, { name: "a.xml", content: bill({ delivered_on: "2025-12-30" }) });
  const credit = bill({
    number: "D-2",
    date: "2026-02-03",
    is_credit_note: true,
    credits: "D-1",
    delivered_on: "2026-02-01",
  });
  await site.ingest(by, { name: "b.xml", content: credit });
  const days = (await site.items<Entry>(by, "/emissions")).map(({ transaction_date }) => transaction_date.slice(0, 10));
  expect(new Set(days)).toEqual(new Set(["2025-12-30"]));
  expect(await site.get(by, "/emissions/summary?from=2025-12-01&to=2025-12-31")).toMatchObject({ total_co2e_kg: 0 });
});

test("a delivery more than a year from its invoice is asked about", async () => {
  const { by, days } = await booked(bill({ delivered_on: "2025-01-05" }));
  expect(days).toEqual([]);
  const [line] = await site.items<{ readonly reason: string; readonly review_code: string }>(by, "/review-items");
  expect(line).toMatchObject({ review_code: "document_unclear" });
  expect(line?.reason).toContain("delivered on 2025-01-05");
});

test("a person states the day of goods by a period of one day", async () => {
  const { by } = await booked(bill({}));
  const [line] = await site.items<{ readonly id: string }>(by, "/activities");
  const facts = { service_period_start: "2025-12-28", service_period_end: "2025-12-28" };
  const answer = await site.post(
    by,
    { facts, reason: "Slip of the driver" },
    {},
    `/activities/${line?.id ?? ""}/correct`,
  );
  expect(answer.status).toBe(200);
  const entries = await site.items<Entry>(by, "/emissions");
  expect(new Set(entries.map(({ transaction_date }) => transaction_date.slice(0, 10)))).toEqual(
    new Set(["2025-12-28"]),
  );
});
