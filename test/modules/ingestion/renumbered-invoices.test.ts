import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const BILL: UblDocument = {
  number: "A-1001",
  date: "2026-03-31",
  lines: [
    { text: "Naturgas", quantity: "420", unit: "NM3", amount: "3150.00", period: ["2026-03-01", "2026-03-31"] },
    { text: "Rådgivning", amount: "120.00" },
  ],
};
const AGAIN: UblDocument = { ...BILL, number: "A-1002" };
const GAS_KG = 420;

const fileOf = (document: UblDocument) => ({ name: `${document.number}.xml`, content: ubl(document) });
const codes = async (by: Awaited<ReturnType<typeof site.company>>) =>
  (await site.lines(by)).map(({ description, review_code }) => `${description}: ${review_code}`).toSorted();

test.each([
  ["in two uploads", [[BILL], [AGAIN]]],
  ["in one upload", [[BILL, AGAIN]]],
])("an invoice that says the same under another number is asked about, %s", async (_how, uploads) => {
  const by = await site.company();
  for (const documents of uploads) await site.ingest(by, ...documents.map(fileOf));
  expect(await codes(by)).toEqual([
    "Naturgas: null",
    "Naturgas: possible_duplicate",
    "Rådgivning: null",
    "Rådgivning: possible_duplicate",
  ]);
  const asked = await site.items<object>(by, "/review-items?limit=50");
  for (const item of asked)
    expect(JSON.stringify(item)).toContain("of the same supplier and day with the same lines and total");
});

test("the line that is asked about leads to the invoice that it repeats", async () => {
  const by = await site.company();
  const [first] = (await site.ingest(by, fileOf(BILL))) as unknown as [{ document_id: string }];
  await site.ingest(by, fileOf(AGAIN));
  const [asked] = await site.items<{ waits_for: object }>(by, "/review-items?limit=5");
  expect(asked?.waits_for).toMatchObject({ parameters: { document_id: first.document_id } });
});

test("both count when a person says that both were bought", async () => {
  const by = await site.company();
  await site.ingest(by, fileOf(BILL));
  const once = Number(await site.total(by));
  expect(once).toBeGreaterThan(GAS_KG);
  await site.ingest(by, fileOf(AGAIN));
  expect(await site.total(by)).toBe(once);
  const waiting = (await site.lines(by)).filter(({ status }) => status === "pending_review");
  for (const { id } of waiting) await site.change(by, `/review-items/${id}/accept`, { reason: "Both were bought" });
  expect(Number(await site.total(by))).toBeCloseTo(2 * once, 5);
  await site.intact(by);
});

test.each<readonly [string, Partial<UblDocument>]>([
  ["another day", { date: "2026-04-01" }],
  ["another month of use", { lines: [{ ...line(0), period: ["2026-02-01", "2026-02-28"] }, line(1)] }],
  ["another quantity", { lines: [{ ...line(0), quantity: "421" }, line(1)] }],
  ["another supplier", { supplier: { name: "Gasselskabet A/S", cvr: "12345674" } }],
])("one of %s is another invoice and counts", async (_what, difference) => {
  const by = await site.company();
  await site.ingest(by, fileOf(BILL), fileOf({ ...AGAIN, ...difference }));
  expect((await site.lines(by)).map(({ review_code }) => review_code)).toEqual([null, null, null, null]);
});

test("equal tickets and goods of one day are two purchases", async () => {
  const by = await site.company();
  const lines = [{ text: "Togbillet Aarhus - København", amount: "398.00" }];
  await site.ingest(by, fileOf({ ...BILL, lines }), fileOf({ ...AGAIN, lines }));
  expect((await site.lines(by)).map(({ review_code }) => review_code)).not.toContain("possible_duplicate");
});

const GOODS: UblDocument = { ...BILL, lines: [{ text: "Stålplade 3 mm", amount: "2400.00" }] };

test.each([
  ["FA-001234", "1234"],
  ["0001234", "1234"],
  ["2026-118", "INV 2026118"],
])(
  "paper and e-invoice of one purchase, as %s and %s, are asked about, whatever their lines say",
  async (left, right) => {
    const by = await site.company();
    const other = { ...GOODS, lines: [{ text: "Plader jf. tilbud", amount: "2400.00" }] };
    await site.ingest(by, fileOf({ ...GOODS, number: left }));
    await site.ingest(by, fileOf({ ...other, number: right }));
    expect((await site.lines(by)).map(({ review_code }) => review_code)).toEqual(["possible_duplicate", null]);
    const [asked] = await site.items<object>(by, "/review-items?limit=5");
    expect(JSON.stringify(asked)).toContain(`Invoice ${left}, document `);
    expect(JSON.stringify(asked)).toContain("its number differs in nothing but what stands before it");
  },
);

test("in one upload the second one is asked about, too", async () => {
  const by = await site.company();
  await site.ingest(by, fileOf({ ...GOODS, number: "FA-55" }), fileOf({ ...GOODS, number: "55" }));
  expect((await codes(by)).toSorted()).toEqual(["Stålplade 3 mm: null", "Stålplade 3 mm: possible_duplicate"]);
});

test.each([
  ["1234", "11234"],
  ["20260001", "0001"],
  ["FA-1234", "1235"],
  ["A-118", "B-118"],
])("invoices %s and %s are two purchases", async (left, right) => {
  const by = await site.company();
  await site.ingest(by, fileOf({ ...GOODS, number: left }));
  await site.ingest(by, fileOf({ ...GOODS, number: right }));
  expect((await site.lines(by)).map(({ review_code }) => review_code)).toEqual([null, null]);
});

test("where the first one was left out, the second one counts", async () => {
  const by = await site.company();
  await site.ingest(by, fileOf(BILL));
  for (const { id } of await site.lines(by))
    await site.change(by, `/activities/${id}/exclude`, { reason: "It has a wrong number" });
  await site.ingest(by, fileOf(AGAIN));
  expect((await site.lines(by)).slice(0, 2).map(({ review_code }) => review_code)).toEqual([null, null]);
});

test("one that was taken back whole is billed anew without a question", async () => {
  const by = await site.company();
  await site.ingest(by, fileOf(BILL));
  await site.ingest(by, fileOf({ ...BILL, number: "K-1", is_credit_note: true, credits: BILL.number }));
  await site.ingest(by, fileOf(AGAIN));
  expect((await site.lines(by)).map(({ status }) => status)).not.toContain("pending_review");
});

function line(index: number) {
  const found = BILL.lines[index];
  if (found === undefined) throw new Error(`the bill has no line ${index}`);
  return found;
}
