import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

/**
 * A sealed file: header, then frames of AES-256-GCM.
 *
 *   header   magic (7 bytes), format (1), id of the installation's secret (8), salt (32)
 *   frames   64 KiB each, the last one shorter, with a tag of 16 bytes behind each
 *   content  length (8 bytes, the highest first), content, zeros up to `paddedLength`
 *
 * The frames are the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizar 2015) with the nonce of age (C2SP age.md):
 * 11 bytes of counter, 1 byte that is 1 in the last frame only. A frame that is changed, missing, doubled, moved or appended
 * is found at the frame itself. The key is used for this one file: it comes from the company's key, the random salt,
 * the header and the SHA-256 of the content, so that no file can take the place of another one, of the same company or not.
 */
const MAGIC = Buffer.from("CLSEAL\0\u0001", "latin1");
export const SECRET_ID_BYTES = 8;
const SALT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + SECRET_ID_BYTES + SALT_BYTES;
const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_FRAME_BYTES = FRAME_BYTES + TAG_BYTES;
/** Frames that are read or written at once. */
const BLOCK_FRAMES = 4;
const SEALED_BLOCK_BYTES = BLOCK_FRAMES * SEALED_FRAME_BYTES;
const NONCE_BYTES = 12;
const LENGTH_BYTES = 8;
const KEY_BYTES = 32;
const SMALLEST_BYTES = 256;

/** What a company's files are sealed with. */
export interface SealingKey {
  /** Public: tells files of another installation from damaged ones. */
  readonly secret_id: Uint8Array;
  readonly key: Uint8Array;
}

/** Content to be sealed. */
export interface PlainContent {
  readonly size_bytes: number;
  /** Fills `into` with the content from `position` on. @throws Error when there is less of it than `size_bytes` */
  read(into: Uint8Array, position: number): Promise<void>;
}

