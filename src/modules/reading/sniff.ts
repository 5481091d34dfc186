import { heifBrands, isHeic } from "../../core/heif-boxes.ts";
import { decodeText } from "./text-encoding.ts";
import { xmlEncoding } from "./xml/encoding.ts";

/** What a file is by its content; its name says nothing. `other` names the kind in words, for the refusal. */
export type FileKind =
  | { readonly kind: "empty" }
  | { readonly kind: "xml"; readonly root: string; readonly hasDoctype: boolean }
  | { readonly kind: "table" }
  | { readonly kind: "zip" }
  | { readonly kind: "mail" }
  | { readonly kind: "pdf" }
  | { readonly kind: "picture" }
  | { readonly kind: "other"; readonly what: string };

export const ARCHIVE = "application/zip";

/** Media types under which originals are saved, packages of office programs apart: each has its ending in `get-upload-file-content.ts`. */
export type OriginalMediaType =
  | "application/pdf"
  | "application/xml"
  | "image/heic"
  | "image/jpeg"
  | "image/png"
  | "image/tiff"
  | "image/webp"
  | "message/rfc822"
  | "text/csv"
  | typeof ARCHIVE;

/** How compound files of office programs start ([MS-CFB] 2.2). */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0] as const;

/** Magic numbers at the start of a file. */
const SIGNATURES: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], "a PNG image"],
  [[0xff, 0xd8, 0xff], "a JPEG image"],
  [[0x47, 0x49, 0x46, 0x38], "a GIF image"],
  [[0x49, 0x49, 0x2a, 0x00], "a TIFF image"],
  [[0x4d, 0x4d, 0x00, 0x2a], "a TIFF image"],
  [[0x42, 0x4d], "a bitmap image"],
  [COMPOUND_FILE, "an old Office document (xls, doc or msg)"],
  [[0x4d, 0x5a], "a Windows program"],
  [[0x7f, 0x45, 0x4c, 0x46], "a program"],
  [[0x1f, 0x8b], "a gzip archive"],
  [[0x37, 0x7a, 0xbc, 0xaf], "a 7z archive"],
  [[0x52, 0x61, 0x72, 0x21], "a RAR archive"],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], "a rich text document"],
  [[0x25, 0x21, 0x50, 0x53], "a PostScript document"],
];

/** Pictures that scanners and telephones make, and that are read. */
const PICTURES = new Set(["a PNG image", "a JPEG image", "a TIFF image", "a WebP image", "a HEIC image"]);

const MEDIA_TYPES: Readonly<Record<string, OriginalMediaType>> = {
  "a PNG image": "image/png",
  "a JPEG image": "image/jpeg",
  "a TIFF image": "image/tiff",
  "a WebP image": "image/webp",
  "a HEIC image": "image/heic",
};

const PDF_WITHIN_BYTES = 1024;
const HEAD_BYTES = 4096;
/** Comments with licences stand before the root of real invoices; this much of the file is searched for it. */
const ROOT_WITHIN_BYTES = 256 * 1024;

/** Recognises a file by its content. Cheap: looks at the first bytes only. */
export function sniff(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return { kind: "empty" };
  if (isZip(bytes)) return { kind: "zip" };
  if (isPdf(bytes)) return { kind: "pdf" };
  const binary = binaryKind(bytes);
  if (binary !== null) return PICTURES.has(binary) ? { kind: "picture" } : { kind: "other", what: binary };
  const head = headText(bytes, HEAD_BYTES);
  if (head === null) return { kind: "other", what: "a binary file of unknown kind" };
  const start = head.trimStart();
  if (start === "") return bytes.length > HEAD_BYTES ? { kind: "other", what: "a file of blanks" } : { kind: "empty" };
  if (isMail(start)) return { kind: "mail" };
  const text = textKind(start);
  if (text !== null) return { kind: "other", what: text };
  if (!start.startsWith("<")) return { kind: "table" };
  return { kind: "xml", ...rootOf(headText(bytes, ROOT_WITHIN_BYTES) ?? head) };
}

/** Media type of a picture or PDF by its content; null: it is neither. */
function pageMediaType(bytes: Uint8Array): OriginalMediaType | null {
  const { kind } = sniff(bytes);
  if (kind === "pdf") return "application/pdf";
  return kind === "picture" ? (MEDIA_TYPES[binaryKind(bytes) ?? ""] ?? null) : null;
}

/**
 * Media type under which an original may be saved, by the first bytes of its content: pages, electronic documents, tables, and
 * what holds them; null: it is nothing that is read. What a ZIP archive is, its directory tells (`packageMediaType`).
 */
