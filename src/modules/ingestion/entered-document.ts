import { isDatedAhead } from "../../core/dated-ahead.ts";
import type { ValidationIssue } from "../../core/errors.ts";
import { decimal } from "../../core/quantity.ts";
import { invoiceLine, type ParsedDocument } from "../reading/index.ts";
import type { ActivityDraft } from "./draft-activities.ts";

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

/** Cash is rounded to coins, so that what was paid may be a little less than the amount it is for. */
const COIN = "1";

/** What cannot be on any invoice, and would be a slip of the hand. Amounts in the currency of the facts. */
export function slips(
  facts: Pick<EnteredFacts, "issue_date" | "net_amount" | "gross_amount">,
  now: Date,
): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (isDatedAhead(facts.issue_date, now)) {
    issues.push({ path: "issue_date", code: "in_future", message: "must be today or earlier" });
  }
  const net = decimal(facts.net_amount);
  if (net.eq(0)) {
    const message = "must not be 0; exclude_upload_file leaves out what holds nothing to account for";
    issues.push({ path: "net_amount", code: "zero", message });
  }
  const gross = facts.gross_amount === null ? null : decimal(facts.gross_amount);
  if (gross !== null && (gross.s !== net.s || gross.abs().plus(COIN).lt(net.abs()))) {
    issues.push({ path: "gross_amount", code: "below_net", message: "must be net_amount with the VAT on it" });
  }
  return issues;
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
