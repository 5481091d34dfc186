import { failedOutcome, rejected } from "./file-errors.ts";
import type { TableOptions } from "./csv/money.ts";
import { readPdf } from "./pdf/pdf.ts";
import { type Pictures, picturesOutcome } from "./scan/pictures-outcome.ts";
import { sniff } from "./sniff.ts";
import { DEFAULT_PARSE_LIMITS, type ParseLimits } from "./parse-limits.ts";
import { readDocument } from "./read-document.ts";
import { readArchive, readMail } from "./read-package.ts";
import type { FileOutcome } from "./unpacked-file.ts";

/** What became of a file here: an outcome, or pictures of pages, whose letters must be recognised first. */
export type ReadOutcome = FileOutcome | Pictures;

/** What a file is read with besides its bytes: what is known of the company whose file it is. */
export interface FileOptions extends TableOptions {
  /** The company is not its own supplier; unknown unless given. */
  readonly company_name?: string;
  /** Its own numbers with their kind, "cvr:29189846": none of them is a supplier's. */
  readonly company_numbers?: readonly string[];
}

export type ReadFileOptions = ParseLimits & FileOptions;

/**
 * Reads one file of any kind by its content: PDFs, whose engine answers later, and everything that `readDocument` reads
 * at once. Every file has an outcome, a bad one is `rejected` with a code of contract 10.1.
 */
export async function readFile(
  bytes: Uint8Array,
  name: string,
  limits: ReadFileOptions = DEFAULT_PARSE_LIMITS,
): Promise<ReadOutcome> {
  try {
    const { kind } = sniff(bytes);
    if (kind === "picture") return picturesOutcome(bytes, limits);
    if (kind === "pdf") return await pdfOutcome(bytes, limits);
    if (kind === "zip") return await readArchive(bytes, limits);
    if (kind === "mail") return await readMail(bytes, limits);
    return readDocument(bytes, name, limits);
  } catch (error) {
    return failedOutcome(error);
  }
}

async function pdfOutcome(bytes: Uint8Array, limits: ReadFileOptions): Promise<ReadOutcome> {
  if (bytes.length > limits.file_bytes_max) {
    return rejected("file.too_large", `The PDF is larger than ${Math.floor(limits.file_bytes_max / 1024 / 1024)} MiB.`);
  }
  const document = await readPdf(bytes, {
    limits,
    owner: { company_name: limits.company_name ?? "", company_numbers: limits.company_numbers ?? [] },
    readXml: (xml) => readDocument(xml, "invoice.xml", limits),
  });
  return document === null ? picturesOutcome(bytes, limits) : { kind: "parsed", document };
}
