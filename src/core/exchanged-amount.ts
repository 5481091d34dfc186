import type { Catalog } from "./catalog.ts";
import { type Decimal, decimal, quotient } from "./quantity.ts";

/**
 * Money of one currency in another one at the rates of a day (ISO date), for sums and comparisons. Null: no rate
 * is known for that day. Amount in the other currency = amount / (units of its currency per EUR) x (units of the other per EUR).
 */
export function exchangedAmount(
  { value, currency }: { readonly value: string | Decimal; readonly currency: string },
  to: { readonly currency: string; readonly day: string },
  catalog: Catalog,
): Decimal | null {
  if (currency === to.currency) return decimal(value);
  const perEur = (name: string) => (name === "EUR" ? "1" : (catalog.exchangeRate(name, to.day)?.per_eur ?? null));
  const [from_per_eur, to_per_eur] = [perEur(currency), perEur(to.currency)];
  if (from_per_eur === null || to_per_eur === null) return null;
  return quotient(decimal(value).times(to_per_eur), from_per_eur);
}
