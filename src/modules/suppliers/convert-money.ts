import type { Catalog } from "../../core/catalog.ts";
import { type Decimal, decimal } from "../../core/quantity.ts";

/** Amount in `to` at the rates of a day (ISO date): amount / rate of `from` per EUR x rate of `to` per EUR. Null: no rate. */
export function convertMoney(
  catalog: Catalog,
  money: { readonly amount: Decimal; readonly currency: string },
  to: string,
  day: string,
): Decimal | null {
  if (money.currency === to) return money.amount;
  const from = perEuro(catalog, money.currency, day);
  const target = perEuro(catalog, to, day);
  return from === null || target === null ? null : money.amount.times(target).div(from);
}

function perEuro(catalog: Catalog, currency: string, day: string): Decimal | null {
  if (currency === "EUR") return decimal(1);
  const rate = catalog.exchangeRate(currency, day);
  return rate === null ? null : decimal(rate.per_eur);
}
