import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DECISIONS, EXPECTED, type ExpectedTotals, type ExpectedYear } from "./book-files.ts";
import type { PlayedCompany } from "./book-company.ts";
import { playAtOnce, playBooks } from "./book-player.ts";
import { allLines, type Play, waitingLines } from "./book-work.ts";
import { differencesAt, figuresAt, knownWaiting } from "./known-differences.ts";
import {
  disagreements,
  entriesByLine,
  expectedByLine,
  expectedFigures,
  type Figures,
  type MeasuredYear,
  measuredFigures,
  measuredYear,
} from "./year-measure.ts";

/** A company as the product tells of it at one moment of the play. */
interface State {
  readonly years: Readonly<Record<string, MeasuredYear>>;
  readonly waiting: readonly string[];
}

const ATTESTED = "attested 2024-12-31";
const states = new Map<string, State>();
let play: Play;
let undone: readonly Undoing[] = [];

beforeAll(async () => {
  play = await playBooks(async ({ company, name }, at) => {
    states.set(`${company.folder} ${name}`, await stateOf(at, company));
    if (name === "before_settlement") undone = await undoEach(at, company);
  });
  for (const company of play.companies.values()) states.set(`${company.folder} end`, await stateOf(play, company));
});
afterAll(() => play.site.close());

async function stateOf({ site }: Play, company: PlayedCompany): Promise<State> {
  const lines = new Map([...company.activities].map(([line, activity]) => [activity, line]));
  const years: Record<string, MeasuredYear> = {};
  for (const [end, year] of yearsOf(company.folder)) years[end] = await measuredYear(site, company, year);
  const waiting = (await waitingLines(site, company)).map(({ id }) => lines.get(id) ?? id);
  return { years, waiting: waiting.sort() };
}

function yearsOf(folder: string): [string, ExpectedYear][] {
  return Object.entries(EXPECTED.companies[folder]?.financial_years ?? {});
}

function totalsAt(folder: string, moment: string, end: string): ExpectedTotals | undefined {
  const company = EXPECTED.companies[folder];
  if (moment === ATTESTED) return company?.financial_years[end]?.as_reported ?? undefined;
  if (moment === "end") return company?.financial_years[end]?.as_restated;
  return company?.states[moment]?.financial_years[end];
}

function disagreementsAt(folder: string, moment: string, end: string): string[] {
  const ofYear = ({ financial_year }: { readonly financial_year: string }) => financial_year === end;
  const [known, told] = [differencesAt(folder, moment).filter(ofYear), figuresAt(folder, moment).filter(ofYear)];
  const measured = states.get(`${folder} ${moment}`)?.years[end];
  if (measured === undefined) throw new Error(`${folder} was not looked at: ${moment}`);
  return disagreements(measuredFigures(measured), expectedFigures(totalsAt(folder, moment, end), known, told));
}

const YEARS = Object.keys(EXPECTED.companies).flatMap((folder) =>
  yearsOf(folder).map(([end]) => [folder, end] as const),
);

describe("the figures of the books, each within 0.05 kg but for what is known to differ", () => {
  test.each(["2024-12-31", "2025-12-31"])("havblik %s before the settlement of its heat", (end) => {
    expect(disagreementsAt("havblik", "before_settlement", end)).toEqual([]);
  });

  test("havblik 2024-12-31 on the day on which it is attested", () => {
    expect(disagreementsAt("havblik", ATTESTED, "2024-12-31")).toEqual([]);
  });

  test.each(YEARS)("%s %s at the end", (folder, end) => {
    expect(disagreementsAt(folder, "end", end)).toEqual([]);
  });

  test.each(YEARS)("%s %s at the end, line by line, and the entries add up to the total", async (folder, end) => {
    const [company, year] = [play.companies.get(folder), EXPECTED.companies[folder]?.financial_years[end]];
    if (company === undefined || year === undefined) throw new Error(`no year ${folder} ${end}`);
    const known = differencesAt(folder, "end").filter(({ financial_year }) => financial_year === end);
    const lines = await entriesByLine(play.site, company, year);
    expect(disagreements(lines, expectedByLine(year.as_restated, known))).toEqual([]);
    const measured = states.get(`${folder} end`)?.years[end];
    expect(sumOf(lines)).toBeCloseTo(measured?.market.total_co2e_kg ?? 0, 4);
    const categories = (measured?.categories.items ?? []).map(({ co2e_kg }) => co2e_kg ?? 0);
    expect(categories.reduce((sum, kg) => sum + kg, 0)).toBeCloseTo(measured?.market.total_co2e_kg ?? 0, 4);
  });
});

const sumOf = (figures: Figures): number => [...figures.values()].reduce((sum, kg) => sum + kg, 0);

