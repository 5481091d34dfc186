import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite, type SentFile } from "../../support/ingesting-site.ts";
import { ubl, type UblLine } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
type Company = Awaited<ReturnType<typeof site.company>>;

beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const CARD: SentFile = {
  name: "card.csv",
  content: [
    "Dato;Kort;Leverandør;Tekst;Liter;Beløb ekskl. moms",
    "26-02-2026;1234;Circle K Vejle;Diesel;33,10;331,00",
    "05-03-2026;1234;Circle K Vejle;Diesel;50,25;510,00",
    "12-03-2026;1234;Circle K Horsens;Diesel;40,11;410,00",
    "20-03-2026;1235;Circle K Vejle;Diesel;30,00;330,00",
    "02-04-2026;1235;Circle K Vejle;Diesel;44,00;440,00",
  ].join("\r\n"),
};
/** The same, as a list that names nobody and no money. */
const PLAIN: SentFile = {
  name: "plain.csv",
  content: ["Dato;Tekst;Liter", "05-03-2026;Diesel;50,25", "12-03-2026;Diesel;40,11", "20-03-2026;Diesel;30,00"].join(
    "\r\n",
  ),
};
const MARCH_LITRES = "120.36";

function invoice(quantity = MARCH_LITRES, more: readonly UblLine[] = []): SentFile {
  const supplier = { name: "Circle K Danmark A/S", cvr: "28142412" };
  const lines = [{ text: "Diesel", quantity, unit: "LTR", amount: "1275.00" }, ...more];
  return { name: "invoice.xml", content: ubl({ number: "CK-77", date: "2026-03-31", supplier, lines }) };
}

/** By document, the rows or lines that wait, and why. */
async function asked(by: Company): Promise<string[]> {
  const lines = await site.lines(by);
  return lines.flatMap(({ status, review_code, amount, description }) =>
    status === "pending_review" ? [`${description} ${amount}: ${review_code}`] : [],
  );
}

test("a consolidated invoice of what a card's list told is asked about; left out, the list counts alone", async () => {
  const by = await site.company();
  await site.ingest(by, CARD);
  const listed = await site.total(by);
  await site.ingest(by, invoice());
  expect(await asked(by)).toEqual(["Diesel 1275: possible_duplicate"]);
  expect(await site.total(by)).toBe(listed);
  const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
  expect(JSON.stringify(item)).toContain("lists 3 transactions of together 120.36 l, as many as these lines bill");
  await site.change(by, `/review-items/${item?.id}/exclude`, { reason: "The list counts" });
  expect(await site.total(by)).toBe(listed);
  await site.intact(by);
});

test("the list that comes after its invoice is asked about, for the month that is billed", async () => {
  const by = await site.company();
  await site.ingest(by, invoice());
  await site.ingest(by, CARD);
  expect((await asked(by)).toSorted()).toEqual([
    "Diesel 330: possible_duplicate",
    "Diesel 410: possible_duplicate",
    "Diesel 510: possible_duplicate",
  ]);
  const [item] = await site.items<{ id: string }>(by, "/review-items?limit=5");
  expect(JSON.stringify(item)).toContain("bills 120.36 l, the sum of 3 of these rows");
});

test.each([
  ["after its invoice", [invoice(), PLAIN], 3],
  ["before its invoice", [PLAIN, invoice()], 1],
] as const)("a list that names nobody and no money is asked about %s", async (_when, files, count) => {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  expect(await asked(by)).toHaveLength(count);
});

test("other quantities are other purchases, and what the invoice bills besides counts", async () => {
  const by = await site.company();
  await site.ingest(by, CARD);
  await site.ingest(by, invoice("121.36"));
  expect(await asked(by)).toEqual([]);

  const other = await site.company();
  await site.ingest(other, CARD);
  await site.ingest(other, invoice(MARCH_LITRES, [{ text: "Bilvask", amount: "99.00" }]));
  expect(await asked(other)).toEqual(["Diesel 1275: possible_duplicate"]);
});

test("rows that a person left out are billed by the invoice alone", async () => {
  const by = await site.company();
  await site.ingest(by, CARD);
  for (const { id } of await site.lines(by))
    await site.change(by, `/activities/${id}/exclude`, { reason: "The invoice counts" });
  await site.ingest(by, invoice());
  expect(await asked(by)).toEqual([]);
});
