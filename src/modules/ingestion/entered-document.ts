import type { ActivityDraft } from "./draft-activities.ts";
import { invoiceLine } from "./formats/lines.ts";
import type { ParsedDocument } from "./parsed-document.ts";

/** What a person read on a picture. Amounts are decimal text, signed as booked; a credit is negative. */
export interface EnteredFacts {
  /** ISO date. */
  readonly issue_date: string;
  readonly supplier_name: string;
  readonly supplier_identifier: string | null;
  readonly invoice_number: string | null;
  readonly description: string | null;
  readonly net_amount: string;
  readonly gross_amount: string | null;
  /** ISO 4217. */
  readonly currency: string;
}

/** The document of one line that a person entered. */
export function enteredDocument(facts: EnteredFacts): ParsedDocument {
  const { issue_date, supplier_name, supplier_identifier, invoice_number, net_amount, gross_amount, currency } = facts;
  return {
    format: "entered",
    document_type: "invoice",
    supplier: { name: supplier_name, country: null, identifier: supplier_identifier },
    invoice_number,
    issue_date,
    currency,
    total_excl_vat: net_amount,
    total_incl_vat: gross_amount,
    signed_total_excl_vat: net_amount,
    references: [],
    lines: [
      invoiceLine({
        number: 1,
        kind: "line",
        description: facts.description ?? supplier_name,
        amount: net_amount,
        currency,
      }),
    ],
    quantities: [],
    row_errors: [],
    warnings: [],
    encoding: null,
    delimiter: null,
  };
}

/** The activities of an entered document, in the category that the person chose. */
export function inCategory(drafts: readonly ActivityDraft[], category_key: string, reason: string): ActivityDraft[] {
  return drafts.map((draft) => ({ ...draft, chosen: { category_key, reason } }));
}
