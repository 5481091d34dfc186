import { type Decimal, decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import type { ParsedLine } from "./parsed-document.ts";

/** Sums in documents are rounded line by line; a difference up to this much in the document's currency is none. */
export const ROUNDED: Decimal = decimal("0.02");
/** A misread digit is no rounding: sums of recognised letters agree to the cent. */
export const TO_THE_CENT: Decimal = decimal("0");

/** Sum of decimal texts, null counting as nothing. Exact. */
export function sumOf(amounts: readonly (string | null)[]): Decimal {
  return decimalSum(amounts.filter((amount) => amount !== null));
}

/** Sum of the amounts of lines. */
export function lineSum(lines: readonly ParsedLine[]): Decimal {
  return sumOf(lines.map((line) => line.amount));
}

/** Whether two sums are equal within `tolerance`, in the document's currency; by default the rounding of documents. */
export function addUpTo(sum: Decimal, total: string, tolerance: Decimal = ROUNDED): boolean {
  return sum.minus(total).abs().lte(tolerance);
}

/** A warning when lines, charges and allowances do not add up to the stated net; nothing is corrected or invented. */
export function balanceWarnings(lines: readonly ParsedLine[], net: string | null): string[] {
  if (net === null) return ["total_missing: the document states no total excluding VAT"];
  const sum = lineSum(lines);
  if (addUpTo(sum, net)) return [];
  return [
    `total_mismatch: lines, charges and allowances add up to ${decimalText(sum)}, the document states ${net} excluding VAT`,
  ];
}

/** What must be booked: a credit note as the negative of its printed total, whatever sign it printed; never twice. */
export function signedTotal(net: string | null, isCreditNote: boolean): string | null {
  if (net === null || !isCreditNote) return net;
  return decimalText(decimal(net).abs().neg());
}

/** UNTDID 1001 codes that EN 16931 treats as credit notes. 389 (self-billed invoice, German "Gutschrift") is none. */
const CREDIT_NOTE_CODES: ReadonlySet<string> = new Set("81 83 261 262 296 308 381 396 420 458 532".split(" "));

export function isCreditNoteCode(code: string | null): boolean {
  return code !== null && CREDIT_NOTE_CODES.has(code);
}

/** UNTDID 1001: an invoice that states an earlier one anew ("corrected invoice", EN 16931 BT-3). */
const CORRECTED_INVOICE = "384";

/** Whether a document takes the place of the invoice that it names as the preceding one (BG-3); a member for its parsed form. */
export function corrected(code: string | null): { readonly is_correction?: true } {
  return code === CORRECTED_INVOICE ? { is_correction: true } : {};
}
