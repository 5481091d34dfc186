import type { StatedFuelValue } from "../../../core/fuel-value.ts";
import { distinctFuelValues, fuelValuesIn } from "../quantities/fuel-values.ts";
import { type Cell, type Row, rowText } from "../pdf/page-words.ts";

/** Rows of one table of readings that are followed below a heading. */
const BELOW_MAX = 40;

/** Heating values, densities and factors on the pages: beside their label, or below it as the heading of a column. */
export function printedFuelValues(rows: readonly Row[]): StatedFuelValue[] {
  const values = rows.flatMap((row, at) => {
    const beside = fuelValuesIn(rowText(row), "printed");
    return beside.length > 0 ? beside : row.cells.flatMap((cell) => valuesBelow(rows, at, cell));
  });
  return distinctFuelValues(values);
}

/** Every number in the column below a heading, until the column ends: bills of several months have several values. */
function valuesBelow(rows: readonly Row[], at: number, heading: Cell): StatedFuelValue[] {
  if (/\d[.,]\d/.test(heading.text) || !/\p{L}{5}/u.test(heading.text)) return [];
  const page = rows[at]?.page;
  const values: StatedFuelValue[] = [];
  for (const row of rows.slice(at + 1, at + 1 + BELOW_MAX)) {
    if (row.page !== page) break;
    const below = row.cells.find((cell) => cell.left < heading.right && cell.right > heading.left);
    const read = below === undefined ? [] : numberBelow(heading, below);
    if (read.length === 0) break;
    values.push(...read);
  }
  return values;
}

function numberBelow(heading: Cell, { text }: Cell): StatedFuelValue[] {
  return /^\d{1,6}(?:[.,]\d{1,6})?(?:\s*\p{L}.{0,12})?$/u.test(text.trim())
    ? fuelValuesIn(`${heading.text} ${text}`, "printed")
    : [];
}
