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
  const shares = main.map(({ used, inputs }) => `${used?.to.slice(0, 7) ?? ""} ${String(inputs["share"])}`);
  const note = `Allocated by degree days: ${shares.join(", ")}`;
  return [{ kind: "allocation", from: first.used.from, to: last.used.to, factor: null, note }];
}

function isByDegreeDays({ inputs }: CalculatedEntry): boolean {
  const { allocation } = inputs as { readonly allocation?: { readonly by: string } };
  return allocation?.by === "degree_days";
}

/** Whether two readings of a line have the same allocation by degree days, or none. */
export function isSameAllocation(one: readonly ConversionStep[], other: readonly ConversionStep[]): boolean {
  const noteOf = (steps: readonly ConversionStep[]) => steps.find(({ kind }) => kind === "allocation")?.note;
  return noteOf(one) === noteOf(other);
}
