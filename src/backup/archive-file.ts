import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { BackupError } from "./backup-error.ts";
import type { StoredFile } from "./manifest.ts";

type Chunks = AsyncIterable<Uint8Array>;
type Source = Readable | Chunks;
type Sink = (chunks: Chunks) => Promise<void>;

/** Half the time of the usual level for a tenth more bytes: a backup runs beside the service. */
const GZIP = { level: 4 };
const PRIVATE = { flags: "wx", mode: 0o600, flush: true } as const;

/** A file of a backup before it has its place in the manifest. */
export interface ArchiveTarget {
  readonly directory: string;
  /** With its directory below `directory`, without the ending that encryption adds. */
  readonly file: string;
  /** age recipient; null: unencrypted. */
  readonly recipient: string | null;
}

/** Packs, encrypts and writes a stream piece by piece; the file is on the disk when this resolves. */
export async function writeArchiveFile(target: ArchiveTarget, source: Source): Promise<StoredFile> {
  const { recipient } = target;
  return await store(target, (counted, path) =>
    recipient === null
      ? pipeline(source, createGzip(GZIP), counted, createWriteStream(path, PRIVATE))
      : pipeline(source, createGzip(GZIP), encrypted(recipient), counted, createWriteStream(path, PRIVATE)),
  );
}

/** Writes bytes as they are, or encrypted. */
export async function writeSmallFile(target: ArchiveTarget, bytes: Uint8Array): Promise<StoredFile> {
  const { recipient } = target;
  return await store(target, (counted, path) =>
    recipient === null
      ? pipeline(Readable.from([bytes]), counted, createWriteStream(path, PRIVATE))
      : pipeline(Readable.from([bytes]), encrypted(recipient), counted, createWriteStream(path, PRIVATE)),
  );
}

/** Gives the content of a packed file to `sink`, piece by piece; `identity` opens what is encrypted. */
export async function readArchiveFile(path: string, identity: string | null, sink: Writable | Sink): Promise<void> {
  const file = createReadStream(path);
  // One signature for both kinds of ends.
  const end = sink as Writable;
  await (identity === null
    ? pipeline(file, createGunzip(), end)
    : pipeline(file, decrypted(identity), createGunzip(), end));
}

/** The bytes of a file that was not packed. */
export async function readSmallFile(path: string, identity: string | null): Promise<Buffer> {
  const file = createReadStream(path);
  const parts: Uint8Array[] = [];
  for await (const part of identity === null ? file : decrypted(identity)(file)) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

/** @throws BackupError naming the file when it is missing or has not the size and SHA-256 that it was written with */
export async function checkFile(directory: string, expected: StoredFile): Promise<void> {
  const path = join(directory, expected.file);
  const size = await sizeOf(path);
  if (size === null) throw new BackupError(`${path} is missing.`);
  if (size !== expected.size_bytes)
    throw new BackupError(`${path} has ${size} bytes and not ${expected.size_bytes}: it is torn.`);
  if ((await sha256Of(path)) !== expected.sha256) throw new BackupError(`${path} was changed: it has not its SHA-256.`);
}

/** Null: there is no such file. */
export async function sizeOf(path: string): Promise<number | null> {
  const facts = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  return facts?.size ?? null;
}

/** SHA-256 of a file, lower-case hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

type Counted = (chunks: Chunks) => AsyncGenerator<Uint8Array, void, undefined>;

async function store(
  { directory, file, recipient }: ArchiveTarget,
  write: (counted: Counted, path: string) => Promise<void>,
): Promise<StoredFile> {
  const name = recipient === null ? file : `${file}.age`;
  const hash = createHash("sha256");
  const total = { size_bytes: 0 };
  await write((chunks) => counting(chunks, hash, total), join(directory, name));
  return { file: name, size_bytes: total.size_bytes, sha256: hash.digest("hex") };
}

async function* counting(chunks: Chunks, hash: Hash, total: { size_bytes: number }) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    total.size_bytes += chunk.length;
    yield chunk;
  }
}

function encrypted(recipient: string): Counted {
  return async function* (chunks) {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    yield* await encrypter.encrypt(ReadableStream.from(chunks) as globalThis.ReadableStream<Uint8Array>);
  };
}

function decrypted(identity: string): Counted {
  return async function* (chunks) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    yield* await decrypter.decrypt(ReadableStream.from(chunks) as globalThis.ReadableStream<Uint8Array>);
  };
}
