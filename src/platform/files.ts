import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileStore } from "../core/context.ts";

const SHA256 = /^[0-9a-f]{64}$/;
const LEFTOVER_AGE_MS = 24 * 3600 * 1000;

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

  const pathOf = (sha256: string): string => {
    if (!SHA256.test(sha256)) throw new Error("a document is named by its SHA-256 in lower-case hex");
    return join(documents, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };

  return {
    uploadsDirectory,
    async adopt(path, sha256) {
      const target = pathOf(sha256);
      if ((await hashOfFile(path)) !== sha256) throw new Error(`the upload does not hash to ${sha256}`);
      if (await exists(target)) {
        await rm(path);
        return;
      }
      await chmod(path, 0o600);
      await syncFile(path);
      await publish(path, target, documents);
    },
    async put(bytes, sha256) {
      const target = pathOf(sha256);
      if (hashOf(bytes) !== sha256) throw new Error(`the bytes do not hash to ${sha256}`);
      if (await exists(target)) return;
      const temporary = join(uploadsDirectory, `put-${process.pid}-${sha256}-${process.hrtime.bigint()}`);
      await writeSynced(temporary, bytes);
      await publish(temporary, target, documents);
    },
    async read(sha256) {
      const bytes = await readFile(pathOf(sha256));
      if (hashOf(bytes) !== sha256) throw new Error(`the stored document ${sha256} is damaged`);
      return bytes;
    },
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
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

/** The name itself survives a power failure only when the directories that lead to it were synced, too. */
async function publish(temporary: string, target: string, root: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(temporary, target);
  for (let directory = dirname(target); directory.length >= root.length; directory = dirname(directory)) {
    await syncFile(directory);
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
