import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ClassifiedLine, originFeatures, textFeatures, wordsOf } from "./classifier-features.ts";
import { familyOf } from "./refine.ts";

/**
 * A multinomial logistic regression over features of a line's texts (classifier-features.ts), with weights for those pairs of feature and
 * category that stood together in the labelled lines. It knows nothing of the lexicon and of the accounts' headings, and so speaks independently of them.
 */
export interface Classifier {
  /** Keys of categories, `none` for lines that buy nothing and `ask` for those that nobody can place. */
  readonly categories: readonly string[];
  /** A log odd per category. */
  readonly bias: Float64Array;
  /** Per feature the place of a category and its weight, by turns. */
  readonly weights: ReadonlyMap<string, Float64Array>;
}

/** How likely a line is of each category, by the classifier. */
export interface Classified {
  /** 0..1, of the category and its siblings that the facts of a line tell apart (refine.ts). */
  shareOf(category_key: string): number;
  /** The likeliest category; `none` and `ask` are none. */
  readonly first: string;
}

/** The label of lines that buy nothing. */
const NO_PURCHASE = "none";
/** Below this share a line is hardly one that buys nothing; of lines whose words the classifier has never seen it holds more. */
const HARDLY_NOTHING = 0.15;
/** Weights are whole numbers of this part in the shipped table. */
const UNITS = 16;
/** The package's own tables lie at the same distance from src and from dist. */
const TABLE = join(import.meta.dirname, "../../../data/category-classifier.txt");

/** Lines, accounts and suppliers of which is held what the classifier says: a few megabytes at most. */
const HELD_MAX = 3_000;
/** What is longer than any name, and than most texts, is not held. */
const HELD_LENGTH_MAX = 200;

/** What the classifier says of a line, by a classifier of any training. Pure. */
export function classifiedBy(classifier: Classifier, line: ClassifiedLine): Classified {
  const { lines } = derivedOf(classifier);
  const words = wordsOf(line.description);
  const origin = originOf(line);
  // Numbers of bills and orders, which tell the lines of a ledger apart, say nothing to it.
  const key = `${words.join(" ")}\0${origin}`;
  const before = lines.get(key);
  if (before !== undefined) return before;
  const said = classifiedWords(classifier, words, { line, origin });
  hold(lines, key, said);
  return said;
}

function classifiedWords(
  classifier: Classifier,
  words: readonly string[],
  { line, origin }: { readonly line: ClassifiedLine; readonly origin: string },
): Classified {
  const { categories, bias, weights } = classifier;
  const derived = derivedOf(classifier);
  const scores = Float64Array.from(bias);
  const known = [...knownOf(weights, textFeatures(words)), ...knownOfOrigin(derived, weights, { line, origin })];
  // Long texts say no more than short ones: each line has one voice, which its features share.
  const voice = 1 / Math.sqrt(Math.max(1, known.length));
  for (const pairs of known) {
    for (let at = 0; at < pairs.length; at += 2) {
      const category = pairs[at] ?? 0;
      scores[category] = (scores[category] ?? 0) + (pairs[at + 1] ?? 0) * voice;
    }
  }
  const first = scores.lastIndexOf(highestOf(scores));
  toShares(scores);
  const shares = new Float64Array(derived.places.size);
  derived.placeOf.forEach((place, at) => (shares[place] = (shares[place] ?? 0) + (scores[at] ?? 0)));
  return {
    shareOf: (category_key) => shares[derived.places.get(kindOf(category_key)) ?? -1] ?? 0,
    first: categories[first] ?? "",
  };
}

/** What every line of a classifier needs again. */
interface Derived {
  /** Kinds of categories by their names, each with a place of its own. */
  readonly places: ReadonlyMap<string, number>;
  /** The place of the kind of each category. */
  readonly placeOf: readonly number[];
  /** The weights of accounts and suppliers that were met lately. */
  readonly origins: Map<string, readonly Float64Array[]>;
  /** What was said of lines lately. */
  readonly lines: Map<string, Classified>;
}

const derivations = new WeakMap<Classifier, Derived>();

function derivedOf(classifier: Classifier): Derived {
  const before = derivations.get(classifier);
  if (before !== undefined) return before;
  const kinds = classifier.categories.map(kindOf);
  const places = new Map([...new Set(kinds)].map((kind, place) => [kind, place] as const));
  const placeOf = kinds.map((kind) => places.get(kind) ?? 0);
  const derived = { places, placeOf, origins: new Map(), lines: new Map() };
  derivations.set(classifier, derived);
  return derived;
}

function knownOf(weights: Classifier["weights"], features: readonly string[]): Float64Array[] {
  return features.flatMap((feature) => weights.get(feature) ?? []);
}

