import type { RecordingCompany } from "../support/recording-site.ts";
import { KNOWN_ASKED, KNOWN_UNASKED } from "./known-differences.ts";
import type { ExpectedQueue, Label } from "./queue-labels.ts";
import { all, kgByCategory, kgByLine, match, type QueueSite, type ReadLine, settle } from "./queue-player.ts";

/** Less is rounding, kg: shares of months. */
const TOLERANCE_KG = 0.01;
/** The oldest and the newest year of use in both queues, and the years around them. */
const [FIRST_YEAR, LAST_YEAR] = [2004, 2027];

/** What the service answered where the labels, with the known differences, say something else; empty lists: all agree. */
export interface Measure {
  /** Labels that no line was read for. */
  readonly unread: readonly string[];
  /** Lines that no label speaks of. */
  readonly unlabelled: readonly string[];
  readonly asked_unexpectedly: readonly string[];
  readonly not_asked: readonly string[];
  /** Decisions that were not taken. */
  readonly refused: readonly string[];
  readonly exclusions: readonly string[];
  readonly lines: readonly string[];
  readonly categories: readonly string[];
  /** What still waits at the end. */
  readonly waiting: readonly string[];
}

export const ALL_AGREE: Measure = {
  unread: [],
  unlabelled: [],
  asked_unexpectedly: [],
  not_asked: [],
  refused: [],
  exclusions: [],
  lines: [],
  categories: [],
  waiting: [],
};

interface MeasuredQueue {
  readonly labels: readonly Label[];
  readonly expected: ExpectedQueue;
  /** Name of the document of a line. */
  readonly nameOf: (line: ReadLine) => string;
}

/** Settles a company's queue by the labels and compares with what is expected. */
export async function measure(
  site: QueueSite,
  by: RecordingCompany,
  { labels, expected, nameOf }: MeasuredQueue,
): Promise<Measure> {
  const { activities, unread, unlabelled } = match(labels, await all<ReadLine>(site, by, "/activities"), nameOf);
  const labelOf = new Map(labels.map((label) => [activities.get(label.id) ?? label.id, label]));
  const { asked, refused } = await settle(site, by, labelOf);
  const expectedToWait = labels
    .filter(({ id, waits }) => (waits && !KNOWN_UNASKED.includes(id)) || KNOWN_ASKED.includes(id))
    .map(({ id }) => id);
  const left = await all<ReadLine>(site, by, "/activities?status=excluded");
  const excluded = left.flatMap(({ id }) => labelOf.get(id)?.id ?? []);
  return {
    unread,
    unlabelled,
    asked_unexpectedly: without(asked, expectedToWait),
    not_asked: without(expectedToWait, asked),
    refused,
    exclusions: [
      ...without(excluded, expected.excluded).map((id) => `${id}: left out, not expected`),
      ...without(expected.excluded, excluded).map((id) => `${id}: not left out`),
    ],
    lines: disagreements(await kgByLine(site, by, labelOf), new Map(Object.entries(expected.by_line))),
    categories: disagreements(await categoriesByYear(site, by), expectedCategories(expected)),
    waiting: (await all<ReadLine>(site, by, "/review-items")).map(({ id, description }) => {
      return labelOf.get(id)?.id ?? description;
    }),
  };
}

async function categoriesByYear(site: QueueSite, by: RecordingCompany): Promise<Map<string, number>> {
  const figures: Figure[] = [];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    const own = await kgByCategory(site, by, String(year));
    figures.push(...[...own].map(([category, kg]): Figure => [`${year} ${category}`, kg]));
  }
  return sums(figures);
}

function expectedCategories({ by_category_and_year }: ExpectedQueue): Map<string, number> {
  return sums(
    Object.entries(by_category_and_year).flatMap(([year, own]) =>
      Object.entries(own).map(([category, kg]): Figure => [`${year} ${category}`, kg]),
    ),
  );
}

/** A name and its kg. */
type Figure = readonly [string, number];

function sums(figures: readonly Figure[]): Map<string, number> {
  const summed = new Map<string, number>();
  for (const [name, kg] of figures) summed.set(name, (summed.get(name) ?? 0) + kg);
  return summed;
}

const without = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((name) => !others.includes(name)).sort();

function disagreements(got: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): string[] {
  return [...new Set([...got.keys(), ...expected.keys()])].sort().flatMap((name) => {
    const [mine, theirs] = [got.get(name) ?? 0, expected.get(name) ?? 0];
    if (Math.abs(mine - theirs) < TOLERANCE_KG) return [];
    return [`${name}: expected ${theirs.toFixed(3)} kg, got ${mine.toFixed(3)} kg`];
  });
}
