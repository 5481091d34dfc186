import type { ExpectedTotals } from "./book-files.ts";
import type { BooksSite, PlayedCompany } from "./book-company.ts";
import type { KnownDifference, KnownFigure } from "./known-differences.ts";

/** Members of the answers that the comparison looks at. */
interface Summary {
  readonly total_co2e_kg: number | null;
  readonly by_scope: Readonly<Record<string, number | null>>;
  readonly scope2: { readonly market_based_fallback_kg: number; readonly life_cycle_kg: number };
  readonly unknown: { readonly scopes: readonly string[]; readonly scope3_categories: readonly number[] };
  readonly waiting: { readonly lines: number };
  readonly is_complete: boolean;
}

interface ByCategory {
  readonly total_co2e_kg: number | null;
  readonly items: readonly { readonly category_id: string; readonly co2e_kg: number | null }[];
}

interface ByScope3 {
  readonly categories: readonly { readonly number: number; readonly co2e_kg: number | null }[];
  readonly unclassified: { readonly co2e_kg: number | null };
}

interface Entry {
  readonly id: string;
  readonly activity_split_id: string;
  readonly category_id: string;
  readonly co2e_market_based_kg: number;
}

/** What the product answers about the days of a financial year. null: it does not know. */
export interface MeasuredYear {
  readonly market: Summary;
  readonly location: Summary;
  readonly categories: ByCategory;
  readonly scope3: ByScope3;
}

export interface Days {
  readonly from: string;
  readonly to: string;
}

export async function measuredYear(site: BooksSite, company: PlayedCompany, { from, to }: Days): Promise<MeasuredYear> {
  const days = `from=${from}&to=${to}`;
  // Bodies are checked against their schemas by the contract tests.
  return {
    market: (await site.get(company, `/emissions/summary?${days}`)) as Summary,
    location: (await site.get(company, `/emissions/summary?${days}&scope2_method=location_based`)) as Summary,
    categories: (await site.get(company, `/emissions/by-category?${days}`)) as ByCategory,
    scope3: (await site.get(company, `/emissions/by-scope3-category?${days}`)) as ByScope3,
  };
}

const BY_THE_GRID = "market-based by the grid";
/** Why not less: README.md, Rules. */
const TOLERANCE_KG = 0.05;

/** A name and its kg. */
type Figure = readonly [string, number];

/** kg by name; what is unknown or not listed is not in it. */
export type Figures = ReadonlyMap<string, number>;

type Asked = readonly [string, number | null];

/** Every figure of the product's answers by the names that expectedFigures uses. */
export function measuredFigures({ market, location, categories, scope3 }: MeasuredYear): Figures {
  const named: Asked[] = [
    ["total market-based", market.total_co2e_kg],
    ["total location-based", location.total_co2e_kg],
    [BY_THE_GRID, market.scope2.market_based_fallback_kg],
    ["life-cycle", market.scope2.life_cycle_kg],
    ...Object.entries(market.by_scope).map(([scope, kg]): Asked => [`scope ${scope}`, kg]),
    ...Object.entries(location.by_scope).map(([scope, kg]): Asked => [`scope ${scope} location-based`, kg]),
    ...scope3.categories.map(({ number, co2e_kg }): Asked => [`scope 3 category ${number}`, co2e_kg]),
    ...categories.items.map(({ category_id, co2e_kg }): Asked => [category_id, co2e_kg]),
  ];
  return new Map(named.filter((pair): pair is Figure => pair[1] !== null));
}

/** The books' figures with what is known to differ; undefined: the year has none. */
export function expectedFigures(
  totals: ExpectedTotals | undefined,
  known: readonly KnownDifference[],
  told: readonly KnownFigure[],
): Figures {
  return withKnown(bookFigures(totals), [
    ...known.flatMap(({ category, scope, scope3_category, kg }): Figure[] => [
      ["total market-based", kg],
      ["total location-based", kg],
      [`scope ${scope}`, kg],
      [`scope ${scope} location-based`, kg],
      [category, kg],
      ...onlyIf(scope3_category !== null, [`scope 3 category ${scope3_category}`, kg]),
      ...onlyIf(scope === 2, ["life-cycle", kg]),
      ...onlyIf(category.startsWith("energy.electricity."), [BY_THE_GRID, kg]),
    ]),
    ...told.map(({ figure, kg }): Figure => [figure, kg]),
  ]);
}

