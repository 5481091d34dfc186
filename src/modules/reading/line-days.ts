import type { PrintedPeriod } from "./named-days.ts";
import { periodInWords } from "./period-words.ts";

/** First and last day of a line or document, as it states them; null: it does not. */
interface StatedDays {
  readonly start: string | null;
  readonly end: string | null;
}

/**
 * The period that a line names in words within the longer one of its document: "Elforbrug december 2025" on a bill from December to
 * January. Null: it names none, or one that reaches beyond its document's, which may be about anything ("rabat for november").
 */
export function periodWithin(description: string, document: StatedDays): PrintedPeriod | null {
  if (document.start === null || document.end === null) return null;
  const named = periodInWords(description);
  return named !== null && liesWithin(named, document) ? named : null;
}

/** Whether a period lies in that of a document; false where the document states none. */
export function liesWithin(named: PrintedPeriod, { start, end }: StatedDays): boolean {
  return start !== null && end !== null && named.start >= start && named.end <= end;
}

/** The days of a line that states none in a field of its own: as its words say within those of its document, else its document's. */
export function daysInDocument(
  description: string,
  document: StatedDays,
): { readonly service_period_start: string | null; readonly service_period_end: string | null } {
  const { start, end } = periodWithin(description, document) ?? document;
  return { service_period_start: start, service_period_end: end };
}
