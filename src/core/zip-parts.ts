import type { Readable } from "node:stream";
import { type Entry, type ZipFile, fromBufferPromise } from "yauzl";
import { ServiceError, unreadableFile } from "./errors.ts";

/** Bounds of an archive from outside, inclusive. */
export interface ZipLimits {
  readonly file_bytes_max: number;
  readonly entries_max: number;
  /** One entry, unpacked. */
  readonly entry_bytes_max: number;
  /** All entries that are read, unpacked. */
  readonly total_bytes_max: number;
  /** Unpacked to packed size of one entry; spreadsheets stay below 40, bombs are at 1,000. */
  readonly ratio_max: number;
}

/** Below this size the ratio says nothing: a small XML of repeated tags packs very well. */
const RATIO_FLOOR_BYTES = 1_000_000;

/** An open archive: entries by name, read one at a time within the limits. */
export interface ZipParts {
  readonly names: readonly string[];
  /**
   * Hands the unpacked bytes of one entry to `take`, chunk by chunk; false when there is no such entry.
   * @throws ServiceError request.validation_failed when the entry breaks a limit or is damaged.
   */
  read(name: string, take: (chunk: Buffer) => void): Promise<boolean>;
  close(): void;
}

/**
 * Opens a ZIP archive held in memory. Nothing is unpacked yet; names, sizes and flags of every entry are checked.
 * @throws ServiceError request.validation_failed: not a ZIP, too large, encrypted, duplicate or unsafe names.
 */
export async function openZip(bytes: Buffer, limits: ZipLimits): Promise<ZipParts> {
  if (bytes.length > limits.file_bytes_max) {
    throw unreadableFile("too_large", `the file is larger than ${limits.file_bytes_max} bytes`);
  }
  const zip = await refuse("not_a_zip", "the file is not a readable ZIP container", () =>
    fromBufferPromise(bytes, { autoClose: false, lazyEntries: true, strictFileNames: true }),
  );
  if (zip.entryCount > limits.entries_max)
    throw unreadableFile("too_many_entries", "the container has too many entries");
  const entries = await refuse("damaged", "the directory of the container is damaged", () => listEntries(zip, limits));
  let total = 0;
  return {
    names: [...entries.keys()],
    async read(name, take) {
      const entry = entries.get(name);
      if (entry === undefined) return false;
      total += entry.uncompressedSize;
      if (total > limits.total_bytes_max) throw unreadableFile("too_large", "the unpacked file is too large");
      await refuse("damaged", "a part of the container is damaged", async () => {
        await drain(await zip.openReadStreamPromise(entry), entry.uncompressedSize, take);
      });
      return true;
    },
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith("/")) continue;
    if (entries.size >= limits.entries_max)
      throw unreadableFile("too_many_entries", "the container has too many entries");
    if (entries.has(entry.fileName)) throw unreadableFile("duplicate_entry", "the container names one part twice");
    if (entry.isEncrypted()) throw unreadableFile("encrypted", "the file is encrypted; save it without a password");
    assertSize(entry, limits);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function assertSize(entry: Entry, limits: ZipLimits): void {
  if (entry.uncompressedSize > limits.entry_bytes_max) {
    throw unreadableFile("too_large", "a part of the container is too large when unpacked");
  }
  const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1);
  if (entry.uncompressedSize > RATIO_FLOOR_BYTES && ratio > limits.ratio_max) {
    throw unreadableFile("compression_ratio", "a part of the container unpacks to suspiciously many bytes");
  }
}

/** The library compares the real size with the declared one; the count here keeps the bound if that ever changes. */
async function drain(stream: Readable, size: number, take: (chunk: Buffer) => void): Promise<void> {
  let seen = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) throw new Error("archive streams give buffers");
      seen += chunk.length;
      if (seen > size) throw unreadableFile("damaged", "a part of the container is larger than it says");
      take(chunk);
    }
  } finally {
    stream.destroy();
  }
}

/** The library's own errors quote the file; ours say what is wrong and keep the cause for the log. */
async function refuse<T>(code: string, message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const issues = [{ path: "file", code, message }];
    throw new ServiceError("request.validation_failed", `file: ${message}`, { issues }, error);
  }
}
