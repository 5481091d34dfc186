import Papa from "papaparse";
import { unreadableFile } from "../../../core/errors.ts";
import { isDecimalText } from "../../../core/quantity.ts";
import type { SourcedIndex, SourcedRate } from "../catalog-tables.ts";
import { csvRows, exchangeRateCells, priceIndexCells } from "../csv-rows.ts";
import type { ParsedRows } from "./parsed-rows.ts";

/** Rates are held in memory; company accounts do not reach further back. */
const FIRST_DAY = "2015-01-01";
const ISO_DAY = /^(19|20)\d\d-\d\d-\d\d$/;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * Reads the European Central Bank's reference rates as published (eurofxref-hist.csv: Date,USD,JPY,... with units of
 * the currency per euro). "N/A" and empty cells give no rate. One row read is one cell of the table.
 * @throws ServiceError request.validation_failed when the file has another layout.
 */
export function importEcbRates(text: string): ParsedRows<SourcedRate> {
  const records = Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ""), {
    delimiter: ",",
    skipEmptyLines: "greedy",
  }).data;
  const header = (records[0] ?? []).map((name) => name.trim());
  const currencies = header.flatMap((name, column) => (CURRENCY.test(name) ? [{ name, column }] : []));
  if (header[0] !== "Date" || currencies.length === 0) {
    throw unreadableFile("not_ecb_rates", "the header is not that of eurofxref-hist.csv (Date,USD,JPY,...)");
  }
  const rows: { line: number; row: SourcedRate }[] = [];
  const rejected: { line: number; reason: string }[] = [];
  let unavailable = 0;
  let early = 0;
  for (const [index, record] of records.slice(1).entries()) {
    const line = index + 2;
    const day = record[0]?.trim() ?? "";
    for (const { name, column } of currencies) {
      const value = record[column]?.trim() ?? "";
      if (value === "" || value === "N/A") unavailable += 1;
      else if (!ISO_DAY.test(day)) rejected.push({ line, reason: `${name}: the date is not YYYY-MM-DD` });
      else if (!isDecimalText(value) || Number(value) <= 0) rejected.push({ line, reason: `${name}: is not a rate` });
      else if (day < FIRST_DAY) early += 1;
      else rows.push({ line, row: ecbRate(name, day, value) });
    }
  }
  return {
    read: rows.length + rejected.length + unavailable + early,
    rows,
    rejected,
    skipped: [
      { reason: "no rate published", count: unavailable },
      { reason: `before ${FIRST_DAY}`, count: early },
    ],
  };
}

function ecbRate(currency: string, day: string, per_eur: string): SourcedRate {
  return {
    currency,
    day,
    kind: "daily",
    per_eur,
    source: "European Central Bank, euro foreign exchange reference rates",
    source_url: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
    licence: "ECB: reuse permitted with the source named",
  };
}

/** Reads rates in the columns of data/exchange-rates.csv, e.g. annual averages of a national bank. */
export function importExchangeRates(text: string): ParsedRows<SourcedRate> {
  const { rows, rejected } = csvRows(text, exchangeRateCells);
  return { read: rows.length + rejected.length, rows, rejected, skipped: [] };
}

/** Reads price levels in the columns of data/price-indices.csv. */
export function importPriceIndices(text: string): ParsedRows<SourcedIndex> {
  const { rows, rejected } = csvRows(text, priceIndexCells);
  return { read: rows.length + rejected.length, rows, rejected, skipped: [] };
}
