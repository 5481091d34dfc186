import { FileRefusal } from "./file-errors.ts";
import { unpackMail } from "./mail/mail.ts";
import type { TableOptions } from "./csv/money.ts";
import { readWorkbook } from "./csv/workbook.ts";
import { openArchive } from "./zip/zip-archive.ts";
import type { ParseLimits } from "./parse-limits.ts";
import type { FileOutcome } from "./unpacked-file.ts";

/**
 * Reads a ZIP container: the tables of a workbook, or the files of an archive, each of which is then read on its own.
 * @throws FileRefusal file.too_large, file.corrupt, file.encrypted, file.decompression_limit, file.unsupported_type.
 */
export async function readArchive(bytes: Uint8Array, limits: ParseLimits & TableOptions): Promise<FileOutcome> {
  assertSize(bytes, limits);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = await openArchive(buffer);
  try {
    if (archive.kind === "workbook") return await readWorkbook(buffer, limits);
    if (archive.kind === "archive") return { kind: "unpacked", container: "zip", ...(await archive.unpack()) };
    const what = "The file is an Office document; of those only Excel workbooks are read.";
    throw new FileRefusal("file.unsupported_type", what);
  } finally {
    archive.close();
  }
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
