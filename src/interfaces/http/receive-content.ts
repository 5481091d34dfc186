import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { ReceivedContent, ReceivedFile } from "../../core/received-file.ts";
import type { RequestMemory } from "./upload-memory.ts";

/** Where the files of one request are kept until they are stored. */
export interface Reception {
  readonly memory: RequestMemory;
  /** For temporary files, which only this service's user reads. */
  readonly directory: string;
  /** Paths of temporary files. Each stands here before it is on the disk, so that whoever removes them finds all. */
  readonly temporary: string[];
}

/**
 * Reads a file to its end, hashing on the way. A small one is held in memory while there is room; one that grows too large,
 * or finds no room, goes to a temporary file.
 * @param meter is told the length of each chunk before it is kept, and throws to refuse the file
 */
export async function receiveContent(
  chunks: AsyncIterable<Buffer>,
  meter: (bytes: number) => void,
  reception: Reception,
): Promise<ReceivedContent & Pick<ReceivedFile, "size_bytes" | "sha256">> {
  const { arriving, keep } = reception.memory;
  const hash = createHash("sha256");
  let size_bytes = 0;
  let file: TemporaryFile | null = null;
  try {
    for await (const chunk of chunks) {
      meter(chunk.length);
      hash.update(chunk);
      if (file === null && size_bytes + chunk.length <= arriving.length) chunk.copy(arriving, size_bytes);
      else {
        file ??= await moveOut(arriving.subarray(0, size_bytes), reception);
        await file.handle.appendFile(chunk);
      }
      size_bytes += chunk.length;
    }
    const bytes = file === null ? keep(size_bytes) : null;
    const received = { size_bytes, sha256: hash.digest("hex") };
    if (bytes !== null) return { ...received, bytes, path: null };
    file ??= await moveOut(arriving.subarray(0, size_bytes), reception);
    return { ...received, bytes: null, path: file.path };
  } finally {
    await file?.handle.close();
  }
}

interface TemporaryFile {
  readonly path: string;
  readonly handle: FileHandle;
}

async function moveOut(beginning: Buffer, { directory, temporary }: Reception): Promise<TemporaryFile> {
  const path = join(directory, `upload-${randomUUID()}`);
  temporary.push(path);
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.appendFile(beginning);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { path, handle };
}
