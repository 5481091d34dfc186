import { inflateSync } from "node:zlib";
import { FileRefusal } from "../file-errors.ts";
import { inlinePictureBytes } from "./inline-pictures.ts";

/**
 * Decompressed sizes that are accepted. Page contents of invoices take some 100 KiB; fonts and attachments more; pictures
 * the most, and they are not decompressed for their text.
 */
const CONTENT_BYTES_MAX = 8 * 1024 * 1024;
const FONT_OR_FILE_BYTES_MAX = 32 * 1024 * 1024;
/** Page contents in which a scanner has put its picture: an A4 page in colour at 300 dpi has 26 million bytes. */
const PICTURE_CONTENT_BYTES_MAX = 32 * 1024 * 1024;
/** All streams together, pictures left out. */
const TOTAL_BYTES_MAX = 96 * 1024 * 1024;
/** How far before its data the dictionary of a stream begins: that of a picture may hold a palette of 256 colours. */
const DICTIONARY_BYTES_MAX = 16 * 1024;

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
      total += decompressedSize(file.subarray(start, end), filters, isFontOrFile(dictionary));
      if (total > TOTAL_BYTES_MAX) throw tooLarge();
    }
    at = file.indexOf("stream", isEnd || filters === 0 ? at + 6 : end + 9);
  }
}

/** The header of the object that a stream belongs to (ISO 32000-1, 7.3.10); the same letters may stand in its palette. */
const OBJECT_HEADER = /\d\s+\d+\s+obj(?![A-Za-z])/g;

function dictionaryBefore(file: Buffer, at: number): string {
  const before = file.subarray(Math.max(0, at - DICTIONARY_BYTES_MAX), at).toString("latin1");
  const own = before.slice(before.lastIndexOf("endobj") + 1);
  const start = [...own.matchAll(OBJECT_HEADER)].at(-1)?.index ?? 0;
  return own
    .slice(start)
    .replaceAll(/#([\dA-Fa-f]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function isFontOrFile(dictionary: string): boolean {
  return /\/(?:Length1|EmbeddedFile|Type1C|CIDFontType0C|OpenType|ToUnicode)(?![A-Za-z])/.test(dictionary);
}

function decompressedSize(data: Buffer, filters: number, isFile: boolean): number {
  let content = data;
  let size = 0;
  for (let filter = 0; filter < Math.min(filters, 4); filter += 1) {
    const next = decompressed(content, isFile ? FONT_OR_FILE_BYTES_MAX : PICTURE_CONTENT_BYTES_MAX);
    if (next === null) return size;
    content = next;
    const counted = isFile ? content.length : content.length - picturesWithin(content);
    if (!isFile && counted > CONTENT_BYTES_MAX) throw tooLarge();
    size += counted;
  }
  return size;
}

/** Only long contents are looked through. */
function picturesWithin(content: Buffer): number {
  return content.length > CONTENT_BYTES_MAX ? inlinePictureBytes(content) : 0;
}

/** Null: damaged. */
function decompressed(data: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    return null;
  }
}

function tooLarge(): FileRefusal {
  return new FileRefusal("file.decompression_limit", "The PDF holds compressed data that would take too much memory.");
}
