import { describe, expect, test } from "vitest";
import { attestedOn, type PlayedBooks, yearsOf } from "./played-books.ts";
import { disagreements, entriesByLine, expectedByLine, type Figures, measuredFigures } from "./year-measure.ts";

/** Tests that hold for every set of books. `played`: as `run` has left it when the tests run. */
export function yearTests(played: PlayedBooks): void {
  const { books, known } = played;
  const folders = Object.keys(books.companies);
  const years = folders.flatMap((folder) => yearsOf(books, folder).map(([end]) => [folder, end] as const));
  const looks = folders.flatMap((folder) =>
    Object.keys(books.companies[folder]?.looked_at ?? {}).map((moment) => [folder, moment] as const),
  );
  const attested = folders.flatMap((folder) =>
    Object.keys(books.companies[folder]?.attested ?? {}).map((end) => [folder, end] as const),
  );

  describe("the figures of the books, each within 0.05 kg but for what is known to differ", () => {
    test.each(looks)("%s, %s", (folder, moment) => {
      const ends = yearsOf(books, folder).map(([end]) => end);
      expect(ends.flatMap((end) => played.disagreementsAt(folder, moment, end))).toEqual([]);
    });

    test.each(attested)("%s %s on the day on which it is attested", (folder, end) => {
      expect(played.disagreementsAt(folder, attestedOn(end), end)).toEqual([]);
    });

    test.each(years)("%s %s at the end", (folder, end) => {
      expect(played.disagreementsAt(folder, "end", end)).toEqual([]);
    });

    test.each(years)("%s %s at the end, line by line, and the entries add up to the total", async (folder, end) => {
      const year = books.expected.companies[folder]?.financial_years[end];
      if (year === undefined) throw new Error(`no year ${folder} ${end}`);
      const differing = known.differencesAt(folder, "end").filter(({ financial_year }) => financial_year === end);
      const lines = await entriesByLine(played.play.site, played.company(folder), year);
      expect(disagreements(lines, expectedByLine(year.as_restated, differing))).toEqual([]);
      const measured = played.state(folder, "end").years[end];
      expect(sumOf(lines)).toBeCloseTo(measured?.market.total_co2e_kg ?? 0, 4);
      const categories = (measured?.categories.items ?? []).map(({ co2e_kg }) => co2e_kg ?? 0);
      expect(categories.reduce((sum, kg) => sum + kg, 0)).toBeCloseTo(measured?.market.total_co2e_kg ?? 0, 4);
    });
  });

  describe("what waits, and what is not complete", () => {
    const ends = folders.map((folder) => [folder, "end"] as const);
    const closings = attested.map(([folder, end]) => [folder, attestedOn(end)] as const);

    test.each([...looks, ...closings, ...ends])("of %s, %s", (folder, moment) => {
      const told = books.expected.companies[folder]?.states[moment]?.lines_waiting ?? "";
      const expected = told.split(" ").filter((line) => line !== "");
      expect(played.state(folder, moment).waiting).toEqual([...expected, ...known.waitingAt(folder, moment)].sort());
    });

    test.each(years)("%s %s is not complete for exactly what nobody has said anything of", (folder, end) => {
      const measured = played.state(folder, "end").years[end];
      if (measured === undefined) throw new Error(`no year ${folder} ${end}`);
      const figures = measuredFigures(measured);
      const without = (names: readonly number[], name: string) => names.filter((n) => !figures.has(`${name} ${n}`));
      const numbers = Array.from({ length: 15 }, (_, index) => index + 1);
      expect(measured.market.unknown.scopes.map(Number)).toEqual(without([1, 2, 3], "scope"));
      expect(measured.market.unknown.scope3_categories).toEqual(without(numbers, "scope 3 category"));
      expect(measured.market.is_complete).toBe(false);
    });
  });

  test("nobody is asked about anything at the end, and a decision of the script settled each question that there was", () => {
    expect(folders.flatMap((folder) => played.state(folder, "end").asked)).toEqual([]);
    const settled = new Set([...Object.keys(books.lines), ...books.restatements.flatMap(({ settles }) => settles)]);
    expect([...played.play.asked].filter((line) => !settled.has(line))).toEqual([]);
    expect(books.restatements.flatMap(({ settles }) => settles).filter((line) => !played.play.asked.has(line))).toEqual(
      [],
    );
  });

  test.each(folders)("of %s exactly the attested years are closed", async (folder) => {
    const answer = await played.play.site.get(played.company(folder), "/financial-years");
    const { years: told } = answer as { readonly years: readonly { to: string; is_closed: boolean }[] };
    const closed = told.filter(({ is_closed }) => is_closed).map(({ to }) => to);
    expect(closed).toEqual(Object.keys(books.companies[folder]?.attested ?? {}));
  });

  test("the chain of the audit log verifies and the kept sums are those of the entries", async () => {
    for (const company of played.play.companies.values()) await played.play.site.intact(company);
  });

  test("the same files on one day in another order give the same years", async () => {
    const seed = Number(process.env["BOOKS_SEED"] ?? Date.now() % 1_000_000);
    expect(await played.disagreementsInOrder(seed), `BOOKS_SEED=${seed}`).toEqual([]);
  });
}

const sumOf = (figures: Figures): number => [...figures.values()].reduce((sum, kg) => sum + kg, 0);
