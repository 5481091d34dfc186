import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Environment } from "../../core/context.ts";

const KEY = /^qk_(live|sandbox)_[0-9a-f]{64}$/;
/** 28 random bytes are 56 hexadecimal digits; the checksum takes the last 8 of the 64. */
const RANDOM_BYTES = 28;
const LAST_SHOWN = 4;

/** A new key in plaintext, shown once, with what is kept of it. */
export interface MintedKey {
  readonly key: string;
  /** SHA-256 of the whole key. */
  readonly digest: Buffer;
  /** "qk_live_" or "qk_sandbox_" and the first 4 digits, to recognise the key by. */
  readonly prefix: string;
  readonly last_four: string;
}

/** Whether the text has the form of an API key (contract 5.1). The checksum is not asked for. */
export function isApiKeyText(text: string): boolean {
  return KEY.test(text);
}

/** SHA-256 of a key: what is stored and looked up. Keys are random, so a slow hash would protect nothing more. */
export function keyDigest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * A new key: 56 random hexadecimal digits and their CRC-32 (IEEE 802.3), so that scanners of leaked secrets can confirm
 * a find without asking the service.
 */
export function mintKeyText(environment: Environment, randomBytes: (length: number) => Buffer): MintedKey {
  const random = randomBytes(RANDOM_BYTES).toString("hex");
  const checksum = crc32(random).toString(16).padStart(8, "0");
  const key = `qk_${environment}_${random}${checksum}`;
  return {
    key,
    digest: keyDigest(key),
    prefix: `qk_${environment}_${random.slice(0, LAST_SHOWN)}`,
    last_four: key.slice(-LAST_SHOWN),
  };
}
