import { monthOfDay } from "../../core/financial-year.ts";
import { type Decimal, decimal, decimalText } from "../../core/quantity.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { Counted } from "./store-closed-years.ts";
import { ZERO_DEPARTMENT_ID } from "./store-rollups.ts";

/**
 * Why a closed year would change: a document that arrived, a credit note, an invoice that takes a purchase over, a settlement of
 * advances, what a person decided about a line that the year counts, what a person recorded.
 */
export const RESTATEMENT_CAUSES = [
  "document",
  "credit_note",
  "purchase",
  "settlement",
  "correction",
  "record",
] as const;
export type RestatementCause = (typeof RESTATEMENT_CAUSES)[number];

/** The reading of a line that would change a closed year. */
export interface RestatingLine {
  readonly activity_split_id: string;
  readonly activity_id: string;
  readonly cause: RestatementCause;
}

/** A row of pending_restatements as it is inserted; decimals as text, kg CO2e; see monthNumber for `ym`. */
export interface PendingFigure extends RestatingLine {
  readonly ym: number;
  readonly scope: number;
  /** 0: none. */
  readonly scope3_category: number;
  readonly category_key: string;
  readonly department_id: string;
  readonly market_based_before_kg: string;
  readonly market_based_after_kg: string;
  readonly location_based_before_kg: string;
  readonly location_based_after_kg: string;
  /** kg of CO2, which is in no scope. */
  readonly biogenic_co2_before_kg: string;
  readonly biogenic_co2_after_kg: string;
}

/** Whether an entry is counted on a day of one of the years; `transaction_date` is an ISO date or moment (UTC). */
export function isInYears(
  { transaction_date }: Pick<Counted, "transaction_date">,
  years: readonly YearDays[],
): boolean {
  const day = transaction_date.slice(0, 10);
  return years.some(({ from, to }) => from <= day && day <= to);
}

/**
 * What a line would change in closed years, by month, scope, category and department; where nothing differs there is no row.
 * Pure.
 */
export function pendingFigures(
  line: RestatingLine,
  { before, after }: { readonly before: readonly Counted[]; readonly after: readonly Counted[] },
  closed: readonly YearDays[],
): PendingFigure[] {
  return pendingCells(line, { before, after }, closed).filter(isChanged);
}

/** The same with what is equal before and after, of a line that takes the place of others which count as much. Pure. */
export function pendingCells(
  line: RestatingLine,
  { before, after }: { readonly before: readonly Counted[]; readonly after: readonly Counted[] },
  closed: readonly YearDays[],
): PendingFigure[] {
  const cells = new Map<string, Cell>();
  const add = (entry: Counted, side: "before" | "after") => {
    if (!isInYears(entry, closed)) return;
    const dimensions = dimensionsOf(entry);
    const key = JSON.stringify(dimensions);
    const cell = cells.get(key) ?? { dimensions, before: NOTHING, after: NOTHING };
    cells.set(key, { ...cell, [side]: plus(cell[side], entry) });
  };
  for (const entry of before) add(entry, "before");
  for (const entry of after) add(entry, "after");
  return [...cells.values()].map((cell) => ({
    ...line,
    ...cell.dimensions,
    market_based_before_kg: decimalText(cell.before.market),
    market_based_after_kg: decimalText(cell.after.market),
    location_based_before_kg: decimalText(cell.before.location),
    location_based_after_kg: decimalText(cell.after.location),
    biogenic_co2_before_kg: decimalText(cell.before.biogenic),
    biogenic_co2_after_kg: decimalText(cell.after.biogenic),
  }));
}

/** Whether entries in place of others would change a figure of closed years. Pure. */
export function isRestating(
  entries: { readonly before: readonly Counted[]; readonly after: readonly Counted[] },
  closed: readonly YearDays[],
): boolean {
  const line = { activity_split_id: "", activity_id: "", cause: "correction" } as const;
  return pendingFigures(line, entries, closed).length > 0;
}

interface Kg {
  readonly market: Decimal;
  readonly location: Decimal;
  readonly biogenic: Decimal;
}

interface Cell {
  readonly dimensions: Pick<PendingFigure, "ym" | "scope" | "scope3_category" | "category_key" | "department_id">;
  readonly before: Kg;
  readonly after: Kg;
}

const NOTHING: Kg = { market: decimal(0), location: decimal(0), biogenic: decimal(0) };

function dimensionsOf({
  transaction_date,
  scope,
  scope3_category,
  category_key,
  department_id,
}: Counted): Cell["dimensions"] {
  return {
    ym: monthOfDay(transaction_date),
    scope,
    scope3_category: scope3_category ?? 0,
    category_key,
    department_id: department_id ?? ZERO_DEPARTMENT_ID,
  };
}

function plus({ market, location, biogenic }: Kg, entry: Counted): Kg {
  return {
    market: market.plus(decimal(entry.market_based_kg)),
    location: location.plus(decimal(entry.location_based_kg)),
    biogenic: biogenic.plus(decimal(entry.biogenic_co2_kg)),
  };
}

function isChanged(figure: PendingFigure): boolean {
  return (
    !decimal(figure.market_based_before_kg).eq(figure.market_based_after_kg) ||
    !decimal(figure.location_based_before_kg).eq(figure.location_based_after_kg) ||
    !decimal(figure.biogenic_co2_before_kg).eq(figure.biogenic_co2_after_kg)
  );
}
