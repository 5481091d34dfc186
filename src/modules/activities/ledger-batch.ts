import type { CalculationResult, ConversionStep } from "../emissions/index.ts";
import type { Decision } from "../categorization/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { RuledPeriod } from "./ruled-period.ts";
import type { StatedFacts } from "./stated-facts.ts";

/** Type and format of documents that are a person's own statement. */
export const RECORD = "record";

/** A document as its reader states it. Dates are ISO dates, decimals text. */
export interface NewDocument {
  /** Of the stored bytes, lower-case hex. One document per tenant, environment and content. */
  readonly sha256: string;
  readonly name: string;
  readonly media_type: string | null;
  readonly size_bytes: number;
  readonly format: string;
  readonly document_type: string;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly invoice_number: string | null;
  readonly issue_date: string | null;
  readonly currency: string | null;
  readonly total_excl_vat: string | null;
  readonly total_incl_vat: string | null;
  readonly content_key: string | null;
  readonly business_key: string | null;
}

/** How an activity is read: the category, what of it counts, and for whom. */
export interface NewSplit {
  readonly decision: Decision;
  /** What was counted, in a unit of core/units.ts; null when only money is known. */
  readonly quantity: string | null;
  readonly unit: string | null;
  /** Steps from the source's quantity or amount to the ones here. */
  readonly conversion: readonly ConversionStep[];
  readonly allocated_amount: string | null;
  readonly allocated_currency: string | null;
  readonly department_id: string | null;
  /** The period that a rule about the supplier gives it; absent or null: it states one, or no rule is about it. */
  readonly ruled_period?: RuledPeriod | null;
}

/** What of a split a later reading decides anew; the department stays. */
export type ReadSplit = Pick<
  NewSplit,
  "quantity" | "unit" | "conversion" | "allocated_amount" | "allocated_currency" | "ruled_period"
>;

/** One invoice line or transaction with its reading. `transaction_date` is an ISO date or datetime with offset. */
export interface NewActivity {
  readonly data_source_id: string | null;
  readonly external_id: string | null;
  /** 1-based position in the document. */
  readonly line_number: number;
  readonly page: number | null;
  readonly line_kind: string;
  readonly invoice_number: string | null;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly supplier_country: string | null;
  readonly transaction_date: string;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly description: string;
  /** As the source states it, signed as booked. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly tax_treatment: string;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly gl_account: string | null;
  readonly gl_account_name: string | null;
  readonly classification_codes: readonly { readonly list: string; readonly code: string }[];
  /** The metered supply that the line is about; absent or null: none, or not known. */
  readonly supply_id?: string | null;
  /** What a person states of a record beside its own columns; absent: nothing. */
  readonly stated?: StatedFacts;
  readonly split: NewSplit;
  /**
   * What the engine made of the split; null when it was not asked (excluded, or the category is in doubt).
   * A result of kind "review" turns a classified split into one that is pending review, with the gap's code.
   */
  readonly result: CalculationResult | null;
  /** Closed years: what the line counts in them is not booked but waits to be restated. Absent: it counts in none. */
  readonly outside?: readonly YearDays[];
}

export interface LedgerBatch {
  /** Id that the document gets; absent: a new one. */
  readonly document_id?: string;
  readonly document: NewDocument;
  readonly activities: readonly NewActivity[];
}

/** What one document became in the ledger. */
export interface RecordedDocument {
  readonly document_id: string;
  /** In the order of the batch. */
  readonly activity_ids: readonly string[];
  /** The entries of the first activity, then those of the second, each as calculated. */
  readonly entry_ids: readonly string[];
  readonly entry_count: number;
  /** Activities whose split waits for a person. */
  readonly review_count: number;
  readonly excluded_count: number;
}
