import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { toJsonText } from "../../../src/core/json-text.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../../src/modules/emissions/list-emissions.ts";
import { recordActivity } from "../../../src/modules/records/record-activity.ts";
import { total as ublTotal, ublInvoice } from "../../support/invoice-xml.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { intact, run, waiting } from "../../support/review.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly category_id: string;
  readonly transaction_date: string;
  readonly co2e_location_based_kg: number;
}

async function entriesOf({ ctx }: Company, filter: object = {}): Promise<Entry[]> {
  const page = JSON.parse(toJsonText(await invoke(listEmissions, ctx, { limit: 200, ...filter }))) as {
    items: Entry[];
  };
  return page.items.toSorted((one, other) => one.transaction_date.localeCompare(other.transaction_date));
}

const days = (entries: readonly Entry[]) => entries.map(({ transaction_date }) => transaction_date.slice(0, 10));

async function summary({ ctx }: Company, from: string, to: string) {
  return await run<{ total_co2e_kg: number | null; months_with_data: number }>(getEmissionsSummary, ctx, { from, to });
}

const PERIOD = `<cac:InvoicePeriod><cbc:StartDate>2025-10-01</cbc:StartDate><cbc:EndDate>2026-01-15</cbc:EndDate></cac:InvoicePeriod>`;

/** Electricity of 107 days, billed in the new year. */
function powerBill(header: string): Buffer {
  const lines = [{ name: "Elforbrug", quantity: "10700", unit: "KWH", amount: "20000" }];
  return Buffer.from(
    ublInvoice({ date: "2026-02-10", header, lines, total: ublTotal({ net: "20000", gross: "25000" }) }),
  );
}

async function power(): Promise<Company> {
  const company = await service.company();
  await company.ingest({ name: "el.xml", bytes: powerBill(PERIOD) });
  return company;
}

const kg = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + entry.co2e_location_based_kg, 0);

/** Electricity and, beside it in scope 3, what is lost of it in distribution: 4.3 % (data/grid-losses.csv). */
const withLosses = (of: number) => of * 1.043;

