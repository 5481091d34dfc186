import { cutText } from "../../../core/cut-text.ts";
import type { Readable } from "node:stream";
import iconv from "iconv-lite";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { FileRefusal } from "../file-errors.ts";
import { cleanFileName, isSystemFile, leadsOutside, type UnpackedFile, type UnpackedFiles } from "../unpacked-file.ts";

/** Bounds of an archive, contract 10.2; inclusive. */
const ENTRIES_MAX = 500;
const TOTAL_BYTES_MAX = 200 * 1024 * 1024;
const ENTRY_BYTES_MAX = 50 * 1024 * 1024;
/** Unpacked to packed, of entries above the floor: below it a small XML of repeated tags packs very well. */
const RATIO_MAX = 150;
const RATIO_FLOOR_BYTES = 1024 * 1024;
/** Bit 11 of an entry's flags: the name is UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800;

/** What an archive is by the names in it. */
export type ArchiveKind = "workbook" | "word" | "office" | "archive";

/** A directory that was read and is within the limits; nothing is unpacked yet. */
export interface OpenArchive {
  readonly kind: ArchiveKind;
  /** Names of its entries, folders left out. */
  readonly names: readonly string[];
  /** Unpacks one entry; null: there is none of that name. @throws FileRefusal file.encrypted, file.corrupt */
  part(name: string): Promise<Buffer | null>;
  /** Unpacks the documents of the archive; one that is damaged, encrypted or badly named is a warning. */
  unpack(): Promise<UnpackedFiles>;
  close(): void;
}

/**
 * Opens a ZIP archive in memory and checks what its directory declares. Names are read as bytes, so that one bad name
 * does not cost the other files. @throws FileRefusal file.corrupt, file.decompression_limit.
 */
export async function openArchive(bytes: Buffer): Promise<OpenArchive> {
  const zip = await orCorrupt(() =>
    fromBufferPromise(bytes, { autoClose: false, lazyEntries: true, decodeStrings: false }),
  );
  try {
    const entries = await orCorrupt(() => listEntries(zip));
    return {
      kind: kindOf(entries),
      names: entries.map(({ name }) => name),
      part: (name) => partOf(zip, entries, name),
      unpack: () => unpackEntries(zip, entries),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
}

async function listEntries(zip: ZipFile): Promise<NamedEntry[]> {
  if (zip.entryCount > ENTRIES_MAX) throw tooMany();
  const entries: NamedEntry[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (name.endsWith("/")) continue;
    if (entries.length >= ENTRIES_MAX) throw tooMany();
    total += entry.uncompressedSize;
    assertSize(entry, total);
    entries.push({ name, entry });
  }
  return entries;
}

function tooMany(): FileRefusal {
  return new FileRefusal("file.decompression_limit", `The archive has more than ${ENTRIES_MAX} entries.`);
}

function assertSize({ compressedSize, uncompressedSize }: Entry, total: number): void {
  if (uncompressedSize > ENTRY_BYTES_MAX || total > TOTAL_BYTES_MAX) {
    throw new FileRefusal(
      "file.decompression_limit",
      "The archive unpacks to more than 50 MiB in a file or 200 MiB in all.",
    );
  }
  if (uncompressedSize > RATIO_FLOOR_BYTES && uncompressedSize > RATIO_MAX * Math.max(compressedSize, 1)) {
    throw new FileRefusal("file.decompression_limit", "A file in the archive unpacks to suspiciously many bytes.");
  }
}

/** Without the UTF-8 flag names are UTF-8 all the same (macOS) or of the code page that Danish Windows uses. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const isMarked = (generalPurposeBitFlag & UTF8_FLAG) !== 0;
  try {
    return new TextDecoder("utf-8", { fatal: !isMarked, ignoreBOM: true }).decode(fileNameRaw);
  } catch {
    return iconv.decode(fileNameRaw, "cp850");
  }
}

function kindOf(entries: readonly NamedEntry[]): ArchiveKind {
  const names = new Set(entries.map((entry) => entry.name));
  if (names.has("xl/workbook.xml")) return "workbook";
  const isPackage = names.has("[Content_Types].xml");
  if (isPackage && entries.some(({ name }) => /^word\/document\d*\.xml$/.test(name))) return "word";
  return isPackage || names.has("META-INF/manifest.xml") ? "office" : "archive";
}

async function partOf(zip: ZipFile, entries: readonly NamedEntry[], name: string): Promise<Buffer | null> {
  const entry = entries.find((candidate) => candidate.name === name)?.entry;
  if (entry === undefined) return null;
  if (entry.isEncrypted())
    throw new FileRefusal("file.encrypted", "A part of the document is protected by a password.");
  const bytes = await contentOf(zip, entry);
  if (bytes === null)
    throw new FileRefusal("file.corrupt", "A part of the document is damaged and cannot be unpacked.");
  return bytes;
}

async function unpackEntries(zip: ZipFile, entries: readonly NamedEntry[]): Promise<UnpackedFiles> {
  const files: UnpackedFile[] = [];
  const warnings: string[] = [];
  let encrypted = 0;
  for (const { name, entry } of entries) {
    const shown = cleanFileName(name);
    if (leadsOutside(name)) {
      warnings.push(`"${cutText(shown, 80)}" leads out of its folder and was left out`);
      continue;
    }
    if (isSystemFile(shown)) continue;
    if (entry.isEncrypted()) {
      encrypted += 1;
      continue;
    }
    const bytes = await contentOf(zip, entry);
    if (bytes === null) warnings.push(`"${cutText(shown, 80)}" is damaged and could not be unpacked`);
    else files.push({ name: shown === "" ? "unnamed" : shown, bytes });
  }
  if (files.length > 0) {
    return {
      files,
      warnings: encrypted === 0 ? warnings : [...warnings, `${encrypted} encrypted files were left out`],
    };
  }
  if (encrypted > 0) throw new FileRefusal("file.encrypted", "The files in the archive are protected by a password.");
  throw warnings.length === 0
    ? new FileRefusal("file.empty", "The archive holds no files.")
    : new FileRefusal("file.corrupt", "No file in the archive can be unpacked.");
}

/** Null: damaged, or packed in a way that is not read. Never more bytes than the directory declares. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer | null> {
  try {
    return await collect(await zip.openReadStreamPromise(entry), entry.uncompressedSize);
  } catch {
    return null;
  }
}

async function collect(stream: Readable, size: number): Promise<Buffer> {
  const content = Buffer.alloc(size);
  let at = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) throw new Error("archive streams give buffers");
      if (at + chunk.length > size) throw new Error("the entry is larger than it says");
      at += chunk.copy(content, at);
    }
  } finally {
    stream.destroy();
  }
  if (at !== size) throw new Error("the entry is smaller than it says");
  return content;
}

async function orCorrupt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal("file.corrupt", "The archive is damaged: its directory cannot be read.");
  }
}
