import { lastDay, monthOfDay } from "../../core/financial-year.ts";
import { monthLabel } from "../../core/period.ts";
import { type Decimal, decimal, decimalSum, decimalText, roundedText } from "../../core/quantity.ts";
import { type CountedShares, type UseSlice, weightedShares } from "./use-period.ts";

/** How a company allocates its district heating, as it stated it. */
export interface HeatAllocation {
  /** Of the statement. */
  readonly id: string;
  /** Month number (year x 12 + month - 1) of the first month that is allocated by degree days. */
  readonly from_ym: number;
  /** Of the heat, percent that does not depend on the weather (hot water): it is allocated by days. Decimal text, 0 to 100. */
  readonly independent_percent: string;
  /** Heating degree days of months, by month number; decimal text, not below zero. */
  readonly degree_days: ReadonlyMap<number, string>;
  /** Who published them, and for which place. */
  readonly source: string;
}

/** What is heated by a network. Steam and cooling follow no heating degree days. */
export const ALLOCATED_HEAT = "energy.heat.district_heating";

/**
 * The months of a period of district heating by heating degree days, the part that does not depend on the weather by days. Months before the
 * first one of the choice keep their share by days, so that earlier years stay what they are. Where a month has no degree days stated, or
 * none of them has any, days count, and each month says why. Shares add up to 1 exactly. Pure.
 * @param slices of the whole period, by days
 */
export function byDegreeDays(slices: readonly UseSlice[], heat: HeatAllocation): readonly UseSlice[] {
  const chosen = slices.filter((slice) => monthOf(slice) >= heat.from_ym);
  if (chosen.length === 0 || slices.length === 1) return slices;
  const missing = chosen.filter((slice) => !heat.degree_days.has(monthOf(slice)));
  if (missing.length > 0) {
    const months = missing.map((slice) => monthLabel(monthOf(slice))).join(", ");
    return daysBecause(slices, heat, `none are stated for ${months}`);
  }
  const within = chosen.map((slice) => degreeDaysIn(slice, heat));
  const all = decimalSum(within);
  if (all.eq(0)) return daysBecause(slices, heat, "its months have none");
  const days = chosen.reduce((sum, slice) => sum + slice.days, 0);
  const independent = decimal(heat.independent_percent).div(100);
  const weights = slices.map((slice) => {
    const index = chosen.indexOf(slice);
    const ofDays = independent.times(slice.days);
    const dependent = decimal(days).minus(independent.times(days));
    return index === -1 ? decimal(slice.days) : ofDays.plus(dependent.times(within[index] ?? 0).div(all));
  });
  const shares = weightedShares(weights);
  return slices.map((slice, index) => {
    const ofMonth = within[chosen.indexOf(slice)];
    const share = shares[index] ?? "0";
    return ofMonth === undefined ? { ...slice, share } : { ...slice, share, basis: basisOf(ofMonth, all, heat) };
  });
}

/** The months of a period as something else is allocated to them; by days where that is, or where it has other months. Pure. */
export function byCountedShares(slices: readonly UseSlice[], { shares }: CountedShares): readonly UseSlice[] {
  if (shares?.length !== slices.length) return slices;
  const note = "Allocated to months as what it takes back.";
  return slices.map((slice, index) => ({
    ...slice,
    share: shares[index] ?? slice.share,
    basis: { by: "degree_days", inputs: { as_counted: true }, note },
  }));
}

/** A month that the period has in part has as many of its degree days as it has of its days. */
function degreeDaysIn(slice: UseSlice, { degree_days }: HeatAllocation): Decimal {
  const ym = monthOf(slice);
  const daysOfMonth = Number(lastDay(ym).slice(8));
  return decimal(degree_days.get(ym) ?? "0")
    .times(slice.days)
    .div(daysOfMonth);
}

function basisOf(ofMonth: Decimal, all: Decimal, heat: HeatAllocation): NonNullable<UseSlice["basis"]> {
  const { id, independent_percent, source } = heat;
  const degree_days = roundedText(decimalText(ofMonth));
  const of = roundedText(decimalText(all));
  return {
    by: "degree_days",
    inputs: { degree_days, of, independent_percent, heat_allocation_id: id, source },
    note: `The company allocates heat by degree days: ${degree_days} of ${of}, ${independent_percent} % by days; ${source}`,
  };
}

function daysBecause(slices: readonly UseSlice[], { from_ym }: HeatAllocation, why: string): readonly UseSlice[] {
  const days_because = `The company allocates heat by degree days, but ${why}: days count.`;
  return slices.map((slice) => (monthOf(slice) < from_ym ? slice : { ...slice, days_because }));
}

function monthOf({ from }: UseSlice): number {
  return monthOfDay(from);
}