describe("what is used over a period", () => {
  test("has an entry on the last day of each month's part, and each year its own", async () => {
    const company = await power();
    const entries = await entriesOf(company, { scope: "2" });
    expect(days(entries)).toEqual(["2025-10-31", "2025-11-30", "2025-12-31", "2026-01-15"]);
    const of2025 = entries.filter(({ transaction_date }) => transaction_date < "2026");
    expect((await summary(company, "2025-01-01", "2025-12-31")).total_co2e_kg).toBeCloseTo(withLosses(kg(of2025)), 4);
    const of2026 = kg(entries) - kg(of2025);
    expect((await summary(company, "2026-01-01", "2026-12-31")).total_co2e_kg).toBeCloseTo(withLosses(of2026), 4);
    // Lists by date and their sums agree: January's part is neither in 2025 nor on the day of the document.
    expect(await entriesOf(company, { from: "2026-02-01", to: "2026-02-28" })).toEqual([]);
    await intact(company.ctx);
  });

  test("keeps quantity and money on one split, and says in each lineage what its share is", async () => {
    const company = await power();
    const [first, ...others] = await entriesOf(company, { scope: "2" });
    const lineage = await run<{
      activity_split: { quantity: number };
      calculation: { inputs: Record<string, string>; formula: string };
      other_months: { transaction_date: string }[];
    }>(getEmissionLineage, company.ctx, { id: first?.id });
    expect(lineage).toMatchObject({
      emission_entry: {
        document_date: "2026-02-10",
        period_from: "2025-10-01",
        period_to: "2025-10-31",
        is_closing: false,
        is_future: false,
      },
      activity: { service_period_start: "2025-10-01", service_period_end: "2026-01-15" },
      activity_split: { quantity: 10_700, unit: "kWh" },
      calculation: {
        formula: expect.stringContaining("10700 kWh x 0.28972 (31 of 107 days) x "),
        inputs: { stated_quantity: "10700", quantity: "3100.004", share: "0.28972", used_to: "2025-10-31" },
      },
    });
    // Each of the other months with its losses.
    const months = days(others).flatMap((day) => [day, day]);
    expect(lineage.other_months.map(({ transaction_date }) => transaction_date.slice(0, 10))).toEqual(months);
  });

  test("counts on the day of its document where no period is stated, and says that this is assumed", async () => {
    const company = await service.company();
    await company.ingest({ name: "el.xml", bytes: powerBill("") });
    const [entry, ...more] = await entriesOf(company, { scope: "2" });
    expect([entry?.transaction_date.slice(0, 10), more]).toEqual(["2026-02-10", []]);
    expect(await run(getEmissionLineage, company.ctx, { id: entry?.id })).toMatchObject({
      emission_entry: { document_date: "2026-02-10", period_from: "2026-02-10", period_to: "2026-02-10" },
      calculation: { inputs: { period_assumed: true } },
    });
  });

  test("a person states the period, corrects it, leaves the line out and takes all back: sums and months follow", async () => {
    const company = await service.company();
    await company.ingest({ name: "el.xml", bytes: powerBill("") });
    const [line] = await company.lines();
    const state = async (start: string, end: string) =>
      await run<{ years: { year: number; after_kg: number }[] }>(correctActivity, company.ctx, {
        id: line?.id,
        facts: { service_period_start: start, service_period_end: end },
        reason: "Read on the bill",
      });
    const stated = await state("2025-12-01", "2026-01-31");
    expect(stated.years.map(({ year }) => year)).toEqual([2025, 2026]);
    expect((await summary(company, "2025-01-01", "2025-12-31")).total_co2e_kg).toBeCloseTo(
      stated.years[0]?.after_kg ?? 0,
      4,
    );
    const months = async () => (await summary(company, "2025-01-01", "2026-12-31")).months_with_data;
    expect(await months()).toBe(2);
    const before = (await summary(company, "2025-01-01", "2026-12-31")).total_co2e_kg;
    await state("2025-06-01", "2025-06-30");
    expect(await months()).toBe(1);
    expect((await summary(company, "2026-01-01", "2026-12-31")).total_co2e_kg).toBeNull();
    await run(excludeActivity, company.ctx, { id: line?.id, reason: "Wrong company" });
    expect(await months()).toBe(0);
    await run(undoActivityChange, company.ctx, { id: line?.id, reason: "It was ours" });
    expect(days(await entriesOf(company, { from: "2025-06-01", to: "2025-06-30", scope: "2" }))).toEqual([
      "2025-06-30",
    ]);
    await state("2025-12-01", "2026-01-31");
    expect((await summary(company, "2025-01-01", "2026-12-31")).total_co2e_kg).toBeCloseTo(before ?? Number.NaN, 4);
    expect(await months()).toBe(2);
    await intact(company.ctx);
  });

  test("a period that ends before it starts waits, and the person who states the right one settles it", async () => {
    const company = await service.company();
    const header = PERIOD.replace("2025-10-01", "2026-10-01");
    await company.ingest({ name: "el.xml", bytes: powerBill(header) });
    const [item] = await waiting(company.ctx);
    expect(item).toMatchObject({ review_code: "period_unclear", needs: [{ field: "service_period" }] });
    await run(correctActivity, company.ctx, {
      id: item?.id,
      facts: { service_period_start: "2025-10-01", service_period_end: "2026-01-15" },
      reason: "Misprint",
    });
    expect(await entriesOf(company, { scope: "2" })).toHaveLength(4);
    expect(await waiting(company.ctx)).toEqual([]);
  });

  test("the words of a line name the period where no field does; a bank's words are about the payment", async () => {
    const company = await service.company();
    const rows = `Dato;Leverandør;CVR;Tekst;Konto;Kontonavn;Beløb ekskl. moms;Valuta
02-12-2025;Ejendomsselskabet Havnen A/S;10203040;Husleje 1. kvartal 2026;3400;Husleje;90000,00;DKK
`;
    await company.ingest({ name: "posteringer.csv", bytes: Buffer.from(rows) });
    const entries = await entriesOf(company);
    expect(days(entries)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
    expect(await run(getEmissionLineage, company.ctx, { id: entries[0]?.id })).toMatchObject({
      calculation: { inputs: { period_words: "1. kvartal 2026", share: "0.344445" } },
    });
  });

  test("columns of a table state the period, as two dates or in words", async () => {
    const company = await service.company();
    const rows = `Dato;Leverandør;Tekst;Konto;Kontonavn;Beløb ekskl. moms;Valuta;Periode fra;Periode til
02-12-2025;Ejendomsselskabet Havnen A/S;Leje;3400;Husleje;9000,00;DKK;01-12-2025;31-01-2026
`;
    await company.ingest({ name: "leje.csv", bytes: Buffer.from(rows) });
    expect(days(await entriesOf(company))).toEqual(["2025-12-31", "2026-01-31"]);
    const words = `Dato;Leverandør;Tekst;Konto;Kontonavn;Beløb ekskl. moms;Valuta;Afregningsperiode
02-12-2025;Havnens Forsikring A/S;Police 12;3450;Forsikring;9000,00;DKK;4. kvartal 2026
`;
    await company.ingest({ name: "police.csv", bytes: Buffer.from(words) });
    const insured = await entriesOf(company, { category_id: "purchases.services.insurance", to: "2026-12-31" });
    expect(days(insured)).toEqual(["2026-10-31", "2026-11-30", "2026-12-31"]);
  });

  test.each([
    ["Leistung von;Leistung bis", "01.12.2025;31.01.2026", ["2025-12-31", "2026-01-31"]],
    ["Period från;Period till", "2025-12-01;2026-01-31", ["2025-12-31", "2026-01-31"]],
    ["Abrechnungszeitraum", "01.12.2025 - 31.01.2026", ["2025-12-31", "2026-01-31"]],
    ["Förbrukningsperiod", "december 2025 - januari 2026", ["2025-12-31", "2026-01-31"]],
  ])("columns headed %s state it as well", async (headings, cells, expected) => {
    const company = await service.company();
    const rows = `Dato;Leverandør;Tekst;Konto;Kontonavn;Beløb ekskl. moms;Valuta;${headings}
02-12-2025;Ejendomsselskabet Havnen A/S;Leje;3400;Husleje;9000,00;DKK;${cells}
`;
    await company.ingest({ name: "leje.csv", bytes: Buffer.from(rows) });
    expect(days(await entriesOf(company))).toEqual(expected);
  });

  test("goods stay on their day whatever period their invoice states", async () => {
    const company = await service.company();
    const lines = [{ name: "Kontorpapir A4", amount: "100" }];
    await company.ingest({
      name: "papir.xml",
      bytes: Buffer.from(ublInvoice({ date: "2026-02-10", header: PERIOD, lines })),
    });
    expect(days(await entriesOf(company))).toEqual(["2026-02-10"]);
  });

  test("a record of a whole year is spread over it, emissions that were stated included", async () => {
    const company = await service.company();
    const period = { service_period_start: "2024-07-01", service_period_end: "2025-06-30", reason: "Survey" };
    await run(recordActivity, company.ctx, {
      category_id: "transport.commuting.car",
      description: "Commuting",
      quantity: 36_500,
      unit: "km",
      ...period,
    });
    await run(recordActivity, company.ctx, {
      category_id: "finance.franchises.unit",
      description: "Franchise in Aarhus",
      emissions: { kg_co2e: 3650, source: "Franchisee", year: 2025, method: "supplier_specific" },
      ...period,
    });
    const franchise = await entriesOf(company, { category_id: "finance.franchises.unit" });
    expect(franchise).toHaveLength(12);
    expect(kg(franchise)).toBeCloseTo(3650, 6);
    expect(franchise[0]?.co2e_location_based_kg).toBeCloseTo(310, 1);
    expect(await entriesOf(company, { category_id: "transport.commuting.car" })).toHaveLength(12);
    await intact(company.ctx);
  });
});
