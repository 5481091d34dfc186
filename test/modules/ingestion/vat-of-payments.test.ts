import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { getEmissionLineage } from "../../../src/modules/emissions/get-emission-lineage.ts";
import { type LineState, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

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

test("a payment of rent counts as it was paid, and says that VAT may be in it, until a person says that it is", async () => {
  const company = await service.company();
  const rows = ["Dato;Tekst;Beløb;Saldo;Status", "2025-03-20;HUSLEJE KONTOR MARTS;-1250,00;10000,00;Udført"];
  await company.ingest({ name: "bank.csv", bytes: Buffer.from(rows.join("\r\n")) });
  const rent = "purchases.services.rent";
  const line = async () => (await company.lines())[0];
  expect(netOf((await line()) as LineState)).toEqual([rent, "1250", null]);
  const lineage = async () => {
    const { id } = (await company.entries())[0] ?? { id: "" };
    return JSON.stringify(await invoke(getEmissionLineage, company.ctx, { id }));
  };
  expect(await lineage()).toContain("VAT unknown: purchases.services.rent is exempt from VAT in DK unless");
  const facts = { amount: 1250, currency: "DKK", tax_treatment: "incl_vat" };
  await invoke(correctActivity, company.ctx, { id: (await line())?.id, facts, reason: "the landlord opted for VAT" });
  expect(netOf((await line()) as LineState)).toEqual([rent, "1000", null]);
  expect(await lineage()).toContain("25 % VAT assumed");
});

test("an invoice of rent with VAT counts without it", async () => {
  const company = await service.company();
  const lines = [{ text: "Husleje kontor marts", amount: "1000.00" }];
  await company.ingest({ name: "rent.xml", bytes: ubl({ number: "H-1", date: "2025-03-01", lines }) });
  expect((await company.lines()).map(netOf)).toEqual([["purchases.services.rent", "1000", null]]);
});

test("where no rate is known a payment counts nothing and waits for a person, who is told why", async () => {
  const { lines, entries } = await paid("KONTORARTIKLER NORDPAP", { country: "SE" });
  expect(lines).toEqual([["purchases.goods.office_supplies", null, "vat_unknown"]]);
  expect(entries).toBe(0);
});
