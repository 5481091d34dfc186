import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ClassifiedLine, classifierFeatures } from "./classifier-features.ts";
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

/** What the classifier says of a line, by a classifier of any training. Pure. */
export function classifiedBy({ categories, bias, weights }: Classifier, line: ClassifiedLine): Classified {
  const scores = Float64Array.from(bias);
  const known = classifierFeatures(line).flatMap((feature) => weights.get(feature) ?? []);
  // Long texts say no more than short ones: each line has one voice, which its features share.
  const voice = 1 / Math.sqrt(Math.max(1, known.length));
  for (const pairs of known) {
    for (let at = 0; at < pairs.length; at += 2) {
      const category = pairs[at] ?? 0;
      scores[category] = (scores[category] ?? 0) + (pairs[at + 1] ?? 0) * voice;
    }
  }
  const first = scores.lastIndexOf(Math.max(...scores));
  toShares(scores);
  const family = new Map<string, number>();
  categories.forEach((key, at) => {
    const name = kindOf(key);
    family.set(name, (family.get(name) ?? 0) + (scores[at] ?? 0));
  });
  return {
    shareOf: (category_key) => family.get(kindOf(category_key)) ?? 0,
    first: categories[first] ?? "",
  };
}

/** Scores in place become shares of one (softmax); the highest is taken off first, so that none is too large for `Math.exp`. */
export function toShares(scores: Float64Array): void {
  const highest = Math.max(...scores);
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
