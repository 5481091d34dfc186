import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite, type SentFile } from "../../support/ingesting-site.ts";
import { type Bill, billFile } from "../../support/printed-bill.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const electronic = (amount = "900.00") => ({
  name: "K-4711.xml",
  content: ubl({
    number: "K-4711",
    date: "2026-01-06",
    supplier: { name: "Kontorhuset A/S", cvr: "12345674" },
    lines: [{ text: "Kontorartikler", amount }],
  }),
});
/** The same bill as a program prints it: with another number, and totals in two currencies. */
const printed = (bill: Bill = {}) => {
  const { name, bytes } = billFile({
    seller: "Kontorhuset A/S",
    lines: [["Kontorartikler", "1", "stk", "900,00"]],
    totals: [
      ["I alt ekskl. moms", "900,00 DKK"],
      ["Moms 25 %", "225,00"],
      ["Total inkl. moms", "€ 1.125,00"],
    ],
    ...bill,
  });
  return { name, content: bytes };
};

async function told(...files: readonly SentFile[]) {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  return await outcome(by);
}

async function toldTogether(...files: readonly SentFile[]) {
  const by = await site.company();
  await site.ingest(by, ...files);
  return await outcome(by);
}

async function outcome(by: Awaited<ReturnType<typeof site.company>>) {
  await site.intact(by);
  const lines = await site.lines(by);
  return { by, codes: lines.map(({ status, review_code }) => review_code ?? status).toSorted() };
}

test("a print whose currency is unclear waits for that alone where nothing is like it", async () => {
  expect((await told(printed())).codes).toEqual(["document_unclear"]);
});

test.each([
  ["after", [electronic(), printed()]],
  ["before", [printed(), electronic()]],
  ["with", null],
] as const)("%s an invoice of its supplier, day and amount it is asked about as that one", async (_when, files) => {
  const { by, codes } = await (files === null ? toldTogether(printed(), electronic()) : told(...files));
  expect(codes).toEqual(["classified", "possible_duplicate"]);
  const total = await site.total(by);
  const [item] = await site.items<{ id: string; reason: string }>(by, "/review-items?limit=5");
  expect(item?.reason).toMatch(/Document [0-9a-f-]{36} holds an invoice of the same amount/);
  expect(item?.reason).toContain("DKK or EUR");
  await site.change(by, `/review-items/${item?.id}/exclude`, { reason: "The same invoice" });
  expect(await site.total(by)).toBe(total);
});

test("accepted, it counts in the currency that a person states", async () => {
  const { by } = await told(electronic(), printed());
  const alone = Number(await site.total(by));
  const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
  const facts = { amount: 900, currency: "DKK", tax_treatment: "excl_vat" };
  await site.change(by, `/review-items/${item?.id}/accept`, { reason: "Bought twice", facts });
  expect(Number(await site.total(by))).toBeCloseTo(2 * alone, 4);
});

test.each([
  ["another amount", electronic("901.00")],
  ["another day", { ...electronic(), content: electronic().content.toString().replace("2026-01-06", "2026-01-07") }],
])("with %s it is another one", async (_what, other) => {
  expect((await told(other, printed())).codes).toEqual(["classified", "document_unclear"]);
});
