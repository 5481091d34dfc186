import { isDay } from "../../../core/moment.ts";

/** What a cell says, or the sentence that says what is wrong with it. */
export type CellOutcome<Value> =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "issue"; readonly code: string; readonly message: string };

const GROUPED = /^(\d{1,3}(?:\.\d{3})+)(,\d+)?$/;
const COMMA = /^\d+(?:,\d+)?$/;
const POINT = /^\d+\.\d+$/;
/** "1.234" is a thousand in Danish and one in English. */
const UNCLEAR = /^\d{1,3}\.\d{3}$/;
const CHARACTERS_MAX = 30;

/** A figure without sign: decimal comma, thousands with full stops, or a decimal point where it can be nothing else. Plain decimal. */
export function figureCell(text: string): CellOutcome<string> {
  if (text.length > CHARACTERS_MAX) return notAFigure();
  if (UNCLEAR.test(text)) {
    const message = "may be thousands or decimals: write it without a full stop, decimals after a comma";
    return { kind: "issue", code: "unclear_figure", message };
  }
  if (COMMA.test(text)) return { kind: "value", value: text.replace(",", ".") };
  if (GROUPED.test(text)) return { kind: "value", value: text.replaceAll(".", "").replace(",", ".") };
  return POINT.test(text) ? { kind: "value", value: text } : notAFigure();
}

/** A whole number without sign. */
export function countCell(text: string): CellOutcome<string> {
  if (/^\d{1,9}$/.test(text)) return { kind: "value", value: text };
  return { kind: "issue", code: "not_a_whole_number", message: "must be a whole number, e.g. 24" };
}

/** A day as 2026-01-31, 31-01-2026, 31.01.2026 or 31/01/2026; ISO date. */
export function dayCell(text: string): CellOutcome<string> {
  const [, day, month, year] = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/.exec(text) ?? [];
  const iso =
    day === undefined || month === undefined ? text : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (isDay(iso)) return { kind: "value", value: iso };
  return { kind: "issue", code: "not_a_day", message: "must be a day, as 2026-01-31 or 31-01-2026" };
}

function notAFigure(): CellOutcome<never> {
  return { kind: "issue", code: "not_a_figure", message: "must be a figure without sign and unit, e.g. 1240,5" };
}
