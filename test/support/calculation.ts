import type { Catalog, EmissionFactor, ExchangeRate, PriceIndex } from "../../src/core/catalog.ts";
import { calculate, type CalculationRequest, DEFAULT_CALCULATION_SETTINGS } from "../../src/modules/emissions/index.ts";
import type { CalculatedEntry, ReviewReason } from "../../src/modules/emissions/calculation.ts";
import { catalogFromRows, readCatalogTables } from "../../src/modules/factors/index.ts";
import { shippedTables } from "./catalog.ts";

export const tables = await readCatalogTables(shippedTables);
export const catalog = catalogFromRows(tables);

/** The shipped catalog with further rows, as after an operator's import. */
export function catalogWith(more: {
  readonly factors?: readonly EmissionFactor[];
  readonly exchange_rates?: readonly ExchangeRate[];
  readonly price_indices?: readonly PriceIndex[];
}): Catalog {
  return catalogFromRows({
    ...tables,
    factors: [...tables.factors, ...(more.factors ?? [])],
    exchange_rates: [...tables.exchange_rates, ...(more.exchange_rates ?? [])],
    price_indices: [...tables.price_indices, ...(more.price_indices ?? [])],
  });
}

export function shippedFactor(key: string): EmissionFactor {
  const factor = catalog.factor(key);
  if (factor === undefined) throw new Error(`${key} is not shipped`);
  return factor;
}

/** "245 Nm3" or "1000 DKK" of one category; the year 2025 in Denmark unless said otherwise. */
export function request(
  category_key: string,
  stated: string,
  more: Partial<Pick<CalculationRequest, "transaction_date" | "region">> = {},
): CalculationRequest {
  const [value = "", unit = ""] = stated.split(" ");
  const isMoney = /^[A-Z]{3}$/.test(unit);
  return {
    category_key,
    transaction_date: "2025-06-15",
    quantity: isMoney ? null : { value, unit },
    amount: isMoney ? { value, currency: unit } : null,
    region: "DK",
    ...more,
  };
}

export function entriesOf(
  asked: CalculationRequest,
  from: Catalog = catalog,
  settings = DEFAULT_CALCULATION_SETTINGS,
): readonly CalculatedEntry[] {
  const result = calculate(asked, from, settings);
  if (result.kind === "review") throw new Error(`${result.reviewReason.code}: ${result.reviewReason.detail}`);
  return result.entries;
}

/** The entry itself, without its companions. */
export function entryOf(
  asked: CalculationRequest,
  from: Catalog = catalog,
  settings = DEFAULT_CALCULATION_SETTINGS,
): CalculatedEntry {
  const [entry] = entriesOf(asked, from, settings);
  if (entry === undefined) throw new Error("nothing was calculated");
  return entry;
}

export function reviewReasonOf(asked: CalculationRequest, from: Catalog = catalog): ReviewReason {
  const result = calculate(asked, from, DEFAULT_CALCULATION_SETTINGS);
  if (result.kind === "calculated") throw new Error(`calculated ${result.entries[0]?.formula}`);
  return result.reviewReason;
}
