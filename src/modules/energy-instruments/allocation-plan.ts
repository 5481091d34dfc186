import { monthOfDay } from "../../core/financial-year.ts";
import { sharesOf } from "../../core/percent-shares.ts";
import { type Decimal, decimal, decimalSum, decimalText, OUTPUT_DECIMALS } from "../../core/quantity.ts";
import { INSTRUMENT_KINDS } from "./instrument-facts.ts";
import type { InstrumentNotice } from "./instrument-standing.ts";
import type { InstrumentRow } from "./store.ts";

/** kWh of an instrument that count in one month; decimal text. */
export interface PlannedPart {
  readonly instrument_id: string;
  readonly ym: number;
  readonly kwh: string;
}

/** An instrument that can be allocated, with what other years leave of it, kWh. */
export interface Available {
  readonly row: InstrumentRow;
  readonly left_kwh: Decimal;
}

/** An instrument of the market and year, and what becomes of it. */
export interface ConsideredInstrument extends Available {
  /** Why nothing of it is allocated; empty: it can be. */
  readonly reasons: readonly InstrumentNotice[];
}

/** kWh that were consumed, by month number; months without consumption are missing. */
export type KwhByMonth = ReadonlyMap<number, Decimal>;

/** The months of a calendar year, as month numbers. */
export function monthsOfYear(year: number): number[] {
  return Array.from({ length: 12 }, (_, month) => year * 12 + month);
}

/** First and last month of the consumption that an instrument is used for, as month numbers. */
export function servedMonths({ serves_from, serves_to }: Pick<InstrumentRow, "serves_from" | "serves_to">) {
  return { from_ym: monthOfDay(serves_from), to_ym: monthOfDay(serves_to) };
}

/**
 * What is proposed for a calendar year: certificates first, then contracts, then supplier products (Scope 2 Guidance, table 6.3), of each
 * the oldest first; of each what it holds, pro rata by kWh over the months that it serves, of other years too, so that two years see
 * the same split. A month gets no more than it consumed. kWh with 6 decimals; pure.
 */
export function proposedParts(instruments: readonly Available[], consumed: KwhByMonth, year: number): PlannedPart[] {
  const open = new Map(monthsOfYear(year).map((ym) => [ym, positive(consumed.get(ym))]));
  const parts: PlannedPart[] = [];
  for (const { row, left_kwh } of instruments.toSorted(inOrder)) {
    const { from_ym, to_ym } = servedMonths(row);
    const isServed = (ym: number) => from_ym <= ym && ym <= to_ym;
    const months = [...open].filter(([ym]) => isServed(ym));
    const all = decimalSum([...consumed].filter(([ym]) => isServed(ym)).map(([, kwh]) => positive(kwh)));
    const own = decimalSum(months.map(([ym]) => positive(consumed.get(ym))));
    const uncovered = decimalSum(months.map(([, kwh]) => kwh));
    if (all.eq(0) || uncovered.lte(0)) continue;
    const quota = decimal(row.facts.mwh).times(1000).times(own).div(all);
    const kwh = least(quota, left_kwh, uncovered).round(OUTPUT_DECIMALS, 0);
    if (kwh.lte(0)) continue;
    const shares = sharesOf(
      kwh,
      months.map(([, weight]) => weight),
      OUTPUT_DECIMALS,
    );
    for (const [index, [ym, before]] of months.entries()) {
      const share = shares[index] ?? decimal(0);
      // What is left over by rounding never takes more than there is.
      const taken = least(share, before);
      if (taken.lte(0)) continue;
      open.set(ym, before.minus(taken));
      parts.push({ instrument_id: row.id, ym, kwh: decimalText(taken) });
    }
  }
  return parts;
}

/** Sum of kWh of the parts that meet a condition. */
export function plannedKwh(parts: readonly PlannedPart[], isMeant: (part: PlannedPart) => boolean): Decimal {
  return decimalSum(parts.filter(isMeant).map(({ kwh }) => kwh));
}

function positive(kwh: Decimal | undefined): Decimal {
  return kwh === undefined || kwh.lt(0) ? decimal(0) : kwh;
}

function least(...values: readonly Decimal[]): Decimal {
  return values.reduce((smallest, value) => (value.lt(smallest) ? value : smallest));
}

function inOrder({ row: one }: Available, { row: other }: Available): number {
  return (
    INSTRUMENT_KINDS.indexOf(one.kind) - INSTRUMENT_KINDS.indexOf(other.kind) ||
    one.created_at.localeCompare(other.created_at) ||
    one.id.localeCompare(other.id)
  );
}
