import { grouped } from "../../core/grouped.ts";
import { daysBetween } from "../../core/days.ts";
import { decimal } from "../../core/quantity.ts";
import { convert, parseUnit } from "../../core/units.ts";
import type { TenantTransaction } from "../../core/context.ts";
import type { NewActivity } from "../activities/index.ts";
import { isCovered, type UsePeriod } from "../emissions/index.ts";
import { advanceOf } from "../reading/index.ts";
import { withItsPeriod } from "./line-period.ts";
import type { LineMatch } from "./line-match.ts";
import { type AskedSupply, type CountedOfSupply, countedOfSupplies } from "../activities/index.ts";

/** A file's activities with the supplies that they are about, by position. */
export interface SuppliedFile {
  readonly activities: readonly NewActivity[];
  readonly supply_ids: ReadonlyMap<number, string>;
}

/**
 * Lines whose quantity another supplier's bill or a meter's reading of the same supply and days has counted: retailer, grid
 * company and export measure the same metering point. Readings that differ are left to a person. Days that are counted already
 * are not counted again; where only some of them are, or a period is not stated and the quantity is the same, a person looks, and so where a bill
 * of the same supplier has counted some of the days: it may be corrected. One statement where a supply was known before, else none.
 * @returns by file, by position of the activity
 */
