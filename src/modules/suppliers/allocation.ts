import type { Catalog } from "../../core/catalog.ts";
import { exchangedAmount } from "../../core/exchanged-amount.ts";
import { type Decimal, decimal, decimalSum, decimalText, roundedText } from "../../core/quantity.ts";
import type { DisclosureRow } from "./store-disclosures.ts";

export const ALLOCATION_METHODS = ["economic", "product"] as const;
export type AllocationMethod = (typeof ALLOCATION_METHODS)[number];

/** The company's part of what a supplier released, in kg CO2e, or why it cannot be told. */
export type Allocation =
  | { readonly kind: "allocated"; readonly method: AllocationMethod; readonly kg: Decimal; readonly formula: string }
  | { readonly kind: "not_allocated"; readonly reason: string };

/** What the company bought from the supplier in the year, excluding VAT. */
export interface YearSpend {
  readonly amount: Decimal;
  readonly currency: string;
  readonly report_year: number;
}

/**
 * Economic allocation: kg = supplier kg CO2e x spend / turnover (GHG Protocol Scope 3 Calculation Guidance, supplier-
 * specific method, allocation by revenue). Products: the sum of quantity x kg CO2e per unit. Scope 2 counts market-based
 * where the supplier gave it, else location-based. Turnover in another currency is taken at the rate of the year's end.
 */
export function allocate(disclosure: DisclosureRow, spend: YearSpend, catalog: Catalog): Allocation {
  return disclosure.kind === "products" ? byProduct(disclosure) : byTurnover(disclosure, spend, catalog);
}

function byProduct({ products }: DisclosureRow): Allocation {
  let kg = decimal(0);
  const terms: string[] = [];
  for (const product of products) {
    kg = kg.plus(decimal(product.quantity).times(product.kg_co2e_per_unit));
    terms.push(`${product.quantity} ${product.unit} x ${product.kg_co2e_per_unit} kg CO2e/${product.unit}`);
  }
  // The text is for people; with many products the first ones show the way.
  const shown = terms.length > 5 ? [...terms.slice(0, 5), `${terms.length - 5} more`] : terms;
  return { kind: "allocated", method: "product", kg, formula: `${shown.join(" + ")} = ${rounded(kg)} kg CO2e` };
}

function byTurnover(disclosure: DisclosureRow, spend: YearSpend, catalog: Catalog): Allocation {
  const { turnover_amount, turnover_currency } = disclosure;
  const scope2 = disclosure.scope2_market_kg ?? disclosure.scope2_location_kg;
  const parts = [disclosure.scope1_kg, scope2, disclosure.scope3_upstream_kg].filter((part) => part !== null);
  if (parts.length === 0) return { kind: "not_allocated", reason: "the supplier gave no emissions" };
  if (turnover_amount === null || turnover_currency === null) {
    return { kind: "not_allocated", reason: "the supplier gave no turnover" };
  }
  if (!spend.amount.gt(0)) return { kind: "not_allocated", reason: "nothing was bought in that year" };
  const money = { value: turnover_amount, currency: turnover_currency };
  const turnover = exchangedAmount(money, { currency: spend.currency, day: `${spend.report_year}-12-31` }, catalog);
  if (turnover === null) {
    return {
      kind: "not_allocated",
      reason: `no exchange rate from ${turnover_currency} to ${spend.currency} is loaded`,
    };
  }
  if (spend.amount.gt(turnover)) {
    return { kind: "not_allocated", reason: "the purchases exceed the turnover that the supplier gave" };
  }
  const total = decimalSum(parts);
  const kg = total.times(spend.amount).div(turnover);
  const formula =
    `${decimalText(total)} kg CO2e x ${rounded(spend.amount)} ${spend.currency} / ${rounded(turnover)} ${spend.currency}` +
    ` = ${rounded(kg)} kg CO2e`;
  return { kind: "allocated", method: "economic", kg, formula };
}

function rounded(value: Decimal): string {
  return roundedText(decimalText(value));
}
