import { describe, expect, test } from "vitest";
import { decimal, roundedNumber } from "../../../src/core/quantity.ts";
import { annuity, ranks, tiltagCost, type TiltagTerms } from "../../../src/modules/scenarios/tiltag-cost.ts";

/** The worked case: 100,000 DKK over 10 years at 4 %, 2,000 to run, 20,000 saved, 12 t CO2e a year. */
const CASE: TiltagTerms = {
  capex_dkk: "100000",
  annual_opex_dkk: "2000",
  annual_savings_dkk: "20000",
  lifetime_years: 10,
  discount_rate_pct: "4",
};

const cost = (terms: Partial<TiltagTerms>, kg: string | null = "12000") => {
  const result = tiltagCost({ ...CASE, ...terms }, kg === null ? null : decimal(kg));
  const number = (value: typeof result.npv_dkk) => (value === null ? null : roundedNumber(value));
  return [number(result.abatement_cost_dkk_per_tonne), number(result.payback_years), number(result.npv_dkk)] as const;
};

describe("the cost of a tiltag", () => {
  test("is the annuity of the investment plus running cost less savings, per tonne: -472.58 DKK/t in the worked case", () => {
    const [perTonne, payback, npv] = cost({});
    expect(perTonne?.toFixed(2)).toBe("-472.58");
    expect(payback).toBe(5.555556);
    // 18,000 a year for ten years at 4 % are worth 145,996.12 today.
    expect(npv?.toFixed(2)).toBe("45996.12");
  });

  test("the annuity at 4 % over 10 years is the 0.1232909 of interest tables, and 1/n without interest", () => {
    expect(annuity("4", 10).toFixed(7)).toBe("0.1232909");
    expect(annuity("0", 8).toFixed()).toBe("0.125");
    expect(annuity("7.25", 1).toFixed()).toBe("1.0725");
  });

  test("without interest is the plain sum", () => {
    expect(cost({ discount_rate_pct: "0" })).toEqual([roundedNumber(decimal(-8000).div(12)), 5.555556, 80000]);
  });

  test("has no cost per tonne without a reduction, no payback without gain, no present value without a lifetime", () => {
    expect(cost({}, null)[0]).toBeNull();
    expect(cost({}, "0")[0]).toBeNull();
    expect(cost({ annual_savings_dkk: "2000" })[1]).toBeNull();
    expect(cost({ capex_dkk: "0", lifetime_years: null })).toEqual([-1500, 0, null]);
    expect(cost({ capex_dkk: "0", annual_savings_dkk: "0" })[1]).toBeNull();
  });
});

test("the cheapest tonne has rank 1, equal ones keep their order, unknown ones have none", () => {
  const given = ["10", "-5", null, "10"].map((value) => (value === null ? null : decimal(value)));
  expect(ranks(given)).toEqual([2, 1, null, 3]);
});

test("a cost is unknown where an answer shows no reduction or no saving: what is divided by it is no figure", () => {
  const tiny = `0.${"0".repeat(299)}1`;
  expect(cost({}, tiny)[0]).toBeNull();
  expect(cost({ annual_opex_dkk: "0", annual_savings_dkk: tiny })[1]).toBeNull();
});
