import { describe, expect, test } from "vitest";
import type { YearSums } from "../../../src/modules/emissions/index.ts";
import {
  expectedEmissions,
  targetEmissions,
  targetProgress,
  targetStatus,
  type TargetTerms,
} from "../../../src/modules/targets/target-progress.ts";

const TERMS: TargetTerms = {
  scope: "1+2",
  category: null,
  target_type: "absolute",
  scope2_method: "market_based",
  baseline_year: 2020,
  baseline_emissions: "1000",
  target_year: 2030,
  target_reduction_percent: "50",
};

function sums(year: number, kg: string, given: Partial<YearSums> = {}): YearSums {
  const figures = { market_based_kg: kg, location_based_kg: kg, biogenic_co2_kg: "0", month_mask: 0xfff };
  return { year, scope: 1, category_key: "energy.stationary.natural_gas", ...figures, ...given };
}

/** Progress of an absolute target in a year. */
const progressIn = (this_year: number, terms: TargetTerms, rows: readonly YearSums[]) =>
  targetProgress(terms, rows, { this_year, metric_values: new Map() });

describe("the line", () => {
  test("falls in equal yearly steps from the base to the target and stays at its ends", () => {
    const line = [2019, 2020, 2021, 2025, 2029, 2030, 2031].map((year) => Number(expectedEmissions(TERMS, year)));
    expect(line).toEqual([1000, 1000, 950, 750, 550, 500, 500]);
    expect(Number(targetEmissions({ ...TERMS, target_reduction_percent: "100" }))).toBe(0);
  });
});

describe("progress", () => {
  test("compares the newest year that is over with the line", () => {
    const progress = progressIn(2025, TERMS, [sums(2023, "900"), sums(2024, "760"), sums(2025, "1")]);
    expect(progress).toEqual({
      current_year: 2024,
      months_with_data: 12,
      current_kg: 760,
      expected_kg: 800,
      achieved_pct: 48,
      on_track: true,
      annual_reduction_needed_pct: 4.333333,
    });
    expect(targetStatus(progress, TERMS)).toBe("on_track");
  });

  test("is on track exactly on the line and off track a gram above it", () => {
    const at = (kg: string) => progressIn(2025, TERMS, [sums(2024, kg)])?.on_track;
    expect([at("800"), at("800.001")]).toEqual([true, false]);
  });

  test("is negative after a rise", () => {
    expect(progressIn(2025, TERMS, [sums(2024, "1100")])).toMatchObject({ achieved_pct: -20, on_track: false });
  });

  test("counts the target's scopes, category and scope 2 method only", () => {
    const rows = [
      sums(2024, "100"),
      sums(2024, "40", { scope: 2, category_key: "energy.electricity.grid_dk", location_based_kg: "70" }),
      sums(2024, "5000", { scope: 3, category_key: "purchases.materials.wood" }),
    ];
    const kg = (terms: Partial<TargetTerms>) => progressIn(2025, { ...TERMS, ...terms }, rows)?.current_kg;
    expect(kg({})).toBe(140);
    expect(kg({ scope2_method: "location_based" })).toBe(170);
    expect(kg({ scope: "2" })).toBe(40);
    expect(kg({ scope: "all" })).toBe(5140);
    expect(kg({ scope: "all", category: "energy" })).toBe(140);
    expect(kg({ scope: "all", category: "energy.electricity.grid_dk" })).toBe(40);
    // A key that merely begins with the same letters is another category.
    expect(kg({ scope: "all", category: "energy.electricity.grid" })).toBe(0);
  });

  test("a year without entries of the category, in a company that has entries, counts as zero", () => {
    expect(progressIn(2025, { ...TERMS, scope: "3" }, [sums(2024, "100")])?.current_kg).toBe(0);
  });

  test("does not exist before a year is over, and never for years before the base", () => {
    expect(progressIn(2025, TERMS, [sums(2019, "1"), sums(2025, "1")])).toBeNull();
    expect(targetStatus(null, TERMS)).toBe("no_data");
  });

  test("of an intensity target is per unit of its metric: 760,000 kg / 1000 units = 760 kg a unit", () => {
    const terms: TargetTerms = { ...TERMS, target_type: "intensity" };
    const rows = [sums(2023, "900000"), sums(2024, "760000")];
    const given = (values: [number, string][]) =>
      targetProgress(terms, rows, { this_year: 2025, metric_values: new Map(values) });
    expect(given([[2024, "1000"]])).toMatchObject({
      current_year: 2024,
      current_kg: 760,
      expected_kg: 800,
      on_track: true,
    });
    expect(given([[2024, "949.9"]])).toMatchObject({ current_kg: 800.084219, on_track: false });
    // Without a value of its own a year is not judged, whatever another year's is.
    expect(given([[2023, "1000"]])).toMatchObject({ current_year: 2023, current_kg: 900, expected_kg: 850 });
    expect(given([])).toBeNull();
    expect(given([[2025, "1000"]])).toBeNull();
  });

  test("is judged at the target year for good: achieved or missed", () => {
    const judged = (kg: string) => {
      const progress = progressIn(2033, TERMS, [sums(2030, kg), sums(2031, "9999")]);
      return [progress?.current_year, targetStatus(progress, TERMS), progress?.annual_reduction_needed_pct];
    };
    expect(judged("500")).toEqual([2030, "achieved", 0]);
    expect(judged("501")).toEqual([2030, "missed", 0]);
  });

  test("tells how many months the year has entries in", () => {
    const rows = [sums(2024, "1", { month_mask: 0b11 }), sums(2024, "1", { scope: 3, month_mask: 0b110 })];
    expect(progressIn(2025, TERMS, rows)?.months_with_data).toBe(3);
  });
});