const onlyIf = (applies: boolean, figure: Figure): Figure[] => (applies ? [figure] : []);

function bookFigures(totals: ExpectedTotals | undefined): Figures {
  // Told as 0 where nothing is: they are parts of what is counted.
  const parts: Figure[] = [
    [BY_THE_GRID, totals?.market_based_fallback_kg ?? 0],
    ["life-cycle", totals?.scope2_life_cycle_kg ?? 0],
  ];
  if (totals === undefined) return new Map(parts);
  const { by_scope, by_scope3_category, by_category } = totals;
  return new Map<string, number>([
    ...parts,
    ["total market-based", totals.market_kg],
    ["total location-based", totals.location_kg],
    ...Object.entries(by_scope).map(([scope, { market_kg }]): Figure => [`scope ${scope}`, market_kg]),
    ...Object.entries(by_scope).map(([scope, own]): Figure => [`scope ${scope} location-based`, own.location_kg]),
    ...Object.entries(by_scope3_category).map(([name, own]): Figure => [`scope 3 category ${name}`, own.market_kg]),
    ...Object.entries(by_category).map(([category, { market_kg }]): Figure => [category, market_kg]),
  ]);
}

/** What the books expect of each line, with what is known to differ. */
export function expectedByLine(totals: ExpectedTotals | undefined, known: readonly KnownDifference[]): Figures {
  const lines = Object.entries(totals?.by_category ?? {}).flatMap(([category, { lines_kg }]) =>
    Object.entries(lines_kg).map(([line, kg]): Figure => [`${category} ${line}`, kg]),
  );
  return withKnown(
    new Map(lines),
    known.map(({ category, line, kg }): Figure => [`${category} ${line}`, kg]),
  );
}

/** A figure that the known differences take away whole is not told at all. */
function withKnown(figures: Figures, known: readonly Figure[]): Figures {
  const sums = new Map(figures);
  for (const [name, kg] of known) sums.set(name, (sums.get(name) ?? 0) + kg);
  for (const [name, kg] of figures) {
    if (Math.abs(kg) >= TOLERANCE_KG && Math.abs(sums.get(name) ?? 0) < TOLERANCE_KG) sums.delete(name);
  }
  return sums;
}

/** Every figure that is not the expected one, in words; empty: all agree within 0.05 kg. */
export function disagreements(got: Figures, expected: Figures): string[] {
  return [...new Set([...got.keys(), ...expected.keys()])].sort().flatMap((name) => {
    const [mine, theirs] = [got.get(name), expected.get(name)];
    if (mine === undefined) return [`${name}: expected ${theirs}, not told`];
    if (theirs === undefined) return [`${name}: got ${mine}, not expected`];
    return Math.abs(mine - theirs) < TOLERANCE_KG ? [] : [`${name}: expected ${theirs}, got ${mine}`];
  });
}

/** kg of a year's entries by category and line of the books; both are in the key, with a blank between. */
export async function entriesByLine(site: BooksSite, company: PlayedCompany, { from, to }: Days): Promise<Figures> {
  const lines = new Map([...company.activities].map(([line, activity]) => [activity, line]));
  const lineOfSplit = new Map<string, string>();
  const figures = new Map<string, number>();
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { readonly items: readonly Entry[]; readonly next_cursor: string | null } = (await site.get(
      company,
      `/emissions?from=${from}&to=${to}&limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`,
    )) as { items: Entry[]; next_cursor: string | null };
    for (const { id, activity_split_id, category_id, co2e_market_based_kg } of page.items) {
      const line = lineOfSplit.get(activity_split_id) ?? (await lineOf(site, company, { id, lines }));
      lineOfSplit.set(activity_split_id, line);
      const key = `${category_id} ${line}`;
      figures.set(key, (figures.get(key) ?? 0) + co2e_market_based_kg);
    }
    cursor = page.next_cursor;
  }
  return figures;
}

async function lineOf(
  site: BooksSite,
  company: PlayedCompany,
  { id, lines }: { readonly id: string; readonly lines: ReadonlyMap<string, string> },
): Promise<string> {
  const { activity } = (await site.get(company, `/emissions/${id}/lineage`)) as { activity: { id: string } };
  return lines.get(activity.id) ?? `activity ${activity.id}`;
}
