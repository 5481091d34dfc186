import type { Hit } from "./match-terms.ts";
import { HEADINGS } from "./lexicon/headings.ts";
import { matchTerms } from "./match-terms.ts";
import { compileTerms, type TermIndex } from "./term-index.ts";
import type { Token } from "./text.ts";

/** What the name of an account says of all that is posted on it. */
export interface AccountHeading {
  /** What a line on it mostly is; absent where that depends on the line, or where the name joins several headings. */
  readonly decides?: string;
  /** The same where the words of the line say what was done. */
  readonly decides_what_was_done?: string;
  /** Beginnings of the category keys that fit; empty: anything. */
  readonly family: readonly string[];
  /** Whether every word of the name is part of a heading: "Rengøring" is, "Rengøring, projekt Nord" is not. */
  readonly is_whole: boolean;
  readonly label: string;
  /** Whether nothing is bought on such an account: pay, taxes, money, claims, depreciation. */
  readonly buys_nothing: boolean;
  /** Whether one of several headings is such: "Renter og gebyrer". */
  readonly holds_nothing: boolean;
}

/** A heading is the whole word, the head of a compound or its marked first part; below this weight it only stands somewhere in one. */
const WEIGHT = 1;
const STANDS_FOR_THE_NAME = 0.47;

const NOT_RELEVANT = "unclassified.not_relevant";

/** Words between headings that say nothing. */
const CONNECTING = new Set("og och and und en the for til av af of von fuer mv m v mm a s i paa".split(" "));

/** The headings as a table to look names up in: of each hit, `category_key` is the place of the heading in the list. */
export function compileHeadings(): TermIndex {
  const weights = { strong: WEIGHT, normal: WEIGHT, weak: WEIGHT };
  return compileTerms(
    HEADINGS.map(({ names }, at) => ({ [String(at)]: { normal: names } })),
    weights,
  );
}

const read = new WeakMap<readonly Token[], { readonly heading: AccountHeading | null }>();

/** The heading of an account by the words of its name, or null where no part of the name is one. Reads a list of words once. */
export function headingOf(index: TermIndex, name: readonly Token[]): AccountHeading | null {
  const known = read.get(name);
  if (known !== undefined) return known.heading;
  const heading = readHeading(index, name);
  read.set(name, { heading });
  return heading;
}

function readHeading(index: TermIndex, name: readonly Token[]): AccountHeading | null {
  const hits = matchTerms(index, name).filter(({ weight }) => weight >= STANDS_FOR_THE_NAME);
  if (hits.length === 0) return null;
  const all = [...new Set(hits.map((hit) => hit.category_key))].flatMap((at) => HEADINGS[Number(at)] ?? []);
  const beside = all.filter(({ is_alone }) => is_alone !== true);
  const headings = beside.length === 0 ? all : beside;
  const buys_nothing = headings.every(({ decides }) => decides === NOT_RELEVANT);
  const holds_nothing = headings.some(({ decides }) => decides === NOT_RELEVANT);
  const specific = headings.filter(({ family }) => family.length > 0);
  const family = [...new Set(specific.flatMap((heading) => heading.family))];
  const [first] = specific;
  const isOne = specific.every(({ decides }) => decides === first?.decides);
  const label = [...new Set(hits.map((hit) => hit.label))].join(", ");
  const decides = isOne && headings.length === specific.length ? first?.decides : undefined;
  const done = specific.find((heading) => heading.decides_what_was_done !== undefined)?.decides_what_was_done;
  return {
    ...(decides === undefined ? {} : { decides }),
    ...(done === undefined ? {} : { decides_what_was_done: done }),
    family,
    is_whole: isWhole(name, hits),
    label,
    buys_nothing,
    holds_nothing,
  };
}

function isWhole(name: readonly Token[], hits: readonly Hit[]): boolean {
  return name.every(
    (word, at) => CONNECTING.has(word.text) || hits.some((hit) => at >= hit.at && at < hit.at + hit.length),
  );
}

/** Whether what is posted on the account may be of the category. */
export function fitsHeading(heading: AccountHeading, category_key: string): boolean {
  return heading.family.some((start) => category_key.startsWith(start));
}
