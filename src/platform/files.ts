import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore } from "../core/context.ts";

const SHA256 = /^[0-9a-f]{64}$/;
const LEFTOVER_AGE_MS = 24 * 3600 * 1000;
const CHUNK_BYTES = 256 * 1024;

export interface Files extends FileStore {
  /** A private directory for uploads in progress; what they leave behind is removed at the next start. */
  readonly uploadsDirectory: string;
}

/**
 * Documents below `dataDir`/documents, each once, as ab/cd/<sha256>. A file appears under its name only when all of it
 * is on the disk. Several processes may share the directory.
 */
export async function openFiles(dataDir: string): Promise<Files> {
  const documents = join(dataDir, "documents");
  const uploadsDirectory = join(dataDir, "uploads");
  for (const directory of [documents, uploadsDirectory]) await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeLeftovers(uploadsDirectory);
  const publish = publisher(documents);

  const pathOf = (sha256: string): string => {
    if (!SHA256.test(sha256)) throw new Error("a document is named by its SHA-256 in lower-case hex");
    return join(documents, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };

  return {
    uploadsDirectory,
    async adopt(path, sha256) {
      const target = pathOf(sha256);
      const file = await open(path, "r");
      try {
        if ((await hashOfFile(file)) !== sha256) throw new Error(`the upload does not hash to ${sha256}`);
        await file.chmod(0o600);
        await file.sync();
      } finally {
        await file.close();
      }
      await publish(path, target);
    },
    async put(bytes, sha256) {
      const target = pathOf(sha256);
      if (hashOf(bytes) !== sha256) throw new Error(`the bytes do not hash to ${sha256}`);
      if (await exists(target)) return;
      const temporary = join(uploadsDirectory, `put-${process.pid}-${sha256}-${process.hrtime.bigint()}`);
      await writeSynced(temporary, bytes);
      await publish(temporary, target);
    },
    async read(sha256) {
      const bytes = await readFile(pathOf(sha256));
      if (hashOf(bytes) !== sha256) throw new Error(`the stored document ${sha256} is damaged`);
      return bytes;
    },
    async open(sha256) {
      const chunks = chunksOf(await open(pathOf(sha256), "r"), sha256);
      // Entered now: a small file is checked as a whole, and a reader who leaves before the first chunk closes the file.
      await chunks.next();
      return chunks;
    },
  };
}

/**
 * Holds each chunk back until the next one is read: the last one leaves only when the hash of all is right. The first thing
 * that it yields is empty and comes once the first chunk may leave.
 */
async function* chunksOf(file: FileHandle, sha256: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    const hash = createHash("sha256");
    let held: Uint8Array | null = null;
    let isEntered = false;
    for (let position = 0; ;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) break;
      if (held !== null) {
        if (!isEntered) yield new Uint8Array();
        isEntered = true;
        yield held;
      }
      position += bytesRead;
      held = chunk.subarray(0, bytesRead);
      hash.update(held);
    }
    if (hash.digest("hex") !== sha256) throw new Error(`the stored document ${sha256} is damaged`);
    if (!isEntered) yield new Uint8Array();
    if (held !== null) yield held;
  } finally {
    await file.close();
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function hashOfFile(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  const { size } = await file.stat();
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, size)));
  for (let position = 0; position < size;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
  return hash.digest("hex");
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: unknown) => (isMissing(error) ? false : Promise.reject(error)),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Moves finished files to their names below `root`. A name survives a power failure only when the directories that lead
 * to it were synced, too; a directory's own name is synced once per process, also when another one has made it.
 */
function publisher(root: string): (temporary: string, target: string) => Promise<void> {
  // At most 256 + 65,536 names.
  const durable = new Set([root]);
  return async (temporary, target) => {
    await renameInto(temporary, target);
    let directory = dirname(target);
    await syncFile(directory);
    for (; !durable.has(directory); directory = dirname(directory)) {
      await syncFile(dirname(directory));
      durable.add(directory);
    }
  };
}

/** A content that is there already is replaced by itself: nobody sees a moment without it. */
async function renameInto(temporary: string, target: string): Promise<void> {
  try {
    await rename(temporary, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(temporary, target);
  }
}

/** Other processes may be uploading into the same directory: only old files are certainly left over. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const facts = await stat(path).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > LEFTOVER_AGE_MS)
      await rm(path, { recursive: true, force: true });
  }
}
