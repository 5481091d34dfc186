import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { syncDirectory } from "./files/publishing.ts";

interface WrittenFile {
  readonly path: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** A folder that is being written: it gets its name only when all of it is on the disk. */
export interface NewFolder {
  /** Writes one file below the folder; one whose chunks end with an error is removed. */
  write(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<WrittenFile>;
  /** Gives the folder its name. */
  finish(): Promise<void>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

const SUMS = "SHA256SUMS";

/**
 * A new folder at `path`, written beside it under another name until `finish`. It holds SHA256SUMS, in the form of coreutils,
 * over its files. Only its owner may enter. @throws Error when something is at `path`
 */
export async function newFolder(path: string): Promise<NewFolder> {
  if ((await stat(path).catch(() => null)) !== null) {
    throw new Error(`${path} exists already: name a folder that does not, an export never mixes with another one`);
  }
  const temporary = `${path}.unfinished`;
  // Left by one that was interrupted.
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const sums = await open(join(temporary, SUMS), "wx", 0o600);
  const directories = new Set([temporary]);
  return {
    async write(name, chunks) {
      const target = join(temporary, name);
      await makeDirectories(dirname(target), temporary, directories);
      const written = await writeFile(target, chunks);
      await sums.writeFile(`${written.sha256}  ${name}\n`);
      return { path: name, ...written };
    },
    async finish() {
      await sums.sync();
      await sums.close();
      for (const directory of directories) await syncDirectory(directory);
      await rename(temporary, path);
      await syncDirectory(dirname(path));
    },
    async abandon() {
      await sums.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function makeDirectories(directory: string, root: string, madeDirectories: Set<string>): Promise<void> {
  if (madeDirectories.has(directory)) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (let at = directory; at !== root; at = dirname(at)) madeDirectories.add(at);
}

async function writeFile(path: string, chunks: AsyncIterable<string | Uint8Array>): Promise<Omit<WrittenFile, "path">> {
  const file: FileHandle = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let size_bytes = 0;
  try {
    for await (const chunk of chunks) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk, "utf8") : chunk;
      hash.update(bytes);
      size_bytes += bytes.length;
      await file.writeFile(bytes);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return { sha256: hash.digest("hex"), size_bytes };
}

/** A folder that was written by `newFolder`, perhaps elsewhere and long ago. */
export interface WrittenFolder {
  /** The text of a small file. @throws Error when it is missing or larger than 16 MB */
  text(name: string): Promise<string>;
  /** Lines of a file, without their ends. */
  lines(name: string): AsyncIterable<string>;
  /** The bytes of a file, chunk by chunk. */
  open(name: string): AsyncIterable<Uint8Array>;
  /** Hashes every file that SHA256SUMS names. Returns their number. @throws Error naming the first that is missing or changed */
  verify(): Promise<number>;
}

const TEXT_BYTES_MAX = 16 * 1024 * 1024;
const SUM_LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/** @throws Error when there is no such folder */
export async function writtenFolder(path: string): Promise<WrittenFolder> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isDirectory() !== true) throw new Error(`${path} is no folder`);
  const at = (name: string): string => {
    if (isAbsolute(name) || name.split(/[/\\]/).includes("..")) throw new Error(`${name} does not lie in the export`);
    return join(path, name);
  };
  const lines = (name: string): AsyncIterable<string> =>
    createInterface({ input: createReadStream(at(name), "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
  return {
    lines,
    open: (name) => createReadStream(at(name)),
    async text(name) {
      const { size } = await stat(at(name));
      if (size > TEXT_BYTES_MAX) throw new Error(`${name} is too large to be what its name says`);
      return await readFile(at(name), "utf8");
    },
    async verify() {
      let count = 0;
      for await (const line of lines(SUMS)) {
        const [, sha256, name] = SUM_LINE.exec(line) ?? [];
        if (sha256 === undefined || name === undefined) throw new Error(`a line of ${SUMS} is damaged`);
        if ((await hashOf(at(name))) !== sha256) throw new Error(`${name} is not as it was exported`);
        count += 1;
      }
      return count;
    },
  };
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch {
    // Missing or unreadable: not what was exported, either way.
    return null;
  }
  return hash.digest("hex");
}
