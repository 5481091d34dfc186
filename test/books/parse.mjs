// Reads the source files with a few lines of its own: no reader of the product is used.
import { readFileSync } from "node:fs";
import { readCii } from "./parse-cii.mjs";
import { readPdf } from "./parse-pdf.mjs";
import { danishNumber, readTable } from "./parse-tables.mjs";
import { blockOf, textOf, UNIT_CODES } from "./parse-xml.mjs";

function periodOf(xml) {
  const block = blockOf(xml, "InvoicePeriod");
  return block === undefined ? undefined : [textOf(block, "StartDate"), textOf(block, "EndDate")];
}

/** Lines of a UBL invoice or credit note. Amounts exclude VAT (BT-131). */
function readUbl(path, stem) {
  const xml = readFileSync(path, "utf8");
  const head = xml.split(/<cac:(?:Invoice|CreditNote)Line>/)[0];
  const blocks = [...xml.matchAll(/<cac:(?:Invoice|CreditNote)Line>([\s\S]*?)<\/cac:(?:Invoice|CreditNote)Line>/g)];
  return blocks.map(([, block]) => {
    const quantity = /<cbc:(?:Invoiced|Credited)Quantity unitCode="(\w+)">([^<]+)</.exec(block);
    const unit = UNIT_CODES[quantity[1]];
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

/** All lines of a file under this folder; `file` is "company/name" with the ending of its kind. */
export function readSource(folder, file) {
  const stem = file.replace(/\.\w+$/, "");
  const path = new URL(file, folder);
  if (file.endsWith(".pdf")) return readPdf(path, stem);
  if (file.endsWith(".csv")) return readTable(path, stem);
  return readFileSync(path, "utf8").includes("CrossIndustryInvoice") ? readCii(path, stem) : readUbl(path, stem);
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
