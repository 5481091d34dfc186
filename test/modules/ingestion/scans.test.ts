import { readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileOutcome, ParsedDocument } from "../../../src/modules/reading/index.ts";
import { openParser, type Parser } from "../../../src/composition/isolation/parser.ts";
import { pdf } from "../../support/pdf.ts";
import { canDrawText, fadedReceipt, grainy, pictureOfPage, scannedInvoice } from "../../support/scans.ts";
import { samplePath } from "../../support/sample-manifest.ts";

let parser: Parser;
beforeAll(() => {
  parser = openParser({ threads: 1, ocr_processes: 1 });
});
afterAll(() => parser.close());

/** The service hands bytes over for good, so a test keeps its own. */
function parse(bytes: Buffer): Promise<FileOutcome> {
  return parser.parse(Buffer.from(bytes), "scan");
}

async function documentOf(bytes: Buffer): Promise<ParsedDocument> {
  const outcome = await parse(bytes);
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}

async function refusalOf(bytes: Buffer): Promise<string> {
  const outcome = await parse(bytes);
  return outcome.kind === "rejected" ? outcome.error.code : outcome.kind;
}

const INVOICE = {
  format: "scan-text",
  supplier: { name: "Rønne Kontorforsyning A/S", identifier: "25313763" },
  issue_date: "2026-03-14",
  currency: "DKK",
  total_excl_vat: "2687",
  total_incl_vat: "3358.75",
};
const AMOUNTS = ["462", "2130", "95"];

describe.skipIf(!canDrawText)("scans and photos (needs a sans-serif font)", { timeout: 300_000 }, () => {
  it("of a clear invoice are read completely, and count", async () => {
    const document = await documentOf(await scannedInvoice("90417").png().toBuffer());
    expect(document).toMatchObject({ ...INVOICE, invoice_number: "90417" });
    expect(document.lines.map(({ amount }) => amount)).toEqual(AMOUNTS);
    expect(document.lines[0]).toMatchObject({ description: "Kopipapir genbrug", quantity: "12" });
    expect(document.recognition).toMatchObject({ is_closed: true, doubts: [] });
  });

  it("are turned upright, whatever grain they have and whatever kind of picture they are", async () => {
    const turned = sharp(await (await grainy(scannedInvoice("90418"))).png().toBuffer()).rotate(90);
    const document = await documentOf(await turned.tiff({ compression: "lzw" }).toBuffer());
    expect(document).toMatchObject({ ...INVOICE, invoice_number: "90418" });
    expect(document.lines.map(({ amount }) => amount)).toEqual(AMOUNTS);
  });

  it("in a PDF without text are read as its pages are drawn", async () => {
    const { data, info } = await scannedInvoice("90419").jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true });
    const document = await documentOf(pictureOfPage(data, info.width, info.height));
    expect(document).toMatchObject({ ...INVOICE, invoice_number: "90419" });
    expect(document.lines.map(({ amount }) => amount)).toEqual(AMOUNTS);
  });

  it("of faded receipts are read, and wait for a person because they lack what an invoice has", async () => {
    const document = await documentOf(await fadedReceipt().webp().toBuffer());
    expect(document).toMatchObject({ total_incl_vat: "556.2", currency: "DKK", issue_date: "2026-05-02" });
    expect(document.recognition?.doubts.length).toBeGreaterThan(0);
  });
});

