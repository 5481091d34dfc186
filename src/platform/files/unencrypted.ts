import { type FileHandle, open, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HASH, namesIn, PAIR } from "./names.ts";

const CHUNK_BYTES = 256 * 1024;
/** Hashes that are listed at once, and a few more. */
const LIST = 1000;

/**
 * Documents of earlier versions, which kept them unencrypted and once for all companies, as ab/cd/<sha256>. They are read
 * until they are sealed, and never written.
 */
export interface UnencryptedDocuments {
  /** @throws Error ENOENT when there is none */
  open(sha256: string): Promise<FileHandle>;
  /** The hashes of all, in order, list by list; what is in a list may be removed before the next one. */
  hashes(): AsyncGenerator<readonly string[], void, undefined>;
  /** Removes one, and the directories that it leaves empty. */
  remove(sha256: string): Promise<void>;
}

/** The unencrypted documents below `root`. */
export function unencryptedDocuments(root: string): UnencryptedDocuments {
  const pathOf = (sha256: string): string => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  return {
    open: (sha256) => open(pathOf(sha256), "r"),
    async *hashes() {
      let hashBatch: string[] = [];
      for (const first of await namesIn(root, PAIR)) {
        for (const second of await namesIn(join(root, first), PAIR)) {
          hashBatch.push(...(await namesIn(join(root, first, second), HASH)));
          if (hashBatch.length < LIST) continue;
          yield hashBatch;
          hashBatch = [];
        }
      }
      if (hashBatch.length > 0) yield hashBatch;
    },
    async remove(sha256) {
      const path = pathOf(sha256);
      await rm(path, { force: true });
      await removeIfEmpty(dirname(path));
      await removeIfEmpty(dirname(dirname(path)));
    },
  };
}

/** The content of a file that is not sealed, as it lies; its hash is left to the reader. */
export async function* plainChunks(file: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Another process may remove it as well, or write into it. */
async function removeIfEmpty(directory: string): Promise<void> {
  await rmdir(directory).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOENT" && code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  });
}
