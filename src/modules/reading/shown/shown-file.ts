import type { ShownFile, ShownInvoice, ShownWindow } from "../../../core/shown-file.ts";
import { isCiiNamespace } from "../cii/cii.ts";
import type { TableOptions } from "../csv/money.ts";
import { DEFAULT_PARSE_LIMITS } from "../parse-limits.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import { readElement, xmlDocument } from "../read-document.ts";
import { sniff } from "../sniff.ts";
import type { XmlElement } from "../xml/tree.ts";
import { openArchive } from "../zip/zip-archive.ts";
import { ciiFacts, ciiLineFacts } from "./cii-facts.ts";
import { shownCsv, shownWorkbook } from "./shown-table.ts";
import { ublFacts, ublLineFacts } from "./ubl-facts.ts";

/** Characters of the text of one line. */
const DESCRIPTION_LENGTH_MAX = 1_000;

export type WantedOfFile = Omit<ShownWindow, "mappings"> & Required<Pick<TableOptions, "mappings">>;

/**
 * What an electronic invoice or a table says, for people to look at: as it was read, with the lines or rows from one number on.
 * Null: the file is neither.
 * @throws FileRefusal where it cannot be read now
 */
export async function shownFile(bytes: Uint8Array, wanted: WantedOfFile): Promise<ShownFile | null> {
  const kind = sniff(bytes);
  if (kind.kind === "xml" && !kind.hasDoctype && kind.root !== "AuditFile") return shownXml(bytes, wanted);
  if (kind.kind === "table") return asTable(shownCsv(bytes, wanted, wanted));
  if (kind.kind !== "zip") return null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = await openArchive(buffer);
  archive.close();
  return archive.kind === "workbook" ? asTable(await shownWorkbook(buffer, wanted, wanted)) : null;
}

function asTable(table: ShownFile["table"]): ShownFile | null {
  return table === null ? null : { invoice: null, table };
}

function shownXml(bytes: Uint8Array, wanted: WantedOfFile): ShownFile | null {
  const root = xmlDocument(bytes, DEFAULT_PARSE_LIMITS);
  if (root === null) return null;
  const document = readElement(root);
  const { document_type } = document;
  if (document_type === "ledger" || document_type === "bank_statement" || document_type === "bill_list") return null;
  return { invoice: shownInvoice(root, { ...document, document_type }, wanted), table: null };
}

function shownInvoice(
  root: XmlElement,
  document: ParsedDocument & Pick<ShownInvoice, "document_type">,
  { first, count }: WantedOfFile,
): ShownInvoice {
  const isCii = isCiiNamespace(root.namespace);
  const facts = isCii ? ciiFacts(root) : ublFacts(root);
  const ofLines = isCii ? ciiLineFacts(root) : ublLineFacts(root);
  const shown = document.lines.filter(({ number }) => number >= first).slice(0, count);
  return {
    ...facts,
    document_type: document.document_type,
    invoice_number: document.invoice_number,
    issue_date: document.issue_date,
    currency: document.currency,
    total_excl_vat: document.total_excl_vat,
    total_incl_vat: document.total_incl_vat,
    references: document.references.slice(0, 50),
    line_count: document.lines.length,
    lines: shown.map((line) => ({
      line_number: line.number,
      description: line.description.slice(0, DESCRIPTION_LENGTH_MAX),
      quantity: line.quantity,
      unit: line.unit,
      unit_price: null,
      vat_percent: null,
      ...(line.kind === "line" ? ofLines.get(line.external_id ?? "") : undefined),
      amount: line.amount,
      period_start: line.service_period_start,
      period_end: line.service_period_end,
    })),
  };
}
