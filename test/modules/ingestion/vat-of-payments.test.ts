import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { type LineState, type Pipeline, pipeline } from "../../support/pipeline.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

/** The only line of a bank statement, which says that 1,250 kroner were paid, and nothing of VAT. */
async function paid(words: string, overrides: Partial<TenantIdentity> = {}) {
  const company = await service.company(overrides);
  const rows = ["Dato;Tekst;Beløb;Saldo;Status", `2025-03-20;${words};-1250,00;10000,00;Udført`];
  await company.ingest({ name: "bank.csv", bytes: Buffer.from(rows.join("\r\n")) });
  const lines = await company.lines();
  return { lines: lines.map(netOf), entries: (await company.entries()).length };
}

const netOf = ({ category_key, allocated_amount, review_code }: LineState) => [
  category_key,
  allocated_amount,
  review_code,
];

test("a payment for what bears VAT counts without it, at the country's standard rate", async () => {
  const { lines, entries } = await paid("KONTORARTIKLER NORDPAP");
  expect(lines).toEqual([["purchases.goods.office_supplies", "1000", null]]);
  expect(entries).toBe(1);
});

test.each([
  ["transport of passengers", "DSB TOGBILLET", "transport.travel.rail"],
  ["insurance", "TOPDANMARK FORSIKRING", "purchases.services.insurance"],
])("a payment for what VAT exempts counts as it was paid: %s", async (_name, words, category) => {
  const { lines, entries } = await paid(words);
  expect(lines).toEqual([[category, "1250", null]]);
  expect(entries).toBeGreaterThan(0);
});

test("where no rate is known a payment counts nothing and waits for a person, who is told why", async () => {
  const { lines, entries } = await paid("KONTORARTIKLER NORDPAP", { country: "SE" });
  expect(lines).toEqual([["purchases.goods.office_supplies", null, "vat_unknown"]]);
  expect(entries).toBe(0);
});
