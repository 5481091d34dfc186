import type { PriceArea } from "../../core/gsrn.ts";

/** What a category is decided from: one activity, before any calculation. All text as it stood in the source. */
export interface CategorizationInput {
  readonly description: string;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  /** The supplier's branch (DB07 or DB25, six digits) by the register extract; absent or null: unknown. */
  readonly supplier_branch?: string | null;
  readonly gl_account: string | null;
  readonly gl_account_name: string | null;
  readonly classification_codes: readonly { readonly list: string; readonly code: string }[];
  /** Physical commodity that the reader counted on this line, e.g. "electricity"; decides at once. */
  readonly commodity: string | null;
  /** Of the quantity, as written; absent or null: it states none. */
  readonly unit?: string | null;
  /** Signed decimal text; null when unknown. */
  readonly amount: string | null;
  readonly line_kind: string;
  /** Title or type of the document, e.g. "ledger", "bank_statement". */
  readonly document_type: string;
  /** ISO 3166-1 alpha-2 of the place of consumption, or a Danish price area (DK1, DK2). Absent counts as DK. */
  readonly region?: string | null;
  /** The Danish price area in which the company says that it uses electricity of which a line does not say where; absent or null: none. */
  readonly home_area?: PriceArea | null;
  /** Whether the document states the country of `region` by metering point or place of delivery; absent: it is the company's own. */
  readonly is_place_stated?: boolean;
  /** Why the company's own country is in doubt as the place of consumption; absent: it is not. */
  readonly place_doubt?: string;
  /** ISO 4217 of `amount`; absent counts as DKK. */
  readonly currency?: string | null;
}

export interface Candidate {
  readonly category_key: string;
  readonly weight: number;
  /** Why, in words that an auditor understands; stored in the lineage. */
  readonly reason: string;
  readonly step:
    | "guard"
    | "rule"
    | "memory"
    | "code"
    | "account"
    | "lexicon"
    | "branch"
    | "decisions"
    | "vocabulary"
    | "companies"
    | "model";
}

/**
 * The decision of the chain of contract 10.4. Confidence = top / (top + second + 0.8): at 0.6 and above the category is
 * taken (`classified`), from 0.35 it is a suggestion (`pending_review`), below it is `unclassified.pending`.
 * `excluded` is the not-relevant guard: wages, VAT, interest, transfers, own sales.
 */
export interface Decision {
  readonly status: "classified" | "pending_review" | "excluded";
  readonly category_key: string;
  /** `model`: what is suggested comes from a language model alone; never beside `classified`. */
  readonly mapped_by: "rule" | "model" | "person";
  readonly confidence: number;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
}
