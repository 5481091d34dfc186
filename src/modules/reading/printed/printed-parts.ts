import type { Days } from "../../../core/following-days.ts";
import { decimal, decimalText } from "../../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../../core/units.ts";
import type { CountedQuantity } from "../parsed-document.ts";
import { partsOfPeriod, type PeriodPart } from "../period-parts.ts";
import { monthOfName } from "../period-words.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import { METERED } from "../quantities/quantity-lines.ts";
import { amountsIn, datesIn, type Notation, periodIn } from "./values.ts";

/** A row that says what was used on some days, or what the meter showed on one. */
type PartRow =
  | { readonly kind: "days"; readonly days: Days; readonly used: string; readonly unit: Unit | null }
  | {
      readonly kind: "reading";
      readonly day: string;
      readonly shown: string;
      readonly used: string;
      readonly unit: Unit | null;
    };

/** A unit behind the last number of a row. */
const UNIT_BEHIND = /[\d.,]\s*(?<unit>[kMG]Wh|GJ|N?m3|N?m³)\s*$/u;
/** A row that begins with the name of a month, with its year or without. */
const MONTH_ROW = /^(?<name>\p{L}{3,9})\.?(?:\s+(?<year>20\d\d))?\s+(?<rest>\d.*)$/u;
/** What stands in the heading of a column whose cells have no unit. */
const UNITS_ABOVE: readonly Unit[] = ["kWh", "MWh", "GJ", "m3", "Nm3"];

/**
 * The metered quantity of a bill with what the pages print of the parts of its period: months, stretches of days with their use, or the readings of
 * its meter. Nothing is added where the bill has several metered quantities, or what is printed is not all of it: last year's
 * months beside a bill are none of its parts. A bill that states its days nowhere else has those of its parts.
 */
export function withPrintedParts(
  quantities: readonly CountedQuantity[],
  rows: readonly Row[],
  notation: Notation,
): CountedQuantity[] {
  const metered = quantities.filter(({ commodity, quantity }) => METERED.has(commodity) && decimal(quantity).gt(0));
  const [only] = metered;
  if (only === undefined || metered.length > 1) return [...quantities];
  const found = chainsOf(rows, only, notation).flatMap((chain) => {
    const parts = partsIn(chain, only);
    return parts === null ? [] : [parts];
  });
  const [parts] = found;
  if (parts === undefined || found.some((other) => JSON.stringify(other) !== JSON.stringify(parts)))
    return [...quantities];
  const days = { period_start: parts[0]?.start ?? null, period_end: parts.at(-1)?.end ?? null };
  return quantities.map((quantity) => (quantity === only ? { ...only, ...days, parts } : quantity));
}

/** Rows of one table: each is about later days than the one before it, in the same way. */
function chainsOf(rows: readonly Row[], counted: CountedQuantity, notation: Notation): PartRow[][] {
  const chains: PartRow[][] = [];
  for (const row of rows) {
    const next = partRow(rowText(row).slice(0, ROW_LENGTH_MAX), counted, notation);
    if (next === null) continue;
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    if (chain !== undefined && last?.kind === next.kind && beginOf(last) < beginOf(next)) chain.push(next);
    else chains.push([next]);
  }
  return chains;
}

/** Rows of such tables are short. */
const ROW_LENGTH_MAX = 200;

function beginOf(row: PartRow): string {
  return row.kind === "days" ? row.days.start : row.day;
}

