import type { CountedBy } from "./company-factors.ts";

/** The facts of a step that later readings take from it. */
export interface StepFacts {
  /** Of an allocation: shares of the months of the period, in order. */
  readonly shares?: readonly string[];
  /** Of a credit: by what counts what is taken back. */
  readonly counted_by?: CountedBy;
  /** Of a credit: that counts by money, and its quantity counts nothing. */
  readonly is_by_money?: true;
  /** Of a credit: whether what is taken back counts on the days of its period, or on the one day of its document. */
  readonly is_over_days?: boolean;
  /** Of a reference: what the invoice is in that the credit note names, in another currency than its own. */
  readonly invoice_currency?: string;
}
