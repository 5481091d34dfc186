import { afterAll, beforeAll, expect, test } from "vitest";
import { readBooks } from "./book-files.ts";
import { allLines } from "./book-work.ts";
import { PlayedBooks } from "./played-books.ts";
import { figuresFollow, type Undoing, undoEach } from "./undone-decisions.ts";
import { yearTests } from "./year-tests.ts";

const BOOKS = readBooks(".");
const played = new PlayedBooks(BOOKS);
let undone: readonly Undoing[] = [];

beforeAll(() =>
  played.run(async ({ company, name }, at) => {
    if (name === "before_settlement") undone = await undoEach(at, company, "");
  }),
);
afterAll(() => played.play.site.close());

yearTests(played);

test("decisions met lines that nobody had been asked about", () => {
  expect(played.play.unasked.toSorted()).toEqual(UNASKED);
});

/** They are booked as a person would have said, or wrongly without a sign of it, and decisions.json corrects them. */
const UNASKED = ["fjordkaffe/rent-2025-summer#1", "havblik/cleaning-wrong-supplier#1", "havblik/rent-2024-december#1"];
const DEFERRED = ["2024-q1", "2024-q2", "2024-q4", "2025-q1"].map((quarter) => `havblik/heat-advance-${quarter}#1`);

test("advances that were deferred to the settlement wait, and nobody is asked about them again", () => {
  const { waiting, asked } = played.state("havblik", "before_settlement");
  expect(waiting).toEqual(DEFERRED);
  expect(asked).toEqual([]);
});

test("each decision before the settlement is taken back and put back, and the figures follow", () => {
  expect(undone.map(({ line }) => line)).toEqual([
    ...DEFERRED,
    "havblik/office-wrong-date#1",
    "havblik/rent-2024-december#1",
    ...[1, 2, 3, 4, 5, 6, 7].map((row) => `havblik/card-statement#${row}`),
  ]);
  figuresFollow(BOOKS, undone, { folder: "havblik", moment: "before_settlement" });
});

test("a line whose paper names the wrong supplier is of the one that was stated", async () => {
  const company = played.company("havblik");
  const named = new Map(
    (await allLines(played.play.site, company)).map(({ id, supplier_name }) => [id, supplier_name]),
  );
  const stated = Object.entries(BOOKS.lines).filter(([, { supplier }]) => supplier !== undefined);
  expect(stated.map(([line]) => line)).toEqual(["havblik/cleaning-wrong-supplier#1"]);
  for (const [line, { supplier }] of stated) expect(named.get(company.activities.get(line) ?? ""), line).toBe(supplier);
});
