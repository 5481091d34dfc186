/**
 * A PDF as both engines write it: one revision, a plain table of cross references, dictionaries outside of object streams.
 * Whatever is not so is an error: these are files of ours, and a guess would damage them.
 */
export interface WrittenPdf {
  readonly bytes: Buffer;
  /** Byte offsets of objects by their numbers; generations are all 0. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Number of the document's catalog. */
  readonly root: number;
  readonly info: number;
  /** Number for the next new object. */
  readonly size: number;
  readonly startxref: number;
  /** Identifies the document, and this state of it (ISO 32000-1, 14.4), as Base64. */
  readonly ids: readonly [string, string];
}

const ENTRY_BYTES = 20;
const TRAILER = /^trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/;

/** @throws Error when the file is not of that kind */
export function readWrittenPdf(bytes: Buffer): WrittenPdf {
  const [, dictionary = "", start = ""] = TRAILER.exec(bytes.toString("latin1", bytes.lastIndexOf("trailer"))) ?? [];
  const startxref = Number(start);
  const [head = "", count = ""] = /^xref\s+0 (\d+)\s+/.exec(bytes.toString("latin1", startxref, startxref + 64)) ?? [];
  if (head === "" || dictionary.includes("/Prev")) throw new Error("the engine's PDF has no plain cross references");
  const offsets = new Map<number, number>();
  for (let number = 1; number < Number(count); number += 1) {
    const at = startxref + head.length + number * ENTRY_BYTES;
    if (bytes.toString("latin1", at + 17, at + 18) === "n") {
      offsets.set(number, Number(bytes.toString("latin1", at, at + 10)));
    }
  }
  const trailerValue = (pattern: RegExp): string => {
    const value = pattern.exec(dictionary)?.[1];
    if (value === undefined) throw new Error(`the trailer of the engine's PDF has nothing like ${pattern.source}`);
    return value;
  };
  return {
    bytes,
    offsets,
    root: Number(trailerValue(/\/Root (\d+) 0 R/)),
    info: Number(trailerValue(/\/Info (\d+) 0 R/)),
    size: Number(trailerValue(/\/Size (\d+)/)),
    startxref,
    ids: [trailerValue(/\/ID \[\(([\w+/=]+)\)/), trailerValue(/\/ID \[\([\w+/=]+\) \(([\w+/=]+)\)\]/)],
  };
}

/** The dictionary of an object, without the data of a stream. @throws Error when there is no such object */
export function dictionaryOf(pdf: WrittenPdf, number: number): string {
  const offset = pdf.offsets.get(number);
  const head = `${number} 0 obj`;
  if (offset === undefined || pdf.bytes.toString("latin1", offset, offset + head.length) !== head) {
    throw new Error(`the engine's PDF has no object ${number}`);
  }
  const [stream, end] = ["stream", "endobj"].map((word) => pdf.bytes.indexOf(word, offset)) as [number, number];
  return pdf.bytes.toString("latin1", offset + head.length, stream < 0 ? end : Math.min(stream, end)).trim();
}

/** The data of a stream that is stored as it is. @throws Error when there is none, or it is compressed */
export function plainStreamOf(pdf: WrittenPdf, number: number): Buffer {
  const dictionary = dictionaryOf(pdf, number);
  const [, length] = /\/Length (\d+)/.exec(dictionary) ?? [];
  if (length === undefined || dictionary.includes("/Filter")) throw new Error(`object ${number} is no plain stream`);
  const start = pdf.bytes.indexOf("stream\n", pdf.offsets.get(number)) + "stream\n".length;
  return pdf.bytes.subarray(start, start + Number(length));
}

/**
 * The file with a further revision behind it (ISO 32000-1, 7.5.6): `objects` by number, new ones or in the place of old
 * ones, and `state` as the second identifier. What the engine wrote stays byte for byte.
 */
export function withRevision(pdf: WrittenPdf, objects: ReadonlyMap<number, Buffer>, state: string): Buffer {
  const parts = [pdf.bytes];
  let at = pdf.bytes.length;
  const entries: string[] = [];
  for (const [number, body] of [...objects].sort(([objectNumber], [other]) => objectNumber - other)) {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    entries.push(`${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`);
    parts.push(part);
    at += part.length;
  }
  const size = Math.max(pdf.size, ...[...objects.keys()].map((number) => number + 1));
  const trailer = [
    `/Size ${size}`,
    `/Root ${pdf.root} 0 R`,
    `/Info ${pdf.info} 0 R`,
    `/ID [(${pdf.ids[0]}) (${state})]`,
    `/Prev ${pdf.startxref}`,
  ];
  const end = `xref\n${entries.join("")}trailer\n<< ${trailer.join(" ")} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}
