import { daysBetween, plusDays } from "../../core/days.ts";
import { decimal, decimalText, roundedText } from "../../core/quantity.ts";
import type { UsePeriod, UseSlice } from "./use-period.ts";

/**
 * The months of an advance without the days that a settlement counts. A month keeps its share of the whole, of which one that
 * is cut has as much as it has days left: quantity and money stay those of the whole advance. Pure.
 */
export function unsettledSlices(slices: readonly UseSlice[], settled: readonly UsePeriod[]): readonly UseSlice[] {
  if (settled.length === 0) return slices;
  return slices.flatMap((slice) => {
    const left = daysOf(slice).filter((day) => !isWithin(day, settled));
    const [from] = left;
    const to = left.at(-1);
    if (from === undefined || to === undefined) return [];
    const days = left.length;
    if (days === slice.days) return [slice];
    const share = roundedText(decimalText(decimal(slice.share).times(days).div(slice.days)));
    return [{ ...slice, ...cutBasis(slice, days), from, to, days, share }];
  });
}

/** What a month's share was found by is of the whole month; the part that is left of it is by days. */
function cutBasis({ basis, days: of }: UseSlice, days: number): Pick<UseSlice, "basis"> {
  return basis === undefined ? {} : { basis: { ...basis, inputs: { ...basis.inputs, month_days: { days, of } } } };
}

/** The days of a period that others cover, in order, those that touch joined; empty: none. Pure. */
export function settledDays({ start, end }: UsePeriod, others: readonly UsePeriod[]): readonly UsePeriod[] {
  const clipped = others
    .map((other) => ({ start: other.start > start ? other.start : start, end: other.end < end ? other.end : end }))
    .filter((other) => other.start <= other.end)
    .toSorted((one, other) => (one.start < other.start ? -1 : 1));
  const joined: UsePeriod[] = [];
  for (const next of clipped) {
    const last = joined.at(-1);
    if (last === undefined || next.start > plusDays(last.end, 1)) joined.push(next);
    else if (next.end > last.end) joined[joined.length - 1] = { start: last.start, end: next.end };
  }
  return joined;
}

/** Whether others cover every day of a period. Pure. */
export function isCovered(whole: UsePeriod, others: readonly UsePeriod[]): boolean {
  const [first] = settledDays(whole, others);
  return first?.start === whole.start && first.end === whole.end;
}

function daysOf({ from, to }: UseSlice): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => plusDays(from, index));
}

function isWithin(day: string, periods: readonly UsePeriod[]): boolean {
  return periods.some(({ start, end }) => start <= day && day <= end);
}
