import { decimal, decimalText } from "../../../core/quantity.ts";

/** A cell as a person sees it. Numbers are decimal text, dates ISO 8601 ("2025-03-31" or "2025-03-31T14:30:00"). */
export interface XlsxCell {
  readonly kind: "text" | "number" | "date" | "boolean" | "error";
  readonly text: string;
}

/** Number formats that show a date or a time, by their built-in ids (ECMA-376 part 1, 18.8.30). */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);

/** Whether a number format shows a date or a time: one of y m d h s outside quotes, escapes and [colours]. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN_DATES.has(id);
  const bare = code
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\\.|_.|\*./g, "")
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  return /[ymdhs]/i.test(bare.replaceAll(/general|standard/gi, ""));
}

/**
 * Decimal text of a stored number. The file holds the binary value with 17 digits ("1.7429600000000001"); a
 * spreadsheet shows, and its user typed, at most 15 significant digits ("1.74296"), so that is what counts.
 * @throws Error when the text is not a finite number.
 */
export function numberText(stored: string): string {
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) throw new Error("not a finite number");
  return decimalText(decimal(value.toPrecision(15)));
}

const DAY_MS = 86_400_000;
/** Serial 1 is 1 January 1900 in the default system, serial 0 is 1 January 1904 in the other. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
/** 31 December 9999, the last day that a spreadsheet knows. */
const SERIAL_MAX = 2_958_466;

/** The date that a serial number stands for, or null when it stands for none (negative, the 29 February 1900 that never was). */
export function dateText(serial: number, uses1904: boolean): string | null {
  if (!(serial >= 0) || serial >= SERIAL_MAX || (!uses1904 && Math.floor(serial) === 60)) return null;
  const seconds = Math.round(serial * 86_400);
  if (!uses1904 && serial < 1) return new Date(seconds * 1_000).toISOString().slice(11, 19);
  // Before its phantom leap day, the 1900 system counts one day less.
  const shift = !uses1904 && serial < 60 ? DAY_MS : 0;
  const iso = new Date((uses1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + shift + seconds * 1_000).toISOString();
  return seconds % 86_400 === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** Undoes the escape of control characters in string cells: "_x000D_" (ECMA-376 part 1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Zero-based column of a reference such as "AB12"; null when there is none. */
export function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? "")?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
