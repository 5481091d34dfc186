import type { Days } from "../../../core/following-days.ts";
import { lastDay } from "../../../core/financial-year.ts";
import { monthLabel } from "../../../core/period.ts";
import { decimal, decimalText } from "../../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../../core/units.ts";
import { daysBetweenReadings } from "../between-readings.ts";
import type { CountedQuantity } from "../parsed-document.ts";
import { partsOfPeriod, type PeriodPart } from "../period-parts.ts";
import { monthOfName } from "../../../core/month-names.ts";
import { type Row, rowText } from "../pdf/page-words.ts";
import { METERED } from "../quantities/quantity-lines.ts";
import { amountsIn, datesIn, type Notation, periodIn } from "./values.ts";

/** A number of a row, and the unit beside it; null: the heading of its column has it. */
interface Figure {
  readonly value: string;
  readonly unit: Unit | null;
}

/** A row that says what was used on some days, or what the meter showed on one, in the order of its columns. */
type PartRow =
  | { readonly kind: "days"; readonly days: Days; readonly figures: readonly Figure[] }
  | { readonly kind: "reading"; readonly day: string; readonly figures: readonly Figure[] };

const UNIT = String.raw`[kMG]Wh|GJ|N?m[3³]`;
/** A unit behind the last number of a cell, or alone in the next one. */
const UNIT_BEHIND = new RegExp(String.raw`[\d.,]\s*(?<unit>${UNIT})\s*$`, "u");
const UNIT_ALONE = new RegExp(String.raw`^\s*(?<unit>${UNIT})\s*$`, "u");
/** A row that begins with the name of a month, with its year or without, after a word for what was used or none. */
const MONTH_ROW =
  /^(?:(?:el)?forbrug|consumption|usage|verbrauch|förbrukning)?\s*(?:i|in)?\s*(?<name>\p{L}{3,9})\.?(?:\s+(?<year>20\d\d))?(?:\s+(?<rest>\S.*))?$/iu;
/** "2026-01" and "01/2026". */
const MONTH_NUMBER_ROW =
  /^(?:(?<year>20\d\d)[-/.](?<month>\d\d)|(?<month2>\d\d)[-/.](?<year2>20\d\d))(?![-/.]?\d)(?:\s+(?<rest>.*))?$/u;
/** What stands in the heading of a column whose cells have no unit. */
const UNITS_ABOVE: readonly Unit[] = ["kWh", "MWh", "GJ", "m3", "Nm3"];
/** Columns that are looked at: more stand in no table of a bill. */
const COLUMNS_MAX = 8;

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
    const next = partRow(row, counted, notation);
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

function partRow(row: Row, counted: CountedQuantity, { order, mark }: Notation): PartRow | null {
  const text = rowText(row).slice(0, ROW_LENGTH_MAX);
  const month = monthOfRow(text, counted);
  if (month !== null) {
    const figures = figuresOf(row, month.words, mark);
    return figures.length === 0 ? null : { kind: "days", days: month.days, figures };
  }
  if (!/^\d/.test(text)) return null;
  const figures = figuresOf(row, "", mark);
  const dates = datesIn(text, order);
  const [day] = dates;
  const days = dates.length === 2 ? periodIn(text, order) : null;
  if (figures.length === 0) return null;
  if (days !== null) return { kind: "days", days: { start: days.start, end: days.end }, figures };
  return dates.length === 1 && day !== undefined ? { kind: "reading", day, figures } : null;
}

/** The month that a row begins with, and the words that say so. */
function monthOfRow(text: string, counted: CountedQuantity): { readonly days: Days; readonly words: string } | null {
  const numbered = MONTH_NUMBER_ROW.exec(text)?.groups;
  const named = numbered === undefined ? MONTH_ROW.exec(text)?.groups : undefined;
  const month = Number(numbered?.["month"] ?? numbered?.["month2"] ?? monthOfName(named?.["name"] ?? ""));
  const days = daysOfMonth(month, numbered?.["year"] ?? numbered?.["year2"] ?? named?.["year"], counted);
  const rest = (numbered ?? named)?.["rest"] ?? "";
  return days === null ? null : { days, words: text.slice(0, text.length - rest.length).trim() };
}

/** The numbers of a row in the order of its columns; what its first cell begins with, which names the month, is none. */
function figuresOf({ cells }: Row, words: string, mark: Notation["mark"]): Figure[] {
  let named = words;
  return cells.flatMap(({ text }, index): Figure[] => {
    const cell = text.trim();
    const isNamed = named !== "" && named.startsWith(cell);
    const said = isNamed ? "" : cell.startsWith(named) ? cell.slice(named.length) : cell;
    named = isNamed ? named.slice(cell.length).trim() : "";
    const values = amountsIn(withoutUnits(said), mark);
    const beside = UNIT_BEHIND.exec(said) ?? UNIT_ALONE.exec(cells[index + 1]?.text ?? "");
    const unit = values.length === 1 ? parseUnit(beside?.groups?.["unit"] ?? "") : null;
    return values.map((value) => ({ value, unit }));
  });
}

