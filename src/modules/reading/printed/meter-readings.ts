import type { Days } from "../../../core/following-days.ts";
import { daysBetweenReadings } from "../between-readings.ts";
import type { Row } from "../pdf/page-words.ts";
import { type LabelMatch, matches, valuesAt } from "./labelled-cells.ts";
import { datesIn, type Notation } from "./values.ts";

/** What a reading of a meter is called, with its day and without. */
const READING =
  "(?:måler)?aflæsning(?:en)?(?:s?dato)?|målerstand|måleravlesning|avlesning(?:sdato)?|avläsning(?:en)?(?:s?datum)?|mätarställning|" +
  "(?:meter )?reading(?: date)?|zählerstand|(?:zähler)?ablesung|ablesedatum";
const VALUE = String.raw`\b\.?\s*(?:pr|per|den|d|on|of|am|vom|zum)?\b\.?\s*:?\s*(?<value>.*)$`;
const PREVIOUS = label("forrige|tidligere|previous|prior|opening|vorherige[nr]?|alte[nr]?|föregående|tidigare");
const LATEST = label(
  "ny|nye|nuværende|aktuel|current|present|latest|closing|aktuelle[nr]?|neue[nr]?|nuvarande|aktuell",
);
/** Without a word that tells the two apart: then the days do. */
const EITHER = new RegExp(String.raw`^(?:${READING})${VALUE}`, "iu");

function label(which: string): RegExp {
  return new RegExp(String.raw`^(?:${which})\s+(?:${READING})${VALUE}`, "iu");
}

/**
 * The days between the readings of the meters of a bill, as a utility statement has them: from the first of the previous readings to
 * the last of the latest. Null: the bill does not state both, or they are in no order.
 */
export function readingPeriod(rows: readonly Row[], notation: Notation): Days | null {
  const previous = daysBeside(rows, PREVIOUS, notation);
  const latest = daysBeside(rows, LATEST, notation);
  const either = previous.length + latest.length > 0 ? [] : daysBeside(rows, EITHER, notation);
  const start = [...previous, ...either].toSorted()[0];
  const end = [...latest, ...either].toSorted().at(-1);
  return start === undefined || end === undefined || start >= end ? null : daysBetweenReadings({ start, end });
}

function daysBeside(rows: readonly Row[], pattern: RegExp, { order }: Notation): string[] {
  return [...matches(rows, pattern)].flatMap((match) => dayOf(rows, match, order) ?? []);
}

/** The day of one reading: the one date with which the text behind, beside or below the label begins; others are labelled otherwise. */
function dayOf(rows: readonly Row[], match: LabelMatch, order: Notation["order"]): string | null {
  for (const text of valuesAt(rows, match)) {
    const [day, ...more] = /^\d/.test(text) ? datesIn(text, order) : [];
    if (day !== undefined) return more.length === 0 ? day : null;
  }
  return null;
}
