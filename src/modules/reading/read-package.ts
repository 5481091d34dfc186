import { readDocx } from "./docx/docx.ts";
import { FileRefusal } from "./file-errors.ts";
import { unpackMail } from "./mail/mail.ts";
import type { TableOptions } from "./csv/money.ts";
import { readWorkbook } from "./csv/workbook.ts";
import { type OpenArchive, openArchive } from "./zip/zip-archive.ts";
import type { ParseLimits } from "./parse-limits.ts";
import { type Pictures, picturesOutcome } from "./scan/pictures-outcome.ts";
import type { FileOutcome } from "./unpacked-file.ts";

/** What the files of an archive are read with. */
export type ArchiveOptions = ParseLimits &
  TableOptions & { readonly company_name?: string; readonly company_numbers?: readonly string[] };

/**
 * Reads a ZIP container: the tables of a workbook, the text of a Word document, or the files of an archive, each of which is
 * then read on its own.
 * @throws FileRefusal file.too_large, file.corrupt, file.encrypted, file.decompression_limit, file.unsupported_type and what
 * `readDocx` throws
 */
export async function readArchive(bytes: Uint8Array, limits: ArchiveOptions): Promise<FileOutcome | Pictures> {
  assertSize(bytes, limits);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = await openArchive(buffer);
  try {
    if (archive.kind === "workbook") return await readWorkbook(buffer, limits);
    if (archive.kind === "word") return await readWord(archive, limits);
    if (archive.kind === "archive") return { kind: "unpacked", container: "zip", ...(await archive.unpack()) };
    const what = "The file is an Office document; of those Word documents (DOCX) and Excel workbooks (XLSX) are read.";
    throw new FileRefusal("file.unsupported_type", what);
  } finally {
    archive.close();
  }
}

async function readWord(archive: OpenArchive, limits: ArchiveOptions): Promise<FileOutcome | Pictures> {
  const read = await readDocx(archive, {
    limits,
    owner: { company_name: limits.company_name ?? "", company_numbers: limits.company_numbers ?? [] },
  });
  return "picture" in read ? picturesOutcome(read.picture, limits) : { kind: "parsed", document: read.document };
}

/** Takes an e-mail apart. @throws FileRefusal file.too_large, file.corrupt, file.no_invoice_data. */
export async function readMail(bytes: Uint8Array, limits: ParseLimits): Promise<FileOutcome> {
  assertSize(bytes, limits);
  return { kind: "unpacked", container: "mail", ...(await unpackMail(bytes)) };
}

function assertSize(bytes: Uint8Array, { file_bytes_max }: ParseLimits): void {
  if (bytes.length <= file_bytes_max) return;
  throw new FileRefusal("file.too_large", `The file is larger than ${Math.floor(file_bytes_max / 1024 / 1024)} MiB.`);
}
