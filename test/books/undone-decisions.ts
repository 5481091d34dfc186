import { expect } from "vitest";
import type { Books } from "./book-files.ts";
import type { PlayedCompany } from "./book-company.ts";
import type { Play } from "./book-work.ts";
import { type State, stateOf } from "./played-books.ts";
import { measuredFigures } from "./year-measure.ts";

/** What taking a decision back, and putting it back, did. */
export interface Undoing {
  readonly line: string;
  readonly waited: boolean;
  readonly before: State;
  readonly without: State;
  readonly again: State;
}

/** Takes each decision about a company's lines back that was made after a day so far, and puts it back. */
export async function undoEach(at: Play, company: PlayedCompany, after: string): Promise<readonly Undoing[]> {
  const all: Undoing[] = [];
  const now = at.site.app.db.clock.now().toISOString();
  const made = Object.entries(at.books.lines).filter(
    ([line, { decided_on }]) => company.activities.has(line) && decided_on > after && decided_on < now,
  );
  for (const [line] of made) {
    const undo = async () =>
      await at.site.change(company, `/activities/${company.activities.get(line)}/undo`, {
        reason: "To see what it did",
      });
    const before = await stateOf(at, company);
    await undo();
    const without = await stateOf(at, company);
    await undo();
    all.push({ line, waited: !at.unasked.includes(line), before, without, again: await stateOf(at, company) });
  }
  return all;
}

/** A decision that is taken back takes its figures with it and brings its question back, and the other way round. */
export function figuresFollow(
  { expected }: Books,
  undone: readonly Undoing[],
  { folder, moment }: { readonly folder: string; readonly moment: string },
): void {
  const { financial_years: years = {} } = expected.companies[folder]?.states[moment] ?? {};
  for (const { line, waited, before, without, again } of undone) {
    expect(without.asked.includes(line), line).toBe(waited);
    const counted = Object.values(years)
      .flatMap(({ by_category }) => Object.values(by_category))
      .map(({ lines_kg }) => lines_kg[line] ?? 0);
    const taken = waited ? counted.reduce((sum, kg) => sum + kg, 0) : 0;
    expect(kgOf(before) - kgOf(without), line).toBeCloseTo(taken, 3);
    expect(figuresOf(again), line).toEqual(figuresOf(before));
    const queues = ({ waiting, asked }: State) => ({ waiting, asked });
    expect(queues(again), line).toEqual(queues(before));
  }
}

const kgOf = ({ years }: State) =>
  Object.values(years).reduce((sum, { market }) => sum + (market.total_co2e_kg ?? 0), 0);
const figuresOf = ({ years }: State) => Object.values(years).map((year) => [...measuredFigures(year)]);