function partRow(text: string, counted: CountedQuantity, { order, mark }: Notation): PartRow | null {
  const unit = parseUnit(UNIT_BEHIND.exec(text)?.groups?.["unit"] ?? "");
  const month = MONTH_ROW.exec(text)?.groups;
  if (month !== undefined) {
    const days = daysOfMonth(month["name"] ?? "", month["year"], counted);
    const used = amountsIn(withoutUnits(month["rest"] ?? ""), mark).at(-1);
    return days === null || used === undefined ? null : { kind: "days", days, used, unit };
  }
  if (!/^\d/.test(text)) return null;
  const numbers = amountsIn(withoutUnits(text), mark);
  const [shown] = numbers;
  const used = numbers.at(-1);
  if (shown === undefined || used === undefined) return null;
  const dates = datesIn(text, order);
  const [day] = dates;
  const days = dates.length === 2 ? periodIn(text, order) : null;
  if (days !== null) return { kind: "days", days: { start: days.start, end: days.end }, used, unit };
  return dates.length === 1 && day !== undefined ? { kind: "reading", day, shown, used, unit } : null;
}

/** Numbers that touch their unit are numbers too. */
function withoutUnits(text: string): string {
  return text.replaceAll(/(?<=\d)\s?(?:[kMG]Wh|GJ|N?m[3³])(?!\p{L})/gu, " ");
}

/** The days of a month within the period of the bill; without its year, of the one such month in it. */
function daysOfMonth(
  name: string,
  year: string | undefined,
  { period_start, period_end }: CountedQuantity,
): Days | null {
  const month = monthOfName(name);
  if (month === null) return null;
  if (year !== undefined) return within(monthDays(Number(year), month), period_start, period_end);
  if (period_start === null || period_end === null) return null;
  const years = [Number(period_start.slice(0, 4)), Number(period_end.slice(0, 4))];
  const found = [...new Set(years)].flatMap((each) => {
    const days = monthDays(each, month);
    return days.end < period_start || days.start > period_end ? [] : [days];
  });
  const [only, another] = found;
  return only === undefined || another !== undefined ? null : within(only, period_start, period_end);
}

function within({ start, end }: Days, from: string | null, to: string | null): Days {
  return { start: from !== null && start < from ? from : start, end: to !== null && end > to ? to : end };
}

function monthDays(year: number, month: number): Days {
  const text = `${year}-${String(month).padStart(2, "0")}`;
  return { start: `${text}-01`, end: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** The parts that a table prints, in the unit that counts; null: they are not all of the period, or do not add up. */
function partsIn(chain: readonly PartRow[], counted: CountedQuantity): readonly PeriodPart[] | null {
  for (const printed of [usedIn(chain), betweenReadings(chain)]) {
    for (const unit of UNITS_ABOVE) {
      const parts = printed.flatMap(({ part, unit: own }): PeriodPart[] => {
        const quantity = convert(part.quantity, own ?? unit, counted.unit as Unit);
        return quantity === null ? [] : [{ ...part, quantity }];
      });
      const first = parts[0];
      const last = parts.at(-1);
      if (parts.length !== printed.length || first === undefined || last === undefined) continue;
      const period = { start: counted.period_start ?? first.start, end: counted.period_end ?? last.end };
      const whole = partsOfPeriod(parts, period, counted.quantity);
      if (whole !== null) return whole;
    }
  }
  return null;
}

interface PrintedPart {
  readonly part: PeriodPart;
  /** Null: the heading of the column has it. */
  readonly unit: Unit | null;
}

/** What the rows themselves say was used: of readings, since the one before. */
function usedIn(chain: readonly PartRow[]): PrintedPart[] {
  return chain.flatMap((row, index): PrintedPart[] => {
    if (row.kind === "days") return [{ part: { ...row.days, quantity: row.used }, unit: row.unit }];
    const before = chain[index - 1];
    if (before?.kind !== "reading") return [];
    return [{ part: { start: before.day, end: row.day, quantity: row.used }, unit: row.unit }];
  });
}

/** What a meter counted from one of its readings to the next. */
function betweenReadings(chain: readonly PartRow[]): PrintedPart[] {
  return chain.flatMap((row, index): PrintedPart[] => {
    const before = chain[index - 1];
    if (row.kind !== "reading" || before?.kind !== "reading") return [];
    const quantity = decimalText(decimal(row.shown).minus(before.shown));
    return [{ part: { start: before.day, end: row.day, quantity }, unit: row.unit }];
  });
}
