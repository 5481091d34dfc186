interface MoneyBack {
  /** Null: it states none that counts. */
  readonly quantity: string | null;
  readonly description: string;
}

/** Whether a line takes back money alone, in words that say a lowered price. */
export function isPrice({ quantity, description }: MoneyBack): boolean {
  return quantity === null && PRICE_WORDS.test(description);
}

/** Words by which suppliers say that a price is lowered afterwards. */
const PRICE_WORDS =
  /bonus|rabat|prisneds|prisreduktion|prisregulering|dekort|afslag|discount|rebate|price (?:reduction|adjustment)|preisnachlass|skonto/i;

/** What was used is not less for costing less. */
export const PRICE_ONLY = "a credit on what is counted by its quantity: the price changes, not the quantity";
