// Lines of a printed bill: a PDF whose texts stand uncompressed, each with its place on the page. Amounts exclude VAT.
import { readFileSync } from "node:fs";
import { danishDay, danishNumber } from "./parse-tables.mjs";

const TEXT = /Tf 1 0 0 1 ([\d.]+) ([\d.]+) Tm \(((?:\\.|[^\\)])*)\) Tj/g;
const PERIOD = /^(\d\d-\d\d-\d{4}) - (\d\d-\d\d-\d{4})$/;

/** The page's texts row by row from the top, each row from the left. */
function printedRows(path) {
  const rows = new Map();
  for (const [, left, height, text] of readFileSync(path, "latin1").matchAll(TEXT)) {
    rows.set(height, [...(rows.get(height) ?? []), { left: Number(left), text: text.replaceAll(/\\(.)/g, "$1") }]);
  }
  return [...rows]
    .sort(([one], [other]) => Number(other) - Number(one))
    .map(([, cells]) => cells.sort((one, other) => one.left - other.left).map(({ text }) => text));
}

export function readPdf(path, stem) {
  const rows = printedRows(path);
  const behind = (label) => rows.find((row) => row.includes(label))?.at(-1);
  const [, from, to] = PERIOD.exec(behind("Periode:"));
  const kwh = rows.map((row) => /^[\d.]+ Nm3 = ([\d.,]+) kWh$/.exec(row[0])).find((found) => found !== null);
  const head = {
    date: danishDay(behind("Fakturadato:")),
    supplier: rows[0][0],
    period: [danishDay(from), danishDay(to)],
    supply: behind("Målepunkt:") ?? behind("Målernr.:"),
    document: behind("Fakturanr.:"),
    printed_kwh_gross: kwh === undefined ? undefined : danishNumber(kwh[1]),
    currency: "DKK",
  };
  const heading = rows.findIndex((row) => row.join() === "Tekst,Antal,Enhed,Pris,Beløb");
  return rows
    .slice(heading + 1)
    .filter((row) => row.length === 5)
    .map(([text, quantity, unit, , amount], index) => ({
      ...head,
      id: `${stem}#${index + 1}`,
      text,
      quantity: { value: danishNumber(quantity), unit, times: "1" },
      amount: danishNumber(amount),
    }));
}
