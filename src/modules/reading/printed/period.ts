import { cutText } from "../../../core/cut-text.ts";
import type { OpenPeriod } from "../../../core/open-period.ts";
import { periodInCell } from "../csv/period-cell.ts";
import { monthOfName } from "../../../core/month-names.ts";
import { openWordsIn } from "../period-words.ts";
import { plainYearIn } from "../plain-year.ts";
import type { Row } from "../pdf/page-words.ts";
import { matches, valuesAt } from "./labelled-cells.ts";
import { type Notation, periodIn } from "./values.ts";

/** What a period is of, in the four languages: a word before it (English), or the first part of the one word (the others). */
const PERIOD_OF =
  "forbrugs|afregnings|opgørelses|leverings|aflæsnings|faktura|fakturerings|leie|måle|regnskabs|varmeregnskabs|" +
  "förbruknings|avräknings|avläsnings|leverans|debiterings|mät|" +
  "abrechnungs|liefer|leistungs|verbrauchs|ablese|bezugs|" +
  "billing|service|supply|invoice|consumption|usage|delivery|reading|metering|charge|accounting";
/** "Forbrug i perioden", "Opgjort for perioden fra den", "Abrechnung für den Zeitraum vom". */
const PERIOD_WITH_WORDS = String.raw`(?:(?:\p{L}+ ){0,2}(?:i|for|under|för) perioden|(?:\p{L}+ )?for the period|(?:\p{L}+ )?(?:für den|im) zeitraum)`;
const PERIOD_LABEL = new RegExp(
  String.raw`^(?:(?:(?:${PERIOD_OF})[\s-]?)?(?:periode[nr]?|period|zeitraum)|période|${PERIOD_WITH_WORDS})\b\.?\s*:?\s*(?:(?:fra|from|vom|från)\s+(?:den\s+)?)?(?<value>.*)$`,
  "iu",
);
/** A year of heat whose two days stand behind it; what only names years is read elsewhere. */
const HEATING_YEAR_LABEL =
  /^(?:varme(?:år|sæson)(?:et|en)?|fyringssæson(?:en)?|forbrugsår(?:et)?|heating (?:year|season)|heizjahr|heizperiode|värmeår(?:et)?)\b\.?\s*:?\s*(?<value>.*)$/iu;

type Days = ReturnType<typeof periodIn>;

/** The period that the whole document is about. */
export function servicePeriod(rows: readonly Row[], { order }: Notation): Days {
  for (const text of labelledTexts(rows, PERIOD_LABEL)) {
    const period = periodIn(text, order) ?? stretchIn(text);
    if (period !== null) return period;
  }
  for (const text of labelledTexts(rows, HEATING_YEAR_LABEL)) {
    const period = periodIn(text, order);
    if (period !== null) return period;
  }
  return null;
}

/** As the cell of a column of periods; one day is no period of a bill. */
function stretchIn(text: string): Days {
  const days = periodInCell(text);
  return days === null || days.start === days.end ? null : { start: days.start, end: days.end };
}

/** What stands as the period of the whole document without naming its first and last day; null: nothing does. */
export function openServicePeriod(rows: readonly Row[]): OpenPeriod | null {
  for (const text of labelledTexts(rows, PERIOD_LABEL)) {
    const open = openWordsIn(text);
    if (open !== null) return open;
  }
  return null;
}

/** What a settlement calls itself: "Årsafregning 2025", "Varmeregnskab for 2025", "Annual statement 2025". */
const SETTLEMENT_TITLE =
  /^(?:\p{L}*(?:afregning|opgørelse|regnskab|abrechnung|avräkning)(?:en|et)?|annual (?:statement|settlement)|yearly statement)(?!\p{L})/iu;

/**
 * The year by its number alone in what a settlement calls itself; null: none is named so, or several are.
 * @param day ISO date of the document
 */
export function yearOfTitle(rows: readonly Row[], day: string): OpenPeriod | null {
  const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text.trim()));
  const titles = texts.filter((text) => text.length <= VALUE_MAX && SETTLEMENT_TITLE.test(text));
  const [first, ...others] = titles.flatMap((text) => plainYearIn(text, day) ?? []);
  return first !== undefined && others.every(({ start }) => start === first.start) ? first : null;
}

/** Behind a label, "30 dage" says how long something takes or holds. */
const DURATION =
  /^\d+(?:\s*-\s*\d+)?\s*(?:dage?|tage?n?|days?|dagar|uger|weeks?|wochen|veckor|måneder|måned|mdr|md|monate?n?|months?|månader|år|years?|jahre?n?|kvartaler)(?!\p{L})/iu;
/** Longer is a sentence, no value of a label. */
const VALUE_MAX = 60;

/** The words behind a label of a period that nobody understands, of a document whose period is not known; null: there are none. */
export function unreadServicePeriod(rows: readonly Row[]): string | null {
  const found = labelledTexts(rows, PERIOD_LABEL).find(
    (text) => text.length <= VALUE_MAX && !DURATION.test(text) && !/\p{L}{3,}[^:]*:/u.test(text) && namesTime(text),
  );
  return found === undefined ? null : cutText(found, VALUE_MAX);
}

function namesTime(text: string): boolean {
  return /\d/.test(text) || (text.match(/\p{L}{3,}/gu) ?? []).some((word) => monthOfName(word) !== null);
}

function labelledTexts(rows: readonly Row[], label: RegExp): string[] {
  return [...matches(rows, label)].flatMap((match) => valuesAt(rows, match)).map((text) => text.replace(/^[:\s]+/, ""));
}
