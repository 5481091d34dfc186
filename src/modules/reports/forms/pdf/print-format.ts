import { formatNumber } from "../../../../core/number-format.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";

export type Language = ReportDocument["language"];

const MONTHS = {
  da: [
    "januar",
    "februar",
    "marts",
    "april",
    "maj",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "december",
  ],
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
} as const;

/** "31. december 2025", "31 December 2025". Own names: those of the runtime change with its version. */
export function printedDate(date: string, language: Language): string {
  const [year = "", month = "", day = ""] = date.slice(0, 10).split("-");
  const name = MONTHS[language][Number(month) - 1];
  if (name === undefined) return date;
  return `${Number(day)}${language === "da" ? "." : ""} ${name} ${year}`;
}

/** The day and minute of an ISO time, in UTC. */
export function printedTime(time: string, language: Language): string {
  return `${printedDate(time, language)} ${time.slice(11, 16)} UTC`;
}

/** "jan", "feb": the axis of a chart. */
export function shortMonth(month: string, language: Language): string {
  return (MONTHS[language][Number(month.slice(5, 7)) - 1] ?? month).slice(0, 3).toLowerCase();
}

/** "tCO₂e/DKK" of "utr:tCO2e/iso4217:DKK", "%" of "percent", nothing of a pure number. */
export function printedUnit(unit: string | null): string {
  if (unit === null || unit === "xbrli:pure") return "";
  if (unit === "percent") return "%";
  return unit
    .split("/")
    .map((part) => part.replace(/^[A-Za-z0-9]+:/, ""))
    .join("/")
    .replaceAll("CO2", "CO\u2082")
    .replaceAll("m3", "m\u00b3")
    .replaceAll("m2", "m\u00b2");
}

/** Decimals of tonnes in charts and headlines, the same for all that stand together: one, three if all are below ten. */
export function headlineDecimals(values: readonly number[]): number {
  return Math.max(0, ...values.map(Math.abs)) < 10 ? 3 : 1;
}

/** Tonnes as they stand in tables: to the kilogram. */
export function tonnes(value: number, language: Language): string {
  return formatNumber(value, language, 3);
}

/** A dash for what is not known. */
export function tonnesOrDash(value: number | null, language: Language): string {
  return value === null ? "\u2013" : tonnes(value, language);
}

/** A figure with all its digits. */
export function exact(value: number, language: Language): string {
  return formatNumber(value, language);
}

export function percentage(value: number | null, language: Language): string {
  return value === null ? "\u2013" : withPercent(formatNumber(value, language, 1), language);
}

/** Danish sets a space before the sign, English does not. */
export function withPercent(figure: string, language: Language): string {
  return `${figure}${language === "da" ? "\u00a0" : ""}%`;
}

/** For each printed figure the digits that it lacks to end where the longest fraction ends. */
export function fractionPads(figures: readonly string[], language: Language): string[] {
  const point = language === "da" ? "," : ".";
  const fractions = figures.map((figure) => (figure.includes(point) ? figure.slice(figure.indexOf(point)) : ""));
  const longest = Math.max(0, ...fractions.map((fraction) => fraction.length));
  return fractions.map((fraction) => `${point}${"0".repeat(longest)}`.slice(fraction.length, longest));
}
