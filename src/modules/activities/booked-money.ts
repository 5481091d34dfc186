import type { CurrentActivityRow } from "./store.ts";

/** Money of a line as it is read now. */
type Money = Pick<CurrentActivityRow, "allocated_amount" | "allocated_currency" | "amount" | "currency">;

/** Without VAT where that is known, signed as booked; decimal text, zero where the line has none. */
export function bookedNet({ allocated_amount, amount }: Pick<Money, "allocated_amount" | "amount">): string {
  return allocated_amount ?? amount ?? "0";
}

/** Null: not known. */
export function bookedCurrency({
  allocated_currency,
  currency,
}: Pick<Money, "allocated_currency" | "currency">): string | null {
  return allocated_currency ?? currency;
}
