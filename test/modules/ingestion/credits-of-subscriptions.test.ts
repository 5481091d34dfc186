import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Elevatorservice ApS", cvr: "27182818" };
const STEEL = { name: "Stålcentrum Nord A/S", cvr: "31415926" };
const YEAR = ["2025-12-16", "2026-12-15"] as const;
const REPAIR = "purchases.services.repair";
const SUBSCRIPTION = "Serviceabonnement elevator";
const ONCE = "Reparation af port";
const IN_OTHER_WORDS = "Kreditering af reparation";

const line = (text: string, amount = "6000.00"): UblLine => ({ text, amount });
const file = (number: string, lines: readonly UblLine[], more: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, date: "2025-12-15", supplier: SUPPLIER, period: YEAR, lines, ...more }),
});
const invoice = (...lines: readonly UblLine[]) => file("F-1", lines);
const credit = (number: string, text: string, amount = "6000.00") =>
  file(number, [line(text, amount)], { date: "2026-01-20", is_credit_note: true, credits: "F-1" });

async function counted(...files: readonly ReturnType<typeof file>[]): Promise<RecordingCompany> {
  const by = await site.company();
  for (const one of files) await site.ingest(by, one);
  return by;
}

interface Entry {
  readonly activity_id: string;
  readonly category_id: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly co2e_market_based_kg: number;
}
const entriesOf = async (by: RecordingCompany) =>
  await site.items<Entry>(by, "/ledger-rows?from=2020-01-01&to=2030-12-31&limit=200");

/** What is left on the days of each month, kg. */
async function left(by: RecordingCompany): Promise<Record<string, number>> {
  const days: Record<string, number> = {};
  for (const { period_from, period_to, co2e_market_based_kg } of await entriesOf(by)) {
    const key = `${period_from} ${period_to}`;
    days[key] = Number(((days[key] ?? 0) + co2e_market_based_kg).toFixed(6));
  }
  return days;
}
const total = (days: Record<string, number>) => Object.values(days).reduce((sum, one) => sum + Math.abs(one), 0);

async function noteOf(by: RecordingCompany): Promise<BookedLine> {
  const found = (await site.lines(by)).find(({ amount }) => amount < 0);
  if (found === undefined) throw new Error("no line takes anything back");
  return found;
}
const waiting = async (by: RecordingCompany) =>
  (await site.lines(by)).filter(({ status }) => status === "pending_review").map(({ review_code }) => review_code);

describe("a credit note in other words than the subscription that it takes back", () => {
  test("is taken off month by month, also when it is read again", async () => {
    const by = await counted(invoice(line(SUBSCRIPTION)), credit("K-1", IN_OTHER_WORDS));
    expect(await waiting(by)).toEqual([]);
    expect(total(await left(by))).toBeCloseTo(0, 4);
    const { id, category_id } = await noteOf(by);
    expect(category_id).toBe(REPAIR);
    await site.change(by, `/activities/${id}/correct`, { facts: {}, category_id, reason: "It is what it says" });
    expect(total(await left(by))).toBeCloseTo(0, 4);
    await site.intact(by);
  });

  test("is taken off month by month where it waited for its invoice", async () => {
    const by = await counted(credit("K-1", IN_OTHER_WORDS), invoice(line(SUBSCRIPTION)));
    expect(await waiting(by)).toEqual([]);
    expect(Object.keys(await left(by))).toHaveLength(13);
    expect(total(await left(by))).toBeCloseTo(0, 4);
    await site.intact(by);
  });

  test("says nothing of it: what is done once stays on its day", async () => {
    const by = await counted(invoice(line(ONCE)), credit("K-1", "Serviceabonnement reparation"));
    expect(await waiting(by)).toEqual([]);
    const { id, category_id } = await noteOf(by);
    await site.change(by, `/activities/${id}/correct`, { facts: {}, category_id, reason: "It is what it says" });
    expect(total(await left(by))).toBeCloseTo(0, 4);
    expect(Object.keys(await left(by))).toHaveLength(1);
  });

  test("takes off no more of one line than is left of it", async () => {
    const by = await counted(
      invoice(line(SUBSCRIPTION), line(ONCE)),
      credit("K-1", IN_OTHER_WORDS),
      credit("K-2", SUBSCRIPTION),
    );
    expect(await waiting(by)).toEqual([]);
    expect(total(await left(by))).toBeCloseTo(0, 4);
    await site.intact(by);
  });
});

const IN_OTHER_WORDS_NOW = statement("update activities set description = $2 where tenant_id = $1");
const OF_DAYS = statement(
  "update activities set service_period_start = $2, service_period_end = $2 where tenant_id = $1",
);

/** As releases have booked it that did not know its days: its one entry is on the day of its document. */
async function earlier(by: RecordingCompany, change: typeof OF_DAYS, value: string): Promise<void> {
  await site.app.db.database.admin.rows(change, [by.tenant.id, value]);
}

describe("a credit note of what an earlier release counted on the day of its document", () => {
  test("takes a subscription back on that day", async () => {
    const by = await counted(invoice(line(ONCE)));
    await earlier(by, IN_OTHER_WORDS_NOW, SUBSCRIPTION);
    await site.ingest(by, credit("K-1", SUBSCRIPTION, "2000.00"));
    await site.ingest(by, credit("K-2", IN_OTHER_WORDS, "4000.00"));
    expect(await waiting(by)).toEqual([]);
    expect(Object.keys(await left(by))).toEqual(["2025-12-15 2025-12-15"]);
    expect(total(await left(by))).toBeCloseTo(0, 4);
    const { id, category_id } = await noteOf(by);
    await site.change(by, `/activities/${id}/correct`, { facts: {}, category_id, reason: "It is what it says" });
    expect(total(await left(by))).toBeCloseTo(0, 4);
  });

  test("follows it to its months when it is read again", async () => {
    const by = await counted(invoice(line(ONCE)));
    await earlier(by, IN_OTHER_WORDS_NOW, SUBSCRIPTION);
    await site.ingest(by, credit("K-1", IN_OTHER_WORDS));
    const invoiced = (await site.lines(by)).find(({ amount }) => amount > 0);
    const body = { facts: {}, category_id: REPAIR, reason: "It is a subscription" };
    await site.change(by, `/activities/${invoiced?.id}/correct`, body);
    expect(Object.keys(await left(by))).toHaveLength(13);
    expect(total(await left(by))).toBeCloseTo(0, 4);
  });

  test("takes goods back on that day", async () => {
    const goods = (number: string, more: Partial<UblDocument> = {}) => ({
      name: `${number}.xml`,
      content: ubl({ number, date: "2025-12-15", supplier: STEEL, lines: [line("Stålplade 3 mm")], ...more }),
    });
    const by = await counted(goods("F-1"));
    await earlier(by, OF_DAYS, "2026-01-05");
    await site.ingest(by, goods("K-1", { date: "2026-02-01", is_credit_note: true, credits: "F-1" }));
    expect(await waiting(by)).toEqual([]);
    expect(Object.keys(await left(by))).toEqual(["2025-12-15 2025-12-15"]);
    expect(total(await left(by))).toBeCloseTo(0, 4);
  });
});
