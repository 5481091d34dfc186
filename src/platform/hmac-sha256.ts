import { hash } from "node:crypto";

/** Of SHA-256, in bytes (RFC 6234 section 4.1 and RFC 2104 section 2). */
const BLOCK = 64;
const DIGEST = 32;

/**
 * HMAC-SHA256 (RFC 2104) of short texts under one key, as 32 bytes. Two hashes in one call each and nothing that the
 * collector has to finalize: `createHmac` makes an object of the engine per text, which takes five times as long on Node 24.
 */
export function hmacSha256(key: Uint8Array): (text: string) => Buffer {
  const short = key.length > BLOCK ? hash("sha256", key, "buffer") : key;
  const padded = (byte: number): Uint8Array => new Uint8Array(BLOCK).map((_, index) => (short[index] ?? 0) ^ byte);
  const inner = padded(0x36);
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(DIGEST)]);
  return (text) => {
    const message = Buffer.allocUnsafe(BLOCK + Buffer.byteLength(text));
    message.set(inner);
    message.write(text, BLOCK);
    // Nothing else runs before `outer` is read.
    outer.set(hash("sha256", message, "buffer"), BLOCK);
    return hash("sha256", outer, "buffer");
  };
}
