import { monthOfDay } from "../../core/financial-year.ts";
import { monthLabel } from "../../core/period.ts";
import type { CountedShares, StatedPeriod } from "./use-period.ts";
import type { CalculatedEntry, CalculationResult, ConversionStep } from "./calculation.ts";

/**
 * The shares of a reading that was allocated by degree days, as a step that stays with it: another reading is told by it where degree days
 * were stated since. None for a reading by days.
 */
export function degreeDaySteps(result: CalculationResult | null): ConversionStep[] {
  if (result?.kind !== "calculated") return [];
  const main = result.entries.filter(({ is_upstream }) => !is_upstream);
  const [first] = main;
  const last = main.at(-1);
  if (first?.used === undefined || last?.used === undefined || !main.some(isByDegreeDays)) return [];
  const shares = main.map(({ inputs }) => String(inputs["share"]));
  return countedShareSteps({ start: first.used.from, end: last.used.to, as_counted: { shares } });
}

/** The same step of a period that is allocated as something else is; none where that is by days. */
export function countedShareSteps(period: StatedPeriod | null): ConversionStep[] {
  const { start = "", end = "", as_counted } = period ?? {};
  if (as_counted?.shares == null) return [];
  const months = as_counted.shares.map((share, index) => `${monthLabel(monthOfDay(start) + index)} ${share}`);
  const note = `${BY_DEGREE_DAYS}${months.join(", ")}`;
  return [{ kind: "allocation", from: start, to: end, factor: null, note, kept: { shares: as_counted.shares } }];
}

const BY_DEGREE_DAYS = "Allocated by degree days: ";

function isByDegreeDays({ inputs }: CalculatedEntry): boolean {
  const { allocation } = inputs as { readonly allocation?: { readonly by: string } };
  return allocation?.by === "degree_days";
}

/** The shares that `degreeDaySteps` kept, by which whatever takes the line back is allocated; null: by days. */
export function countedShares(steps: readonly ConversionStep[]): CountedShares {
  const step = steps.find(({ kind }) => kind === "allocation");
  return { shares: step === undefined ? null : (step.kept?.shares ?? sharesInWords(step.note)) };
}

/** Steps that were stored before they kept their shares tell them in words. */
function sharesInWords(note: string): string[] {
  return [...note.matchAll(/\d{4}-\d{2} (?<share>\S+?)(?:,|$)/g)].map(({ groups }) => groups?.["share"] ?? "0");
}

/** Whether two readings of a line have the same allocation by degree days, or none. */
export function isSameAllocation(one: readonly ConversionStep[], other: readonly ConversionStep[]): boolean {
  return JSON.stringify(allocationOf(one)) === JSON.stringify(allocationOf(other));
}

/** The days and shares of an allocation by degree days, to be compared; null: there is none. */
export function allocationOf(steps: readonly ConversionStep[]): readonly unknown[] | null {
  const step = steps.find(({ kind }) => kind === "allocation");
  return step === undefined ? null : [step.from, step.to, countedShares(steps).shares];
}
