import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A text on a drawn page, in pixels at 200 dpi; `right` aligns its end there instead. */
interface DrawnText {
  readonly text: string;
  readonly top: number;
  readonly left?: number;
  readonly right?: number;
}

const WIDTH = 1400;
const HEIGHT = 1000;

/** A page with an invoice of a fictitious company as a scanner would make it. */
export function scannedInvoice(number: string): Sharp {
  const texts: DrawnText[] = [
    { text: "Rønne Kontorforsyning A/S", top: 90, left: 80 },
    { text: "Havnegade 12", top: 130, left: 80 },
    { text: "3700 Rønne", top: 165, left: 80 },
    { text: "CVR-nr. 25313763", top: 200, left: 80 },
    { text: "FAKTURA", top: 90, right: 1320 },
    { text: "Fakturanr.:", top: 150, left: 880 },
    { text: number, top: 150, right: 1320 },
    { text: "Fakturadato:", top: 190, left: 880 },
    { text: "14-03-2026", top: 190, right: 1320 },
    ...row(360, ["Beskrivelse", "Antal", "Enhed", "Stk. pris", "Beløb"]),
    ...row(410, ["Kopipapir genbrug", "12", "pk", "38,50", "462,00"]),
    ...row(450, ["Toner til printer", "3", "stk", "710,00", "2.130,00"]),
    ...row(490, ["Levering med varebil", "1", "stk", "95,00", "95,00"]),
    { text: "Subtotal", top: 570, left: 900 },
    { text: "2.687,00", top: 570, right: 1320 },
    { text: "Moms 25%", top: 610, left: 900 },
    { text: "671,75", top: 610, right: 1320 },
    { text: "Total DKK", top: 650, left: 900 },
    { text: "3.358,75", top: 650, right: 1320 },
  ];
  return drawn(texts, { width: WIDTH, height: HEIGHT, ink: "#111111", paper: "#ffffff" });
}

/** A till receipt without number, in grey print as thermal paper fades. */
export function fadedReceipt(): Sharp {
  const texts: DrawnText[] = [
    { text: "Svaneke Brændstof ApS", top: 70, left: 60 },
    { text: "CVR 25313763", top: 110, left: 60 },
    { text: "Dato 02-05-2026 kl 08.14", top: 160, left: 60 },
    { text: "Diesel 41,20 l", top: 240, left: 60 },
    { text: "556,20", top: 240, right: 640 },
    { text: "Total DKK", top: 320, left: 60 },
    { text: "556,20", top: 320, right: 640 },
    { text: "Heraf moms", top: 360, left: 60 },
    { text: "111,24", top: 360, right: 640 },
  ];
  return drawn(texts, { width: 700, height: 460, ink: "#a8a8a8", paper: "#e6e6e6" });
}

/** One row of a till receipt: words on the left, and what stands at the right edge. */
export type ReceiptRow = readonly [left: string, right?: string];

/** A narrow till receipt of a fictitious shop on a wide sheet, as it lies on a scanner. */
export function tillReceipt(rows: readonly ReceiptRow[]): Sharp {
  const texts = rows.flatMap(([left, right], at): DrawnText[] => {
    const top = 80 + at * 48;
    return [{ text: left, top, left: 120 }, ...(right === undefined ? [] : [{ text: right, top, right: 720 }])];
  });
  return drawn(texts, { width: WIDTH, height: 160 + rows.length * 48, ink: "#333333", paper: "#f4f4f4" });
}

function row(top: number, [name = "", ...numbers]: readonly string[]): DrawnText[] {
  const ends = [760, 900, 1100, 1320];
  return [{ text: name, top, left: 80 }, ...numbers.map((text, at) => ({ text, top, right: ends[at] ?? 0 }))];
}

interface Paper {
  readonly width: number;
  readonly height: number;
  readonly ink: string;
  readonly paper: string;
}

function drawn(texts: readonly DrawnText[], { width, height, ink, paper }: Paper): Sharp {
  const shown = texts.map(({ text, top, left, right }) => {
    const place = right === undefined ? `x="${left ?? 0}"` : `x="${right}" text-anchor="end"`;
    return `<text ${place} y="${top}">${text}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${paper}"/>
    <g font-family="DejaVu Sans, Liberation Sans, Arial, sans-serif" font-size="28" fill="${ink}">${shown.join("")}</g></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: paper });
}

/** Whether this machine has a font to draw pages with; without one they would be blank paper. */
export const canDrawText: boolean = await drawn([{ text: "Faktura", top: 60, left: 10 }], {
  width: 200,
  height: 100,
  ink: "#000000",
  paper: "#ffffff",
})
  .stats()
  .then(({ channels }) => (channels[0]?.min ?? 255) < 128);

/** The picture with the grain of a bad scanner, always the same. */
export async function grainy(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  let state = 7;
  for (const [at, value] of data.entries()) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    data[at] = Math.max(0, Math.min(255, value - ((state >> 16) % 50)));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** A PDF of one page that is nothing but a JPEG picture, as scanners make them. */
export function pictureOfPage(jpeg: Buffer, width: number, height: number): Buffer {
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
  return pageOfPicture({ width, height }, stream(entries, jpeg));
}

/** The page as PDFs have it that are made of a PNG with 256 colours: the dictionary holds the palette. */
export async function pictureWithPalette(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const greys = Array.from({ length: 256 }, (_, grey) => `${grey.toString(16).padStart(2, "0")} `.repeat(3));
  const palette = `[/Indexed /DeviceRGB 255 <\n${greys.join("\n")}\n>]`;
  const entries = `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${info.height} /BitsPerComponent 8 /Filter /FlateDecode /ColorSpace ${palette}`;
  return pageOfPicture(info, stream(entries, deflateSync(data)));
}

/** The page with the picture's samples among the page's own instructions, as drivers of scanners write it. */
export async function pictureInContents(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.greyscale().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const contents = Buffer.concat([
    Buffer.from(`q ${points(width)} 0 0 ${points(height)} 0 0 cm\nBI /W ${width} /H ${height} /BPC 8 /CS /G\nID `),
    data,
    Buffer.from("\nEI\nQ\n"),
  ]);
  return pageOf(info, "", [stream("/Filter /FlateDecode", deflateSync(contents))]);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const DPI = 200;

function points(pixels: number): number {
  return (pixels * 72) / DPI;
}

function stream(entries: string, data: Buffer): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`);
  return Buffer.concat([head, data, Buffer.from("\nendstream")]);
}

function pageOfPicture(size: Size, picture: Buffer): Buffer {
  const contents = Buffer.from(`q ${points(size.width)} 0 0 ${points(size.height)} 0 0 cm /I Do Q`);
  return pageOf(size, "/XObject << /I 5 0 R >>", [stream("", contents), picture]);
}

/** `objects`: the page's contents as object 4, then what its resources name. */
function pageOf({ width, height }: Size, resources: string, objects: readonly Buffer[]): Buffer {
  const box = `[0 0 ${points(width)} ${points(height)}]`;
  const all = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources << ${resources} >> /Contents 4 0 R >>`),
    ...objects,
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of all.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]));
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = all.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${entries}trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
