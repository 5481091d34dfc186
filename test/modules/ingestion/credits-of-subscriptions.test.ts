import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Elevatorservice ApS", cvr: "27182818" };
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
