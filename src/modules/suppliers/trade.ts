import type { Catalog } from "../../core/catalog.ts";
import { exchangedAmount } from "../../core/exchanged-amount.ts";
import { type Decimal, decimal } from "../../core/quantity.ts";
import type { TradeRow } from "./store-trade.ts";
import { keyOf } from "./supplier-identity.ts";

/** What was bought from one supplier in a year, in the company's currency, excluding VAT. */
export interface SupplierTrade {
  readonly key: string;
  readonly supplier_name: string;
  readonly supplier_country: string | null;
  /** Signed: credit notes count negative. */
  readonly amount: Decimal;
  /** Lines whose amount is in `amount`. */
  readonly line_count: number;
  readonly first_seen_at: string;
}

/** Money for which no exchange rate is loaded: in no sum. */
export interface NotConverted {
  readonly currency: string | null;
  readonly amount: Decimal;
  readonly line_count: number;
}

export interface YearOfTrade {
  readonly suppliers: ReadonlyMap<string, SupplierTrade>;
  /** Purchases whose document names no supplier. */
  readonly unattributed: Decimal;
  readonly not_converted: readonly NotConverted[];
  /** Lines that wait for review as possible duplicates: in no sum. */
  readonly duplicate_line_count: number;
}

interface Gathered {
  amount: Decimal;
  line_count: number;
  first_seen_at: string;
  readonly names: Map<string, number>;
  readonly countries: Map<string, number>;
}

/**
 * Joins the spellings of each supplier under its key and converts to `currency` by the rate of the day. Pure; a supplier
 * of whose lines none counts is not in the result.
 */
export function tradeBySupplier(rows: readonly TradeRow[], currency: string, catalog: Catalog): YearOfTrade {
  const gathered = new Map<string, Gathered>();
  const missing = new Map<string | null, NotConverted>();
  let unattributed = decimal(0);
  let duplicate_line_count = 0;
  for (const row of rows) {
    duplicate_line_count += row.duplicate_line_count;
    const amount = row.line_count === 0 ? decimal(0) : converted(row, currency, catalog);
    if (amount === null) missing.set(row.currency, withMore(missing.get(row.currency), row));
    const key = keyOf(row);
    if (key === null) unattributed = unattributed.plus(amount ?? 0);
    else gathered.set(key, gather(gathered.get(key), row, amount));
  }
  const suppliers = new Map<string, SupplierTrade>();
  for (const [key, trade] of gathered) {
    if (trade.line_count > 0) suppliers.set(key, { key, ...described(trade) });
  }
  const not_converted = [...missing.values()].toSorted((a, b) => (a.currency ?? "").localeCompare(b.currency ?? ""));
  return { suppliers, unattributed, not_converted, duplicate_line_count };
}

function converted(row: TradeRow, currency: string, catalog: Catalog): Decimal | null {
  const amount = decimal(row.amount ?? "0");
  if (row.day === null || row.currency === null) return row.currency === null ? null : amount;
  return exchangedAmount({ value: amount, currency: row.currency }, { currency, day: row.day }, catalog);
}

function withMore(previousSum: NotConverted | undefined, row: TradeRow): NotConverted {
  return {
    currency: row.currency,
    amount: (previousSum?.amount ?? decimal(0)).plus(row.amount ?? "0"),
    line_count: (previousSum?.line_count ?? 0) + row.line_count,
  };
}

/** A line that no rate could convert still makes its supplier known, with nothing added. */
function gather(previousTrade: Gathered | undefined, row: TradeRow, amount: Decimal | null): Gathered {
  const trade = previousTrade ?? {
    amount: decimal(0),
    line_count: 0,
    first_seen_at: row.first_seen_at,
    names: new Map<string, number>(),
    countries: new Map<string, number>(),
  };
  trade.amount = trade.amount.plus(amount ?? 0);
  trade.line_count += row.line_count;
  if (row.first_seen_at < trade.first_seen_at) trade.first_seen_at = row.first_seen_at;
  count(trade.names, row.supplier_name?.trim() ?? "", row.line_count);
  count(trade.countries, row.supplier_country ?? "", row.line_count);
  return trade;
}

function count(counts: Map<string, number>, text: string, times: number): void {
  if (text !== "") counts.set(text, (counts.get(text) ?? 0) + times);
}

function described(trade: Gathered): Omit<SupplierTrade, "key"> {
  const { amount, line_count, first_seen_at, names, countries } = trade;
  const supplier_name = mostFrequent(names) ?? "";
  return { supplier_name, supplier_country: mostFrequent(countries), amount, line_count, first_seen_at };
}

/** The text with the highest count; of equals the fullest, then the first by code point, so that it never flickers. */
function mostFrequent(counts: ReadonlyMap<string, number>): string | null {
  const [first] = [...counts].toSorted(([a, m], [b, n]) => n - m || b.length - a.length || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
