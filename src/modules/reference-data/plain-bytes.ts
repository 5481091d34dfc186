import { gunzipSync } from "node:zlib";

/** Two bytes with which every gzip file begins (RFC 1952 2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** The file of an answer; Eurostat may send it compressed without saying so. Null: it is broken, or larger than the limit. */
export function plainBytes(body: Buffer, bytes_max: number): Buffer | null {
  if (!body.subarray(0, 2).equals(GZIP)) return body;
  try {
    return gunzipSync(body, { maxOutputLength: bytes_max });
  } catch {
    return null;
  }
}
