import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/core/catalog.ts";
import { plusDays } from "../../../src/core/days.ts";
import { exchangedAmount } from "../../../src/core/exchanged-amount.ts";
import { shippedCatalog } from "../../support/catalog.ts";
import { wrongs } from "./counted-once.ts";
import { hardCase } from "./drawn-hard-purchases.ts";
import { Draw, type DrawnCase, plainCase, SUPPLIERS } from "./drawn-purchases.ts";
import { HARD_SHAPES, type HardShape, PLAIN_SHAPES, type PlainShape, SETTLED_SHARE } from "./purchase-shapes.ts";
import { type Outcome, RegisterInMemory } from "./register-in-memory.ts";
import { documentOf, type ToldRow } from "./told-rows.ts";

let catalog: Catalog;
beforeAll(async () => {
  catalog = await shippedCatalog();
});

const RUNS = 1_800;
const SEEDS = [20261125, 7, 4711];
const PLAIN = Object.keys(PLAIN_SHAPES) as PlainShape[];
const HARD = Object.keys(HARD_SHAPES) as HardShape[];
/** What the bank tells of long before: nothing else lies in its first 60 days. */
const LONG_AGO: ToldRow = { name: "longago", kind: "bank", supplier: "visa butik", gross: 1_000, date: "2025-01-02" };

function drawn(seed: number, isHard: boolean): { readonly draw: Draw; readonly cases: readonly DrawnCase[] } {
  const draw = new Draw(seed);
  const suppliers = draw.shuffled(SUPPLIERS);
  const rateOf = (currency: string, day: string) =>
    Number(exchangedAmount({ value: "1", currency }, { currency: "DKK", day }, catalog)?.toString() ?? 1);
  const hard = (supplier: string) => {
    const day = plusDays("2026-03-01", draw.whole(0, 120));
    return hardCase(draw.one(HARD), { draw, at: "h", supplier, day, gross: draw.whole(400, 40_000) * 25, rateOf });
  };
  const plain = (at: string, supplier: string) => plainCase(draw.one(PLAIN), draw, at, supplier);
  const [first = "", second = ""] = suppliers;
  const isPlain = !isHard || draw.chance(0.15);
  const main = isPlain ? plain("p", first) : hard(first);
  // Where the bank begins with the payment in question nothing lies before it.
  const hasSecond = main.shape !== "opening_balance" && draw.chance(0.3);
  return { draw, cases: [main, ...(hasSecond ? [plain("q", second)] : [])] };
}

/** Rows as files: some of one source together, in some order, split over uploads that are recorded one after the other. */
async function recorded({ draw, cases }: ReturnType<typeof drawn>): Promise<(name: string) => Outcome> {
  const register = new RegisterInMemory(catalog);
  const isOpening = cases.some(({ shape }) => shape === "opening_balance");
  if (!isOpening) await register.record([documentOf([LONG_AGO])]);
  const rows = cases.flatMap((one) => one.rows);
  const files: ToldRow[][] = rows.filter(({ kind }) => kind === "invoice" || kind === "credit").map((row) => [row]);
  for (const kind of ["ledger", "bank"] as const) {
    const ofKind = draw.shuffled(rows.filter((row) => row.kind === kind));
    const split = draw.whole(0, ofKind.length);
    files.push(ofKind.slice(0, split), ofKind.slice(split));
  }
  for (const file of draw.shuffled(files.filter(({ length }) => length > 0))) await register.record([documentOf(file)]);
  return (name) => register.outcome(name);
}

interface Tally {
  readonly shapes: Map<string, number>;
  readonly asked: Map<string, number>;
  cases: number;
  settled: number;
}

async function check(seed: number, isHard: boolean, tally: Tally): Promise<void> {
  const world = drawn(seed, isHard);
  const outcome = await recorded(world);
  expect(world.cases.flatMap((one) => wrongs(one, outcome))).toEqual([]);
  for (const { shape, rows } of world.cases) {
    const isAsked = rows.some(({ name }) => outcome(name) === "waits");
    tally.cases += 1;
    tally.settled += isAsked ? 0 : 1;
    tally.shapes.set(shape, (tally.shapes.get(shape) ?? 0) + 1);
    if (isAsked) tally.asked.set(shape, (tally.asked.get(shape) ?? 0) + 1);
  }
}

describe("purchases that several sources tell of, in any order, over several uploads", () => {
  test.each(SEEDS.flatMap((seed) => [["plain", seed] as const, ["hard", seed] as const]))(
    "%s mix of seed %i: nothing is counted twice or swallowed, and most settles without a question",
    async (mix, seed) => {
      const tally: Tally = { shapes: new Map(), asked: new Map(), cases: 0, settled: 0 };
      const isHard = mix === "hard";
      await fc.assert(
        fc.asyncProperty(fc.nat(2 ** 31 - 1), async (drawnSeed) => check(drawnSeed, isHard, tally)),
        { numRuns: RUNS, seed },
      );
      process.stdout.write(
        `${mix} mix, seed ${seed}: ${tally.cases} cases, ${((100 * tally.settled) / tally.cases).toFixed(1)} % settled; asked: ` +
          `${[...tally.asked].map(([shape, count]) => `${shape} ${count}/${tally.shapes.get(shape) ?? 0}`).join(", ")}\n`,
      );
      for (const [shape, least] of Object.entries(isHard ? HARD_SHAPES : PLAIN_SHAPES)) {
        expect((tally.shapes.get(shape) ?? 0) / tally.cases, shape).toBeGreaterThanOrEqual(least);
      }
      expect(tally.settled / tally.cases).toBeGreaterThanOrEqual(SETTLED_SHARE[mix]);
    },
    300_000,
  );
});
