// Published values as committed under data/: which file, which row, which year. Nothing is computed by the product.
import Big from "big.js";
import { readCommaTable, readJson } from "./parse.mjs";

const DATA = new URL("../../data/", import.meta.url);
const tables = new Map();

function rowsOf(file) {
  if (!tables.has(file)) tables.set(file, readCommaTable(new URL(`factors/${file}`, DATA)));
  return tables.get(file);
}

export const CHOICES = readJson(new URL("factors.json", import.meta.url));

/**
 * The published row for a year of use: the version of that year, else the newest earlier one, else the nearest later one.
 * `year_is_distant`: later than the year of use, or earlier by more years than the subject allows.
 */
export function factorOf(choice, year, distanceYears) {
  const pattern = new RegExp(`^${choice.key.replaceAll(".", "\\.").replace("{year}", "\\d{4}")}$`);
  const versions = rowsOf(choice.file)
    .filter((row) => pattern.test(row.key))
    .sort((a, b) => a.valid_year - b.valid_year);
  if (versions.length === 0) throw new Error(`no published row ${choice.key} in ${choice.file}`);
  const row = versions.findLast(({ valid_year }) => Number(valid_year) <= year) ?? versions[0];
  if (row.unit !== choice.unit) throw new Error(`${row.key} is per ${row.unit}, not per ${choice.unit}`);
  const distance = year - Number(row.valid_year);
  return {
    file: choice.file,
    row: row.row,
    key: row.key,
    year: Number(row.valid_year),
    value: row.kg_co2e_per_unit,
    unit: row.unit,
    price_year: row.price_year,
    boundary: row.boundary,
    year_is_distant: distance < 0 || (distanceYears !== null && distance > distanceYears),
  };
}

/**
 * What the losses of a country's grid emit per kWh that is delivered: its factor of generation x the published share of the year of
 * use, else of the newest year before it, else of the first after it.
 */
export function lossesOf(grid, country, year) {
  const shares = readCommaTable(new URL("grid-losses.csv", DATA))
    .filter((row) => row.country === country)
    .sort((a, b) => a.valid_year - b.valid_year);
  const { row, valid_year, share } = shares.findLast((one) => Number(one.valid_year) <= year) ?? shares[0];
  const key = grid.key.replace(/generation\.\d{4}/, `losses.${valid_year}`);
  const value = Big(grid.value).times(share).toString();
  return { ...grid, file: "grid-losses.csv", row, key, year: Number(valid_year), value };
}

/** Units of a currency per euro: the newest published rate that is not after the document's date. */
function ratePerEuro(currency, date) {
  const rate = readCommaTable(new URL("exchange-rates.csv", DATA)).findLast(
    (row) => row.currency === currency && row.day <= date,
  );
  if (rate === undefined) throw new Error(`no rate for ${currency} on ${date}`);
  return Big(rate.per_eur);
}

/** The level of the Danish consumer prices in a year: the newest published one that is not after it; none before the first. */
function priceLevel(year) {
  const levels = readCommaTable(new URL("price-indices.csv", DATA)).filter(
    (row) => row.region === "DK" && Number(row.year) <= year,
  );
  const [newest] = levels.toSorted((a, b) => Number(b.year) - Number(a.year));
  return newest === undefined ? undefined : Big(newest.index_value);
}

/** What an amount of a document's date is worth in euro at the price level of the factor's row; without an index, at its own. */
export function eurosOf({ amount, currency, date }, { price_year }) {
  const euros = currency === "EUR" ? Big(amount) : Big(amount).div(ratePerEuro(currency, date));
  const [of, at] = [priceLevel(Number(date.slice(0, 4))), priceLevel(Number(price_year))];
  return of === undefined || at === undefined ? euros : euros.times(at).div(of);
}
