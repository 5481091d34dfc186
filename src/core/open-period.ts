/** What a document names without saying its first and last day, such as a year of consumption, with the days that are proposed; ISO dates, both within. */
export interface OpenPeriod {
  readonly start: string;
  readonly end: string;
  /** The words that name it: "Varmeår: 2025/2026", "januar og marts 2026". */
  readonly words: string;
}
