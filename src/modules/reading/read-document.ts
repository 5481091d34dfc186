import { FileRefusal, rejected } from "./file-errors.ts";
import { isCamtNamespace, readCamt } from "./camt/camt.ts";
import { isCiiNamespace, readCii } from "./cii/cii.ts";
import { readCsv } from "./csv/csv.ts";
import type { TableOptions } from "./csv/money.ts";
import { readSaft } from "./saft/saft.ts";
import { type FileKind, isSealedPackage, sniff } from "./sniff.ts";
import { isUblNamespace, readUblInvoice } from "./ubl/invoice.ts";
import { readUtilityStatement } from "./printed/utility-statement.ts";
import { decodeXml, xmlEncoding } from "./xml/encoding.ts";
import { parseXml, type XmlElement } from "./xml/tree.ts";
import type { ParsedDocument, ParseOutcome } from "./parsed-document.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "./parse-limits.ts";

/**
 * Reads one file by its content, whatever its name says. Pure and synchronous; every file has an outcome, a bad one is
 * `rejected` with a code of contract 10.1. `name` is only compared with what the content turned out to be.
 */
export function readDocument(
  bytes: Uint8Array,
  name: string,
  limits: ParseLimits & TableOptions = DEFAULT_PARSE_LIMITS,
): ParseOutcome {
  try {
    return readKind(sniff(bytes), bytes, { name, limits });
  } catch (error) {
    if (error instanceof FileRefusal) return { kind: "rejected", error: error.error };
    throw error;
  }
}

function readKind(
  kind: FileKind,
  bytes: Uint8Array,
  { name, limits }: { name: string; limits: ParseLimits & TableOptions },
): ParseOutcome {
  if (kind.kind === "empty") return rejected("file.empty", "The file holds nothing, or only blanks.");
  if (kind.kind === "pdf" || kind.kind === "picture") {
    return rejected(
      "file.unsupported_type",
      `The file is a ${kind.kind === "pdf" ? "PDF" : "picture"} within another file.`,
    );
  }
  if (kind.kind === "zip" || kind.kind === "mail") {
    return rejected(
      "file.unsupported_type",
      `The file is a ${kind.kind === "zip" ? "ZIP archive" : "mail"} within another file.`,
    );
  }
  if (kind.kind === "other" && isSealedPackage(bytes)) {
    return rejected("file.encrypted", "The workbook or document is protected by a password.");
  }
  if (kind.kind === "other") return rejected("file.unsupported_type", unsupported(kind, name));
  if (kind.kind === "xml" && kind.hasDoctype) {
    return rejected("file.xml_entities", "The XML file has a DOCTYPE declaration.");
  }
  if (kind.kind === "xml") return { kind: "parsed", document: readXml(bytes, kind.root, limits) };
  checkSize(bytes, limits.file_bytes_max);
  return readCsv(bytes, limits);
}

/** Peppol and other networks wrap a document into an envelope of this name. */
const ENVELOPE = "StandardBusinessDocument";
const ENVELOPE_NAMESPACE = "http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader";

function readXml(bytes: Uint8Array, root: string, limits: ParseLimits): ParsedDocument {
  if (root === "AuditFile") {
    checkSize(bytes, limits.ledger_bytes_max);
    return readSaft(bytes, limits);
  }
  const document = xmlDocument(bytes, limits);
  return document === null ? refuse(root) : readElement(document);
}

/**
 * The root of an electronic document, out of its envelope; null: its elements are of none of the known formats.
 * @throws FileRefusal file.too_large and what `parseXml` throws
 */
export function xmlDocument(bytes: Uint8Array, limits: ParseLimits): XmlElement | null {
  checkSize(bytes, limits.file_bytes_max);
  const element = parseXml(decodeXml(bytes, xmlEncoding(bytes)), { limits, keep: isKnownNamespace });
  return element === null || element.name !== ENVELOPE ? element : enveloped(element);
}

function enveloped(envelope: XmlElement): XmlElement | null {
  return envelope.children.find(({ namespace }) => namespace !== ENVELOPE_NAMESPACE) ?? null;
}

function isKnownNamespace(namespace: string): boolean {
  return (
    isUblNamespace(namespace) ||
    isCiiNamespace(namespace) ||
    isCamtNamespace(namespace) ||
    namespace === ENVELOPE_NAMESPACE
  );
}

/** What is told of UBL documents that come beside invoices, by their root. */
const OTHER_ROOTS: ReadonlyMap<string, string> = new Map([
  ["Reminder", "The file is a reminder, which is not an invoice."],
  ["Statement", "The file is a statement of account, which is not an invoice."],
]);

/** What an electronic document says. @throws FileRefusal file.unsupported_document_type, file.not_an_invoice */
export function readElement(document: XmlElement): ParsedDocument {
  const { name, namespace } = document;
  if (isUblNamespace(namespace)) {
    if (name === "Invoice" || name === "CreditNote") return readUblInvoice(document);
    if (name === "UtilityStatement") return readUtilityStatement(document);
    const other = OTHER_ROOTS.get(name);
    if (other !== undefined) throw new FileRefusal("file.not_an_invoice", other);
  }
  if (isCiiNamespace(namespace) && (name === "CrossIndustryInvoice" || name === "CrossIndustryDocument")) {
    return readCii(document);
  }
  if (isCamtNamespace(namespace) && name === "Document") return readCamt(document);
  return refuse(name);
}

function refuse(root: string): never {
  if (root === "") throw new FileRefusal("file.corrupt", "The file starts like XML but holds no element.");
  const name = /^[\p{L}_][\p{L}\p{N}_.-]{0,60}$/u.test(root) ? `<${root}>` : "of an unknown kind";
  throw new FileRefusal(
    "file.unsupported_document_type",
    `The file is an XML document ${name}, which is not an invoice.`,
  );
}

function checkSize(bytes: Uint8Array, max: number): void {
  if (bytes.length > max) {
    throw new FileRefusal("file.too_large", `The file is larger than ${Math.floor(max / 1024 / 1024)} MiB.`);
  }
}

/** File extensions that promise something else than the content is. */
const PROMISES = /\.(?:xml|csv|txt|pdf|xlsx|docx|jpe?g|heic|png|zip)$/i;

function unsupported(kind: Extract<FileKind, { kind: "other" }>, name: string): string {
  if (/^an? (?:AVIF|GIF|bitmap) image$/.test(kind.what)) {
    return `The file is ${kind.what}; pictures are read as JPEG, PNG, HEIC, TIFF or WebP, so save or export it as JPEG.`;
  }
  if (/old Office/.test(kind.what)) {
    return `The file is ${kind.what}; save it as a Word document (DOCX), a workbook (XLSX) or PDF.`;
  }
  const promised = PROMISES.exec(name)?.[0].toLowerCase();
  const isMislabelled = promised !== undefined && /program|unknown|HTML/.test(kind.what);
  return isMislabelled
    ? `The file is ${kind.what}, although its name ends in ${promised}.`
    : `The file is ${kind.what}; this kind is not read yet.`;
}
