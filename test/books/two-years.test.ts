import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayedCompany } from "./book-company.ts";
import { readBooks } from "./book-files.ts";
import { allLines, type Play } from "./book-work.ts";
import { PlayedBooks, type State, stateOf } from "./played-books.ts";
import { measuredFigures } from "./year-measure.ts";
import { yearTests } from "./year-tests.ts";

const BOOKS = readBooks(".");
const played = new PlayedBooks(BOOKS);
let undone: readonly Undoing[] = [];

beforeAll(() =>
  played.run(async ({ company, name }, at) => {
    if (name === "before_settlement") undone = await undoEach(at, company);
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

interface Undoing {
  readonly line: string;
  readonly waited: boolean;
  readonly before: State;
  readonly without: State;
  readonly again: State;
}

/** Takes each decision that was made so far back, and puts it back. */
async function undoEach(at: Play, company: PlayedCompany): Promise<readonly Undoing[]> {
  const all: Undoing[] = [];
  for (const line of Object.keys(BOOKS.lines).filter((decided) => company.activities.has(decided))) {
    const undo = async () =>
      await at.site.change(company, `/activities/${company.activities.get(line)}/undo`, {
        reason: "To see what it did",
      });
    const before = await stateOf(at, company);
    await undo();
    const without = await stateOf(at, company);
    await undo();
    const again = await stateOf(at, company);
    all.push({ line, waited: !at.unasked.includes(line), before, without, again });
  }
  return all;
}

test("each decision before the settlement is taken back and put back, and the figures follow", () => {
  expect(undone.map(({ line }) => line)).toEqual([
    ...DEFERRED,
    "havblik/office-wrong-date#1",
    "havblik/rent-2024-december#1",
    ...[1, 2, 3, 4, 5, 6, 7].map((row) => `havblik/card-statement#${row}`),
  ]);
  const { financial_years: years = {} } = BOOKS.expected.companies["havblik"]?.states["before_settlement"] ?? {};
  for (const { line, waited, before, without, again } of undone) {
    expect(without.asked.includes(line), line).toBe(waited);
    const counted = Object.values(years)
      .flatMap(({ by_category }) => Object.values(by_category))
      .map(({ lines_kg }) => lines_kg[line] ?? 0);
    const taken = waited ? counted.reduce((sum, kg) => sum + kg, 0) : 0;
    expect(kgOf(before) - kgOf(without), line).toBeCloseTo(taken, 3);
    expect(figuresOf(again), line).toEqual(figuresOf(before));
    expect({ waiting: again.waiting, asked: again.asked }, line).toEqual({
      waiting: before.waiting,
      asked: before.asked,
    });
  }
});

const kgOf = ({ years }: State) =>
  Object.values(years).reduce((sum, { market }) => sum + (market.total_co2e_kg ?? 0), 0);
const figuresOf = ({ years }: State) => Object.values(years).map((year) => [...measuredFigures(year)]);

test("a line whose paper names the wrong supplier is of the one that was stated", async () => {
  const company = played.company("havblik");
  const named = new Map(
    (await allLines(played.play.site, company)).map(({ id, supplier_name }) => [id, supplier_name]),
  );
  const stated = Object.entries(BOOKS.lines).filter(([, { supplier }]) => supplier !== undefined);
  expect(stated.map(([line]) => line)).toEqual(["havblik/cleaning-wrong-supplier#1"]);
  for (const [line, { supplier }] of stated) expect(named.get(company.activities.get(line) ?? ""), line).toBe(supplier);
});
