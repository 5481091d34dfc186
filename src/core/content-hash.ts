import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import { uuidText } from "./ids.ts";

/** SHA-256 (FIPS 180-4) of bytes or of a text's UTF-8, lower-case hex. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** RFC 8785 text of a value: equal values have equal texts. @throws Error for values that JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  const ordered = inOrder(value, 0);
  // With its members in order JSON.stringify writes the same, at a third of the time.
  const text = ordered === undefined ? canonicalize(value) : JSON.stringify(ordered);
  if (text === undefined) throw new Error("only JSON values have a canonical text");
  return text;
}

/** Deeper values are left to the library, which knows circles. */
const DEPTH_MAX = 20;

/** A copy with the members of all objects in the order of RFC 8785; undefined: the value is not plain, or a copy could not keep it. */
function inOrder(value: unknown, depth: number): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth > DEPTH_MAX) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => inOrder(item, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || "toJSON" in value) return undefined;
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value).sort(byName)) {
    const ordered = inOrder(member, depth + 1);
    // Objects have members that are numbers first, whatever the order in which they are set.
    if (ordered === undefined || /^\d|^__proto__$/.test(name)) return undefined;
    copy[name] = ordered;
  }
  return copy;
}

/** By UTF-16 code units (RFC 8785 3.2.3). */
function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

/** SHA-256, lower-case hex, of a value's RFC 8785 text. @throws Error for values that JSON cannot hold. */
export function canonicalHash(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}

/** Name-based UUID (RFC 9562 5.5): SHA-1 of the 16 bytes of a namespace and the UTF-8 of a name. */
export function namedUuid(namespace: Uint8Array, name: string): string {
  return uuidText(hash("sha1", Buffer.concat([namespace, Buffer.from(name, "utf8")]), "buffer"), 5);
}
