import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { uuidText } from "./ids.ts";

/** SHA-256 (FIPS 180-4) of bytes or of a text's UTF-8, lower-case hex. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** RFC 8785 text of a value: equal values have equal texts. @throws Error for values that JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("only JSON values have a canonical text");
  return text;
}

/** SHA-256, lower-case hex, of a value's RFC 8785 text. @throws Error for values that JSON cannot hold. */
export function canonicalHash(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

/** Name-based UUID (RFC 9562 5.5): SHA-1 of the 16 bytes of a namespace and the UTF-8 of a name. */
export function namedUuid(namespace: Uint8Array, name: string): string {
  return uuidText(hash("sha1", Buffer.concat([namespace, Buffer.from(name, "utf8")]), "buffer"), 5);
}
