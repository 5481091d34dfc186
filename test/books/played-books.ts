import type { Books, ExpectedTotals, ExpectedYear } from "./book-files.ts";
import type { PlayedCompany } from "./book-company.ts";
import { type Look, playAtOnce, playBooks } from "./book-player.ts";
import { allLines, type Play, waitingLines } from "./book-work.ts";
import { KnownDifferences } from "./known-differences.ts";
import {
  disagreements,
  expectedFigures,
  type Figures,
  type MeasuredYear,
  measuredFigures,
  measuredYear,
} from "./year-measure.ts";

/** A company as the product tells of it at one moment of the play. */
export interface State {
  readonly years: Readonly<Record<string, MeasuredYear>>;
  /** Lines of which nothing is in the totals until somebody or something settles them. */
  readonly waiting: readonly string[];
  /** Those of them that people are asked about. */
  readonly asked: readonly string[];
}

/** The moment at which a year is attested. */
export const attestedOn = (end: string): string => `attested ${end}`;

export async function stateOf({ books, site }: Play, company: PlayedCompany): Promise<State> {
  const lines = new Map([...company.activities].map(([line, activity]) => [activity, line]));
  const years: Record<string, MeasuredYear> = {};
  for (const [end, year] of yearsOf(books, company.folder)) years[end] = await measuredYear(site, company, year);
  const named = (found: readonly { readonly id: string }[]) => found.map(({ id }) => lines.get(id) ?? id).sort();
  const pending = (await allLines(site, company)).filter(({ status }) => status === "pending_review");
  return { years, waiting: named(pending), asked: named(await waitingLines(site, company)) };
}

export function yearsOf({ expected }: Books, folder: string): [string, ExpectedYear][] {
  return Object.entries(expected.companies[folder]?.financial_years ?? {});
}

/** Books that were played once, and what the product told of each company at each moment. */
export class PlayedBooks {
  readonly books: Books;
  readonly known: KnownDifferences;
  readonly #states = new Map<string, State>();
  #play: Play | undefined;

  constructor(books: Books) {
    this.books = books;
    this.known = new KnownDifferences(books);
  }

  get play(): Play {
    if (this.#play === undefined) throw new Error("the books were not played");
    return this.#play;
  }

  async run(look: Look): Promise<void> {
    this.#play = await playBooks(this.books, async (moment, at) => {
      this.#states.set(`${moment.company.folder} ${moment.name}`, await stateOf(at, moment.company));
      await look(moment, at);
    });
    for (const company of this.play.companies.values()) {
      this.#states.set(`${company.folder} end`, await stateOf(this.play, company));
    }
  }

  company(folder: string): PlayedCompany {
    const company = this.play.companies.get(folder);
    if (company === undefined) throw new Error(`no company ${folder}`);
    return company;
  }

  state(folder: string, moment: string): State {
    const state = this.#states.get(`${folder} ${moment}`);
    if (state === undefined) throw new Error(`${folder} was not looked at: ${moment}`);
    return state;
  }

  expectedAt(folder: string, moment: string, end: string): ExpectedTotals | undefined {
    const company = this.books.expected.companies[folder];
    if (moment === attestedOn(end)) return company?.financial_years[end]?.as_reported ?? undefined;
    if (moment === "end") return company?.financial_years[end]?.as_restated;
    return company?.states[moment]?.financial_years[end];
  }

  /** What of a year's figures differs otherwise than is known, in words. */
  disagreementsAt(folder: string, moment: string, end: string): string[] {
    const ofYear = ({ financial_year }: { readonly financial_year: string }) => financial_year === end;
    const known = this.known.differencesAt(folder, moment).filter(ofYear);
    const told = this.known.figuresAt(folder, moment).filter(ofYear);
    const measured = this.state(folder, moment).years[end];
    if (measured === undefined) throw new Error(`${folder} has no year ${end}`);
    const expected = expectedFigures(this.expectedAt(folder, moment, end), known, told);
    return disagreements(measuredFigures(measured), expected);
  }

  /** The same files on one day in another order: what of the years differs, in words. */
  async disagreementsInOrder(seed: number): Promise<string[]> {
    const play = await playAtOnce(this.books, (items) => shuffled(items, seed));
    try {
      const found: string[] = [];
      for (const company of play.companies.values()) {
        found.push(...this.#differing(company.folder, await stateOf(play, company)));
        await play.site.intact(company);
      }
      return found;
    } finally {
      await play.site.close();
    }
  }

  #differing(folder: string, { years, waiting }: State): string[] {
    const first = this.state(folder, "end");
    const found = waiting.join() === first.waiting.join() ? [] : [`${folder}: ${waiting.join()} waits`];
    for (const [end, year] of Object.entries(years)) {
      const expected = counted(measuredFigures(first.years[end] as MeasuredYear));
      const told = disagreements(counted(measuredFigures(year)), expected);
      found.push(...told.map((one) => `${folder} ${end}: ${one}`));
    }
    return found;
  }
}

/**
 * A year later the wrong date is no longer ahead of its document's arrival: it is booked, and the correction leaves a category of
 * 0 kg in the year that it moves the line out of.
 */
const counted = (figures: Figures): Figures => new Map([...figures].filter(([, kg]) => kg !== 0));

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
