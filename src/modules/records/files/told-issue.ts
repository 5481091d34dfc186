import { type Form, type Told, toldBy, typed } from "../../../core/told.ts";

/** What is wrong with a cell or a row. */
const ISSUES: readonly Form[] = [
  ["no_heading", /^"(?<text>.*)" stands in a column without heading$/s],
  ["missing", /^is missing$/],
  ["unclear_figure", /^may be thousands or decimals: .+$/],
  ["not_a_figure", /^must be a figure without sign and unit, .+$/],
  ["not_a_whole_number", /^must be a whole number, .+$/],
  ["not_a_day", /^must be a day, as .+$/],
  ["unknown_category", /^no factor ships for "(?<text>.*)" here; known are (?<known>.+)$/s],
  ["at_least", /^must be at least (?<least>\S+)$/],
  ["zero_or_at_least", /^must be 0 or at least (?<least>\S+)$/],
  ["at_most", /^must (?:not exceed|be at most) (?<most>\d+)$/],
  ["more_than_employees", /^must not exceed the employees$/],
  ["more_than_answers", /^must not exceed the answers in all$/],
  ["more_than_weeks", /^must not exceed the (?<most>\d+) weeks of the period$/],
  ["too_long", /^must have at most (?<most>\d+) characters?$/],
  ["empty", /^must not be empty$/],
  ["hidden_characters", /^must (?:not contain|be one line) .+$/],
  ["not_a_country", /^must be a country code of two capital letters$/],
  ["not_a_currency", /^must be a currency code of three capital letters$/],
  ["not_an_id", /^must be a UUID, .+$/],
  ["one_of", /^must be one of (?<known>.+)$/],
  ["unknown_unit", /^must be a unit that the service knows, e\.g\. (?<known>.+)$/],
  ["amount_with_currency", /^net_amount and currency are stated together or not at all$/],
  ["too_early", /^must be (?<day>\d{4}-\d{2}-\d{2}) or later$/],
  ["in_future", /^must be today or earlier$/],
  ["before_start", /^must not be before \S+$/],
  ["covers_nothing", /^is missing: name at least one account, or the supplier$/],
  ["unknown_department", /^is no department of this company, .+$/],
  ["closed_department", /^"(?<name>.*)" has been closed since (?<day>\S+) and takes no new activities: .+$/s],
  ["identical_row", /^states the same as row (?<row>\d+): .+$/],
  ["period_unclear", /^.+ State service_period\.(?: .+)?$/s],
  [
    "not_countable",
    /^(?:.* )?[a-z0-9_.]+ can be counted by a quantity in (?<units>.+?)(?:, or by (?:net_amount and currency|emissions that a source states \(emissions\)))*\.$/s,
  ],
  ["not_countable_by_quantity", /^(?:.* )?[a-z0-9_.]+ (?:can be counted by .+|cannot be counted by itself: .+)\.$/s],
];

/** What a row of a table is refused for, by its sentence; `typed` where no form is known of it. */
export function toldIssue(message: string): Told {
  return toldBy(ISSUES, message) ?? typed(message);
}
