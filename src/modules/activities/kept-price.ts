import type { ConversionStep } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import { advanceSteps } from "./advance-steps.ts";
import { daysStated } from "./credited-days.ts";
import type { SettledAdvance } from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";

/** Whether the price of a bill makes the quantity of an advance, by its steps. */
export function isPriced(steps: readonly ConversionStep[]): boolean {
  return steps.some(isPrice);
}

/**
 * How an advance is booked that has lost its price, or has another bill's now, because the bill that had it counts otherwise: where it counts
 * in a closed year it keeps the price until the year is restated. The very value given where it does not. Pure.
 */
export function withKeptPrice(
  advance: CurrentActivityRow,
  settled: SettledAdvance,
  closed: readonly YearDays[],
): SettledAdvance {
  const price = advanceSteps(advance).find(isPrice);
  const isStated = advance.stated?.quantity !== undefined || advance.stated?.unit_price !== undefined;
  if (price === undefined || isStated || settled.steps.some((step) => isPrice(step) && step.note === price.note)) {
    return settled;
  }
  const day = advance.transaction_date.slice(0, 10);
  const { start, end } = daysStated(advance) ?? { start: day, end: day };
  const isClosed = closed.some(({ from, to }) => start <= to && end >= from);
  return isClosed ? { ...settled, steps: [price, ...settled.steps.filter((step) => !isPrice(step))] } : settled;
}

function isPrice({ kind }: ConversionStep): boolean {
  return kind === "unit_price";
}