/** The content of a sealed file whose first frame was right. */
export interface SealedContent {
  readonly size_bytes: number;
  /** Only what was proven to be right; the hash of all is left to the reader. @throws Error at the frame that is not right */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Seals content into an empty file, holding a few frames at a time.
 * @throws Error when the content does not hash to `sha256`; what was written must be thrown away then
 */
export async function writeSealed(
  file: FileHandle,
  content: PlainContent,
  sha256: string,
  { secret_id, key }: SealingKey,
): Promise<void> {
  const header = Buffer.concat([MAGIC, secret_id, randomBytes(SALT_BYTES)]);
  const contentKey = contentKeyOf(key, header, sha256);
  const total = LENGTH_BYTES + paddedLength(content.size_bytes);
  const hash = createHash("sha256");
  const plain = Buffer.allocUnsafe(Math.min(BLOCK_FRAMES * FRAME_BYTES, total));
  for (let start = 0; start < total; start += plain.length) {
    const block = plain.subarray(0, total - start);
    if (start === 0) block.writeBigUInt64BE(BigInt(content.size_bytes));
    const room = start === 0 ? block.subarray(LENGTH_BYTES) : block;
    const position = Math.max(0, start - LENGTH_BYTES);
    const part = room.subarray(0, Math.max(0, content.size_bytes - position));
    if (part.length > 0) await content.read(part, position);
    hash.update(part);
    room.fill(0, part.length);
    const parts = start === 0 ? [header] : [];
    for (let at = 0; at < block.length; at += FRAME_BYTES) {
      const frame = block.subarray(at, at + FRAME_BYTES);
      const nonce = nonceOf((start + at) / FRAME_BYTES, start + at + frame.length === total);
      const cipher = createCipheriv("aes-256-gcm", contentKey, nonce, { authTagLength: TAG_BYTES });
      parts.push(cipher.update(frame), cipher.final(), cipher.getAuthTag());
    }
    await writeAll(file, parts);
  }
  if (hash.digest("hex") !== sha256) throw new Error(`the content does not hash to ${sha256}`);
}

/**
 * Opens a sealed file and proves its first frame. The file stays the caller's to close.
 * @throws Error when it was sealed with another secret, for another company or for another content, or is damaged
 */
export async function openSealed(
  file: FileHandle,
  sha256: string,
  { secret_id, key }: SealingKey,
): Promise<SealedContent> {
  const { start: first, size } = await readStart(file);
  const frames = Math.ceil((size - HEADER_BYTES) / SEALED_FRAME_BYTES);
  const total = size - HEADER_BYTES - frames * TAG_BYTES;
  const isCut = size - HEADER_BYTES - (frames - 1) * SEALED_FRAME_BYTES <= TAG_BYTES;
  if (isCut || total < LENGTH_BYTES + SMALLEST_BYTES) throw damaged(sha256);
  const header = first.subarray(0, HEADER_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(sha256);
  if (!secretIdOf(header).equals(secret_id)) throw ofAnotherSecret(sha256);
  const contentKey = contentKeyOf(key, header, sha256);
  const unsealed = (sealed: Buffer, index: number): Buffer => {
    const nonce = nonceOf(index, index === frames - 1);
    const decipher = createDecipheriv("aes-256-gcm", contentKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch (error) {
      throw damaged(sha256, error);
    }
    return plain;
  };
  const start = unsealed(first.subarray(HEADER_BYTES), 0);
  const size_bytes = Number(start.readBigUInt64BE());
  if (paddedLength(size_bytes) !== total - LENGTH_BYTES) throw damaged(sha256);
  return {
    size_bytes,
    async *chunks() {
      let left = size_bytes;
      let block: Buffer = first;
      for (let index = 0; index < frames; index += 1) {
        // The first frame was read with the header.
        const at = ((index + BLOCK_FRAMES - 1) % BLOCK_FRAMES) * SEALED_FRAME_BYTES;
        if (at === 0) block = await readBlock(file, HEADER_BYTES + index * SEALED_FRAME_BYTES, size);
        const plain =
          index === 0 ? start.subarray(LENGTH_BYTES) : unsealed(block.subarray(at, at + SEALED_FRAME_BYTES), index);
        const chunk = plain.subarray(0, left);
        left -= chunk.length;
        if (chunk.length > 0) yield chunk;
      }
    },
  };
}

/** The id of the secret that a file was sealed with, lower-case hex; null: not the beginning of a sealed file. */
export async function readSecretId(file: FileHandle): Promise<string | null> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const isSealed = bytesRead === HEADER_BYTES && buffer.subarray(0, MAGIC.length).equals(MAGIC);
  return isSealed ? secretIdOf(buffer).toString("hex") : null;
}

/**
 * Content of `length` bytes is filled up to this, at most 12 % more, so that a file's size does not name the public document
 * that it may be (Padme: Nikitin et al. 2019, "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs").
 */
function paddedLength(length: number): number {
  const size = Math.max(length, SMALLEST_BYTES);
  const exponent = Math.floor(Math.log2(size));
  const kept = Math.floor(Math.log2(exponent)) + 1;
  const step = 2 ** (exponent - kept);
  return Math.ceil(size / step) * step;
}

function contentKeyOf(key: Uint8Array, header: Buffer, sha256: string): Buffer {
  const salt = header.subarray(MAGIC.length + SECRET_ID_BYTES);
  const info = Buffer.concat([header.subarray(0, MAGIC.length + SECRET_ID_BYTES), Buffer.from(sha256, "hex")]);
  return Buffer.from(hkdfSync("sha256", key, salt, info, KEY_BYTES));
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(index, 5, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

function secretIdOf(header: Buffer): Buffer {
  return header.subarray(MAGIC.length, MAGIC.length + SECRET_ID_BYTES);
}

/** Only the tag is looked at: what is wrong with the bytes cannot be told, and whose they are must not be. */
function damaged(sha256: string, cause?: unknown): Error {
  return new Error(`the stored document ${sha256} is damaged, or another file lies in its place`, { cause });
}

function ofAnotherSecret(sha256: string): Error {
  return new Error(
    `the stored document ${sha256} was sealed with another secret than this installation's, or is damaged`,
  );
}

/** The header and the first frame, and the size of the file. Of a file of one frame that is all, in two calls: only its end gives nothing. */
async function readStart(file: FileHandle): Promise<{ readonly start: Buffer; readonly size: number }> {
  const start = Buffer.allocUnsafe(HEADER_BYTES + SEALED_FRAME_BYTES);
  let filled = 0;
  while (filled < start.length) {
    const { bytesRead } = await file.read(start, filled, start.length - filled, filled);
    if (bytesRead === 0) return { start: start.subarray(0, filled), size: filled };
    filled += bytesRead;
  }
  return { start, size: (await file.stat()).size };
}

async function readBlock(file: FileHandle, position: number, size: number): Promise<Buffer> {
  return await readAll(file, Buffer.allocUnsafe(Math.min(SEALED_BLOCK_BYTES, size - position)), position);
}

/** Fills `into` from a file. @throws Error when it ends earlier */
export async function readAll<Into extends Uint8Array>(file: FileHandle, into: Into, position: number): Promise<Into> {
  for (let filled = 0; filled < into.length;) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) throw new Error("the file ends earlier than it did a moment ago");
    filled += bytesRead;
  }
  return into;
}

async function writeAll(file: FileHandle, parts: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten < parts.reduce((sum, { length }) => sum + length, 0)) throw new Error("the disk took only a part");
}
