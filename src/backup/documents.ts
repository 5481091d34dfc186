import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { HASH, namesIn, PAIR } from "../platform/files/names.ts";
import { publisher } from "../platform/files/publishing.ts";
import { readArchiveFile, sha256Of, sizeOf } from "./archive-file.ts";
import { BackupError } from "./backup-error.ts";

/** A document of a backup: its name in the store, and the SHA-256 of the file as it is sealed. */
export interface BackedUpDocument {
  readonly name: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

const LINE = /^([0-9a-f]{64}) ([0-9a-f]{64}) (\d{1,15})$/;
/** Anything longer is not one of our lines. */
const LINE_LENGTH_MAX = 200;
const STORED_NAME = /^([0-9a-f]{64})\.([0-9a-f]{64})$/;

export const documentLine = ({ name, sha256, size_bytes }: BackedUpDocument): string =>
  `${name} ${sha256} ${size_bytes}\n`;

/** Where a document lies below a directory, in the store or in a folder of backups. */
const placeOf = (root: string, name: string, file: string): string =>
  join(root, name.slice(0, 2), name.slice(2, 4), file);

/** A document in the folder, which keeps each once however many backups name it. */
const keptPath = (root: string, document: BackedUpDocument): string =>
  placeOf(root, document.name, storedName(document));

export const storedName = ({ name, sha256 }: BackedUpDocument): string => `${name}.${sha256}`;

/** Copies documents into the folder's directory, or out of it. */
export interface DocumentCopier {
  /** What is there already and as long as the source is taken for it; else it is copied. */
  keep(name: string, source: string): Promise<{ readonly document: BackedUpDocument; readonly is_new: boolean }>;
  /** @throws BackupError when the copy in the folder is not what the backup says */
  place(document: BackedUpDocument, store: string): Promise<void>;
}

/** `root` is the folder's directory of documents; `temporary` one on the disk that is written to. */
export function documentCopier(root: string, temporary: string, target = root): DocumentCopier {
  const { publish } = publisher(target);
  return {
    async keep(name, source) {
      const keptDocument = await keptCopy(root, name, await sizeOf(source));
      if (keptDocument !== null) return { document: keptDocument, is_new: false };
      const copy = join(temporary, randomUUID());
      const copied = await copyFile(source, copy);
      const document = { name, ...copied };
      await publish(copy, keptPath(root, document));
      return { document, is_new: true };
    },
    async place(document, store) {
      const copy = join(temporary, randomUUID());
      const copied = await copyFile(keptPath(root, document), copy);
      if (copied.sha256 !== document.sha256) {
        await rm(copy, { force: true });
        throw new BackupError(changed(keptPath(root, document)));
      }
      await publish(copy, placeOf(store, document.name, document.name));
    },
  };
}

/** The sealed file of a content may have been written anew since, with other bytes for the same content. */
async function keptCopy(root: string, name: string, wanted_bytes: number | null): Promise<BackedUpDocument | null> {
  const directory = join(root, name.slice(0, 2), name.slice(2, 4));
  for (const file of await readdir(directory).catch(() => [])) {
    const sha256 = STORED_NAME.exec(file)?.[2];
    if (sha256 === undefined || !file.startsWith(name)) continue;
    const size_bytes = await sizeOf(join(directory, file));
    if (size_bytes !== null && size_bytes === wanted_bytes) return { name, sha256, size_bytes };
  }
  return null;
}

async function copyFile(source: string, target: string): Promise<{ sha256: string; size_bytes: number }> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  await pipeline(
    createReadStream(source),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size_bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { sha256: hash.digest("hex"), size_bytes };
}

/** Tells each document of a backup's list. @throws BackupError for a line that is none */
export async function eachDocument(list: string, work: (document: BackedUpDocument) => Promise<void>): Promise<void> {
  await readArchiveFile(list, null, async (chunks) => {
    for await (const line of linesOf(chunks)) await work(parseLine(line, list));
  });
}

/** Null: the copy is as the backup says. */
export async function documentProblem(root: string, document: BackedUpDocument): Promise<string | null> {
  const path = keptPath(root, document);
  const size = await sizeOf(path);
  if (size === null) return `${path} is missing.`;
  if (size !== document.size_bytes)
    return `${path} has ${size} bytes and not ${document.size_bytes}: it is torn. ${REMEDY}`;
  return (await sha256Of(path)) === document.sha256 ? null : changed(path);
}

const REMEDY = "Remove it: the next backup copies it again, if the document is still in the store.";

const changed = (path: string): string => `${path} was changed: it has not its SHA-256. ${REMEDY}`;

/** Removes the copies that no backup names; returns how many. */
export async function removeUnnamed(root: string, named: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for (const first of await namesIn(root, PAIR)) {
    for (const second of await namesIn(join(root, first), PAIR)) {
      const directory = join(root, first, second);
      for (const file of await namesIn(directory, STORED_NAME)) {
        if (named.has(file)) continue;
        await rm(join(directory, file), { force: true });
        removed += 1;
      }
    }
  }
  return removed;
}

export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_LENGTH_MAX) throw new BackupError("a list of documents holds a line that is too long");
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function parseLine(line: string, list: string): BackedUpDocument {
  const [, name, sha256, size] = LINE.exec(line) ?? [];
  if (name === undefined || sha256 === undefined || size === undefined || !HASH.test(name)) {
    throw new BackupError(`${list} holds a line that names no document.`);
  }
  return { name, sha256, size_bytes: Number(size) };
}
