// Published values as committed under data/: which file, which row, which year. Nothing is computed by the product.
import Big from "big.js";
import { readCommaTable } from "./parse-tables.mjs";

const DATA = new URL("../../data/", import.meta.url);
const tables = new Map();

function rowsOf(file) {
  if (!tables.has(file)) tables.set(file, readCommaTable(new URL(file, DATA)));
  return tables.get(file);
}

/** All years of a choice's row, the earliest first. */
function versionsOf({ file, key }) {
  const pattern = new RegExp(`^${key.replaceAll(".", "\\.").replace("{year}", "\\d{4}")}$`);
  return rowsOf(`factors/${file}`)
    .filter((row) => pattern.test(row.key))
    .map(({ row, key, valid_year, kg_co2e_per_unit, unit, price_year, boundary }) => {
      return { file, row, key, year: Number(valid_year), value: kg_co2e_per_unit, unit, price_year, boundary };
    })
    .sort((one, other) => one.year - other.year);
}

function lossShares(country) {
  return rowsOf("grid-losses.csv")
    .filter((row) => row.country === country)
    .map(({ row, valid_year, share }) => ({ file: "grid-losses.csv", row, year: Number(valid_year), share }))
    .sort((one, other) => one.year - other.year);
}

/** Units of a currency per euro: the newest published rate that is not after the document's date. */
function ratePerEuro(currency, date) {
  const rate = rowsOf("exchange-rates.csv").findLast((row) => row.currency === currency && row.day <= date);
  if (rate === undefined) throw new Error(`no rate for ${currency} on ${date}`);
  return Big(rate.per_eur);
}

/** The level of the Danish consumer prices in a year: the newest published one that is not after it; none before the first. */
function priceLevel(year) {
  const levels = rowsOf("price-indices.csv").filter((row) => row.region === "DK" && Number(row.year) <= year);
  const [newest] = levels.toSorted((a, b) => Number(b.year) - Number(a.year));
  return newest === undefined ? undefined : Big(newest.index_value);
}

export const dataTables = { versionsOf, lossShares, ratePerEuro, priceLevel };
