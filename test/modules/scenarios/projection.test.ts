import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimal } from "../../../src/core/quantity.ts";
import { doublyUsed } from "../../../src/modules/scenarios/double-use.ts";
import { project, type Reduction } from "../../../src/modules/scenarios/projection.ts";

const TERMS = { base_year: 2025, target_year: 2028, growth_pct: "0" };
const BASE = [
  { category_key: "energy.electricity.grid_dk", kg: decimal(600) },
  { category_key: "energy.heat.district_heating", kg: decimal(400) },
  { category_key: "transport.own.diesel", kg: decimal(1000) },
];

function reduction(given: Partial<Reduction>): Reduction {
  return {
    category_id: null,
    reduction_kg: null,
    reduction_pct: null,
    start_year: 2026,
    lifetime_years: null,
    ...given,
  };
}

const line = (reductions: readonly Reduction[], terms: Partial<typeof TERMS> = {}) =>
  project({ ...TERMS, ...terms }, BASE, reductions).map(({ with_tiltag_kg }) => Number(with_tiltag_kg));

describe("a projection", () => {
  test("grows the base year by the same percentage every year", () => {
    const years = project({ ...TERMS, growth_pct: "10" }, BASE, []);
    expect(years.map(({ year, baseline_kg }) => [year, Number(baseline_kg)])).toEqual([
      [2025, 2000],
      [2026, 2200],
      [2027, 2420],
      [2028, 2662],
    ]);
  });

  test("takes a percentage of what the tiltag before it left, not of the start", () => {
    const half = reduction({ category_id: "energy", reduction_pct: "50" });
    expect(line([half, half])).toEqual([2000, 1250, 1250, 1250]);
  });

  test("stacks in order: an amount first or a percentage first make a difference", () => {
    const amount = reduction({ category_id: "energy", reduction_kg: "500" });
    const half = reduction({ category_id: "energy", reduction_pct: "50" });
    expect(line([amount, half]).at(-1)).toBe(1250);
    expect(line([half, amount]).at(-1)).toBe(1000);
  });

  test("begins with the start year and ends with the lifetime", () => {
    expect(line([reduction({ reduction_kg: "100", start_year: 2026, lifetime_years: 2 })])).toEqual([
      2000, 1900, 1900, 2000,
    ]);
  });

  test("an amount above categories is taken from each in proportion", () => {
    const above = reduction({ category_id: "energy", reduction_kg: "500" });
    const below = reduction({ category_id: "energy.electricity.grid_dk", reduction_pct: "100" });
    expect(line([above, below]).at(-1)).toBe(1200);
  });

  test("never goes below zero, and a category below zero has nothing to take", () => {
    const all = reduction({ category_id: "energy", reduction_kg: "99999" });
    expect(line([all]).at(-1)).toBe(1000);
    const credited = [...BASE, { category_key: "energy.stationary.biogas", kg: decimal(-50) }];
    const [, year] = project(TERMS, credited, [all]);
    expect([Number(year?.with_tiltag_kg), Number(year?.effects[0]?.taken_kg)]).toEqual([950, 1000]);
  });

  test("what is taken adds up: baseline less effects is what remains, for any stack", () => {
    const category_id = fc.constantFrom(null, "energy", "energy.electricity", "energy.heat.district_heating", "waste");
    const kg = fc.integer({ min: 1, max: 3000 }).map((value) => reduction({ reduction_kg: String(value) }));
    const pct = fc.integer({ min: 1, max: 100 }).map((value) => reduction({ reduction_pct: String(value) }));
    const one = fc.tuple(fc.oneof(kg, pct), category_id, fc.integer({ min: 2026, max: 2028 }));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), fc.integer({ min: -20, max: 20 }), (stack, growth) => {
        const reductions = stack.map(([taken, category, start_year]) => ({
          ...taken,
          category_id: category,
          start_year,
        }));
        for (const year of project({ ...TERMS, growth_pct: String(growth) }, BASE, reductions)) {
          const taken = year.effects.reduce((sum, effect) => sum.plus(effect.taken_kg), decimal(0));
          const gap = year.baseline_kg.minus(taken).minus(year.with_tiltag_kg).abs();
          expect(gap.lt("1e-15")).toBe(true);
          expect(year.with_tiltag_kg.gte("-1e-15")).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("figures keep 24 decimals however many shares of shares and years of growth went into them", () => {
    const base = Array.from({ length: 60 }, (_, at) => ({ category_key: `c.${at}`, kg: decimal("12345.678901") }));
    const stack = Array.from({ length: 20 }, (_, at) =>
      reduction({ category_id: at % 2 === 0 ? `c.${at}` : null, reduction_pct: "1.2345" }),
    );
    const last = project({ base_year: 2025, target_year: 2075, growth_pct: "1.2345" }, base, stack).at(-1);
    expect(last?.year).toBe(2075);
    expect(last?.with_tiltag_kg.toFixed().split(".")[1]?.length).toBeLessThanOrEqual(24);
  });
});

describe("double use", () => {
  const used = (stack: readonly Reduction[], added: Reduction, terms: Partial<typeof TERMS> = {}) =>
    doublyUsed({ ...TERMS, ...terms }, BASE, stack, added);

  test("is an amount that other tiltag leave too little for, named with year and rest", () => {
    const first = reduction({ category_id: "energy", reduction_kg: "800", start_year: 2027 });
    const second = reduction({ category_id: "energy", reduction_kg: "201" });
    expect(used([first], second)).toEqual({ year: 2027, available_kg: "200" });
    expect(used([first], { ...second, reduction_kg: "200" })).toBeNull();
    expect(used([first], { ...second, lifetime_years: 1 })).toBeNull();
  });

  test("is seen when a shrinking business leaves too little later", () => {
    const added = reduction({ category_id: "energy", reduction_kg: "900" });
    expect(used([], added, { growth_pct: "-6" })).toEqual({ year: 2027, available_kg: "883.6" });
  });

  test("a percentage never is, nor anything that cannot be known", () => {
    expect(used([reduction({ reduction_pct: "100" })], reduction({ reduction_pct: "100" }))).toBeNull();
    expect(doublyUsed(TERMS, [], [], reduction({ reduction_kg: "1" }))).toBeNull();
  });
});
