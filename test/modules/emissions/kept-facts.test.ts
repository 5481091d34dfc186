import { describe, expect, test } from "vitest";
import type { ConversionStep } from "../../../src/modules/emissions/calculation.ts";
import { countedShares, countedShareSteps, isSameAllocation } from "../../../src/modules/emissions/degree-day-steps.ts";

const period = { start: "2026-01-15", end: "2026-03-31", as_counted: { shares: ["0.5", "0.3", "0.2"] } };

describe("the shares by which a period was allocated by degree days", () => {
  test("are taken from the step that kept them, whatever its words are", () => {
    const [step] = countedShareSteps(period);
    expect(step?.note).toBe("Allocated by degree days: 2026-01 0.5, 2026-02 0.3, 2026-03 0.2");
    const worded = { ...step, note: "Fordelt efter graddage" } as ConversionStep;
    expect(countedShares([worded])).toEqual(period.as_counted);
  });

  test("are read from the words of steps that were stored before they kept any, and are the same", () => {
    const [step] = countedShareSteps(period);
    const { kept: _, ...stored } = step as ConversionStep;
    expect(countedShares([stored])).toEqual(period.as_counted);
    expect(isSameAllocation([stored], countedShareSteps(period))).toBe(true);
    const other = countedShareSteps({ ...period, as_counted: { shares: ["0.5", "0.2", "0.3"] } });
    expect(isSameAllocation([stored], other)).toBe(false);
    expect(isSameAllocation([stored], [])).toBe(false);
    expect(countedShares([])).toEqual({ shares: null });
  });
});
