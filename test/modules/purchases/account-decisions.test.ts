import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { bank, invoice, ledger, type Told } from "./shapes.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const ingest = async (by: RecordingCompany, ...told: readonly Told[]) => {
  for (const { file } of told) await site.ingest(by, file);
};
const line = async (by: RecordingCompany, name: string): Promise<BookedLine> => {
  const found = (await site.lines(by)).find(({ description }) => description.includes(name));
  if (found === undefined) throw new Error(`no line of ${name}`);
  return found;
};
const statuses = async (by: RecordingCompany, ...names: readonly string[]) =>
  await Promise.all(names.map(async (name) => (await line(by, name)).status));

const BILL = invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts");
const part = (name: string, amount: string, date: string) => bank(name, { amount, date })("waits");

describe("a payment that waits for what is open of its supplier", () => {
  test("names its partners and what either answer does", async () => {
    const by = await site.company();
    await ingest(by, BILL, part("pay1", "500.00", "2026-03-20"));
    const { items } = (await site.get(by, "/review-items")) as {
      items: { kind: string; waits_for: { text_da: string; text_en: string } }[];
    };
    expect(items).toMatchObject([
      {
        kind: "possible_duplicate",
        waits_for: { text_da: expect.stringMatching(/\w/), text_en: expect.stringMatching(/\w/) },
      },
    ]);
    expect(JSON.stringify(items)).toMatch(
      /It may settle an invoice of 2026-03-02, 500 DKK of it, document [0-9a-f-]{36}\. Left out, it is evidence and they count alone \(the 750\.00 that it lacks are open, or were set off against what the supplier owes\); accepted, its 500\.00(?: DKK)? count as a purchase beside them\./,
    );
  });

  test("is settled with what a person left out: the payment of the rest is evidence, and so is the next equal part", async () => {
    const by = await site.company();
    await ingest(by, BILL, part("pay1", "400.00", "2026-03-20"));
    const { id } = await line(by, "pay1");
    await site.change(by, `/review-items/${id}/mark-duplicate`, { reason: "First of three instalments" });
    await ingest(by, part("pay2", "400.00", "2026-04-20"));
    expect(await statuses(by, "pay1", "pay2")).toEqual(["excluded", "excluded"]);
    await ingest(by, part("pay3", "450.00", "2026-05-20"), part("pay4", "90.00", "2026-05-21"));
    expect(await statuses(by, "inv1", "pay3", "pay4")).toEqual(["classified", "excluded", "classified"]);
    await site.intact(by);
  });

  test("that a person counts is never taken for a part again", async () => {
    const by = await site.company();
    await ingest(by, BILL, part("pay1", "500.00", "2026-03-20"));
    const { id } = await line(by, "pay1");
    await site.change(by, `/review-items/${id}/accept`, { reason: "Bought in the shop" });
    await ingest(by, part("pay2", "750.00", "2026-04-20"));
    expect(await statuses(by, "inv1", "pay1", "pay2")).toEqual(["classified", "classified", "pending_review"]);
    await site.intact(by);
  });
});

describe("items that count no more", () => {
  test("give the payment back to a person when an invoice of its set is left out", async () => {
    const by = await site.company();
    await ingest(
      by,
      invoice("inv1", { amount: "400.00", date: "2026-03-02" })("counts"),
      invoice("inv2", { amount: "600.00", date: "2026-03-09" })("counts"),
      bank("pay1", { amount: "1250.00", date: "2026-03-30" })("evidence"),
    );
    const payment = await line(by, "pay1");
    expect(payment.reason).toMatch(
      /^the purchase is counted by an invoice, document .+; an invoice, document .+; this line/,
    );
    await site.change(by, `/activities/${(await line(by, "inv1")).id}/exclude`, { reason: "Not ours" });
    expect(await line(by, "pay1")).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
    await site.intact(by);
  });
});

test("suppliers that a person merged have one account", async () => {
  const by = await site.company();
  const known = { name: "NP Kontor", cvr: "" };
  await ingest(
    by,
    invoice("inv0", { amount: "80.00", date: "2026-01-02" })("counts"),
    ledger("led0", { amount: "333.00", date: "2026-01-05", supplier: known })("counts"),
  );
  const ids = async (name: string) =>
    (await site.items<{ id: string; name: string }>(by, "/supplier-identities")).find((one) => one.name === name)?.id;
  const posting = (name: string, date: string) =>
    ledger(name, { amount: "1000.00", date, supplier: known })("evidence");
  const pair = {
    from_id: await ids("NP Kontor"),
    into_id: await ids("Nordpap A/S"),
    reason: "One company",
  };
  const answer = await site.post(by, pair, {}, "/supplier-merges");
  expect(answer.status, answer.text).toBeLessThan(300);
  await ingest(by, BILL, posting("led1", "2026-03-22"));
  expect(await statuses(by, "inv1", "led1")).toEqual(["classified", "excluded"]);
  await site.intact(by);
});

test("what would take a payment out of a closed year waits, and the year stays as it is", async () => {
  const by = await site.company();
  const total = async () => (await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as object;
  await ingest(by, bank("pay1", { amount: "1250.00", date: "2025-12-20" })("counts"));
  const before = await total();
  await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
  await ingest(
    by,
    invoice("inv1", { amount: "400.00", date: "2026-01-05" })("counts"),
    invoice("inv2", { amount: "600.00", date: "2026-01-06" })("waits"),
  );
  expect(await statuses(by, "pay1", "inv1")).toEqual(["classified", "classified"]);
  expect(await line(by, "inv2")).toMatchObject({ review_code: "financial_year_closed" });
  expect(await total()).toMatchObject({ total_co2e_kg: (before as { total_co2e_kg: unknown }).total_co2e_kg });
  await site.intact(by);
});
