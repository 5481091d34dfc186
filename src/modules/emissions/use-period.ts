import { calendarDay, daysBetween } from "../../core/days.ts";
import { monthOfDay } from "../../core/financial-year.ts";
import { sharesOf } from "../../core/percent-shares.ts";
import { type Decimal, decimal, decimalText } from "../../core/quantity.ts";

/** Days on which something was used; ISO dates, both included. */
export interface UsePeriod {
  readonly start: string;
  readonly end: string;
}

/** The company's rule about a supplier by which a period was told: the version of the rule, and what it says in words. */
export interface RuleOfPeriod {
  readonly id: string;
  readonly says: string;
}

/** What was used on some days of a period, as its bill prints it. */
export interface MeasuredPart extends UsePeriod {
  /** Decimal text, not below zero. */
  readonly quantity: string;
  /** As printed; the same for all parts of a period. */
  readonly unit: string;
}

/** A period, and where it comes from when no field states it: the words of the line, or a rule about its supplier. */
export interface StatedPeriod extends UsePeriod {
  readonly words?: string;
  readonly rule?: RuleOfPeriod;
  /** What was used on its parts, in order; absent: the bill prints none. */
  readonly parts?: readonly MeasuredPart[];
  /** Whether its line is a subscription, which is used over its days whatever is done in them; absent: no. */
  readonly is_of_subscription?: boolean;
  /** Of what takes something back: how that is allocated. Absent: it is allocated by itself. */
  readonly as_counted?: CountedShares;
}

/** How something else is counted. */
export interface CountedShares {
  /** Of the months of its period, in order; null: by days. */
  readonly shares: readonly string[] | null;
  /** Whether it counts on the days of its period, or on the one day of its document; absent: as its category and words say. */
  readonly is_over_days?: boolean;
}

/** By what the share of a month was found where it is not by days, for formula, inputs and lineage. */
export interface ShareBasis {
  readonly by: "printed_parts" | "degree_days";
  /** What was multiplied, as text, for the inputs of the entry. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The same in a sentence. */
  readonly note: string;
}

/** The part of a period that lies in one calendar month (UTC). */
export interface UseSlice {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** Days of the whole period. */
  readonly period_days: number;
  /** Of the whole, decimal text with at most 6 decimals; the shares of a period add up to 1. */
  readonly share: string;
  /** Absent: by days. */
  readonly basis?: ShareBasis;
  /** Why days count though the company chose otherwise; absent: it did not. */
  readonly days_because?: string;
}

/** Ten years: a longer period is a misprint sooner than a contract, and a person says what it is. */
export const PERIOD_MONTHS_MAX = 120;

/** Decimals of a share. */
const SHARE_PLACES = 6;
const SHARE_UNITS = 10 ** SHARE_PLACES;

/**
 * What is used over the days of its period: energy and water, rent, leases, insurance, subscriptions and other services,
 * waste collected, journeys to work. Goods, fuel that is filled up, freight and travel belong to their day; a refrigerant
 * leaves the plant when it is topped up (GHG Protocol Corporate Standard, ch. 4: consistent period of the inventory).
 */
const USED_OVER_TIME = [
  "energy.stationary",
  "energy.process",
  "energy.electricity",
  "energy.heat",
  "energy.upstream",
  "purchases.services",
  "purchases.water",
  "leased_upstream",
  "waste.operations",
  "transport.commuting",
  "finance",
] as const;

/** A repair is done once, whenever its invoice says that it was, unless it is part of a subscription. */
const DONE_ONCE: ReadonlySet<string> = new Set(["purchases.services.repair", "purchases.services.car_repair"]);

/** Whether what a category holds is used over a period, so that it is allocated to the months of the period by days. */
export function isUsedOverTime(category_key: string): boolean {
  if (DONE_ONCE.has(category_key)) return false;
  return USED_OVER_TIME.some((group) => category_key.startsWith(`${group}.`));
}

/** Gas that comes by pipe is metered; every other fuel for heat and processes is bought on a day. */
const PIPED: ReadonlySet<string> = new Set(["energy.stationary.natural_gas", "energy.stationary.biogas"]);

/** Whether a category holds fuel that is delivered: where no period is stated it belongs to the day of its delivery. */
export function isDeliveredFuel(category_key: string): boolean {
  return category_key.startsWith("energy.stationary.") && !PIPED.has(category_key);
}

/**
 * Whether a line counts on the days of its period: its category is used over time, it is a subscription to what is else done once, or the
 * period is the one day on which goods were delivered or a journey was made. What takes something back does where that does.
 */
export function isAllocated(category_key: string, period: StatedPeriod | null | undefined): period is StatedPeriod {
  if (period == null) return false;
  if (period.as_counted?.is_over_days !== undefined) return period.as_counted.is_over_days;
  if (isUsedOverTime(category_key) || period.start === period.end) return true;
  return period.is_of_subscription === true && DONE_ONCE.has(category_key);
}

/** Why a period cannot be allocated; null: it can. */
export function periodDoubt({ start, end }: UsePeriod): string | null {
  if (end < start) return `The period ends (${end}) before it starts (${start}).`;
  if (monthOfDay(end) - monthOfDay(start) >= PERIOD_MONTHS_MAX) {
    return `The period ${start} to ${end} is longer than ${PERIOD_MONTHS_MAX} months.`;
  }
  return null;
}

/**
 * The months of a period with their shares by days. A share is rounded down to 6 decimals, and what is missing to 1 goes to the
 * largest remainders, the earlier month first: shares add up exactly, whatever the period.
 * @throws Error for a period that `periodDoubt` names
 */
export function monthlySlices(period: UsePeriod): UseSlice[] {
  const doubt = periodDoubt(period);
  if (doubt !== null) throw new Error(doubt);
  const months = monthsOf(period);
  const period_days = months.reduce((sum, { days }) => sum + days, 0);
  const floors = months.map(({ days }) => Math.floor((days * SHARE_UNITS) / period_days));
  const missing = SHARE_UNITS - floors.reduce((sum, floor) => sum + floor, 0);
  const raised = new Set(
    months
      .map(({ days }, index) => ({ index, remainder: (days * SHARE_UNITS) % period_days }))
      .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return months.map((month, index) => ({
    ...month,
    period_days,
    share: shareText((floors[index] ?? 0) + (raised.has(index) ? 1 : 0)),
  }));
}

/** Shares of slices by other weights than days, by the same rule; empty where the weights add up to zero. */
export function weightedShares(weights: readonly Decimal[]): string[] {
  return sharesOf(decimal(1), weights, SHARE_PLACES).map(decimalText);
}

/** A figure of the whole period as it falls on a slice. */
export function onSlice(whole: Decimal, slice: UseSlice | undefined): Decimal {
  return slice === undefined || slice.share === "1" ? whole : whole.times(slice.share);
}

function shareText(units: number): string {
  return decimalText(decimal(units).div(SHARE_UNITS));
}

function monthsOf({ start, end }: UsePeriod): { from: string; to: string; days: number }[] {
  const first = monthOfDay(start);
  return Array.from({ length: monthOfDay(end) - first + 1 }, (_, index) => {
    const month = first + index;
    const from = index === 0 ? start : dayOfMonth(month, 1);
    const to = month === monthOfDay(end) ? end : dayOfMonth(month + 1, 0);
    return { from, to, days: daysBetween(from, to) + 1 };
  });
}

/** Date.UTC takes a year of 0 for 1900. */
const MONTH_OF_1900 = 1900 * 12;

function dayOfMonth(ym: number, day: number): string {
  return calendarDay(new Date(Date.UTC(0, ym - MONTH_OF_1900, day)));
}