describe("pictures that are no documents or mean harm", { timeout: 300_000 }, () => {
  it("are refused with what is wrong with them, one by one", async () => {
    const invoice = await scannedInvoice("1").jpeg().toBuffer();
    const png = await scannedInvoice("1").png().toBuffer();
    expect(await refusalOf(declaring(png, 30_000, 30_000))).toBe("file.image_too_large");
    expect(await refusalOf(invoice.subarray(0, invoice.length / 3))).toBe("file.corrupt");
    expect(await refusalOf(png.subarray(0, 40))).toBe("file.corrupt");
    expect(await refusalOf(Buffer.concat([invoice.subarray(0, 20), Buffer.from("%PDF-1.7 "), invoice]))).toBe(
      "file.corrupt",
    );
    expect(await refusalOf(pdf([]))).toBe("file.corrupt");
    expect(await refusalOf(await blank().png().toBuffer())).toBe("unreadable");
    const avif = await blank().avif({ effort: 0 }).toBuffer();
    expect(await refusalOf(avif)).toBe("file.unsupported_type");
  });

  it.skipIf(!canDrawText)("of many frames are read as the first one (needs a sans-serif font)", async () => {
    const frame = await scannedInvoice("90420").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = frame.info;
    const frames = Buffer.concat([
      frame.data,
      Buffer.alloc(frame.data.length, 255),
      Buffer.alloc(frame.data.length, 0),
    ]);
    const animated = sharp(frames, { raw: { width, height: height * 3, channels: 4, pageHeight: height } });
    const bytes = await animated.webp({ lossless: true, effort: 0, loop: 0 }).toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(3);
    expect(await documentOf(bytes)).toMatchObject({ ...INVOICE, invoice_number: "90420" });
  });
});

function blank(): Sharp {
  return sharp({ create: { width: 600, height: 600, channels: 3, background: "#ffffff" } });
}

/** A PNG whose header declares another size. */
function declaring(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(12, 29));
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(header));
  return Buffer.concat([png.subarray(0, 12), header, sum, png.subarray(33)]);
}

/** CRC-32 of PNG chunks (ISO 3309). */
function crc32(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

const HEIC = "syn-elinstallatoer-foto.heic";

/** A HEIC picture whose parts declare another size ("ispe", ISO/IEC 23008-12, 6.5.3). */
function declaringHeic(photo: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(photo);
  for (let at = bytes.indexOf("ispe"); at !== -1; at = bytes.indexOf("ispe", at + 4)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}

describe("sample scans", { timeout: 300_000 }, () => {
  it("a turned and grainy scan is read completely", async () => {
    const document = await documentOf(readFileSync(samplePath("syn-renovation-roteret90.jpg")));
    expect(document).toMatchObject({
      supplier: { name: "Syd Renovation A/S", identifier: "44552211" },
      invoice_number: "61882",
      issue_date: "2026-07-31",
      total_excl_vat: "3428.08",
      total_incl_vat: "4285.1",
      recognition: { is_closed: true, doubts: [] },
    });
    expect(document.lines.map(({ amount }) => amount)).toEqual(["1738.08", "0", "1690"]);
    expect(document.quantities).toMatchObject([{ commodity: "waste", quantity: "2.84", unit: "t" }]);
  });

  it("a photo of a receipt whose amounts add up is read", async () => {
    const document = await documentOf(readFileSync(samplePath("syn-taxa-foto.jpg")));
    expect(document).toMatchObject({
      supplier: { name: "Vadehavets Taxa", identifier: "11992288" },
      invoice_number: "004417",
      issue_date: "2026-09-02",
      total_incl_vat: "312",
      recognition: { is_closed: true },
    });
  });

  it("a photo of an iPhone, in tiles and turned, is read completely", async () => {
    const document = await documentOf(readFileSync(samplePath(HEIC)));
    expect(document).toMatchObject({
      format: "scan-text",
      supplier: { name: "Limfjordens Elservice ApS", identifier: "37482919" },
      invoice_number: "30871",
      issue_date: "2026-05-18",
      total_excl_vat: "8258",
      total_incl_vat: "10322.5",
      recognition: { is_closed: true, doubts: [] },
    });
    expect(document.lines.map(({ amount }) => amount)).toEqual(["3240", "4668", "350"]);
  });

  it("a HEIC that is cut off, damaged or lies about its size is refused with what is wrong", async () => {
    const photo = readFileSync(samplePath(HEIC));
    expect(await refusalOf(photo.subarray(0, 24))).toBe("file.corrupt");
    expect(await refusalOf(photo.subarray(0, photo.length / 2))).toBe("file.corrupt");
    expect(await refusalOf(Buffer.from(photo).fill(0x5a, photo.length - 8_000))).toBe("file.corrupt");
    expect(await refusalOf(declaringHeic(photo, 30_000, 30_000))).toBe("file.image_too_large");
  });

  it("a picture of 900 million pixels is refused by its header", async () => {
    expect(await refusalOf(readFileSync(samplePath("bad-pixel-bomb.png")))).toBe("file.image_too_large");
  });
});
