import { type Classifier, toShares } from "../../src/modules/categorization/classifier.ts";

/** A labelled line as the classifier sees it. */
export interface TrainingLine {
  readonly features: readonly string[];
  readonly category: string;
}

/** A feature that fewer lines have says nothing of other books. */
const LINES_MIN = 3;
const EPOCHS = 20;
const RATE = 0.3;
const PENALTY = 0.0002;
/** Smaller errors teach nothing. */
const ERROR_MIN = 1e-4;
const SEED = 12_345;

interface Row {
  readonly category: number;
  /** Of all known features the places of their categories and of the weights, by turns. */
  readonly pairs: Int32Array;
  readonly voice: number;
}

/**
 * A classifier of the lines: softmax regression by stochastic gradient descent with a step per weight (AdaGrad) and a quadratic penalty. Lines are
 * shuffled by a fixed seed, so that the same lines give the same classifier.
 */
export function trainedClassifier(lines: readonly TrainingLine[]): Classifier {
  const categories = [...new Set(lines.map(({ category }) => category))].toSorted();
  const { places, size } = placesOf(lines, categories);
  const rows = lines.map(({ features, category }): Row => {
    const known = features.flatMap((feature) => places.get(feature) ?? []);
    const pairs = Int32Array.from(known.flatMap((ofFeature) => [...ofFeature].flat()));
    return { category: categories.indexOf(category), pairs, voice: 1 / Math.sqrt(Math.max(1, known.length)) };
  });
  const bias = new Float64Array(categories.length);
  const weights = new Float64Array(size);
  const learner = learnerOf(bias, weights);
  const random = shuffler();
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    random(rows);
    for (const row of rows) learner(row);
  }
  return {
    categories,
    bias,
    weights: new Map(
      [...places].map(([feature, ofFeature]) => [
        feature,
        Float64Array.from([...ofFeature].flatMap(([category, place]) => [category, weights[place] ?? 0])),
      ]),
    ),
  };
}

/** Per feature the categories with which it stands, each with the place of its weight. */
function placesOf(lines: readonly TrainingLine[], categories: readonly string[]) {
  const counts = new Map<string, number>();
  for (const { features } of lines) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const places = new Map<string, Map<number, number>>();
  let size = 0;
  for (const { features, category } of lines) {
    const at = categories.indexOf(category);
    for (const feature of features) {
      if ((counts.get(feature) ?? 0) < LINES_MIN) continue;
      const ofFeature = places.get(feature) ?? new Map<number, number>();
      places.set(feature, ofFeature);
      if (!ofFeature.has(at)) ofFeature.set(at, size++);
    }
  }
  return { places, size };
}

/** Learns from one row at a time. */
function learnerOf(bias: Float64Array, weights: Float64Array): (row: Row) => void {
  const biasSteps = new Float64Array(bias.length).fill(1e-6);
  const steps = new Float64Array(weights.length).fill(1e-6);
  const errors = new Float64Array(bias.length);
  return ({ category, pairs, voice }) => {
    errors.set(bias);
    for (let at = 0; at < pairs.length; at += 2)
      add(errors, pairs[at] ?? 0, (weights[pairs[at + 1] ?? 0] ?? 0) * voice);
    toErrors(errors, category);
    errors.forEach((error, at) => {
      if (Math.abs(error) < ERROR_MIN) return;
      add(biasSteps, at, error * error);
      add(bias, at, (-RATE * error) / Math.sqrt(biasSteps[at] ?? 1));
    });
    for (let at = 0; at < pairs.length; at += 2) {
      const error = errors[pairs[at] ?? 0] ?? 0;
      if (Math.abs(error) < ERROR_MIN) continue;
      const place = pairs[at + 1] ?? 0;
      const slope = error * voice + PENALTY * (weights[place] ?? 0);
      add(steps, place, slope * slope);
      add(weights, place, (-RATE * slope) / Math.sqrt(steps[place] ?? 1));
    }
  };
}

/** Scores become shares less what is right: how much too likely each category was held. */
function toErrors(scores: Float64Array, right: number): void {
  toShares(scores);
  add(scores, right, -1);
}

function add(numbers: Float64Array, at: number, amount: number): void {
  numbers[at] = (numbers[at] ?? 0) + amount;
}

/** Puts rows into another order at each call, always the same ones: a linear congruential generator (Knuth, TAOCP 2, 3.2.1). */
function shuffler(): (rows: Row[]) => void {
  let state = SEED;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % limit;
  };
  return (rows) => {
    for (let at = rows.length - 1; at > 0; at -= 1) {
      const other = below(at + 1);
      const [one, two] = [rows[at], rows[other]];
      if (one !== undefined && two !== undefined) [rows[at], rows[other]] = [two, one];
    }
  };
}
