/**
 * What a company writes as the name of an account: the heading of a chart of accounts, which says what all that is posted below it
 * has in common. A line on it may be one of `family` (beginnings of category keys); `decides` is what it mostly is. Both absent: it
 * holds anything, so that it confirms nothing. `names` in the notation of lexicon-part.ts.
 * Source: headings of the Danish standard chart of accounts (standardkontoplan), the Swedish BAS chart, the Norwegian standard
 * chart (NS 4102), the German SKR03 and SKR04, and the usual British nominal codes.
 */
export interface Heading {
  readonly decides?: string;
  /** What it is where the line says what was done ("Udskiftning af pumpe"); a line that names only a thing bought that. */
  readonly decides_what_was_done?: string;
  readonly family: readonly string[];
  readonly names: string;
  /** Names of things that are only a heading where nothing else in the name is one: "Maskiner", not "Reparation maskiner". */
  readonly is_alone?: true;
}
