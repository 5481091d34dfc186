import { isPriceChange, saysPriceChange } from "../reading/index.ts";

interface PricedLine {
  readonly document_type: string;
  readonly description: string;
  /** Signed as it is booked, decimal text; null: none. */
  readonly amount: string | null;
}

/**
 * Whether a line changes the price of something, by its words: whatever quantity that is reckoned on, it was counted where it was used. On
 * a credit note whatever lowers a price does, and what takes such a discount back.
 */
export function changesPrice({ document_type, description, amount }: PricedLine): boolean {
  if (document_type === "credit_note") return saysPriceChange(description);
  return BILLS.has(document_type) && isPriceChange(description, amount);
}

const BILLS: ReadonlySet<string> = new Set(["invoice", "utility_statement"]);

/** What was used is not less for costing less. */
export const PRICE_ONLY = "a price change on what is counted by its quantity: the price changes, not the quantity";
