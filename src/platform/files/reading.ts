import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { type UnencryptedDocuments, plainChunks } from "./unencrypted.ts";
import { isMissing } from "./publishing.ts";
import { openSealed, type PlainContent, readAll, type SealingKey } from "./sealed-file.ts";

/** Where a company's document is or will be, and its key. */
export interface Sealing {
  readonly path: string;
  readonly key: SealingKey;
}

/** A document that was found; whoever reads it closes the file. */
interface StoredContent {
  readonly file: FileHandle;
  readonly size_bytes: number;
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** The company's document, or what an earlier version has kept unencrypted. @throws Error ENOENT when there is neither */
export async function openStored(
  unencrypted: UnencryptedDocuments,
  sealing: Sealing,
  sha256: string,
): Promise<StoredContent> {
  const sealed = await openSealedAt(sealing, sha256);
  if (sealed !== null) return sealed;
  const file = await unencrypted
    .open(sha256)
    .catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)));
  if (file === null) {
    // It may have been sealed between the two looks.
    const late = await openSealedAt(sealing, sha256);
    if (late !== null) return late;
    throw Object.assign(new Error(`ENOENT: the document ${sha256} is not stored`), { code: "ENOENT" });
  }
  const { size } = await file.stat();
  return { file, size_bytes: size, chunks: () => plainChunks(file) };
}

async function openSealedAt({ path, key }: Sealing, sha256: string): Promise<StoredContent | null> {
  const file = await open(path, "r").catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)));
  if (file === null) return null;
  try {
    return { file, ...(await openSealed(file, sha256, key)) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Whether the document is there, sealed and whole. */
export async function isSound(sealing: Sealing, sha256: string): Promise<boolean> {
  try {
    const stored = await openSealedAt(sealing, sha256);
    if (stored === null) return false;
    for await (const _chunk of wholeChunks(stored, sha256));
    return true;
  } catch {
    // Whatever is wrong with it, it is to be written again.
    return false;
  }
}

/** All bytes. @throws Error when they do not hash to `sha256` */
export async function wholeBytes(stored: StoredContent, sha256: string): Promise<Buffer> {
  // Not of the shared pool: a reader may transfer it to a thread.
  const bytes = Buffer.allocUnsafeSlow(stored.size_bytes);
  let filled = 0;
  for await (const chunk of wholeChunks(stored, sha256)) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  return bytes;
}

/**
 * Holds each chunk back until the next one is read: the last one leaves only when the hash of all is right. The first thing
 * that it yields is empty and comes once the first chunk may leave.
 */
export async function* wholeChunks(
  { file, chunks }: StoredContent,
  sha256: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    const hash = createHash("sha256");
    let held: Uint8Array | null = null;
    let isEntered = false;
    for await (const chunk of chunks()) {
      if (held !== null) {
        if (!isEntered) yield new Uint8Array();
        isEntered = true;
        yield held;
      }
      held = chunk;
      hash.update(held);
    }
    if (hash.digest("hex") !== sha256) throw new Error(`the stored document ${sha256} is damaged`);
    if (!isEntered) yield new Uint8Array();
    if (held !== null) yield held;
  } finally {
    await file.close();
  }
}

/** The content of an open file, to be sealed. */
export async function contentOf(file: FileHandle): Promise<PlainContent> {
  const { size } = await file.stat();
  return {
    size_bytes: size,
    async read(into, position) {
      await readAll(file, into, position);
    },
  };
}

/** The content of bytes, to be sealed. */
export function contentIn(bytes: Uint8Array): PlainContent {
  return {
    size_bytes: bytes.length,
    read(into, position) {
      into.set(bytes.subarray(position, position + into.length));
      return Promise.resolve();
    },
  };
}

/** Closes the file whatever becomes of the work. */
export async function whileOpen<Result>(
  file: FileHandle,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
