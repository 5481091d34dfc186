import { unreadableFile, validationError } from "../../../core/errors.ts";
import { decimal, decimalText, isDecimalText } from "../../../core/quantity.ts";
import type { FactorRow } from "../factor-version.ts";
import type { ParsedFactors } from "./parsed-rows.ts";
import { readXlsx, type XlsxRow, type XlsxSheet } from "./xlsx.ts";

const SHEET = "Residual Mixes";
/** Column Q: direct CO2 of the residual mix, g per kWh. */
const CO2_COLUMN = 16;
/** The country stands in one of the first columns, by code or by name. */
const COUNTRY_COLUMNS = 4;
/** "gCO2/kWh", "g CO2 / kWh", "CO2 (g/kWh)". */
const CO2_IN_GRAMS = /\bg\s*CO2|CO2.{0,12}\bg\s*\/\s*kWh/i;
const RELEASE = /^(20\d\d) \S/;
const NOT_AVAILABLE = "NA: full disclosure, no residual mix (which is not zero)";

/**
 * Reads the workbook of results of the European Residual Mixes (Association of Issuing Bodies): the sheet "Residual Mixes", direct CO2 in
 * g per kWh by country. Keys are "electricity.<country>.residual_mix.<year>.kwh". A country printed as NA gives no factor, and a
 * printed 0 is refused: a market without residual mix has none, not one of zero.
 * @param release year of the consumption and edition, e.g. "2025 v1.0 2026-05-26": the year is not taken from the file.
 * @throws ServiceError request.validation_failed without such a release, and when the file is not of that layout or of another year.
 */
export async function importAib(bytes: Buffer, release: string | null): Promise<ParsedFactors> {
  const year = Number(RELEASE.exec(release ?? "")?.[1]);
  if (release === null || Number.isNaN(year)) {
    const message = 'name year and edition, e.g. "2025 v1.0 2026-05-26"';
    throw validationError([{ path: "release", code: "required", message }]);
  }
  const sheet = residualMixes(await readXlsx(bytes));
  assertYear(sheet, year);
  const rows: { line: number; row: FactorRow }[] = [];
  const rejected: { line: number; reason: string }[] = [];
  let notAvailable = 0;
  for (const row of sheet.rows) {
    const country = countryOf(row);
    if (country === null) continue;
    const printed = cellText(row, CO2_COLUMN);
    if (/^(?:n\/?a|-|)$/i.test(printed)) notAvailable += 1;
    else if (!isDecimalText(printed) || decimal(printed).lte(0)) {
      rejected.push({
        line: row.number,
        reason: `${country}: "${printed.slice(0, 40)}" is no figure in g CO2 per kWh above 0`,
      });
    } else rows.push({ line: row.number, row: factorRow(country, { year, release, printed }) });
  }
  return {
    read: rows.length + rejected.length + notAvailable,
    rows,
    rejected,
    skipped: [{ reason: NOT_AVAILABLE, count: notAvailable }],
  };
}

function residualMixes(sheets: readonly XlsxSheet[]): XlsxSheet {
  const sheet = sheets.find(({ name }) => name.trim().toLowerCase() === SHEET.toLowerCase());
  const first = sheet?.rows.findIndex((row) => countryOf(row) !== null) ?? -1;
  const heads = sheet?.rows.slice(0, Math.max(first, 0)).map((row) => cellText(row, CO2_COLUMN)) ?? [];
  if (sheet !== undefined && CO2_IN_GRAMS.test(heads.join(" "))) return sheet;
  throw unreadableFile(
    "not_the_residual_mixes",
    'no sheet "Residual Mixes" has g CO2 per kWh in column Q; use the workbook of results of the European Residual Mixes',
  );
}

/** A year that the sheet prints in its heads must be the one that was named. */
function assertYear({ rows }: XlsxSheet, year: number): void {
  const first = rows.findIndex((row) => countryOf(row) !== null);
  const heads = rows.slice(0, first).flatMap(({ cells }) => cells.map((cell) => cell?.text ?? ""));
  const printed = heads.flatMap((text) => [...text.matchAll(/\b20\d\d\b/g)].map(([found]) => Number(found)));
  if (printed.length === 0 || printed.includes(year)) return;
  throw validationError([
    {
      path: "release",
      code: "other_year",
      message: `the sheet is of ${[...new Set(printed)].join(", ")}, not of ${year}`,
    },
  ]);
}

function countryOf({ cells }: XlsxRow): string | null {
  for (const cell of cells.slice(0, COUNTRY_COLUMNS)) {
    const text = cell?.text.trim() ?? "";
    const country = COUNTRIES.get(text.toLowerCase());
    if (country !== undefined) return country;
  }
  return null;
}

const inEnglish = new Intl.DisplayNames(["en"], { type: "region" });
const inDanish = new Intl.DisplayNames(["da"], { type: "region" });

/** Countries of the table by code and by English name, in lower case; with the codes and names of Europe that ISO 3166 has otherwise. */
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ..."AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MD ME MK MT NL NO PL PT RO RS SE SI SK UA XK"
    .split(" ")
    .flatMap((code) => [code, inEnglish.of(code) ?? code].map((name) => [name.toLowerCase(), code] as const)),
  ["uk", "GB"],
  ["great britain", "GB"],
  ["el", "GR"],
  ["czech republic", "CZ"],
  ["the netherlands", "NL"],
]);

interface Printed {
  readonly year: number;
  readonly release: string;
  /** g CO2 per kWh. */
  readonly printed: string;
}

function factorRow(country: string, { year, release, printed }: Printed): FactorRow {
  const kg = decimalText(decimal(printed).div(1000));
  return {
    key: `electricity.${country.toLowerCase()}.residual_mix.${year}.kwh`,
    release,
    name_en: `Electricity, ${inEnglish.of(country) ?? country}, residual mix ${year}`,
    name_da: `El, ${inDanish.of(country) ?? country}, residualmiks ${year}`,
    scope: 2,
    scope3_category: null,
    unit: "kWh",
    kg_co2e_per_unit: kg,
    co2_kg: kg,
    ch4_kg_co2e: null,
    n2o_kg_co2e: null,
    biogenic_co2_kg: null,
    region: country,
    valid_year: year,
    currency: null,
    price_year: null,
    boundary: "generation",
    gwp_set: null,
    source: `AIB, European Residual Mixes ${year}`,
    source_url: "https://www.aib-net.org/facts/european-residual-mix",
    licence: "No open licence stated; published fact, cite AIB; check the terms before passing on",
    note: "direct CO2 only",
  };
}

function cellText(row: XlsxRow | undefined, column: number): string {
  return row?.cells[column]?.text.trim() ?? "";
}
