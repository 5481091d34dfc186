import { cutText } from "../../core/cut-text.ts";
import { daysBetween } from "../../core/days.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import type { ClassificationCode, ParsedDocument, ParsedLine } from "./parsed-document.ts";

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
    category: null,
    cost_centre: null,
    supplier: null,
    invoice_number: null,
    transaction_date: null,
    service_period_start: null,
    service_period_end: null,
    external_id: null,
    ...stated,
  };
}

/** A delivery further from its document is a misprint, or stands for no day, sooner than a purchase. */
const DELIVERY_DAYS_MAX = 366;

/** Whether a day on which something was delivered is so far from the day of its document or row that it is asked about; ISO dates. */
export function isFarDelivery(day: string, document_date: string): boolean {
  return Math.abs(daysBetween(document_date, day)) > DELIVERY_DAYS_MAX;
}

/** The day of a delivery as an invoice states it; further than a year from the invoice's own date it is asked about. */
export function deliveredOn(
  day: string | null,
  issue_date: string | null,
): Pick<ParsedLine, "delivered_on"> | Pick<ParsedLine, "doubt"> {
  if (day === null) return {};
  if (issue_date === null || !isFarDelivery(day, issue_date)) return { delivered_on: day };
  const detail =
    `The invoice of ${issue_date} says that it was delivered on ${day}, more than a year apart: state the day as service_period, ` +
    "or accept the line as of the invoice's date.";
  return { doubt: { detail, is_category_open: false } };
}

/** A document that is nothing but its lines (postings, payments): what belongs to an invoice as a whole is null. */
export function documentOfLines(
  stated: Pick<ParsedDocument, "format" | "document_type" | "lines" | "row_errors" | "warnings"> &
    Pick<Partial<ParsedDocument>, "currency" | "encoding" | "delimiter">,
): ParsedDocument {
  const [currency, ...others] = new Set(stated.lines.map((line) => line.currency));
  return {
    supplier: null,
    invoice_number: null,
    issue_date: null,
    currency: others.length === 0 ? (currency ?? null) : null,
    total_excl_vat: null,
    total_incl_vat: null,
    signed_total_excl_vat: null,
    references: [],
    quantities: [],
    encoding: null,
    delimiter: null,
    ...stated,
  };
}

/** ISO 6523 scheme of GS1 trade item numbers, as EN 16931 uses it for BT-157; OIOUBL and ZUGFeRD 1.0 write "GTIN". */
const TRADE_ITEM_SCHEMES: ReadonlySet<string> = new Set(["0160", "GTIN"]);

/**
 * The numbers under which an item is sold, among the codes of the line by their UNTDID 7143 names: SA the seller's
 * article number (BT-155), SRV the GTIN (BT-157).
 */
export function itemNumbers(
  seller: string | null,
  standard: string | null,
  standard_scheme: string | null,
): ClassificationCode[] {
  const codes: ClassificationCode[] = [];
  if (seller !== null) codes.push({ list: "SA", code: cutText(seller, 100) });
  if (standard !== null && TRADE_ITEM_SCHEMES.has(standard_scheme?.trim().toUpperCase() ?? "")) {
    codes.push({ list: "SRV", code: cutText(standard, 100) });
  }
  return codes;
}

/** A line with the further words that its format states about it: they help to recognise it but are not its text. */
export interface DescribedLine {
  readonly line: ParsedLine;
  readonly hint: string;
  /** Number of the metering point, meter or installation that the line states; absent: none. */
  readonly meter?: string;
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

/** Adjustments as lines that are numbered on after the last one; the document's cost centre bears them. */
export function adjustmentLines(
  adjustments: readonly Adjustment[],
  after: number,
  cost_centre: string | null,
): DescribedLine[] {
  return adjustments
    .filter(({ amount }) => !decimal(amount).eq(0))
    .map((statedAdjustment, index) => ({
      line: invoiceLine({ number: after + index + 1, cost_centre, ...statedAdjustment }),
      hint: "",
    }));
}
