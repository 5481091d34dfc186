import { FileRefusal } from "../file-errors.ts";

/** Encodings an XML file may declare, and the decoder that reads them. WHATWG reads latin-1 and ASCII as windows-1252. */
const DECODERS: Readonly<Record<string, string>> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "windows-1252",
  ascii: "windows-1252",
  "iso-8859-1": "windows-1252",
  latin1: "windows-1252",
  "windows-1252": "windows-1252",
  cp1252: "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "utf-16": "utf-16le",
  "utf-16le": "utf-16le",
  "utf-16be": "utf-16be",
};

const DECLARED = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const HEAD_BYTES = 300;

export interface XmlEncoding {
  /** A label of TextDecoder; it drops the byte order mark itself. */
  readonly decoder: string;
  /** The declaration promised UTF-8 or nothing: bytes that are not UTF-8 are then a defect, not another encoding. */
  readonly name: string;
}

/**
 * How the bytes of an XML file are encoded: byte order mark, else zero bytes around the first `<`, else the
 * declaration (XML 1.0 appendix F). A file that says UTF-16 in plain ASCII bytes is read as UTF-8: programs that
 * serialise to a string in memory leave that declaration behind.
 * @throws FileRefusal file.corrupt for an encoding that is none of these.
 */
export function xmlEncoding(bytes: Uint8Array): XmlEncoding {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) throw unknownEncoding("UTF-32");
  if (first === 0xef && second === 0xbb && third === 0xbf) return { decoder: "utf-8", name: "utf-8" };
  if (first === 0xff && second === 0xfe) return { decoder: "utf-16le", name: "utf-16le" };
  if (first === 0xfe && second === 0xff) return { decoder: "utf-16be", name: "utf-16be" };
  if (first === 0x3c && second === 0) return { decoder: "utf-16le", name: "utf-16le" };
  if (first === 0 && second === 0x3c) return { decoder: "utf-16be", name: "utf-16be" };
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD_BYTES));
  const declared = DECLARED.exec(head)?.[1]?.toLowerCase() ?? "utf-8";
  const decoder = DECODERS[declared];
  if (decoder === undefined) throw unknownEncoding(declared);
  return decoder.startsWith("utf-16") ? { decoder: "utf-8", name: "utf-8" } : { decoder, name: declared };
}

/** The whole text. @throws FileRefusal file.corrupt when the bytes are not in the encoding that they claim. */
export function decodeXml(bytes: Uint8Array, encoding: XmlEncoding): string {
  try {
    return new TextDecoder(encoding.decoder, { fatal: true }).decode(bytes);
  } catch {
    throw brokenEncoding(encoding);
  }
}

/** The same in pieces of `chunkBytes`, for files that must not be held as one text. */
export function* decodeXmlChunks(bytes: Uint8Array, encoding: XmlEncoding, chunkBytes: number): Generator<string> {
  const decoder = new TextDecoder(encoding.decoder, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      yield decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    // Only the decoder throws TypeError; what the consumer throws into the generator passes through.
    if (error instanceof TypeError) throw brokenEncoding(encoding);
    throw error;
  }
}

function unknownEncoding(name: string): FileRefusal {
  return new FileRefusal("file.corrupt", `The XML file is written in the encoding ${name}, which is not supported.`);
}

function brokenEncoding(encoding: XmlEncoding): FileRefusal {
  return new FileRefusal(
    "file.corrupt",
    `The XML file holds bytes that are not valid in its encoding, ${encoding.name}.`,
  );
}
