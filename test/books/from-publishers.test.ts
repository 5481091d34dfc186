import { afterAll, beforeAll, expect, test } from "vitest";
import { readBooks } from "./book-files.ts";
import { allLines } from "./book-work.ts";
import { PlayedBooks } from "./played-books.ts";
import { figuresFollow, type Undoing, undoEach } from "./undone-decisions.ts";
import { yearTests } from "./year-tests.ts";

/** They are booked as the paper says; decisions.json confirms the car wash and corrects the date of the one and the seller of the other. */
const UNASKED = [
  "vinterlund/course-wrong-supplier#1",
  "vinterlund/fuel-card-2024-12#4",
  "vinterlund/paper-wrong-date#1",
];
const played = new PlayedBooks(readBooks("from-publishers"));
const undone = new Map<string, readonly Undoing[]>();
/** Nothing of the closed year is taken back: there it would wait for a restatement. */
const DECIDED_AFTER: Readonly<Record<string, string>> = {
  before_settlement: "",
  before_second_settlement: "2025-05-15",
};

// The expected figures are held against the publishers' files in oracle.test.ts; to play the books takes none of them.
beforeAll(() =>
  played.run(async ({ company, name }, at) => {
    const after = DECIDED_AFTER[name];
    if (after !== undefined) undone.set(name, await undoEach(at, company, after));
  }),
);
afterAll(() => played.play.site.close());

yearTests(played);

test("decisions met lines that nobody had been asked about", () => {
  expect(played.play.unasked.toSorted()).toEqual(UNASKED);
});

test("advances that were deferred to the settlement wait, and nobody is asked about them again", () => {
  const { waiting, asked } = played.state("vinterlund", "before_settlement");
  const quarters = ["2024-q2", "2024-q3", "2024-q4", "2025-q1", "2025-q2"];
  expect(waiting).toEqual(quarters.map((quarter) => `vinterlund/heat-advance-${quarter}#1`));
  expect(asked).toEqual([]);
});

test.each(Object.keys(DECIDED_AFTER))("decisions %s are taken back and put back, and the figures follow", (moment) => {
  figuresFollow(played.books, undone.get(moment) ?? [], { folder: "vinterlund", moment });
});

test("those that are taken back are of each kind", () => {
  expect([...undone.values()].flat().map(({ line }) => line)).toEqual([
    ...["2024-q2", "2024-q3", "2024-q4", "2025-q1", "2025-q2"].map((quarter) => `vinterlund/heat-advance-${quarter}#1`),
    ...[1, 2, 3, 4].map((line) => `vinterlund/fuel-card-2024-12#${line}`),
    "vinterlund/paper-wrong-date#1",
    "vinterlund/fuel-card-2025-11#1",
    "vinterlund/fuel-card-2025-11#2",
    "vinterlund/course-wrong-supplier#1",
    "record mileage-2025-q2",
  ]);
});

test("rows that a record covers are its evidence, whichever came first, and one that differs was asked about", async () => {
  const company = played.company("vinterlund");
  const covering: readonly (readonly [row: string, record: string])[] = [
    ...[2, 4, 5].map((row) => [`vinterlund/payroll-2025-q1#${row}`, "record mileage-2025-q1"] as const),
    ...[1, 2, 3].map((row) => [`vinterlund/payroll-2025-q2#${row}`, "record mileage-2025-q2"] as const),
    ["vinterlund/ledger-2025#1", "record refrigerants-2025#2"],
  ];
  for (const [row, record] of covering) {
    const answer = await played.play.site.get(company, `/activities/${company.activities.get(row)}`);
    const { status, reason } = answer as { readonly status: string; readonly reason: string };
    expect(status, row).toBe("excluded");
    expect(reason, row).toContain(`record ${company.activities.get(record)} covers`);
  }
  expect([...played.play.asked].filter((line) => line.startsWith("record "))).toEqual(["record mileage-2025-q2"]);
});

test("a line whose paper names the wrong supplier is of the one that was stated", async () => {
  const company = played.company("vinterlund");
  const lines = await allLines(played.play.site, company);
  const id = company.activities.get("vinterlund/course-wrong-supplier#1");
  expect(lines.find((line) => line.id === id)?.supplier_name).toBe("Svejseskolen Fyn ApS");
});
