import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
type Company = Awaited<ReturnType<typeof site.company>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const fileOf = (document: UblDocument) => ({ name: `${document.number}.xml`, content: ubl(document) });
const steel = (amount: string): UblLine => ({ text: "Stålplade 3 mm", amount });
const power = (quantity: string, amount: string): UblLine => ({ text: "Elforbrug", quantity, unit: "KWH", amount });
const invoice = (line: UblLine): UblDocument => ({
  number: "F-100",
  date: "2026-03-31",
  period: ["2026-02-01", "2026-03-31"],
  lines: [line],
});
const note = (line: UblLine, more: Partial<UblDocument> = {}): UblDocument => ({
  number: "K-1",
  date: "2026-05-15",
  currency: "EUR",
  is_credit_note: true,
  credits: "F-100",
  lines: [line],
  ...more,
});

interface Item {
  readonly id: string;
  readonly review_code: string;
  readonly waits_for: { readonly parameters: object; readonly text_da: string; readonly text_en: string };
  readonly needs: readonly { readonly field: string; readonly currency?: string }[];
}

const read = async (documents: readonly UblDocument[]): Promise<Company> => {
  const by = await site.company();
  for (const document of documents) await site.ingest(by, fileOf(document));
  return by;
};
const asked = async (by: Company) => await site.items<Item>(by, "/review-items?limit=50");
const kg = async (by: Company) => Number(await site.total(by));
const reasons = async (by: Company) =>
  (await site.lines(by)).flatMap(({ status, reason }) => (status === "pending_review" ? [reason] : []));
/** kg by day of what counts. */
const byDay = async (by: Company): Promise<Record<string, number>> => {
  const days: Record<string, number> = {};
  const rows = await site.items<{ transaction_date: string; co2e_market_based_kg: number }>(by, "/emissions?limit=200");
  for (const { transaction_date, co2e_market_based_kg } of rows) {
    const day = transaction_date.slice(0, 10);
    days[day] = (days[day] ?? 0) + co2e_market_based_kg;
  }
  return days;
};