/** Numbers that touch their unit are numbers too. */
function withoutUnits(text: string): string {
  return text.replaceAll(/(?<=\d)\s?(?:[kMG]Wh|GJ|N?m[3³])(?!\p{L})/gu, " ");
}

/** The days of a month within the period of the bill; without its year, of the one such month in it. */
function daysOfMonth(
  month: number,
  year: string | undefined,
  { period_start, period_end }: CountedQuantity,
): Days | null {
  if (!(month >= 1 && month <= 12)) return null;
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
  const ym = year * 12 + month - 1;
  return { start: `${monthLabel(ym)}-01`, end: lastDay(ym) };
}

/**
 * The parts that a table prints, in the unit that counts, by the one of its columns that is all of the period and adds up; null: none is, or
 * several are, such as this year's and last year's use.
 */
function partsIn(chain: readonly PartRow[], counted: CountedQuantity): readonly PeriodPart[] | null {
  const columns = Array.from({ length: COLUMNS_MAX }, (_, column) => column);
  // What is printed as used goes before what the readings make, which are printed less rounded or more.
  for (const inColumn of [usedIn, betweenReadings]) {
    const whole = columns.flatMap((column) => {
      const printed = inColumn(chain, column);
      const parts = printed === null ? null : wholeOf(printed, counted);
      return parts === null ? [] : [parts];
    });
    const distinct = new Map(whole.map((parts) => [JSON.stringify(parts), parts]));
    const [only] = distinct.values();
    if (only !== undefined) return distinct.size === 1 ? only : null;
  }
  return null;
}

/** By the unit beside the numbers, or else the first one of a heading by which they add up. */
function wholeOf(printed: readonly PrintedPart[], counted: CountedQuantity): readonly PeriodPart[] | null {
  for (const unit of UNITS_ABOVE) {
    const parts = printed.flatMap(({ part, unit: own }): PeriodPart[] => {
      const quantity = convert(part.quantity, own ?? unit, counted.unit as Unit);
      return quantity === null ? [] : [{ ...part, quantity }];
    });
    const [first] = parts;
    const last = parts.at(-1);
    if (parts.length !== printed.length || first === undefined || last === undefined) continue;
    const days = { start: first.start, end: last.end };
    const own = printed.every(({ is_read }) => is_read) ? daysBetweenReadings(days) : days;
    const period = { start: counted.period_start ?? own.start, end: counted.period_end ?? own.end };
    const whole = partsOfPeriod(parts, period, counted.quantity);
    if (whole !== null) return whole;
  }
  return null;
}

interface PrintedPart {
  readonly part: PeriodPart;
  /** Whether readings are its days, which no row states as a period. */
  readonly is_read: boolean;
  readonly unit: Unit | null;
}

/** What the rows themselves say was used in a column: of readings, since the one before. Null: not every row has the column. */
function usedIn(chain: readonly PartRow[], column: number): PrintedPart[] | null {
  const rows = chain[0]?.kind === "reading" ? chain.slice(1) : chain;
  if (rows.some(({ figures }) => figures.length !== rows[0]?.figures.length)) return null;
  const parts = rows.flatMap((row, index): PrintedPart[] => {
    const before = chain[index];
    const figure = row.figures[column];
    if (figure === undefined) return [];
    const { value: quantity, unit } = figure;
    if (row.kind === "days") return [{ part: { ...row.days, quantity }, is_read: false, unit }];
    const part = before?.kind === "reading" ? { start: before.day, end: row.day, quantity } : null;
    return part === null ? [] : [{ part, is_read: true, unit }];
  });
  return parts.length === rows.length ? parts : null;
}

/** What a meter counted in a column from one of its readings to the next. Null: not every row has the column. */
function betweenReadings(chain: readonly PartRow[], column: number): PrintedPart[] | null {
  const parts = chain.slice(1).flatMap((row, index): PrintedPart[] => {
    const before = chain[index];
    const [earlier, later] = [before?.figures[column], row.figures[column]];
    if (row.kind !== "reading" || before?.kind !== "reading") return [];
    if (earlier === undefined || later === undefined) return [];
    const quantity = decimalText(decimal(later.value).minus(earlier.value));
    return [{ part: { start: before.day, end: row.day, quantity }, is_read: true, unit: later.unit }];
  });
  return parts.length === chain.length - 1 ? parts : null;
}
