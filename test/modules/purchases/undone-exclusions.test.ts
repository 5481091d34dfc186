import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite, type SentFile } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const bill = (number: string, amount: string, more: Partial<UblDocument> = {}): SentFile => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    date: "2026-03-02",
    supplier: { name: "Nordpap A/S", cvr: "12345674" },
    lines: [{ text: `Papir ${number}`, amount }],
    ...more,
  }),
});
const bank = (...rows: readonly string[]): SentFile => ({
  name: "bank.csv",
  content: ["Bogført;Tekst;Beløb;Saldo", ...rows].join("\r\n"),
});

/** Status and reason of every line by its words, and what is counted and waits. */
async function stateOf(by: RecordingCompany): Promise<unknown> {
  const lines = await site.lines(by);
  const told = lines.map(({ description, status, review_code, reason }) => {
    // A credit note tells anew by what it takes off.
    return JSON.stringify([description, status, review_code, description.startsWith("Papir KN") ? "" : reason]);
  });
  await site.intact(by);
  return { told: told.toSorted(), total: await site.total(by) };
}

async function change(by: RecordingCompany, description: string, what: "exclude" | "undo"): Promise<void> {
  const line = (await site.lines(by)).find((one) => one.description === description);
  const answer = await site.post(by, { reason: "Looked again" }, {}, `/activities/${line?.id}/${what}`);
  expect(answer.status, answer.text).toBe(200);
  if (what === "undo") expect(answer.json()).toMatchObject({ not_restored: [] });
}

const CREDIT = bill("KN-40018", "400.00", { is_credit_note: true, credits: "FA-40017", date: "2026-03-10" });

test.each<[string, readonly SentFile[], string]>([
  [
    "an invoice and its credit note",
    [bill("FA-40017", "1000.00"), CREDIT, bank("15-03-2026;Nordpap A/S;-750,00;1000")],
    "Papir FA-40017",
  ],
  [
    "two invoices",
    [bill("FA-40017", "1000.00"), bill("FA-40019", "600.00"), bank("15-03-2026;Nordpap A/S;-2000,00;1000")],
    "Papir FA-40019",
  ],
  [
    "a part of an invoice",
    [bill("FA-40017", "1000.00"), bank("15-03-2026;Nordpap FA40017;-500,00;1000")],
    "Papir FA-40017",
  ],
])("leaving out what a payment of %s settles, and undoing it, changes nothing", async (_what, files, left) => {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  const before = await stateOf(by);
  await change(by, left, "exclude");
  expect(JSON.stringify(await stateOf(by))).toContain("was left out");
  await change(by, left, "undo");
  expect(await stateOf(by)).toEqual(before);
});

test("a payment that a person decided meanwhile stays decided", async () => {
  const by = await site.company();
  const paid = bank("15-03-2026;Nordpap A/S;-2000,00;1000");
  for (const file of [bill("FA-40017", "1000.00"), bill("FA-40019", "600.00"), paid]) await site.ingest(by, file);
  await change(by, "Papir FA-40019", "exclude");
  const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
  await site.change(by, `/review-items/${item?.id}/exclude`, { reason: "It pays other bills" });
  await change(by, "Papir FA-40019", "undo");
  const line = (await site.lines(by)).find(({ description }) => description === "Nordpap A/S");
  expect(line).toMatchObject({ status: "excluded", reason: expect.stringContaining("It pays other bills") as string });
  await site.intact(by);
});

test("a payment whose other invoice is left out as well waits until both count", async () => {
  const by = await site.company();
  const paid = bank("15-03-2026;Nordpap A/S;-2000,00;1000");
  for (const file of [bill("FA-40017", "1000.00"), bill("FA-40019", "600.00"), paid]) await site.ingest(by, file);
  await change(by, "Papir FA-40017", "exclude");
  await change(by, "Papir FA-40019", "exclude");
  await change(by, "Papir FA-40019", "undo");
  const payment = async () => (await site.lines(by)).find(({ description }) => description === "Nordpap A/S");
  expect(await payment()).toMatchObject({ status: "pending_review" });
  await change(by, "Papir FA-40017", "undo");
  await site.intact(by);
  expect(await payment()).not.toMatchObject({ status: "classified" });
});
