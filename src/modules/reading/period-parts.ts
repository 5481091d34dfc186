import { plusDays } from "../../core/days.ts";
import { areAllOf, type Days } from "../../core/following-days.ts";
import { decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import { daysBetweenReadings } from "./between-readings.ts";

/** What was used on some days, as a bill prints it; ISO dates, both within; decimal text in the unit of its whole. */
export interface PeriodPart {
  readonly start: string;
  readonly end: string;
  readonly quantity: string;
}

/** How far the sum of the parts may be from the whole: parts are printed rounded. */
const TOLERANCE = 0.005;

/** Ten years of months: more parts than that are no months of a bill. */
const PARTS_MAX = 120;

/**
 * What a bill prints of the parts of its period, in order, where they are all of it: they follow one another from its first day to its
 * last, and add up to its quantity. A day on which one part ends and the next begins is that of the later one, the last one of the period's end
 * as well or not, unless it ends a month, as days between readings have it; or readings taken at the end of a day begin their part on the next.
 * Null: they are not all of it.
 * @param quantity decimal text
 */
export function partsOfPeriod(
  printed: readonly PeriodPart[],
  period: Days,
  quantity: string,
): readonly PeriodPart[] | null {
  if (printed.length < 2 || printed.length > PARTS_MAX || !isWhole(printed, quantity)) return null;
  const conventions = [asPrinted, betweenMonths, untilNext, untilMidnight, fromNextDay].map((days) => days(printed));
  return conventions.find((parts) => areAllOf(parts, period)) ?? null;
}

function isWhole(parts: readonly PeriodPart[], quantity: string): boolean {
  if (parts.some((part) => decimal(part.quantity).lt(0))) return false;
  const sum = decimalSum(parts.map((part) => part.quantity));
  return sum.gt(0) && sum.minus(quantity).abs().lte(decimal(quantity).abs().times(TOLERANCE));
}

/** By their first day; those of several meters on the same days are added. */
function asPrinted(printed: readonly PeriodPart[]): PeriodPart[] {
  const byDays = new Map<string, PeriodPart>();
  for (const part of printed) {
    const key = `${part.start} ${part.end}`;
    const before = byDays.get(key);
    const quantity = before === undefined ? part.quantity : decimalText(decimalSum([before.quantity, part.quantity]));
    byDays.set(key, { ...part, quantity });
  }
  return [...byDays.values()].toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

function betweenMonths(printed: readonly PeriodPart[]): PeriodPart[] {
  return untilNext(printed.map((part) => ({ ...part, ...daysBetweenReadings(part) })));
}

function untilNext(printed: readonly PeriodPart[]): PeriodPart[] {
  const parts = asPrinted(printed);
  return parts.map((part, index) =>
    parts[index + 1]?.start === part.end ? { ...part, end: plusDays(part.end, -1) } : part,
  );
}

function untilMidnight(printed: readonly PeriodPart[]): PeriodPart[] {
  return asPrinted(printed).map((part) => ({ ...part, end: plusDays(part.end, -1) }));
}

function fromNextDay(printed: readonly PeriodPart[]): PeriodPart[] {
  return asPrinted(printed).map((part) => ({ ...part, start: plusDays(part.start, 1) }));
}
