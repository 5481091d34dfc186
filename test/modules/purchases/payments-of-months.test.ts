import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { bank, invoice, ledger, type Told } from "./shapes.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** So that what comes is none of the bank's first rows. */
const EARLIER = bank("old1", { amount: "10.00", date: "2025-10-01", words: "VISA GAMMEL" })("counts");
const paid = (words: string, date: string) =>
  bank("pay1", { amount: "37500.00", date, words: `${words} NORDPAP A/S` })("waits");
const BILL = invoice("inv1", { amount: "30000.00", date: "2026-11-03" })("counts");
const POSTING = ledger("led1", { amount: "30000.00", date: "2026-11-01" })("counts");

async function outcome(...told: readonly Told[]): Promise<string | undefined> {
  const by = await site.company();
  for (const { file } of [EARLIER, ...told]) await site.ingest(by, file);
  await site.intact(by);
  const line = (await site.lines(by)).find(({ description }) => description.includes("pay1"));
  return line?.review_code ?? line?.status;
}

test.each([
  ["of the month before", paid("OKTOBER", "2026-10-21"), BILL, "possible_duplicate"],
  ["of its own month, made before it", paid("NOVEMBER", "2026-10-21"), BILL, "excluded"],
  ["that names no month, made before it", paid("TIL", "2026-10-21"), BILL, "excluded"],
  ["of the month before, made after it", paid("OKTOBER", "2026-11-10"), BILL, "excluded"],
  ["of the month before, made days before its posting", paid("OKT", "2026-10-29"), POSTING, "possible_duplicate"],
] as const)("a payment %s, in either order", async (_what, payment, item, expected) => {
  expect(await outcome(item, payment)).toBe(expected);
  expect(await outcome(payment, item)).toBe(expected);
});
