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

/** The card is used at the pumps of two companies, and the one that is not billed here comes first. */
const TWO_SUPPLIERS: SentFile = {
  name: "two.csv",
  content: [
    "Dato;Leverandør;Tekst;Liter;Beløb ekskl. moms",
    "02-03-2026;OK Plus Kolding;Diesel;20,00;220,00",
    "05-03-2026;Circle K Vejle;Diesel;50,25;510,00",
    "12-03-2026;Circle K Horsens;Diesel;40,11;410,00",
    "20-03-2026;Circle K Vejle;Diesel;30,00;330,00",
    "25-03-2026;OK Plus Kolding;Diesel;21,00;230,00",
  ].join("\r\n"),
};

test.each([
  ["after the invoice", [invoice(), TWO_SUPPLIERS], ["Diesel 330", "Diesel 410", "Diesel 510"]],
  ["before the invoice", [TWO_SUPPLIERS, invoice()], ["Diesel 1275"]],
] as const)("a list of several suppliers is held against the invoice of each, %s", async (_when, files, lines) => {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  expect((await asked(by)).toSorted()).toEqual(lines.map((line) => `${line}: possible_duplicate`));
});

const cardLine = (card: number, quantity: string): UblLine => ({
  text: `Kort ${card} Diesel`,
  quantity,
  unit: "LTR",
  amount: `${1000 + card}.00`,
});
const ofCards = (...lines: readonly UblLine[]): SentFile => ({
  name: "cards.xml",
  content: ubl({
    number: "CK-78",
    date: "2026-03-31",
    supplier: { name: "Circle K Danmark A/S", cvr: "28142412" },
    lines,
  }),
});
const TWO_CARDS = ofCards(cardLine(1, "300"), cardLine(2, "250"));
const listOf = (...rows: readonly string[]): SentFile => ({
  name: "list.csv",
  content: ["Dato;Leverandør;Tekst;Liter;Beløb ekskl. moms", ...rows].join("\r\n"),
});
const FIRST_CARD = [
  "05-03-2026;Circle K Vejle;Kort 1 Diesel;100,00;1010,00",
  "12-03-2026;Circle K Vejle;Kort 1 Diesel;120,00;1210,00",
  "20-03-2026;Circle K Vejle;Kort 1 Diesel;80,00;810,00",
];
const THIRD_CARD = [
  "06-03-2026;Circle K Vejle;Kort 3 Diesel;70,00;710,00",
  "13-03-2026;Circle K Vejle;Kort 3 Diesel;60,00;610,00",
];
const ROWS_OF_FIRST = ["Kort 1 Diesel 1010", "Kort 1 Diesel 1210", "Kort 1 Diesel 810"];

test.each<readonly [string, readonly SentFile[], readonly string[]]>([
  ["the list of one card after the invoice of two", [TWO_CARDS, listOf(...FIRST_CARD)], ROWS_OF_FIRST],
  ["the list of one card before the invoice of two", [listOf(...FIRST_CARD), TWO_CARDS], ["Kort 1 Diesel 1001"]],
  [
    "a list of two cards after the invoice of one",
    [ofCards(cardLine(1, "300")), listOf(...THIRD_CARD, ...FIRST_CARD)],
    ROWS_OF_FIRST,
  ],
  [
    "a list of two cards before the invoice of one and another",
    [listOf(...THIRD_CARD, ...FIRST_CARD), TWO_CARDS],
    ["Kort 1 Diesel 1001"],
  ],
  [
    "a single row of as much, which is chance",
    [listOf(...THIRD_CARD, FIRST_CARD[0] ?? ""), ofCards(cardLine(1, "100"), cardLine(2, "250"))],
    [],
  ],
])("%s is asked about, and what is not in both counts", async (_what, files, lines) => {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  expect((await asked(by)).toSorted()).toEqual(lines.map((line) => `${line}: possible_duplicate`));
  await site.intact(by);
});

/** What was filled by mistake is taken back on a row below zero. */
const WITH_RETURN = listOf(
  "03-03-2026;Circle K Vejle;Diesel;48,20;482,00",
  "12-03-2026;Circle K Horsens;Diesel;52,31;523,00",
  "21-03-2026;Circle K Vejle;Diesel;-10,00;-100,00",
);

test.each([
  ["after the invoice", [invoice("90.51"), WITH_RETURN], ["Diesel -100", "Diesel 482", "Diesel 523"]],
  ["before the invoice", [WITH_RETURN, invoice("90.51")], ["Diesel 1275"]],
] as const)("a list with a return is held against the invoice of the difference, %s", async (_when, files, lines) => {
  const by = await site.company();
  for (const file of files) await site.ingest(by, file);
  expect((await asked(by)).toSorted()).toEqual(lines.map((line) => `${line}: possible_duplicate`));
  await site.intact(by);
});

test("rows that a person left out are billed by the invoice alone", async () => {
  const by = await site.company();
  await site.ingest(by, CARD);
  for (const { id } of await site.lines(by))
    await site.change(by, `/activities/${id}/exclude`, { reason: "The invoice counts" });
  await site.ingest(by, invoice());
  expect(await asked(by)).toEqual([]);
});
