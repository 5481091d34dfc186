/** A year of consumption that a document names without its first month, with the days that are proposed; ISO dates, both within. */
export interface OpenPeriod {
  readonly start: string;
  readonly end: string;
  /** The words that name it: "Varmeår: 2025/2026". */
  readonly words: string;
}
