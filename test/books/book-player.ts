import { ingestingSite } from "../support/ingesting-site.ts";
import { attest, type Auditor, auditorOf, openCompany, type PlayedCompany } from "./book-company.ts";
import { type Books, companyNamed } from "./book-files.ts";
import { arrive, decide, noteAsked, type Play, restate, settleCredits, state, stateFile } from "./book-work.ts";

/** What happens on one day, in the order of `rank`: files arrive, records and decisions are made, then it is looked. */
interface Happening {
  readonly day: string;
  readonly rank: number;
  run(): Promise<void>;
}

/** Called at the end of a day that the books name. */
export type Look = (moment: { readonly company: PlayedCompany; readonly name: string }, play: Play) => Promise<void>;

const FIRST_DAY = "2024-01-02";

/** Plays the companies' books through the service's own doors, day by day, and calls `look` where the books look. */
export async function playBooks(books: Books, look: Look): Promise<Play> {
  const { play, auditor } = await openBooks(books, `${FIRST_DAY}T08:00:00Z`);
  const happenings = [
    ...fileArrivals(play),
    ...personsWork(play),
    ...lookedAt(play, look),
    ...attestations(play, auditor, look),
    ...restatements(play),
  ];
  happenings.sort((a, b) => (a.day === b.day ? a.rank - b.rank : a.day < b.day ? -1 : 1));
  for (const { day, rank, run } of happenings) {
    play.site.app.db.clock.set(`${day}T${String(8 + rank).padStart(2, "0")}:00:00Z`);
    await run();
    for (const company of play.companies.values()) await noteAsked(play, company);
  }
  play.site.app.db.clock.set(`${books.expected.known_on}T15:00:00Z`);
  return play;
}

/** All files on the last day, in the order that is given, then what people do, in its order; nobody attests anything. */
export async function playAtOnce(books: Books, ordered: <Item>(items: readonly Item[]) => Item[]): Promise<Play> {
  const { play } = await openBooks(books, `${books.expected.known_on}T08:00:00Z`);
  for (const { run } of ordered(fileArrivals(play))) await run();
  const work = personsWork(play).sort((a, b) => (a.day === b.day ? a.rank - b.rank : a.day < b.day ? -1 : 1));
  for (const { run } of work) await run();
  for (const company of play.companies.values()) await settleCredits(play, company);
  return play;
}

async function openBooks(books: Books, moment: string): Promise<{ readonly play: Play; readonly auditor: Auditor }> {
  const site = await ingestingSite();
  site.app.db.clock.set(moment);
  const auditor = await auditorOf(site);
  const companies = new Map<string, PlayedCompany>();
  for (const folder of Object.keys(books.companies)) {
    companies.set(folder, await openCompany(site, { folder, books, auditor }));
  }
  return { play: { books, site, companies, unasked: [], asked: new Set() }, auditor };
}

function companyOf({ books, companies }: Play, name: string): PlayedCompany {
  const company = companies.get(companyNamed(books, name));
  if (company === undefined) throw new Error(`no company has ${name}`);
  return company;
}

function fileArrivals(play: Play): Happening[] {
  return Object.entries(play.books.arrivals).map(([file, day]) => {
    return { day, rank: 0, run: () => arrive(play, companyOf(play, file), file) };
  });
}

function personsWork(play: Play): Happening[] {
  const { records: stated, record_files, lines } = play.books;
  const records = Object.entries(stated).map(([name, record]) => {
    return {
      day: record.stated_on,
      rank: 1,
      run: () => state(play, companyOf(play, record.company), { name, record }),
    };
  });
  const files = Object.entries(record_files).map(([name, records]) => {
    return {
      day: records.stated_on,
      rank: 1,
      run: () => stateFile(play, companyOf(play, records.company), { name, records }),
    };
  });
  const decisions = Object.entries(lines).map(([line, decided]) => {
    return { day: decided.decided_on, rank: 2, run: () => decide(play, companyOf(play, line), { line, decided }) };
  });
  return [...records, ...files, ...decisions];
}

function lookedAt(play: Play, look: Look): Happening[] {
  return Object.entries(play.books.companies).flatMap(([folder, { looked_at }]) =>
    Object.entries(looked_at).map(([name, day]) => {
      return { day, rank: 3, run: () => look({ company: companyOf(play, folder), name }, play) };
    }),
  );
}

/** It is looked before the year is closed: that is what is attested. */
function attestations(play: Play, auditor: Auditor, look: Look): Happening[] {
  return Object.entries(play.books.companies).flatMap(([folder, { attested }]) =>
    Object.entries(attested).map(([end, day]) => {
      const company = companyOf(play, folder);
      const run = async (): Promise<void> => {
        await look({ company, name: `attested ${end}` }, play);
        await attest(play.site, company, { end, auditor });
      };
      return { day, rank: 4, run };
    }),
  );
}

function restatements(play: Play): Happening[] {
  return play.books.restatements.map((restatement) => {
    const company = companyOf(play, restatement.company);
    return { day: restatement.decided_on, rank: 5, run: () => restate(play, company, restatement) };
  });
}