describe("what waits, and what is not complete", () => {
  test.each([
    ["havblik", "before_settlement"],
    ["havblik", ATTESTED],
    ["havblik", "end"],
    ["fjordkaffe", "end"],
  ])("of %s, %s", (folder, moment) => {
    const expected = EXPECTED.companies[folder]?.states[moment]?.lines_waiting.split(" ") ?? [];
    expect(states.get(`${folder} ${moment}`)?.waiting).toEqual([...expected, ...knownWaiting(folder, moment)].sort());
  });

  test("decisions met lines that nobody had been asked about", () => {
    expect(play.unasked.toSorted()).toEqual(UNASKED);
  });

  test.each(YEARS)(
    "%s %s is not complete for exactly what waits and what nobody has said anything of",
    (folder, end) => {
      const { market } = states.get(`${folder} end`)?.years[end] ?? {};
      const figures = measuredFigures(states.get(`${folder} end`)?.years[end] as MeasuredYear);
      const without = (names: readonly number[], name: string) => names.filter((n) => !figures.has(`${name} ${n}`));
      expect(market?.unknown.scopes.map(Number)).toEqual(without([1, 2, 3], "scope"));
      expect(market?.unknown.scope3_categories).toEqual(
        without(
          Array.from({ length: 15 }, (_, index) => index + 1),
          "scope 3 category",
        ),
      );
      expect(market?.is_complete).toBe(false);
    },
  );
});

/** They are booked as a person would have said, or wrongly without a sign of it, and decisions.json corrects them. */
const UNASKED = ["fjordkaffe/rent-2025-summer#1", "havblik/cleaning-wrong-supplier#1", "havblik/rent-2024-december#1"];

interface Undoing {
  readonly line: string;
  readonly waited: boolean;
  readonly before: State;
  readonly without: State;
  readonly again: State;
}

/** Takes each decision that was made so far back, and puts it back. */
async function undoEach(at: Play, company: PlayedCompany): Promise<readonly Undoing[]> {
  const made = Object.entries(DECISIONS.lines).filter(
    ([line, { deferred }]) => company.activities.has(line) && deferred !== true,
  );
  const all: Undoing[] = [];
  for (const [line] of made) {
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
    "havblik/office-wrong-date#1",
    "havblik/rent-2024-december#1",
    ...[1, 2, 3, 4, 5, 6, 7].map((row) => `havblik/card-statement#${row}`),
  ]);
  for (const { line, waited, before, without, again } of undone) {
    expect(without.waiting.includes(line), line).toBe(waited);
    const counted = Object.values(EXPECTED.companies["havblik"]?.states["before_settlement"]?.financial_years ?? {})
      .flatMap(({ by_category }) => Object.values(by_category))
      .map(({ lines_kg }) => lines_kg[line] ?? 0);
    const taken = waited ? counted.reduce((sum, kg) => sum + kg, 0) : 0;
    expect(kgOf(before) - kgOf(without), line).toBeCloseTo(taken, 3);
    expect(figuresOf(again), line).toEqual(figuresOf(before));
    expect(again.waiting, line).toEqual(before.waiting);
  }
});

const kgOf = ({ years }: State) =>
  Object.values(years).reduce((sum, { market }) => sum + (market.total_co2e_kg ?? 0), 0);
const figuresOf = ({ years }: State) => Object.values(years).map((year) => [...measuredFigures(year)]);

test("a line whose paper names the wrong supplier is of the one that was stated", async () => {
  const company = play.companies.get("havblik") as PlayedCompany;
  const named = new Map((await allLines(play.site, company)).map(({ id, supplier_name }) => [id, supplier_name]));
  const stated = Object.entries(DECISIONS.lines).filter(([, { supplier }]) => supplier !== undefined);
  expect(stated.map(([line]) => line)).toEqual(["havblik/cleaning-wrong-supplier#1"]);
  for (const [line, { supplier }] of stated) expect(named.get(company.activities.get(line) ?? ""), line).toBe(supplier);
});

test("the attested year is closed, and no other", async () => {
  const company = play.companies.get("havblik") as PlayedCompany;
  const { years } = (await play.site.get(company, "/financial-years")) as {
    years: { to: string; is_closed: boolean }[];
  };
  expect(years.filter(({ is_closed }) => is_closed).map(({ to }) => to)).toEqual(["2024-12-31"]);
});

test("the chain of the audit log verifies and the kept sums are those of the entries", async () => {
  for (const company of play.companies.values()) await play.site.intact(company);
});

/**
 * A year later the wrong date is no longer ahead of its document's arrival: it is booked, and the correction leaves a category of
 * 0 kg in the year that it moves the line out of.
 */
const counted = (figures: Figures): Figures => new Map([...figures].filter(([, kg]) => kg !== 0));

test("the same files on one day in another order give the same years", async () => {
  const seed = Number(process.env["BOOKS_SEED"] ?? Date.now() % 1_000_000);
  const shuffledPlay = await playAtOnce((items) => shuffled(items, seed));
  try {
    for (const company of shuffledPlay.companies.values()) {
      const state = await stateOf(shuffledPlay, company);
      const first = states.get(`${company.folder} end`);
      expect(state.waiting, `BOOKS_SEED=${seed}`).toEqual(first?.waiting);
      for (const [end, year] of Object.entries(state.years)) {
        const expected = counted(measuredFigures(first?.years[end] as MeasuredYear));
        const found = disagreements(counted(measuredFigures(year)), expected);
        expect(found, `BOOKS_SEED=${seed} ${company.folder} ${end}`).toEqual([]);
      }
      await shuffledPlay.site.intact(company);
    }
  } finally {
    await shuffledPlay.site.close();
  }
});

/** The same seed gives the same order: Fisher and Yates with the generator of Park and Miller. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const order = [...items];
  let state = (seed % 2_147_483_646) + 1;
  for (let last = order.length - 1; last > 0; last -= 1) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}
