// Reads tables with a few lines of its own: postings, card statements, payroll and filled-in templates of records.
import { readFileSync } from "node:fs";

/** Danish number: "21.882,6" is 21882.6. */
export function danishNumber(text) {
  return text.replaceAll(".", "").replace(",", ".");
}

/** "31-12-2024" and "31.12.2024" are 2024-12-31. */
export function danishDay(text) {
  return text.split(/[-.]/).toReversed().join("-");
}

/** Rows of a semicolon table with a heading, by the names of its columns. */
function rowsOf(path) {
  const [heading, ...rows] = readFileSync(path, "utf8").replace("\ufeff", "").trim().split(/\r?\n/);
  const bare = (cell) => cell.replace(/^"(.*)"$/, "$1");
  const names = heading.split(";").map(bare);
  return rows.map((row) => Object.fromEntries(row.split(";").map((cell, at) => [names[at], bare(cell)])));
}

/** Lines of postings, or of a card or bank statement, on which purchases are negative. */
export function readTable(path, stem) {
  return rowsOf(path).map((cells, index) => {
    const amount = danishNumber(cells["Beløb"] ?? cells["Nettobeløb"]);
    const isStatement = "Kortholder" in cells || "Saldo" in cells;
    return {
      id: `${stem}#${index + 1}`,
      date: danishDay(cells["Dato"] ?? cells["Bilagsdato"]),
      supplier: cells["Leverandør"] || cells["Leverandørnavn"] || undefined,
      text: cells["Tekst"] ?? cells["Posteringstekst"],
      quantity: cells["Antal"] ? { value: danishNumber(cells["Antal"]), unit: cells["Enhed"], times: "1" } : undefined,
      amount: isStatement ? String(-Number(amount)) : amount,
      currency: cells["Valuta"] ?? "DKK",
    };
  });
}

/** Rows of a filled-in template by the Danish half of their headings, with the number of the row in the file (headings are 1). */
export function readTemplate(path) {
  return rowsOf(path).map((cells, index) => ({
    row: index + 2,
    ...Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name.split(" / ")[0], cell])),
  }));
}

/** Rows of a comma table in which cells may be quoted, with the number of the line in the file (heading is 1). */
export function readCommaTable(path) {
  const [heading, ...rows] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const names = cellsOf(heading);
  return rows.map((row, index) => ({
    ...Object.fromEntries(cellsOf(row).map((cell, at) => [names[at], cell])),
    row: index + 2,
  }));
}

function cellsOf(row) {
  return [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .map(([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
    .slice(0, row.endsWith(",") ? undefined : -1);
}
