import { type Example } from "./examples.ts";

/** Log odds by features. */
export interface Model {
  readonly base: number;
  readonly weights: ReadonlyMap<string, number>;
}

const PENALTY = 0.7;
/** A feature is used that so many lines of so many companies have. */
const LINES_MIN = 8;
const SETS_MIN = 3;
const STEPS = 30;

/** A logistic regression with a quadratic penalty, by Newton's method: how likely the first candidate is right. */
export function fitted(of: readonly Example[]): Model {
  const names = used(of);
  const place = new Map(names.map((name, at) => [name, at + 1]));
  const rows = of.map(({ features, is_right }) => ({
    on: [0, ...features.flatMap((feature) => place.get(feature) ?? [])],
    is_right,
  }));
  const size = names.length + 1;
  const weights: number[] = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -PENALTY * weight));
    const curvature: number[][] = weights.map((_, at) =>
      weights.map((__, other) => (at === other ? (at === 0 ? 1e-3 : PENALTY) : 0)),
    );
    for (const { on, is_right } of rows) {
      const share = 1 / (1 + Math.exp(-on.reduce((sum, at) => sum + (weights[at] ?? 0), 0)));
      for (const at of on) {
        gradient[at] = (gradient[at] ?? 0) + (is_right ? 1 : 0) - share;
        const line = curvature[at] ?? [];
        for (const other of on) line[other] = (line[other] ?? 0) + share * (1 - share);
      }
    }
    const change = solved(curvature, gradient);
    change.forEach((delta, at) => (weights[at] = (weights[at] ?? 0) + delta));
    if (Math.max(...change.map(Math.abs)) < 1e-6) break;
  }
  const round = (weight: number): number => Math.round(weight * 100) / 100;
  return {
    base: round(weights[0] ?? 0),
    weights: new Map(names.map((name, at) => [name, round(weights[at + 1] ?? 0)])),
  };
}

/** The share of lines with these features that is right. */
export function shareOf({ base, weights }: Model, features: readonly string[]): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), base)));
}

function used(of: readonly Example[]): string[] {
  const lines = new Map<string, number>();
  const sets = new Map<string, Set<string>>();
  for (const { set, features } of of) {
    for (const feature of features) {
      lines.set(feature, (lines.get(feature) ?? 0) + 1);
      sets.set(feature, (sets.get(feature) ?? new Set<string>()).add(set));
    }
  }
  return [...lines.keys()]
    .filter((feature) => (lines.get(feature) ?? 0) >= LINES_MIN && (sets.get(feature)?.size ?? 0) >= SETS_MIN)
    .toSorted();
}

/** Solves `matrix` x = `vector` by elimination; both are changed. */
function solved(matrix: number[][], vector: number[]): number[] {
  const size = vector.length;
  const at = (row: number, column: number): number => matrix[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = at(row, pivot) / at(pivot, pivot);
      if (factor === 0) continue;
      const target = matrix[row] ?? [];
      for (let column = pivot; column < size; column += 1)
        target[column] = at(row, column) - factor * at(pivot, column);
      vector[row] = (vector[row] ?? 0) - factor * (vector[pivot] ?? 0);
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = vector[row] ?? 0;
    for (let column = row + 1; column < size; column += 1) rest -= at(row, column) * (vector[column] ?? 0);
    vector[row] = rest / at(row, row);
  }
  return vector;
}
