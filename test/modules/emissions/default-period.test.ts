import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { total, ublInvoice } from "../../support/invoice-xml.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
let company: RecordingCompany;

interface Entry {
  readonly id: string;
  readonly transaction_date: string;
  readonly co2e_market_based_kg: number;
  readonly document_date: string;
  readonly period_from: string;
  readonly period_to: string;
  /** Only there where it is so. */
  readonly is_future?: true;
}

interface Total {
  readonly total_co2e_kg: number | null;
  readonly data_to: string | null;
}

const PERIOD = `<cac:InvoicePeriod><cbc:StartDate>2026-09-01</cbc:StartDate><cbc:EndDate>2027-02-28</cbc:EndDate></cac:InvoicePeriod>`;

/** Half a year of electricity, paid ahead on 2026-11-01; the service is asked on 2026-11-20. */
beforeAll(async () => {
  site = await ingestingSite();
  company = await site.company();
  const lines = [{ name: "Elforbrug", quantity: "18100", unit: "KWH", amount: "20000" }];
  const content = ublInvoice({
    date: "2026-11-01",
    header: PERIOD,
    lines,
    total: total({ net: "20000", gross: "25000" }),
  });
  await site.ingest(company, { name: "el.xml", content });
});
afterAll(() => site.close());

const entries = async (query = ""): Promise<readonly Entry[]> =>
  await site.items<Entry>(company, `/emissions?limit=200${query}`);
const days = (rows: readonly Entry[]): readonly string[] =>
  [...new Set(rows.map(({ transaction_date }) => transaction_date.slice(0, 10)))].toSorted();
const kg = (rows: readonly Entry[]): number => rows.reduce((sum, row) => sum + row.co2e_market_based_kg, 0);
const totalOf = async (path: string): Promise<Total> => (await site.get(company, path)) as Total;

const PAST = ["2026-09-30", "2026-10-31"];
const AHEAD = ["2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28"];

test("lists end today where no end is asked for, and reach what is asked for", async () => {
  expect(days(await entries())).toEqual(PAST);
  expect(days(await entries("&to=2027-12-31"))).toEqual([...PAST, ...AHEAD]);
  expect(days(await entries("&from=2026-10-01"))).toEqual(["2026-10-31"]);
  expect(days(await entries("&from=2026-12-01"))).toEqual(AHEAD.slice(1));
  for (const filter of ["&scope=2", "&category_id=energy", "&category_id=energy.electricity.grid_dk"]) {
    expect(days(await entries(filter)), filter).toEqual(PAST);
    expect(days(await entries(`${filter}&to=2026-12-31`)), filter).toEqual([...PAST, ...AHEAD.slice(0, 2)]);
  }
  for (const order of ["date", "kg"]) {
    const rows = await site.items<Entry>(company, `/ledger-rows?limit=200&order=${order}`);
    expect(days(rows), order).toEqual(PAST);
    expect(days(await site.items<Entry>(company, `/ledger-rows?limit=200&order=${order}&to=2027-12-31`))).toEqual([
      ...PAST,
      ...AHEAD,
    ]);
  }
});

test("sums are those of the lists with the same period", async () => {
  for (const query of ["", "to=2027-12-31", "from=2026-10-01", "from=2026-12-01", "to=2026-11-30"]) {
    const expected = kg(await entries(`&${query}`));
    expect(expected).toBeGreaterThan(0);
    for (const path of ["summary", "by-category"]) {
      const { total_co2e_kg } = await totalOf(`/emissions/${path}?${query}`);
      expect(total_co2e_kg, `${path} ${query}`).toBeCloseTo(expected, 4);
    }
    const { total_co2e_kg } = await totalOf(`/emissions/by-scope3-category?${query}`);
    expect(total_co2e_kg, query).toBeCloseTo(kg(await entries(`&scope=3&${query}`)), 4);
    const sums = (await site.get(company, `/ledger-rows/sums?${query}`)) as { co2e_market_based_kg: number };
    expect(sums.co2e_market_based_kg, query).toBeCloseTo(expected, 4);
    const searched = (await site.get(company, `/ledger-rows/sums?q=elforbrug&${query}`)) as typeof sums;
    expect(searched.co2e_market_based_kg, query).toBeCloseTo(expected, 4);
  }
});

test("a total says with which day its period ends, and its data never lie after today", async () => {
  const summary = (await site.get(company, "/emissions/summary")) as Total & { period: object };
  expect(summary).toMatchObject({ data_to: "2026-10-31", period: { from: null, to: "2026-11-20T23:59:59.999999Z" } });
  expect(await totalOf("/emissions/summary?to=2027-12-31")).toMatchObject({ data_to: "2026-10-31" });
  const months = (await site.get(company, "/emissions/summary?group_by=month")) as { items: { month: string }[] };
  expect(months.items.map(({ month }) => month)).toEqual(["2026-09", "2026-10"]);
});

test("entries and their rows carry the date of the document, the days of use, and whether they are after today", async () => {
  for (const path of ["/emissions?scope=2", "/ledger-rows?scope=2"]) {
    const rows = await site.items<Entry>(company, `${path}&limit=200&to=2027-12-31`);
    const told = rows
      .map(({ document_date, period_from, period_to, is_future }) => [
        document_date,
        period_from,
        period_to,
        is_future ?? false,
      ])
      .toSorted((one, other) => String(one[1]).localeCompare(String(other[1])));
    expect(told, path).toEqual([
      ["2026-11-01", "2026-09-01", "2026-09-30", false],
      ["2026-11-01", "2026-10-01", "2026-10-31", false],
      ["2026-11-01", "2026-11-01", "2026-11-30", true],
      ["2026-11-01", "2026-12-01", "2026-12-31", true],
      ["2026-11-01", "2027-01-01", "2027-01-31", true],
      ["2026-11-01", "2027-02-01", "2027-02-28", true],
    ]);
  }
  const [listed] = await entries("&from=2026-11-21&scope=2");
  const { emission_entry } = (await site.get(company, `/emissions/${listed?.id}/lineage`)) as { emission_entry: Entry };
  expect(emission_entry).toMatchObject(listed ?? {});
  expect(await site.get(company, `/emissions/${listed?.id}`)).toEqual(listed);
});

test("an entry after today says so until its day has come", async () => {
  const ahead = (await entries("&from=2026-11-21&scope=2")).find(({ transaction_date }) =>
    transaction_date.startsWith("2026-11-30"),
  );
  const isFuture = async (): Promise<boolean> => {
    const lineage = await site.get(company, `/emissions/${ahead?.id}/lineage`);
    return (lineage as { emission_entry: { is_future: boolean } }).emission_entry.is_future;
  };
  expect(await isFuture()).toBe(true);
  const first = (await site.get(company, "/emissions?limit=1")) as { next_cursor: string };
  site.app.db.clock.set("2026-11-30T00:00:00Z");
  expect(await isFuture()).toBe(false);
  expect(days(await entries())).toEqual([...PAST, "2026-11-30"]);
  // A list that was begun the day before goes on.
  const next = await site.items<Entry>(company, `/emissions?limit=200&cursor=${encodeURIComponent(first.next_cursor)}`);
  expect(next.length).toBeGreaterThan(0);
});
