import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { getValueChainExposure } from "../../../src/modules/suppliers/get-value-chain-exposure.ts";
import { listSuppliers } from "../../../src/modules/suppliers/list-suppliers.ts";
import { registerSupplier } from "../../../src/modules/suppliers/register-supplier.ts";
import { pdf } from "../../support/pdf.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { POWER_BILL } from "../../support/printed-invoices.ts";

let site: Pipeline;
beforeAll(async () => {
  site = await pipeline();
});
afterAll(() => site.close());

const { net, date, supplier, identifier } = POWER_BILL.expected;
const year = Number(date.slice(0, 4));

async function billed(): Promise<Company> {
  const company = await site.company();
  expect(await company.ingest({ name: "el.pdf", bytes: pdf(POWER_BILL.pages) })).toMatchObject([
    { status: "processed" },
  ]);
  return company;
}

test("the whole of a power bill was spent, though its tariffs and taxes count no emissions of their own", async () => {
  const company = await billed();
  const lines = await company.lines();
  expect(lines.filter(({ status }) => status === "excluded").length).toBeGreaterThan(0);
  expect(await invoke(getValueChainExposure, company.ctx, { year })).toMatchObject({
    total_trade_amount: Number(net),
    suppliers: [{ supplier_name: supplier, enterprise_trade_amount: Number(net) }],
  });
});

test("a posting that is evidence of the bill is not spent a second time", async () => {
  const company = await billed();
  const posting = `Dato;Konto;Bilag;Fakturanr;Tekst;Beløb;Leverandør\n${date};3120;7;${POWER_BILL.expected.number};Elregning;${net.replace(".", ",")};${supplier}\n`;
  await company.ingest({ name: "postings.csv", bytes: Buffer.from(posting) });
  const evidence = (await company.lines()).filter(({ line_kind }) => line_kind === "ledger_row");
  expect(evidence).toMatchObject([{ status: "excluded" }]);
  expect(await invoke(getValueChainExposure, company.ctx, { year })).toMatchObject({ total_trade_amount: Number(net) });
});

test("a supplier that is registered without a country keeps the one of its documents", async () => {
  const company = await billed();
  const countryOf = async () => {
    const { items } = (await invoke(listSuppliers, company.ctx, { year })) as { items: { supplier_country: string }[] };
    return items.map(({ supplier_country }) => supplier_country);
  };
  const [before] = await countryOf();
  expect(before).toMatch(/^[A-Z]{2}$/);
  await invoke(registerSupplier, company.ctx, { supplier_name: supplier, supplier_identifier: identifier ?? "" });
  expect(await countryOf()).toEqual([before]);
});
