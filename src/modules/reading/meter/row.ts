import { cutText } from "../../../core/cut-text.ts";
import { gsrnOf } from "../../../core/gsrn.ts";
import { type Decimal, decimal } from "../../../core/quantity.ts";
import { convert, parseUnit } from "../../../core/units.ts";
import { type DateOrder, type DecimalMark, parseAmount } from "../amounts.ts";
import { ROW_ERROR_CELL_MAX, type RowFault } from "../parsed-document.ts";
import type { MeterColumns } from "./columns.ts";
import {
  DAY_MINUTES,
  dayOf,
  minutesBetween,
  minutesOfDays,
  monthOf,
  wallMinutes,
  type WallMinutes,
} from "./local-time.ts";

/** How the cells of one export are written. */
export interface MeterFormats {
  readonly columns: MeterColumns;
  readonly mark: DecimalMark;
  readonly order: DateOrder;
}

/** One value of a metering point. */
export interface MeterRow {
  readonly point: string;
  readonly type_code: string;
  readonly type_name: string;
  readonly from: WallMinutes;
  /** First and last day of the period; ISO dates. */
  readonly first_day: string;
  readonly last_day: string;
  /** "2025-03"; null: the period reaches over the end of a month, and nobody knows how much lies in which. */
  readonly month: string | null;
  /** Real minutes, those of days on which clocks change included. */
  readonly minutes: number;
  readonly is_within_day: boolean;
  /** Null: the value is missing. */
  readonly kwh: Decimal | null;
  readonly is_estimated: boolean;
}

export type MeterRowOutcome =
  | { readonly kind: "row"; readonly row: MeterRow }
  | { readonly kind: "blank" }
  /** Another unit than one of active energy, such as reactive energy in kVArh. */
  | { readonly kind: "other_unit"; readonly unit: string }
  | ({ readonly kind: "error" } & RowFault);

const MISSING = /mangl|missing|not available|ikke tilgængelig|^A02$/i;
const ESTIMATED = /estim|anslå|skøn|^A03$/i;
const UNIT_LENGTH_MAX = 20;

/** Reads one row below the header. */
export function readMeterRow(cells: readonly string[], { columns, mark, order }: MeterFormats): MeterRowOutcome {
  if (cells.every((cell) => cell.trim() === "")) return { kind: "blank" };
  const at = (index: number | null): string => (index === null ? "" : (cells[index] ?? "").trim());
  const point = at(columns.point).replaceAll(/\s/g, "");
  if (!/^[\dA-Za-z-]{1,40}$/.test(point))
    return { kind: "error", reason: "no_metering_point", message: "no metering point." };
  if (isCut(point)) {
    const message = `"${point}" has lost its last digits: store the metering point's number as text.`;
    return { kind: "error", reason: "point_cut", cell: point, message };
  }
  const unit = at(columns.unit);
  const energy = parseUnit(unit);
  if (energy === null || convert("1", energy, "kWh") === null) {
    return { kind: "other_unit", unit: cutText(unit, UNIT_LENGTH_MAX) };
  }
  const [from, to] = [at(columns.from), at(columns.to)];
  const [first, last] = [wallMinutes(from, order), wallMinutes(to, order)];
  const period = periodOf(first, isDay(from) && isDay(to) ? afterLastDay(first, last) : last);
  if (period === null) return { kind: "error", reason: "no_period", message: "from and to are no period." };
  const quality = at(columns.quality);
  const printed = at(columns.quantity);
  const isMissing = printed === "" || MISSING.test(quality);
  // A workbook has numbers, and numbers that somebody typed as text with the other mark.
  const value = isMissing ? null : (parseAmount(printed, mark) ?? parseAmount(printed, mark === "," ? "." : ","));
  if (!isMissing && value === null) {
    const cell = cutText(printed, ROW_ERROR_CELL_MAX);
    return { kind: "error", reason: "not_a_number", cell, message: `"${cell}" is not a number.` };
  }
  const kwh = value === null ? null : convert(value, energy, "kWh");
  return {
    kind: "row",
    row: {
      point,
      type_code: cutText(at(columns.type_code), UNIT_LENGTH_MAX),
      type_name: cutText(at(columns.type_name), 60),
      ...period,
      kwh: kwh === null ? null : decimal(kwh),
      is_estimated: ESTIMATED.test(quality),
    },
  };
}

/** A spreadsheet keeps 15 digits of a number: of the 18 of a metering point (GSRN) the last three are zeros then, and two points are one. */
function isCut(point: string): boolean {
  return /^\d{15}000$/.test(point) && gsrnOf(point) === null;
}

function isDay(text: string): boolean {
  return text.length <= "01-01-2026".length;
}

/** When a period of days without a time ends: where they are one, or the first and the last of a month, both are within it. */
function afterLastDay(first: WallMinutes | null, last: WallMinutes | null): WallMinutes | null {
  if (first === null || last === null) return last;
  const isWholeMonth = dayOf(first).endsWith("-01") && dayOf(last + DAY_MINUTES).endsWith("-01");
  return first === last || (isWholeMonth && last > first) ? last + DAY_MINUTES : last;
}

type Period = Pick<MeterRow, "from" | "first_day" | "last_day" | "month" | "minutes" | "is_within_day">;

const QUARTER = 15;
/** Quarters and hours, up to three of them. */
const WITHIN_DAY_MAX = 180;
/** Longer periods than a year and a day are no reading. */
const PERIOD_MINUTES_MAX = 367 * DAY_MINUTES;

function periodOf(from: WallMinutes | null, stated: WallMinutes | null): Period | null {
  if (from === null || stated === null) return null;
  // Some exports end a period with its last minute, or with its last day.
  const to = stated % QUARTER === QUARTER - 1 ? stated + 1 : stated;
  const length = to - from;
  if (length > PERIOD_MINUTES_MAX) return null;
  const first_day = dayOf(from);
  if (length <= WITHIN_DAY_MAX) {
    const minutes = minutesBetween(from, to);
    if (minutes <= 0) return null;
    return { from, first_day, last_day: first_day, month: monthOf(from), minutes, is_within_day: true };
  }
  const last_day = dayOf(to - 1);
  const month = monthOf(from) === last_day.slice(0, 7) ? monthOf(from) : null;
  const isWhole = from % DAY_MINUTES === 0 && to % DAY_MINUTES === 0;
  const minutes = isWhole ? minutesOfDays(first_day, last_day) : length;
  return { from, first_day, last_day, month, minutes, is_within_day: false };
}
