import { inflateSync } from "node:zlib";
import { FileRefusal } from "../file-errors.ts";

/**
 * Decompressed sizes that are accepted. Page contents of invoices take some 100 KiB; fonts and attachments more; pictures
 * the most, and they are not decompressed for their text.
 */
const CONTENT_BYTES_MAX = 8 * 1024 * 1024;
const FONT_OR_FILE_BYTES_MAX = 32 * 1024 * 1024;
/** All streams together, pictures left out. */
const TOTAL_BYTES_MAX = 96 * 1024 * 1024;
/** How far before its data the dictionary of a stream begins. */
const DICTIONARY_BYTES_MAX = 2048;

/**
 * Refuses a PDF whose compressed streams would fill the memory: the engine keeps a whole stream decompressed. Damaged
 * streams are left to the engine.
 * @throws FileRefusal file.decompression_limit
 */
export function checkStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let total = 0;
  let at = file.indexOf("stream");
  while (at !== -1) {
    const isEnd = file.subarray(at - 3, at).toString("latin1") === "end";
    const dictionary = isEnd ? "" : dictionaryBefore(file, at);
    const filters = dictionary.match(/\/(?:FlateDecode|Fl)(?![A-Za-z])/g)?.length ?? 0;
    const isImage = /\/Subtype\s*\/Image/.test(dictionary);
    const next = file.indexOf("endstream", at + 6);
    const end = next === -1 ? file.length : next;
    if (filters > 0 && !isImage) {
      const start = file[at + 6] === 0x0d ? at + 8 : at + 7;
      total += decompressedSize(file.subarray(start, end), filters, limitOf(dictionary));
      if (total > TOTAL_BYTES_MAX) throw tooLarge();
    }
    at = file.indexOf("stream", isEnd || filters === 0 ? at + 6 : end + 9);
  }
}

function dictionaryBefore(file: Buffer, at: number): string {
  const before = file.subarray(Math.max(0, at - DICTIONARY_BYTES_MAX), at).toString("latin1");
  return before.slice(Math.max(before.lastIndexOf("endobj"), before.lastIndexOf(" obj")) + 1);
}

function limitOf(dictionary: string): number {
  const isFontOrFile = /\/(?:Length1|EmbeddedFile|Type1C|CIDFontType0C|OpenType|ToUnicode)(?![A-Za-z])/.test(
    dictionary,
  );
  return isFontOrFile ? FONT_OR_FILE_BYTES_MAX : CONTENT_BYTES_MAX;
}

function decompressedSize(data: Buffer, filters: number, limit: number): number {
  let content = data;
  let size = 0;
  for (let filter = 0; filter < Math.min(filters, 4); filter += 1) {
    try {
      content = inflateSync(content, { maxOutputLength: limit });
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
      return size;
    }
    size += content.length;
  }
  return size;
}

function tooLarge(): FileRefusal {
  return new FileRefusal("file.decompression_limit", "The PDF holds compressed data that would take too much memory.");
}
