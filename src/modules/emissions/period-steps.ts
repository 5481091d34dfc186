import type { ConversionStep } from "./calculation.ts";
import { countedShareSteps } from "./degree-day-steps.ts";
import { printedPartSteps } from "./printed-parts.ts";
import type { StatedPeriod } from "./use-period.ts";

/** What a credit note keeps of how the period of what it takes back is allocated: the printed parts of its bill, and its shares. */
export function takenPeriodSteps(period: StatedPeriod | null): ConversionStep[] {
  return [...printedPartSteps(period), ...countedShareSteps(period)];
}

/** The steps of a reading without those. */
export function withoutTakenPeriod(steps: readonly ConversionStep[]): ConversionStep[] {
  return steps.filter(({ kind }) => kind !== "printed_part" && kind !== "allocation");
}
