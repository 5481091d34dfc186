// Published values as their publishers' files have them, below the directory that TEST_DATA_DIR names (test/fixtures/README.md).
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import Big from "big.js";
import { readCommaTable } from "./parse-tables.mjs";
import { sheetRows } from "./publisher-workbook.mjs";

const DIRECTORY = join(resolve(process.env["TEST_DATA_DIR"] ?? join(import.meta.dirname, "../../../shared")), "data");
const DESNZ_2025 = "desnz-2025-flat-file.xlsx";
const GRID = "2026-11/electricity/dk-electricity.csv";
const DAILY_RATES = "2026-11/ecb/eurofxref-hist.csv";
const PRICES = "2026-11/prices/worldbank-cpi-inflation-2025-07.csv";

export const hasPublishersFiles = existsSync(join(DIRECTORY, DESNZ_2025)) && existsSync(join(DIRECTORY, DAILY_RATES));

const tables = new Map();

function rowsOf(file, read = readCommaTable) {
  if (!tables.has(file)) tables.set(file, read(join(DIRECTORY, file)));
  return tables.get(file);
}

const DESNZ_UNITS = {
  litres: "l",
  kg: "kg",
  km: "km",
  tonnes: "t",
  "passenger.km": "passenger_km",
  "kWh (Gross CV)": "kWh_gross",
  "per FTE Working Hour": "fte_hour",
};

/** A row of the UK Government's flat file by its id; what it is about must be said by the choice as well. */
function desnz({ id, is }) {
  const row = rowsOf(DESNZ_2025, (path) => sheetRows(path, "xl/worksheets/sheet2.xml")).find(({ A }) => A === id);
  const words = [row.C, row.D, row.E, row.F, row.G].filter((word) => word !== undefined).join(", ");
  if (words !== is || row.I !== "kg CO2e") throw new Error(`${id} is "${words}" in ${row.I}, not "${is}"`);
  return [{ file: DESNZ_2025, row: row.row, key: id, year: 2025, value: numberText(row.J), unit: DESNZ_UNITS[row.H] }];
}

/** A workbook keeps binary fractions: 2.5708199999999999 is the 2.57082 that it shows. */
const numberText = (text) => String(Number(text));

/** Generation of a country's electricity, grams per kWh. */
function eea({ country }) {
  const file = "2026-11/electricity/eea-generation-intensity-2023-2024.csv";
  return rowsOf(file)
    .filter((row) => row.country === country)
    .map(({ row, year, g_co2e_per_kwh }) => {
      const value = Big(g_co2e_per_kwh).div(1000).toString();
      return { file, row, key: country, year: Number(year), value, unit: "kWh", boundary: "generation" };
    })
    .sort(byYear);
}

const HEAT = "2026-11/district-heating/district-heating-dk.csv";

/** What a district heating network declares. */
function heatNetwork({ network }) {
  return rowsOf(HEAT)
    .filter((row) => row.network.startsWith(network) && /^\d{4}$/.test(row.year) && row.kg_co2e_per_kwh !== "")
    .map(({ row, year, kg_co2e_per_kwh }) => {
      return { file: HEAT, row, key: network, year: Number(year), value: kg_co2e_per_kwh, unit: "kWh" };
    })
    .sort(byYear);
}

/** The building regulations print two years in one row: "0.105 kg CO2e/kWh life cycle (2025: 0.0878)". */
function buildingRegulations() {
  const { row, year, kg_co2e_per_kwh, printed } = rowsOf(HEAT).find(({ network }) => network === "Denmark (BR18 LCA)");
  const [, later, value] = /\((\d{4}): ([\d.]+)\)/.exec(printed);
  const of = { file: HEAT, row, key: "BR18", unit: "kWh", boundary: "life_cycle" };
  return [
    { ...of, year: Number(year), value: kg_co2e_per_kwh },
    { ...of, year: Number(later), value },
  ];
}

/** CO2 of natural gas in the Danish grid per Nm3. */
function evida() {
  const file = "2026-11/fuels/gas-dk.csv";
  return rowsOf(file)
    .filter((row) => row.subject === "CO2 factor natural gas in the Danish grid" && row.unit === "kg CO2/Nm3")
    .map(({ row, year, value }) => ({ file, row, key: "natural gas", year: Number(year), value, unit: "Nm3" }))
    .sort(byYear);
}

/** kg per 1,000 EUR of 2023 that a branch's products cost in Denmark. */
function figaro({ branch }) {
  const file = "figaro-dk-2023.csv";
  const lines = rowsOf(file, (path) => readFileSync(path, "utf8").trim().split("\n"));
  const at = lines.findIndex((line) => line.startsWith(`${branch}|`));
  const value = Big(lines[at].split("|")[2]).div(1000).toString();
  return [{ file, row: at + 1, key: branch, year: 2023, value, unit: "EUR", price_year: "2023" }];
}

const byYear = (one, other) => one.year - other.year;
const PUBLISHERS = { desnz, eea, heatNetwork, buildingRegulations, evida, figaro };

/** All years that the publisher has, the earliest first. */
function versionsOf({ published }) {
  return PUBLISHERS[published.by](published);
}

/** Energinet's loss of distribution, as the two utilities that quote its declarations print it. */
function lossShares(country) {
  return rowsOf(GRID)
    .filter((row) => row.where_read.includes("miljoedeklarationer") && (row.area === "DK1" || row.area === country))
    .map(({ row, year, method }) => {
      const [, percent] = /([\d.]+) % (?:distribution )?loss/.exec(method);
      return { file: GRID, row, year: Number(year), share: Big(percent).div(100).toString() };
    })
    .sort(byYear);
}

/**
 * Units of a currency per euro: the mean of the document's month, of the European Central Bank's daily rates, to 6 decimals. The krone
 * counts by its central rate in ERM II, which no file here has: press release of 31 December 1998, in force since then.
 */
function ratePerEuro(currency, date) {
  const days = rowsOf(DAILY_RATES).filter((row) => row.Date.startsWith(date.slice(0, 7)) && row[currency] !== "N/A");
  if (days.length === 0) throw new Error(`no rate for ${currency} in ${date}`);
  const mean = days.reduce((total, row) => total.plus(row[currency]), Big(0)).div(days.length);
  if (currency !== "DKK") return mean.round(6, Big.roundHalfUp);
  if (mean.div(KRONE).minus(1).abs().gt(KRONE_BAND)) throw new Error(`the krone left its band: ${mean}`);
  return KRONE;
}

const KRONE = Big("7.46038");
/** Half of the band that the krone keeps in ERM II: 2.25 %. */
const KRONE_BAND = "0.0225";

/** Danish consumer prices of a year, 2015 = 100, chained from the World Bank's yearly changes; those of the newest year stand for later ones. */
function priceLevel(year) {
  const changes = rowsOf(PRICES).filter((row) => row["Country Code"] === "DNK" && Number(row.Year) > 2015);
  return changes
    .filter((row) => Number(row.Year) <= year)
    .reduce((level, { CPI }) => level.times(Big(CPI).div(100).plus(1)), Big(100));
}

export const publishersFiles = { versionsOf, lossShares, ratePerEuro, priceLevel };