export function originalMediaType(bytes: Uint8Array): OriginalMediaType | null {
  const { kind } = sniff(bytes);
  switch (kind) {
    case "xml":
      return "application/xml";
    case "table":
      return "text/csv";
    case "mail":
      return "message/rfc822";
    case "zip":
      return ARCHIVE;
    case "pdf":
    case "picture":
      return pageMediaType(bytes);
    case "empty":
    case "other":
  }
  return null;
}

/** The stream that holds a workbook or document behind a password ([MS-OFFCRYPTO] 2.3.4.4), as the directory names it. */
const SEALED_STREAM = Buffer.from("EncryptedPackage", "utf16le");

/** Whether a workbook or document of an office program is sealed by a password: then it is a compound file and no ZIP archive. */
export function isSealedPackage(bytes: Uint8Array): boolean {
  const isCompound = COMPOUND_FILE.every((byte, at) => bytes[at] === byte);
  return isCompound && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(SEALED_STREAM);
}

/** PDF readers accept rubbish in front, so mail gateways and printers put it there; a program stays a program. */
function isPdf(bytes: Uint8Array): boolean {
  const start = latin1(bytes, PDF_WITHIN_BYTES);
  return start.includes("%PDF-") && !/^(?:MZ|\u007fELF|<)/.test(start);
}

function binaryKind(bytes: Uint8Array): string | null {
  for (const [signature, what] of SIGNATURES) {
    // Two letters are no proof: a table may start with "BM;" or "MZ-number" as well.
    const isProof = signature.length > 2 || bytes.subarray(0, HEAD_BYTES).includes(0);
    if (isProof && signature.every((byte, at) => bytes[at] === byte)) return what;
  }
  const start = latin1(bytes, 16);
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "a WebP image";
  if (isHeic(bytes)) return "a HEIC image";
  return heifBrands(bytes).some((brand) => /^avi[fs]$/.test(brand)) ? "an AVIF image" : null;
}

/** Local header of the first entry, or the directory of an empty archive. */
function isZip(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  return first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));
}

function textKind(start: string): string | null {
  if (/^<(?:!doctype\s+html|html)\b/i.test(start)) return "a web page (HTML)";
  if (/^[[{]\s*["{[\]}]/.test(start)) return "a JSON file";
  return null;
}

/** RFC 5322: header fields first, an empty line, then the body; two well-known fields among the first ones. */
function isMail(start: string): boolean {
  const [header = ""] = start.split(/\r?\n\r?\n/, 1);
  const lines = header.split(/\r?\n/).slice(0, 40);
  const fields = lines.filter((line) =>
    /^(?:from|to|received|subject|date|mime-version|return-path|delivered-to|message-id|content-type):/i.test(line),
  );
  return fields.length >= 2 && /^[A-Za-z-]{2,40}:/.test(lines[0] ?? "");
}

/** Text of the first bytes, or null when they are no text. */
function headText(bytes: Uint8Array, length: number): string | null {
  const head = bytes.subarray(0, length);
  const markup = markupText(head);
  if (markup !== null) return markup;
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (head.includes(0) && !isUtf16) return null;
  const { text } = decodeText(head);
  return countControls(text) > text.length / 50 ? null : text;
}

/** The first bytes as XML would be decoded, when they then start like markup. */
function markupText(head: Uint8Array): string | null {
  try {
    const text = new TextDecoder(xmlEncoding(head).decoder).decode(head);
    return text.trimStart().startsWith("<") ? text : null;
  } catch {
    // An encoding that is not read: the XML reader says so in its own words.
    return head[0] === 0x3c ? latin1(head, head.length) : null;
  }
}

/** Local name of the first element ("": none found), and whether a document type stands before it. */
function rootOf(text: string): { root: string; hasDoctype: boolean } {
  let at = text.indexOf("<");
  let hasDoctype = false;
  while (at !== -1) {
    if (text.startsWith("<!DOCTYPE", at)) hasDoctype = true;
    const end = endOfMarkup(text, at);
    if (end === null) {
      const name = /^<(?:[^\s<>/:]{1,100}:)?([^\s<>/:]{1,100})/.exec(text.slice(at, at + 210))?.[1];
      return { root: name ?? "", hasDoctype };
    }
    at = end === -1 ? -1 : text.indexOf("<", end);
  }
  return { root: "", hasDoctype };
}

/** End of a comment, instruction or declaration at `at`; -1 when it has none, null when an element starts there. */
function endOfMarkup(text: string, at: number): number | null {
  if (text.startsWith("<!--", at)) return text.indexOf("-->", at + 4);
  if (text.startsWith("<?", at)) return text.indexOf("?>", at + 2);
  if (!text.startsWith("<!", at)) return null;
  const subset = text.indexOf("[", at);
  const close = text.indexOf(">", at);
  return subset !== -1 && subset < close ? text.indexOf("]>", subset) : close;
}

function countControls(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) count += 1;
  }
  return count;
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString("latin1");
}
