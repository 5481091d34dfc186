import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The key of a page or an otpauth address, as an authenticator reads it. */
export function keyOf(text: string): Buffer {
  const bits = Array.from(text.replaceAll(" ", ""))
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator of its own make (RFC 6238, SHA-1, 30 seconds), so that the service is not compared with itself. */
export function codeAt(key: Uint8Array, now: Date, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(now.getTime() / 30_000), 4);
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac[19] ?? 0) % 16;
  const value = ((mac.readUInt16BE(offset) % 0x8000) * 0x10000 + mac.readUInt16BE(offset + 2)) % 10 ** digits;
  return value.toString().padStart(digits, "0");
}