export async function countedElsewhere(
  tx: TenantTransaction,
  files: readonly SuppliedFile[],
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<number, LineMatch>[]> {
  const counted = await countedOfSupplies(tx, askedSupplies(files, known));
  // An estimate gives way to what was measured.
  const measured = counted.filter((row) => advanceOf(row) !== "advance");
  const bySupply = grouped(measured, ({ supply_id }) => supply_id);
  return files.map(({ activities, supply_ids }) => {
    const matches = new Map<number, LineMatch>();
    for (const [line, id] of supply_ids) {
      const activity = activities[line];
      const isAsked = activity !== undefined && isCounted(activity);
      const match = isAsked ? matchOf(withItsPeriod(activity), bySupply.get(id) ?? []) : null;
      if (match !== null) matches.set(line, match);
    }
    return matches;
  });
}

/** One supplier's bills follow each other: where it alone bills a supply here, of its own those are asked for that have some of the days. */
function askedSupplies(files: readonly SuppliedFile[], known: ReadonlySet<string>): AskedSupply[] {
  const asking = new Map<string, NewActivity[]>();
  for (const { activities, supply_ids } of files) {
    for (const [line, id] of supply_ids) {
      const activity = activities[line];
      if (!known.has(id) || activity === undefined || !isCounted(activity)) continue;
      asking.set(id, [...(asking.get(id) ?? []), withItsPeriod(activity)]);
    }
  }
  return [...asking].map(([supply_id, lines]) => {
    const [first = null, ...more] = new Set(lines.map(supplierOf));
    const starts = lines.flatMap(({ service_period_start: start }) => start ?? []).toSorted();
    const ends = lines.flatMap(({ service_period_end: end }) => end ?? []).toSorted();
    const sole_supplier = more.length === 0 ? first : null;
    return { supply_id, sole_supplier, from: starts[0] ?? null, to: ends.at(-1) ?? null };
  });
}

/** As the statement names it. */
function supplierOf({ supplier_identifier, supplier_name }: NewActivity): string | null {
  return supplier_identifier ?? supplier_name?.toLowerCase() ?? null;
}

function isCounted(activity: NewActivity | undefined): boolean {
  const { decision, quantity } = activity?.split ?? {};
  return decision?.status === "classified" && quantity !== null && quantity !== undefined && decimal(quantity).gt(0);
}

/** Bills of one consumption come within a quarter of each other. */
const NEAR_DAYS = 100;

function matchOf(activity: NewActivity, counted: readonly CountedOfSupply[]): LineMatch | null {
  const supplier = supplierOf(activity);
  const isReading = supplier === null && activity.line_kind === "consumption";
  const others = counted.filter((row) => isOther(row, supplier, isReading));
  const { service_period_start: start, service_period_end: end } = activity;
  if (start === null || end === null) return unclear(others.find((row) => isNear(activity, row)));
  const dated = others.filter((row) => row.period_start !== null && row.period_end !== null);
  const within = dated.filter((row) => daysBetween(later(start, row.period_start), earlier(end, row.period_end)) >= 0);
  if (within.length === 0) {
    return (
      unclear(others.find((row) => !dated.includes(row) && isNear(activity, row))) ?? billedAgain(activity, counted)
    );
  }
  const corrected = isReading ? within.find((row) => row.is_reading && !isSameQuantity(activity, row)) : undefined;
  if (corrected === undefined && isCovered({ start, end }, within.flatMap(periodsOf))) {
    return { kind: "duplicate", reason: countedReason(activity, within) };
  }
  if (corrected !== undefined) return readAgain(activity, corrected);
  const [first] = within;
  return first === undefined ? null : partly(activity, first);
}

/** A bill that ends on the day on which the next one begins is followed by it. */
const SHARED_DAYS = 1;

/** What another bill of the same supplier counts of the same days: this one may be corrected by it, or correct it. */
function billedAgain(activity: NewActivity, counted: readonly CountedOfSupply[]): LineMatch | null {
  const { service_period_start: start, service_period_end: end, split } = activity;
  const supplier = supplierOf(activity);
  // An amount on account gives way to the bill that settles it, which needs no question.
  if (supplier === null || start === null || end === null || advanceOf(activity) === "advance") return null;
  const [unit, own] = [parseUnit(split.unit ?? ""), counted.filter((row) => row.supplier === supplier)];
  const row = own.find(({ period_start, period_end, unit: other }) => {
    if (period_start === null || period_end === null || unit === null) return false;
    const shared = daysBetween(later(start, period_start), earlier(end, period_end)) + 1;
    const of = parseUnit(other);
    return shared > SHARED_DAYS && of !== null && convert("1", of, unit) !== null;
  });
  if (row === undefined) return null;
  const detail =
    `Document ${row.document_id} of the same supplier counts ${row.quantity} ${row.unit} of this supply for ${row.period_start} - ` +
    `${row.period_end}, here are ${split.quantity} ${split.unit} of ${start} - ${end}. Accept this line where both were used. Where ` +
    "this bill corrects that one, leave the other line out and accept this one; where it is the same bill, leave this line out.";
  return { kind: "possible_duplicate", reviewReason: { code: "possible_duplicate", detail } };
}

/** A meter's reading names no supplier: it is about the same consumption as any bill of its supply, and as an earlier reading. */
function isOther(row: CountedOfSupply, supplier: string | null, isReading: boolean): boolean {
  if (supplier === null) return isReading;
  return row.supplier === null ? row.is_reading : row.supplier !== supplier;
}

function isSameQuantity({ split }: NewActivity, { quantity, unit }: CountedOfSupply): boolean {
  return split.unit === unit && split.quantity !== null && decimal(split.quantity).eq(quantity);
}

function countedReason({ split }: NewActivity, rows: readonly CountedOfSupply[]): string {
  const told = rows
    .slice(0, 4)
    .map(
      (row) => `${row.quantity} ${row.unit} of ${row.period_start} - ${row.period_end} by document ${row.document_id}`,
    );
  return `the ${split.quantity} ${split.unit} of this supply are counted once: ${told.join(", ")}, another document of the same metering`;
}

function partly(
  activity: NewActivity,
  { document_id, period_start, period_end, quantity, unit }: CountedOfSupply,
): LineMatch {
  return {
    kind: "possible_duplicate",
    reviewReason: {
      code: "possible_duplicate",
      detail:
        `Document ${document_id} counts ${quantity} ${unit} of this supply for ${period_start} - ${period_end}, ` +
        `some of the days of ${activity.service_period_start} - ${activity.service_period_end}. Leave this line out, or state ` +
        "what of it is not counted there.",
    },
  };
}

function readAgain(
  { split }: NewActivity,
  { document_id, quantity, unit, period_start, period_end }: CountedOfSupply,
): LineMatch {
  const detail =
    `Document ${document_id} has another reading of this metering point: ${quantity} ${unit} of ${period_start} - ${period_end}, ` +
    `here ${split.quantity} ${split.unit}. Leave the one out that is not the final reading.`;
  return { kind: "possible_duplicate", reviewReason: { code: "possible_duplicate", detail } };
}

function unclear(row: CountedOfSupply | undefined): LineMatch | null {
  if (row === undefined) return null;
  const { document_id, quantity, unit } = row;
  const detail =
    `Document ${document_id} counts the same ${quantity} ${unit} of this supply; the periods are not both ` +
    "stated. Leave this line out where it is the same consumption.";
  return { kind: "possible_duplicate", reviewReason: { code: "possible_duplicate", detail } };
}

function isNear(activity: NewActivity, row: CountedOfSupply): boolean {
  return (
    isSameQuantity(activity, row) &&
    Math.abs(daysBetween(activity.transaction_date.slice(0, 10), row.dated)) <= NEAR_DAYS
  );
}

function periodsOf({ period_start: start, period_end: end }: CountedOfSupply): UsePeriod[] {
  return start === null || end === null ? [] : [{ start, end }];
}

function later(a: string, b: string | null): string {
  return b !== null && b > a ? b : a;
}

function earlier(a: string, b: string | null): string {
  return b !== null && b < a ? b : a;
}
