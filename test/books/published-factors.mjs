// Which published figure counts in a year, and what money is worth. Where the figures are read is the source's matter:
// data-tables.mjs (the tables below data/) or publishers-files.mjs (the files as their publishers gave them out).
import Big from "big.js";

/** The newest version that is not later than the year, else the first after it. */
const ofYear = (versions, year) => versions.findLast((one) => one.year <= year) ?? versions[0];

/**
 * The published row for a year of use: the version of that year, else the newest earlier one, else the nearest later one.
 * `year_is_distant`: later than the year of use, or earlier by more years than the subject allows.
 */
export function factorOf(source, choice, year, distanceYears) {
  const row = ofYear(source.versionsOf(choice), year);
  if (row === undefined) throw new Error(`no published row for ${JSON.stringify(choice)}`);
  if (row.unit !== choice.unit) throw new Error(`${row.key} is per ${row.unit}, not per ${choice.unit}`);
  const distance = year - row.year;
  return { ...row, year_is_distant: distance < 0 || (distanceYears !== null && distance > distanceYears) };
}

/**
 * What the losses of a country's grid emit per kWh that is delivered: its factor of generation x the published share of the year of
 * use, else of the newest year before it, else of the first after it.
 */
export function lossesOf(source, grid, country, year) {
  const { file, row, year: published, share } = ofYear(source.lossShares(country), year);
  const key = grid.key.replace(/generation\.\d{4}/, `losses.${published}`);
  return { ...grid, file, row, key, year: published, value: Big(grid.value).times(share).toString() };
}

/** What an amount of a document's date is worth in euro at the price level of the factor's row; without an index, at its own. */
export function eurosOf(source, { amount, currency, date }, { price_year }) {
  const euros = currency === "EUR" ? Big(amount) : Big(amount).div(source.ratePerEuro(currency, date));
  const [of, at] = [source.priceLevel(Number(date.slice(0, 4))), source.priceLevel(Number(price_year))];
  return of === undefined || at === undefined ? euros : euros.times(at).div(of);
}
