import { crc32, deflateSync } from "node:zlib";
import { renderUbl } from "../../src/demo/ubl.ts";
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

/** One or two small files: exports and invoices that can be read, some that people must decide on, some that are none. */
export function multipartBody(random: Random, headers: Readonly<Record<string, string>>): Parts {
  const files = Array.from({ length: random.int(1, 2) }, (_, index) => {
    const turn = random.next();
    if (turn < 0.5) return file(`f${index}.csv`, exportRows(random));
    if (turn < 0.85) return file(`f${index}.xml`, invoiceOfFew(random));
    if (turn < 0.92) return file(`f${index}.png`, plainPicture(random));
    return file(`f${index}.csv`, random.pick([`<Invoice>${random.int(0, 1e9)}`, random.bytes(40), "x"]));
  });
  return form(headers, Buffer.concat(files), `--${BOUNDARY}--\r\n`);
}

/** Words that place themselves, words that are doubtful, and words that say nothing. */
const TEXTS = ["Diesel", "El", "Kontorartikler", "Rulle", "Diverse", "Hotelophold", "Konsulentbistand", "Sag"];

function exportRows(random: Random): string {
  const rows = Array.from({ length: random.int(2, 5) }, () => {
    const number = random.int(1, 1e9);
    return `${random.int(10, 28)}-0${random.int(1, 9)}-2026;${number};${random.pick(TEXTS)} ${number};${random.int(50, 9999)},50;DKK`;
  });
  return `Dato;Bilag;Tekst;Beløb;Valuta\r\n${rows.join("\r\n")}\r\n`;
}

/** An invoice of one of few numbers, so that some repeat an earlier one with other words and wait as duplicates. */
function invoiceOfFew(random: Random): string {
  const text = `${random.pick(TEXTS)} ${random.int(1, 1e9)}`;
  return renderUbl({
    number: `F-${random.int(1, 400)}`,
    issue_date: "2026-05-04",
    supplier: { name: "Havnens Handel ApS", country: "DK", cvr: "26542712" },
    lines: [{ text, quantity: "1", unit: "C62", amount: `${random.int(50, 9999)}.00` }],
  });
}

const PICTURE_PX = 24;

/** A picture of one colour as PNG (RFC 2083), in which there is nothing to read. */
function plainPicture(random: Random): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PICTURE_PX, 0);
  header.writeUInt32BE(PICTURE_PX, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const colour = random.bytes(3);
  const line = Buffer.concat([Buffer.of(0), ...Array.from({ length: PICTURE_PX }, () => colour)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: PICTURE_PX }, () => line)));
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
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
