import type { Random } from "./random.ts";
import { HOSTILE_TEXTS } from "./values.ts";

interface Parts {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const BOUNDARY = "----fuzz";
const CSV = "Dato;Bilag;Tekst;Beløb;Valuta\r\n14-10-2026;1;Diesel;812,50;DKK\r\n";

function part(disposition: string, content: Buffer | string): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
}

function file(name: string, content: Buffer | string): Buffer {
  return part(`Content-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/csv`, content);
}

/** One or two small files, some of them no documents at all. */
export function multipartBody(random: Random, headers: Readonly<Record<string, string>>): Parts {
  const contents = [`${CSV}${random.int(0, 1e9)}`, `<Invoice>${random.int(0, 1e9)}`, random.bytes(40), "x"];
  const files = Array.from({ length: random.int(1, 2) }, (_, index) => file(`f${index}.csv`, random.pick(contents)));
  return form(headers, Buffer.concat(files), `--${BOUNDARY}--\r\n`);
}

/** Envelopes that are broken in one way. */
export function multipartGarbage(random: Random, headers: Readonly<Record<string, string>>): Parts {
  const hostile = random.pick(HOSTILE_TEXTS).replaceAll(/["\r\n]/g, "");
  const end = `--${BOUNDARY}--\r\n`;
  return random.pick([
    () => form(headers, Buffer.alloc(0), end),
    () => form(headers, Buffer.alloc(0), ""),
    () => form(headers, file("a.csv", CSV), ""),
    () => form(headers, file(hostile, CSV), end),
    () => form(headers, file("../../../../tmp/evil", CSV), end),
    () => form(headers, part(`Content-Disposition: form-data; name="${hostile}"; filename="a"`, CSV), end),
    () => form(headers, part('Content-Disposition: form-data; name="files"', CSV), end),
    () => form(headers, part('Content-Disposition: form-data; name="__proto__"; filename="a"', CSV), end),
    () => form(headers, part("Content-Disposition: form-data", CSV), end),
    () => form(headers, part(`X-Long: ${"a".repeat(20_000)}`, CSV), end),
    () => form(headers, part("X: 1\r\n".repeat(200).trim(), CSV), end),
    () => form(headers, Buffer.concat(Array.from({ length: 120 }, () => file("a.csv", CSV))), end),
    () => form(headers, random.bytes(300), end),
    () => ({ headers: { ...headers, "content-type": "multipart/form-data" }, body: file("a.csv", CSV) }),
    () => ({ headers: { ...headers, "content-type": 'multipart/form-data; boundary=""' }, body: file("a.csv", CSV) }),
    () => ({ headers: { ...headers, "content-type": "multipart/mixed; boundary=a" }, body: file("a.csv", CSV) }),
  ])();
}

function form(headers: Readonly<Record<string, string>>, parts: Buffer, end: string): Parts {
  return {
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([parts, Buffer.from(end)]),
  };
}
