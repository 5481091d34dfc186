import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { uuidText } from "./ids.ts";

/** SHA-256 (FIPS 180-4) of bytes or of a text's UTF-8, lower-case hex. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** RFC 8785 text of a value: equal values have equal texts. @throws Error for values that JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  const text = plainText(value, 0) ?? canonicalize(value);
  if (text === undefined) throw new Error("only JSON values have a canonical text");
  return text;
}

/** Deeper values are left to the library, which knows circles. */
const DEPTH_MAX = 20;

/** What the library writes, at a third of its time and without a copy; undefined: the value is not plain, or too deep. */
function plainText(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : undefined;
  if (typeof value !== "object" || depth > DEPTH_MAX) return undefined;
  return Array.isArray(value) ? arrayText(value, depth + 1) : objectText(value, depth + 1);
}

function arrayText(items: readonly unknown[], depth: number): string | undefined {
  let text = "";
  for (let at = 0; at < items.length; at += 1) {
    const item = plainText(items[at], depth);
    if (item === undefined) return undefined;
    text += at === 0 ? item : `,${item}`;
  }
  return `[${text}]`;
}

/** Members in the order of their names by UTF-16 code units (RFC 8785 3.2.3), which is how texts are sorted by default. */
function objectText(value: object, depth: number): string | undefined {
  if (Object.getPrototypeOf(value) !== Object.prototype || "toJSON" in value) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  let text = "";
  for (const name of Object.keys(members).sort()) {
    const member = plainText(members[name], depth);
    if (member === undefined) return undefined;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${member}`;
  }
  return `{${text}}`;
}

/** SHA-256, lower-case hex, of a value's RFC 8785 text. @throws Error for values that JSON cannot hold. */
export function canonicalHash(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

/** Name-based UUID (RFC 9562 5.5): SHA-1 of the 16 bytes of a namespace and the UTF-8 of a name. */
export function namedUuid(namespace: Uint8Array, name: string): string {
  return uuidText(hash("sha1", Buffer.concat([namespace, Buffer.from(name, "utf8")]), "buffer"), 5);
}