function originOf({ gl_account_name, supplier_name, supplier_branch }: ClassifiedLine): string {
  return `${gl_account_name ?? ""}\0${supplier_name ?? ""}\0${supplier_branch ?? ""}`;
}

function knownOfOrigin(
  { origins }: Derived,
  weights: Classifier["weights"],
  { line, origin }: { readonly line: ClassifiedLine; readonly origin: string },
): readonly Float64Array[] {
  const before = origins.get(origin);
  if (before !== undefined) return before;
  const known = knownOf(weights, originFeatures(line));
  hold(origins, origin, known);
  return known;
}

function hold<Held>(held: Map<string, Held>, key: string, value: Held): void {
  if (held.size === HELD_MAX) held.clear();
  if (key.length <= HELD_LENGTH_MAX) held.set(key, value);
}

function highestOf(scores: Float64Array): number {
  return scores.reduce((highest, score) => Math.max(highest, score), -Infinity);
}

/** Scores in place become shares of one (softmax); the highest is taken off first, so that none is too large for `Math.exp`. */
export function toShares(scores: Float64Array): void {
  const highest = highestOf(scores);
  let sum = 0;
  scores.forEach((score, at) => {
    const odds = Math.exp(score - highest);
    scores[at] = odds;
    sum += odds;
  });
  scores.forEach((odds, at) => (scores[at] = odds / sum));
}

/** Shares of the classifier, from the most. */
const LIKELIHOODS = [
  ["certain", 0.97],
  ["sure", 0.9],
  ["likely", 0.7],
  ["rather", 0.5],
  ["possible", 0.2],
  ["hardly", 0.05],
] as const;
export type Likelihood = (typeof LIKELIHOODS)[number][0] | "unlikely";

/** How likely a share is, in words that witnesses are told by (witnesses.ts). */
export function likelihoodOf(share: number): Likelihood {
  return LIKELIHOODS.find(([, from]) => share >= from)?.[0] ?? "unlikely";
}

/** Paper for copies is filed as office supplies and as paper, and labellers accept both: the classifier does not tell them apart. */
const COPY_PAPER: ReadonlySet<string> = new Set(["purchases.goods.office_supplies", "purchases.materials.paper"]);

function kindOf(category_key: string): string {
  return COPY_PAPER.has(category_key) ? "copy paper" : familyOf(category_key);
}

/** Whether the classifier holds it hardly possible that the line buys nothing. */
export function buysSomething({ shareOf }: Pick<Classified, "shareOf">): boolean {
  return shareOf(NO_PURCHASE) < HARDLY_NOTHING;
}

let shipped: Classifier | undefined;

/** What the shipped classifier says of a line; its table is read at the first call. @throws Error when the table does not fit */
export function classified(line: ClassifiedLine): Classified {
  shipped ??= readClassifier(readFileSync(TABLE, "utf8"));
  return classifiedBy(shipped, line);
}

/** A classifier of the form that `writtenClassifier` gives. @throws Error at a line that does not fit */
export function readClassifier(text: string): Classifier {
  const [, keys = "", biases = "", ...lines] = text.trimEnd().split("\n");
  const categories = keys.split(" ");
  const bias = Float64Array.from(biases.split(" "), (cell) => Number(cell) / UNITS);
  const weights = new Map<string, Float64Array>();
  for (const line of lines) {
    const [feature = "", ...cells] = line.split("\t");
    const pairs = Float64Array.from(cells, (cell, at) => (at % 2 === 0 ? Number(cell) : Number(cell) / UNITS));
    if (pairs.length === 0 || pairs.length % 2 === 1 || pairs.some((number) => !Number.isFinite(number)))
      throw new Error(`the classifier's weights of ${feature} do not fit`);
    weights.set(feature, pairs);
  }
  if (categories.length < 2 || bias.length !== categories.length) throw new Error("the classifier has no categories");
  return { categories, bias, weights };
}

/** The table of a classifier: a title, its categories, their biases, and a line per feature. Weights of nothing are left out. */
export function writtenClassifier({ categories, bias, weights }: Classifier, title: string): string {
  const whole = (weight: number): number => Math.round(weight * UNITS);
  const lines = [...weights].flatMap(([feature, pairs]) => {
    const cells: number[] = [];
    for (let at = 0; at < pairs.length; at += 2) {
      const weight = whole(pairs[at + 1] ?? 0);
      if (weight !== 0) cells.push(pairs[at] ?? 0, weight);
    }
    return cells.length === 0 ? [] : [[feature, ...cells].join("\t")];
  });
  return [title, categories.join(" "), [...bias].map(whole).join(" "), ...lines, ""].join("\n");
}
