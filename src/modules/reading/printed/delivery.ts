import { daysBetween } from "../../../core/days.ts";
import { deliveredOn } from "../lines.ts";
import type { ParsedLine } from "../parsed-document.ts";
import type { Row } from "../pdf/page-words.ts";
import { matches, valuesAt } from "./labelled-cells.ts";
import { datesIn, type Notation } from "./values.ts";

const DELIVERY_LABEL =
  /^(?:leverings?(?:dato|dag)|leverans(?:datum|dag|edato)|leveret(?: den)?|levererad(?: den)?|levert(?: den)?|lev\.? ?dato|dato for levering|delivery date|date of (?:delivery|supply)|delivered(?: on)?|liefer(?:datum|tag)|liefer- ?(?:\/|und) ?leistungsdatum|geliefert am)(?![\p{L}])\.?\s*:?\s*(?<value>.*)$/iu;

/** The day on which everything was delivered, as a label says; null: none does, or several days are labelled so. */
export function deliveryDay(rows: readonly Row[], { order }: Notation): string | null {
  const days = new Set(
    [...matches(rows, DELIVERY_LABEL)].flatMap((match) => {
      const dates = valuesAt(rows, match).map((text) => datesIn(text.slice(0, VALUE_MAX), order));
      return match.rest === "" ? (dates.slice(1).find(([first]) => first !== undefined) ?? []) : (dates[0] ?? []);
    }),
  );
  const [day] = days;
  return day !== undefined && days.size === 1 ? day : null;
}

const VALUE_MAX = 40;

/** A collective invoice of fuel cards has a day at the start of each line. */
const FIRST_DAY = /^\d{1,4}[-./]\d{1,2}[-./]\d{2,4}(?=[\s,:]+\p{L})(?!\s+(?:til|to|bis|till)\s)/u;
/** Bills of a quarter come some weeks after its end. */
const DAYS_BEFORE_MAX = 120;

/** The day at the start of a line, where it lies shortly before the document's; null: none does. */
function firstDay(description: string, issue_date: string | null, { order }: Notation): string | null {
  const [words] = FIRST_DAY.exec(description) ?? [];
  const [day] = words === undefined ? [] : datesIn(words, order);
  if (day === undefined || issue_date === null) return null;
  const before = daysBetween(day, issue_date);
  return before >= 0 && before <= DAYS_BEFORE_MAX ? day : null;
}

/** Where printed lines were delivered in time: each as it says itself, else as its document does. */
export interface Deliveries {
  readonly day: string | null;
  readonly issue_date: string | null;
  readonly notation: Notation;
}

/** The day on which a line was delivered, or why that is asked about; empty: none is stated. */
export function deliveryOf(
  description: string,
  { day, issue_date, notation }: Deliveries,
): Pick<ParsedLine, "delivered_on" | "doubt"> {
  return deliveredOn(firstDay(description, issue_date, notation) ?? day, issue_date);
}