describe.each([
  ["after its invoice", (documents: readonly UblDocument[]) => documents],
  ["before its invoice", (documents: readonly UblDocument[]) => documents.toReversed()],
])("a credit note in another currency, %s", (_when, inOrder) => {
  test("waits, and says in which currencies the two are", async () => {
    const by = await read(inOrder([invoice(steel("10000.00")), note(steel("536.00"))]));
    expect(await kg(by)).toBe(await kg(await read([invoice(steel("10000.00"))])));
    expect(await reasons(by)).toEqual([
      expect.stringMatching(
        /The credit note is in EUR and the invoice that it takes back in DKK: .* in DKK, below zero/,
      ),
    ]);
    const [item] = await asked(by);
    expect(item).toMatchObject({
      review_code: "credit_unmatched",
      waits_for: {
        parameters: { currency: "EUR" },
        text_da: expect.stringMatching(/^Kreditnotaen er i EUR og dens faktura i en anden valuta/),
        text_en: expect.stringMatching(/^The credit note is in EUR and its invoice in another currency/),
      },
    });
    expect(item?.needs.map(({ field }) => field)).toEqual(["quantity", "amount", "transaction_date", "decision"]);
    expect(item?.needs[1]).toMatchObject({ currency: "DKK", text_da: expect.stringContaining("med minus") });
  });

  test("is counted with the amount and the day that a person states", async () => {
    const by = await read(inOrder([invoice(steel("10000.00")), note(steel("536.00"))]));
    const full = await byDay(by);
    const [item] = await asked(by);
    const facts = { amount: -4000, currency: "DKK", transaction_date: "2026-03-31" };
    await site.change(by, `/review-items/${item?.id}/accept`, { facts, reason: "As the supplier says" });
    expect(await asked(by)).toEqual([]);
    const left = await byDay(by);
    expect(Object.keys(left)).toEqual(Object.keys(full));
    for (const [day, of] of Object.entries(full)) expect(left[day]).toBeCloseTo(of * 0.6, 3);
    await site.intact(by);
  });

  test("is counted with the quantity and the days that a person states, where its invoice counts by quantity", async () => {
    const money = { text: "Elforbrug, regulering", amount: "40.00" };
    const by = await read(inOrder([invoice(power("1200", "1200.00")), note(money)]));
    const full = await byDay(by);
    expect(Object.keys(full)).toHaveLength(2);
    const [item] = await asked(by);
    expect(item?.needs.map(({ field }) => field)).toEqual(["quantity", "amount", "service_period", "decision"]);
    const period = { service_period_start: "2026-02-01", service_period_end: "2026-03-31" };
    const facts = { quantity: -300, unit: "kWh", ...period };
    await site.change(by, `/review-items/${item?.id}/accept`, { facts, reason: "As the supplier says" });
    const left = await byDay(by);
    expect(Object.keys(left)).toEqual(Object.keys(full));
    for (const [day, of] of Object.entries(full)) expect(left[day]).toBeCloseTo(of * 0.75, 3);
    await site.intact(by);
  });

  test("is left out by a person, and nothing is taken back", async () => {
    const by = await read(inOrder([invoice(steel("10000.00")), note(steel("536.00"))]));
    const full = await byDay(by);
    const [item] = await asked(by);
    await site.change(by, `/review-items/${item?.id}/exclude`, { reason: "A deposit" });
    expect(await asked(by)).toEqual([]);
    expect(await byDay(by)).toEqual(full);
    await site.intact(by);
  });

  test("takes back the quantity that it states, in the months of its invoice, and never more than is left", async () => {
    const by = await read(inOrder([invoice(power("1200", "1200.00")), note(power("300", "40.00"))]));
    expect(await asked(by)).toEqual([]);
    const full = await byDay(await read([invoice(power("1200", "1200.00"))]));
    const left = await byDay(by);
    expect(Object.keys(left)).toEqual(Object.keys(full));
    for (const [day, of] of Object.entries(full)) expect(left[day]).toBeCloseTo(of * 0.75, 3);
    await site.ingest(by, fileOf(note(power("1000", "90.00"), { number: "K-2" })));
    await site.ingest(by, fileOf(note(power("1000", "900.00"), { number: "K-3", currency: "DKK" })));
    expect(await byDay(by)).toEqual(left);
    expect(await reasons(by)).toEqual([
      expect.stringMatching(/The credit note takes back more than its invoice counts/),
      expect.stringMatching(/The credit note takes back more than its invoice counts/),
    ]);
    await site.intact(by);
  });

  test("that lowers the price of what is counted by quantity leaves the quantity", async () => {
    const by = await read(
      inOrder([invoice(power("1200", "1200.00")), note({ text: "Elforbrug, bonus", amount: "9.00" })]),
    );
    expect(await asked(by)).toEqual([]);
    expect(await kg(by)).toBe(await kg(await read([invoice(power("1200", "1200.00"))])));
  });

  test("is taken back when a person states its invoice in its own currency", async () => {
    const by = await read(inOrder([invoice(steel("10000.00")), note(steel("536.00"))]));
    const line = (await site.lines(by)).find(({ amount }) => amount === 10000);
    const facts = { amount: 1340, currency: "EUR" };
    await site.change(by, `/activities/${line?.id}/correct`, { facts, reason: "It is in EUR" });
    expect(await asked(by)).toEqual([]);
    const [full = 0] = Object.values(await byDay(await read([{ ...invoice(steel("1340.00")), currency: "EUR" }])));
    const [left = 0] = Object.values(await byDay(by));
    expect(left).toBeCloseTo(full * 0.6, 3);
    await site.intact(by);
  });
});

test("a credit note that follows an invoice which a person states in another currency waits, and says so", async () => {
  const by = await read([invoice(steel("10000.00")), note(steel("4000.00"), { currency: "DKK" })]);
  expect(await asked(by)).toEqual([]);
  const line = (await site.lines(by)).find(({ amount }) => amount === 10000);
  const facts = { amount: 1340, currency: "EUR" };
  await site.change(by, `/activities/${line?.id}/correct`, { facts, reason: "It is in EUR" });
  expect(await reasons(by)).toEqual([expect.stringMatching(/is in DKK and the invoice that it takes back in EUR/)]);
});

test("one that names no invoice waits for one in its own currency", async () => {
  const { credits: _, ...unnamed } = note(steel("536.00"));
  const by = await read([invoice(steel("10000.00")), unnamed]);
  expect(await reasons(by)).toEqual([expect.stringMatching(/or an invoice that is not here/)]);
});
