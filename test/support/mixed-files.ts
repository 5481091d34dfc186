import { crc32, deflateSync } from "node:zlib";
import { amountOf, camt, cii, ledgerCsv, ledgerWorkbook, saft } from "./electronic-files.ts";
import { mailOf } from "./mail.ts";
import { pdf } from "./pdf.ts";
import type { TestFile } from "./pipeline.ts";
import { POWER_BILL } from "./printed-invoices.ts";
import { pictureOfPage, scannedInvoice } from "./scans.ts";
import { ubl } from "./ubl.ts";
import { zipOf } from "./zip.ts";

/** Makes file number `n` of a kind: equal numbers give equal files, no two others are about the same purchase. */
type Make = (n: number) => TestFile | Promise<TestFile>;

const five = (n: number): number[] => Array.from({ length: 5 }, (_, index) => n * 5 + index);
const file = (name: string, content: Buffer | string): TestFile => ({ name, bytes: Buffer.from(content) });

function invoice(number: string, n: number): Buffer {
  return ubl({ number, lines: [{ text: "Elforbrug", quantity: String(100 + n), unit: "KWH", amount: amountOf(n) }] });
}

/** The power bill under another number, without meter and period, by which bills are recognised as about the same. */
function powerBill(number: string, attachments: Readonly<Record<string, string>> = {}): Buffer {
  const pages = POWER_BILL.pages.map((texts) =>
    texts
      .filter(({ top }) => top !== 91 && top !== 103)
      .map((one) => (one.text === POWER_BILL.expected.number ? { ...one, text: number } : one)),
  );
  return pdf(pages, { attachments });
}

/** What companies send, by kind. */
export const KINDS = {
  ubl: (n) => file(`ubl-${n}.xml`, invoice(`U-${n}`, n)),
  cii: (n) => file(`cii-${n}.xml`, cii(`C-${n}`, amountOf(1000 + n))),
  "factur-x": (n) =>
    file(`factur-x-${n}.pdf`, powerBill(`X-${n}`, { "factur-x.xml": cii(`X-${n}`, amountOf(2000 + n)) })),
  "text pdf": (n) => file(`bill-${n}.pdf`, powerBill(`F-2026-${1000 + n}`)),
  scan: async (n) => {
    const drawn = scannedInvoice(String(90_000 + n)).jpeg({ quality: 85 });
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return file(`scan-${n}.pdf`, pictureOfPage(data, info.width, info.height));
  },
  photo: async (n) =>
    file(
      `photo-${n}.jpg`,
      await scannedInvoice(String(95_000 + n))
        .jpeg({ quality: 80 })
        .toBuffer(),
    ),
  csv: (n) => file(`ledger-${n}.csv`, ledgerCsv(five(600 + n))),
  xlsx: (n) => file(`ledger-${n}.xlsx`, ledgerWorkbook(five(700 + n))),
  "saf-t": (n) => file(`saft-${n}.xml`, saft(five(800 + n))),
  camt: (n) => file(`camt-${n}.xml`, camt(five(900 + n))),
  zip: (n) =>
    file(
      `bilag-${n}.zip`,
      zipOf([
        { name: "marts/a.xml", content: invoice(`ZA-${n}`, 6000 + n) },
        { name: "marts/b.pdf", content: powerBill(`F-2026-${5000 + n}`) },
        { name: "cut.xml", content: "<Invoice" },
      ]),
    ),
  mail: (n) =>
    file(
      `mail-${n}.eml`,
      mailOf([
        { name: "Faktura æøå.pdf", type: "application/pdf", content: powerBill(`F-2026-${7000 + n}`) },
        { name: "logo.png", type: "image/png", content: Buffer.alloc(900, 1) },
      ]),
    ),
} as const satisfies Record<string, Make>;

export type FileKind = keyof typeof KINDS;

/** File number `n` of every kind. */
export async function everyKind(n: number): Promise<TestFile[]> {
  const files: TestFile[] = [];
  for (const make of Object.values(KINDS)) files.push(await make(n));
  return files;
}

/** Files that mean harm or are none, with the code that each is refused with. */
export function hostileFiles(): { readonly file: TestFile; readonly code: string }[] {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  const bill = powerBill("F-2026-9999");
  return [
    { file: file("laughs.xml", `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l9;</a>`), code: "file.xml_entities" },
    {
      file: file("include.xml", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
      code: "file.xml_entities",
    },
    { file: file("empty.xml", ""), code: "file.empty" },
    { file: file("cut.pdf", bill.subarray(0, 60)), code: "file.corrupt" },
    { file: file("locked.pdf", pdf(POWER_BILL.pages, { userPassword: "secret" })), code: "file.encrypted" },
    {
      file: file("program.pdf", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(2000)])),
      code: "file.unsupported_type",
    },
    { file: file("pixels.png", pixelBomb()), code: "file.image_too_large" },
    {
      file: file("bomb.zip", zipOf([{ name: "a.xml", content: Buffer.alloc(60_000_000, 32) }])),
      code: "file.decompression_limit",
    },
    { file: file("cut.xml", "<Invoice"), code: "file.corrupt" },
    {
      file: file("order.xml", `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>`),
      code: "file.unsupported_document_type",
    },
  ];
}

/** A PNG of a few kilobytes that declares 900 million pixels. */
function pixelBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(30_000 * 100));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1A\n", "latin1"),
    ...(
      [
        ["IHDR", header],
        ["IDAT", rows],
        ["IEND", Buffer.alloc(0)],
      ] as const
    ).map(([name, data]) => chunk(name, data)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
