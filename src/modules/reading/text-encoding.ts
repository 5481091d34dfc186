import iconv from "iconv-lite";

export type TextEncoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "windows-1252";

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/**
 * Decodes a text file of unknown origin: by byte order mark; else UTF-8 when the bytes are valid UTF-8 throughout; else
 * windows-1252, which Danish systems still write without a mark and which contains ISO 8859-1. Statistical guessing was
 * measured and is useless on short files. The byte order mark is not part of the text. Never throws.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) {
    const text = strictUtf8(bytes.subarray(3));
    if (text !== null) return { text, encoding: "utf-8-bom" };
  }
  if (startsWith(bytes, [0xff, 0xfe])) {
    return { text: iconv.decode(bytes.subarray(2), "utf-16le"), encoding: "utf-16le" };
  }
  if (startsWith(bytes, [0xfe, 0xff])) {
    return { text: iconv.decode(bytes.subarray(2), "utf-16be"), encoding: "utf-16be" };
  }
  const text = strictUtf8(bytes);
  if (text !== null) return { text, encoding: "utf-8" };
  return { text: iconv.decode(bytes, "win1252"), encoding: "windows-1252" };
}

/** Control characters and inner byte order marks have no meaning in a field, and the database does not take them: each reader of text removes them. */
export function withoutControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]|\ufeff/gu, "");
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
