/**
 * Fits the weights of `lexicon/reliability-weights.ts` to the labelled sets, and tells how right they are for books they were not
 * fitted to: each company is foretold by weights of the others. `npx tsx scripts/fit-categories.ts [--write]`
 *
 * Logistic regression with a quadratic penalty, by Newton's method. A feature is used that `LINES_MIN` lines of `SETS_MIN` companies have.
 */
import { writeFileSync } from "node:fs";
import { categorizationTables } from "../src/modules/categorization/index.ts";
import { lexicalCandidates, readText } from "../src/modules/categorization/evidence.ts";
import { featuresOf } from "../src/modules/categorization/features.ts";
import { vetoOf } from "../src/modules/categorization/vetoes.ts";
import { agreementOf, witnessesOf } from "../src/modules/categorization/witnesses.ts";
import { inputOf, measuredSet, SET_NAMES, UNSEEN_SETS, wilsonLowerBound } from "../test/support/labelled-sets.ts";

/** Sets that nobody has seen stay so. */
const FITTED_SETS = SET_NAMES.filter((set) => !UNSEEN_SETS.includes(set));
const PENALTY = 0.7;
const LINES_MIN = 8;
const SETS_MIN = 3;
const STEPS = 30;

interface Example {
  readonly set: string;
  /** Whether two witnesses agree on it: what does not may never be taken. */
  readonly is_agreed: boolean;
  readonly features: readonly string[];
  readonly is_right: boolean;
}

interface Model {
  readonly base: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** Of the lines that words decide: examples of those that may be taken, and how many others wait or are left out. */
function examples(): {
  readonly examples: Example[];
  readonly excluded: number;
  readonly excluded_right: number;
  readonly lines: number;
} {
  const tables = categorizationTables();
  const found: Example[] = [];
  let [excluded, excludedRight, lines] = [0, 0, 0];
  for (const set of FITTED_SETS) {
    for (const { row, decision, right, isRight } of measuredSet(set)) {
      lines += 1;
      const [top] = decision.candidates;
      if (decision.status === "excluded") {
        excluded += 1;
        if (isRight) excludedRight += 1;
      } else if (top !== undefined) {
        const input = inputOf(set, row);
        const text = readText(input, tables);
        const reading = { text, evidence: lexicalCandidates(input, text, tables) };
        if (vetoOf(top, input, reading) !== null) continue;
        const witnesses = witnessesOf(top, input, reading);
        const agreement = agreementOf(witnesses, top.category_key);
        found.push({
          set,
          is_agreed: agreement !== null,
          features: featuresOf(top, witnesses, agreement),
          is_right: right.has(top.category_key),
        });
      }
    }
  }
  return { examples: found, excluded, excluded_right: excludedRight, lines };
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

function fitted(of: readonly Example[]): Model {
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

function shareOf({ base, weights }: Model, features: readonly string[]): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), base)));
}

const all = examples();
const foretold = FITTED_SETS.flatMap((set) => {
  const model = fitted(all.examples.filter((example) => example.set !== set));
  return all.examples.flatMap((example) =>
    example.set === set ? [{ ...example, share: shareOf(model, example.features) }] : [],
  );
});
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
console.log(
  "Each company by weights of the others\n\n| Taken from | Taken | Right of those | Wilson, lower |\n|---|---|---|---|",
);
function tell(what: string, taken: readonly Example[]): void {
  const right = taken.filter(({ is_right }) => is_right).length + all.excluded_right;
  const count = taken.length + all.excluded;
  console.log(
    `| ${what} | ${percent(count, all.lines)} | ${percent(right, count)} | ${percent(wilsonLowerBound(right, count), 1)} |`,
  );
}
for (const from of [0, 0.9, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.99]) {
  tell(
    String(from),
    foretold.filter(({ share, is_agreed }) => is_agreed && share >= from),
  );
}
console.log("\n| Foretold | Lines | Right |\n|---|---|---|");
const bounds = [0, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01];
bounds.slice(1).forEach((to, at) => {
  const from = bounds[at] ?? 0;
  const band = foretold.filter(({ share }) => share >= from && share < to);
  console.log(
    `| ${from} to ${Math.min(1, to)} | ${band.length} | ${percent(band.filter(({ is_right }) => is_right).length, band.length)} |`,
  );
});

if (process.argv.includes("--write")) {
  const { base, weights } = fitted(all.examples);
  const entries = [...weights]
    .filter(([, weight]) => weight !== 0)
    .map(([name, weight]) => `  ${JSON.stringify(name)}: ${weight},`);
  writeFileSync(
    new URL("../src/modules/categorization/lexicon/reliability-weights.ts", import.meta.url),
    `/**
 * Weights of features.ts in the log odds that the first candidate is right, fitted by scripts/fit-categories.ts to the labelled lines of
 * fourteen companies (test/modules/categorization/sets). Generated; not to be changed by hand.
 */
export const BASE = ${base};
export const WEIGHTS: Readonly<Record<string, number>> = {
${entries.join("\n")}
};
`,
  );
}
