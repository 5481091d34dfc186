import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { bank, invoice, ledger } from "./shapes.ts";

interface AccountRecord {
  readonly id: string;
  readonly source: string;
  readonly date: string;
  readonly gross_amount: number | null;
  readonly open_amount: number | null;
  readonly evidence: readonly { readonly source: string }[];
  readonly settlements: readonly { readonly state: string; readonly amount: number; readonly date: string }[];
}

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

async function supplierOf(by: RecordingCompany): Promise<string> {
  const suppliers = await site.items<{ id: string; identifiers: { kind: string }[] }>(by, "/supplier-identities");
  const [registered, ...others] = suppliers.filter(({ identifiers }) => identifiers.some(({ kind }) => kind === "cvr"));
  if (registered === undefined || others.length > 0) throw new Error("not one supplier with a number was recorded");
  return registered.id;
}

async function accountOf(by: RecordingCompany): Promise<readonly AccountRecord[]> {
  return await site.items<AccountRecord>(by, `/supplier-identities/${await supplierOf(by)}/account`);
}

const BILL = { amount: "1000.00", date: "2026-03-04" };

describe("the account of a supplier", () => {
  test("has its invoices newest first, with what is open of them and what settles it", async () => {
    const by = await site.company();
    await site.ingest(
      by,
      invoice("inv1", BILL)("counts").file,
      invoice("inv2", { amount: "80.00", date: "2026-03-09" })("counts").file,
    );
    expect(await accountOf(by)).toMatchObject([
      { source: "invoice", date: "2026-03-09", gross_amount: 100, open_amount: 100, settlements: [] },
      { source: "invoice", date: "2026-03-04", gross_amount: 1250, open_amount: 1250, settlements: [] },
    ]);
    await site.ingest(
      by,
      bank("inv1a", { amount: "750.00", date: "2026-03-20", words: "NORDPAP A/S inv1" })("evidence").file,
    );
    expect((await accountOf(by))[1]).toMatchObject({
      open_amount: 500,
      settlements: [{ state: "linked", amount: 750, source: "bank", date: "2026-03-20" }],
    });
    await site.ingest(
      by,
      bank("inv1b", { amount: "500.00", date: "2026-04-03", words: "NORDPAP A/S inv1" })("evidence").file,
    );
    const [, first] = await accountOf(by);
    // The payment of all that was left is evidence like one of the whole.
    expect(first).toMatchObject({ open_amount: 0, settlements: [{ amount: 750 }], evidence: [{ source: "bank" }] });
  });

  test("tells what is evidence of a purchase, and that a payment of all of it leaves nothing open", async () => {
    const by = await site.company();
    await site.ingest(by, invoice("inv1", BILL)("counts").file);
    await site.ingest(by, ledger("post", BILL)("evidence").file);
    const evident = (record: AccountRecord) => record.evidence.map(({ source }) => source);
    expect((await accountOf(by)).filter(({ source }) => source === "invoice").map(evident)).toEqual([["ledger"]]);
    await site.ingest(by, bank("pay", { amount: "1250.00", date: "2026-03-20" })("evidence").file);
    const [item] = (await accountOf(by)).filter(({ source }) => source === "invoice");
    expect(item).toMatchObject({ open_amount: 0, evidence: [{ source: "ledger" }, { source: "bank" }] });
  });

  test("is walked page by page, and nobody else's", async () => {
    const by = await site.company();
    const bills = Array.from(
      { length: 5 },
      (_, at) => invoice(`walk${at}`, { ...BILL, amount: `${100 + at}.00` })("counts").file,
    );
    await site.ingest(by, ...bills);
    const path = `/supplier-identities/${await supplierOf(by)}/account`;
    const ids: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const cursor = next === "" ? "" : `&cursor=${next}`;
      const page = (await site.get(by, `${path}?limit=2${cursor}`)) as {
        items: AccountRecord[];
        next_cursor: string | null;
      };
      ids.push(...page.items.map(({ id }) => id));
      next = page.next_cursor;
    }
    expect(new Set(ids).size).toBe(5);
    expect(ids).toEqual((await accountOf(by)).map(({ id }) => id));
    const other = await site.company();
    expect(await site.get(other, path)).toMatchObject({ code: "resource.not_found" });
  });
});
