// Reads the source files with a few lines of its own: no reader of the product is used.
import { readFileSync } from "node:fs";

const UBL_UNITS = {
  KWH: { unit: "kWh", times: "1" },
  MWH: { unit: "kWh", times: "1000" },
  NM3: { unit: "Nm3", times: "1" },
  KGM: { unit: "kg", times: "1" },
};

/** First text of an element, whatever its prefix; undefined where it is not there. */
function textOf(xml, name) {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</`).exec(xml)?.[1]?.trim();
}

function blockOf(xml, name) {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${name}>`).exec(xml)?.[1];
}

function periodOf(xml) {
  const block = blockOf(xml, "InvoicePeriod");
  return block === undefined ? undefined : [textOf(block, "StartDate"), textOf(block, "EndDate")];
}

/** Danish number: "21.882,6" is 21882.6. */
function danishNumber(text) {
  return text.replaceAll(".", "").replace(",", ".");
}

/** Lines of a UBL invoice or credit note. Amounts exclude VAT (BT-131). */
function readUbl(path, stem) {
  const xml = readFileSync(path, "utf8");
  const head = xml.split(/<cac:(?:Invoice|CreditNote)Line>/)[0];
  const blocks = [...xml.matchAll(/<cac:(?:Invoice|CreditNote)Line>([\s\S]*?)<\/cac:(?:Invoice|CreditNote)Line>/g)];
  return blocks.map(([, block]) => {
    const quantity = /<cbc:(?:Invoiced|Credited)Quantity unitCode="(\w+)">([^<]+)</.exec(block);
    const unit = UBL_UNITS[quantity[1]];
    const printed = /= ([\d.,]+) kWh \(øvre/.exec(textOf(block, "Description") ?? "");
    return {
      id: `${stem}#${textOf(block, "ID")}`,
      date: textOf(head, "IssueDate"),
      supplier: textOf(blockOf(head, "AccountingSupplierParty"), "RegistrationName"),
      text: textOf(blockOf(block, "Item"), "Name"),
      period: periodOf(block) ?? periodOf(head),
      supply: textOf(blockOf(block, "DocumentReference") ?? "", "ID"),
      names: textOf(blockOf(head, "BillingReference") ?? "", "ID"),
      document: textOf(head, "ID"),
      quantity: unit === undefined ? undefined : { value: quantity[2], unit: unit.unit, times: unit.times },
      printed_kwh_gross: printed === null ? undefined : danishNumber(printed[1]),
      amount: textOf(block, "LineExtensionAmount"),
      currency: textOf(head, "DocumentCurrencyCode"),
    };
  });
}

/** Rows of a semicolon table with a heading: postings, or a card statement, on which purchases are negative. */
function readTable(path, stem) {
  const [heading, ...rows] = readFileSync(path, "utf8").trim().split("\n");
  const names = heading.split(";");
  return rows.map((row, index) => {
    const cells = Object.fromEntries(row.split(";").map((cell, at) => [names[at], cell]));
    const amount = danishNumber(cells["Beløb"]);
    return {
      id: `${stem}#${index + 1}`,
      date: cells["Dato"].split("-").toReversed().join("-"),
      supplier: cells["Leverandør"] || undefined,
      text: cells["Tekst"],
      amount: names.includes("Kortholder") ? String(-Number(amount)) : amount,
      currency: cells["Valuta"],
    };
  });
}

/** All lines of a file under this folder; `file` is "company/name.xml" or "company/name.csv". */
export function readSource(folder, file) {
  const stem = file.replace(/\.\w+$/, "");
  const path = new URL(file, folder);
  return file.endsWith(".xml") ? readUbl(path, stem) : readTable(path, stem);
}

/** Rows of a comma table in which cells may be quoted, with the number of the line in the file (heading is 1). */
export function readCommaTable(path) {
  const [heading, ...rows] = readFileSync(path, "utf8").trim().split("\n");
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

export function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
