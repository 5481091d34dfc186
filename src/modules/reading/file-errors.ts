import type { FileError, PageOutcome, ParseOutcome } from "./parsed-document.ts";

/** Why a file is refused (contract 10.1): what is wrong in general, and what the sender can do about it. */
const FILE_ERRORS = {
  "file.empty": { title: "The file is empty", hint: "Export or download the document again and check its size." },
  "file.unsupported_type": {
    title: "This kind of file is not read",
    hint: "Send the electronic invoice as XML (OIOUBL, Peppol, XRechnung, CII) or as PDF, a picture or a Word document (DOCX), a SAF-T file, or the postings as CSV or XLSX.",
  },
  "file.unsupported_document_type": {
    title: "This kind of XML document is not read",
    hint: "Invoices, credit notes, utility statements and SAF-T Financial files are read.",
  },
  "file.not_an_invoice": {
    title: "The document is no invoice",
    hint: "Send the invoices that it is about.",
  },
  "file.corrupt": {
    title: "The file is damaged",
    hint: "Ask the sender for the document again; it was probably cut off or changed on the way.",
  },
  "file.encrypted": {
    title: "The file is protected by a password",
    hint: "Save the document without a password and send it again.",
  },
  "file.too_many_pages": {
    title: "The file has too many pages",
    hint: "Send the invoice without its appendices, or split the file into single invoices.",
  },
  "file.image_too_large": {
    title: "The picture is too large",
    hint: "Send a picture with at most 60 million pixels; 300 dots per inch are enough.",
  },
  "file.xml_entities": {
    title: "XML with a document type or entities is refused",
    hint: "Remove the DOCTYPE declaration; electronic invoices do not need one.",
  },
  "file.too_large": {
    title: "The file is too large",
    hint: "Split the export into shorter periods or send the documents one by one.",
  },
  "file.decompression_limit": {
    title: "Reading the file needs too much memory",
    hint: "Split the file into smaller ones, or send it in another format.",
  },
  "file.timeout": {
    title: "Reading the file took too long",
    hint: "Split the file into smaller ones, or send it in another format.",
  },
  "file.malware": {
    title: "Malware was found in the file",
    hint: "Do not open the file. Have the sender and the computer that it came from looked at, and send a clean document.",
  },
  "file.not_scanned": {
    title: "The file was not scanned for malware",
    hint: "Send it again later. If it is not scanned then, tell the operator the id of the file.",
  },
  "file.no_invoice_data": {
    title: "No invoice data found",
    hint: "Check that the file is a complete invoice or export with dates and amounts.",
  },
  "file.plain_text": {
    title: "The file is plain text",
    hint: "Send the invoice as PDF, picture or XML, or what it says as a table (CSV or XLSX) with a heading row that names columns for date, description and amount.",
  },
  "file.columns_unknown": {
    title: "Columns are not known",
    hint: "Say what they hold; it is kept for this source, and the file is read with it.",
  },
  "file.signs_unknown": {
    title: "It is not known which amounts are costs",
    hint: "Say how costs are written; it is kept for this source, and the file is read with it.",
  },
  "file.decimal_mark_unknown": {
    title: "It is not known what separates decimals",
    hint: "Say whether it is a comma or a point; it is kept for this source, and the file is read with it.",
  },
} as const satisfies Record<string, { title: string; hint: string }>;

export type FileErrorCode = keyof typeof FILE_ERRORS;

/** The full error of `code`. `detail` is our own words about this file: it never holds content beyond element names. */
export function fileError(code: FileErrorCode, detail: string): FileError {
  return { code, title: FILE_ERRORS[code].title, detail, hint: FILE_ERRORS[code].hint };
}

/** Thrown inside readers when a file cannot be read at all; `readDocument` turns it into the outcome. */
export class FileRefusal extends Error {
  readonly error: FileError;

  constructor(code: FileErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = "FileRefusal";
    this.error = fileError(code, detail);
  }
}

/** Thrown inside readers of pages on which a person may see what was not recognised. */
export class UnreadablePages extends Error {
  readonly error: FileError;

  constructor(detail: string) {
    super(`file.no_invoice_data: ${detail}`);
    this.name = "UnreadablePages";
    this.error = fileError("file.no_invoice_data", detail);
  }
}

/** The outcome of a file whose reading threw. @throws what is neither a refusal nor unreadable pages */
export function failedOutcome(error: unknown): Exclude<PageOutcome, { kind: "parsed" }> {
  if (error instanceof UnreadablePages) return { kind: "unreadable", error: error.error, recognised: null };
  if (error instanceof FileRefusal) return { kind: "rejected", error: error.error };
  throw error;
}

/** The outcome of a refused file. */
export function rejected(code: FileErrorCode, detail: string): ParseOutcome {
  return { kind: "rejected", error: fileError(code, detail) };
}
