import { decimal, decimalText } from "../../../core/quantity.ts";
import type { ParsedLine } from "../parsed-document.ts";

/** A line of an invoice; everything that the format does not state is null. */
export function invoiceLine(
  stated: Pick<ParsedLine, "number" | "kind" | "description"> & Partial<ParsedLine>,
): ParsedLine {
  return {
    quantity: null,
    unit: null,
    amount: null,
    currency: null,
    tax_treatment: "excl_vat",
    classification_codes: [],
    gl_account: null,
    gl_account_name: null,
    supplier: null,
    invoice_number: null,
    transaction_date: null,
    service_period_start: null,
    service_period_end: null,
    external_id: null,
    ...stated,
  };
}

/** A line with the further words that its format states about it: they help to recognise it but are not its text. */
export interface DescribedLine {
  readonly line: ParsedLine;
  readonly hint: string;
}

/** A charge (positive) or an allowance (negative) on a whole document. */
export interface Adjustment {
  readonly kind: Extract<ParsedLine["kind"], "document_charge" | "document_allowance">;
  readonly description: string;
  readonly amount: string;
}

/** A charge or allowance as an adjustment; `reason` null: none is stated. Allowances are stated positive. */
export function adjustment(isCharge: boolean, amount: string, reason: string | null): Adjustment {
  if (isCharge) return { kind: "document_charge", description: reason ?? "Charge", amount };
  return {
    kind: "document_allowance",
    description: reason ?? "Allowance",
    amount: decimalText(decimal(amount).neg()),
  };
}

/** Adjustments as lines that are numbered on after the last one. */
export function adjustmentLines(adjustments: readonly Adjustment[], after: number): DescribedLine[] {
  return adjustments
    .filter(({ amount }) => !decimal(amount).eq(0))
    .map((one, index) => ({ line: invoiceLine({ number: after + index + 1, ...one }), hint: "" }));
}
