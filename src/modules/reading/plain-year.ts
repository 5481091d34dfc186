import { plusDays } from "../../core/days.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import { monthOfName } from "../../core/month-names.ts";

/** No part of a date, a number, a reference or a longer period: not "F-2025-17", "2024/2025", "2025.5". */
const YEAR = /(?<![\p{L}\p{N}.,/#–-])20\d\d(?![\p{L}\p{N}/–-]|[.,:]\d)/gu;
const YEARS = /20\d\d/g;
/** What stands before the year and is of that year, or numbered: a price list, a model, a contract, a meter. */
const NAMED_AFTER_IT = new RegExp(
  String.raw`(?:pris(?:er|en|erne|liste[nr]?|blad|bog|ark)?|prices?|preise?|price\s+list|preisliste|tarif(?:fer|blad)?|tariff?s?|takst(?:er|blad)?|sats(?:er)?|` +
    String.raw`model(?:l|år)?|årgang|version|ver|standard|norm|iso|en|din|budget|indeks|index|katalog|catalogue|generation|` +
    String.raw`(?<!service|vedligeholdelses|support|licens|forsikrings|lease|leasing)(?:aftale[nr]?|kontrakt(?:en)?|avtal|vertrag|contract|agreement)|` +
    String.raw`n[ro]|nummer|num|number|ref(?:erence)?|id|sag|ordre|order|faktura|invoice|rechnung|kunde|konto|måler(?:en)?|meter|zähler|installation|projekt|project|` +
    String.raw`tilbud|bekendtgørelse|lov|regulativ|boks|box|siden|since|seit|sedan|\d|[x×@*á])\.?\s*:?\s*$`,
  "iu",
);
/** "2025 kWh", "2025 kr.", "2025 x 3": a figure. */
const OF_A_FIGURE =
  /^\s*(?:[x×*%]|[kmg]?wh?\b|k?cal\b|[kmg]j\b|[nc]?m[23³²]|sm3|kbm|l(?:tr)?\b|liter|litre|kg|tons?|t\b|g\b|kr|dkk|eur|sek|nok|usd|€|\$|stk|styk|pcs|stück|timer|hours|dage?\b|days|km\b|,-)/iu;
/** Which names a part of the year, or a stretch of it, that nobody understood as a period. */
const A_PART = /(?<!\p{L})(?:kvartal|quartal|quarter|halvår|half|halbjahr|uge|week|kw|vecka|[qkh][1-4](?!\p{N}))/iu;

/** Days before its first one from which what a year is used for is billed in advance. */
const AHEAD_DAYS_MAX = 92;
const TEXT_MAX = 400;

/**
 * The one year that a text names by its number alone ("Årsafregning naturgas 2025", "Arbejdsskadeforsikring 2025"), where it ended before a document's
 * day or begins within 92 days after it. Whether that is the calendar's year, or one of heat or of supply, nobody can tell; the calendar's is
 * proposed. Null: it names none, several, a part of one, or a year of something else ("prisliste 2025", "2025 kWh").
 * @param day ISO date of the document
 */
export function plainYearIn(text: string, day: string): OpenPeriod | null {
  const shown = text.slice(0, TEXT_MAX);
  const years = new Set(shown.match(YEARS));
  const [year] = years;
  if (year === undefined || years.size > 1 || A_PART.test(shown)) return null;
  if (shown.match(/\p{L}+/gu)?.some((word) => monthOfName(word) !== null) === true) return null;
  const named = [...shown.matchAll(YEAR)];
  const isNamed = named.some(
    ({ index }) => !NAMED_AFTER_IT.test(shown.slice(0, index)) && !OF_A_FIGURE.test(shown.slice(index + year.length)),
  );
  const [start, end] = [`${year}-01-01`, `${year}-12-31`];
  const isBeside = end < day || (start > day && start <= plusDays(day, AHEAD_DAYS_MAX));
  return isNamed && isBeside ? { start, end, words: year } : null;
}
