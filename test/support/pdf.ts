import { createHash } from "node:crypto";

/** A text on an A4 page: points from the left and from the top; `right` aligns its end there instead. */
export interface PdfText {
  readonly text: string;
  readonly top: number;
  readonly left?: number;
  readonly right?: number;
  readonly size?: number;
}

export interface PdfOptions {
  readonly attachments?: Readonly<Record<string, string>>;
  /** A password that is needed to open the file. */
  readonly userPassword?: string;
  /** Degrees clockwise by which a viewer turns the pages. */
  readonly rotate?: 0 | 90;
}

const HEIGHT = 842;

/** A PDF 1.4 with these pages, written without any library: fictitious documents for tests. */
export function pdf(pages: readonly (readonly PdfText[])[], options: PdfOptions = {}): Buffer {
  const files = Object.entries(options.attachments ?? {});
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const firstFile = 4 + pages.length * 2;
  const names = files.map(([name], index) => `(${name}) ${firstFile + index * 2} 0 R`).join(" ");
  const embedded = files.length === 0 ? "" : `/Names << /EmbeddedFiles << /Names [${names}] >> >>`;
  const rotate = options.rotate === undefined ? "" : `/Rotate ${options.rotate}`;
  const objects: (string | PdfStream)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${embedded} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((texts, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${HEIGHT}] ${rotate} /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      stream("", texts.map(shown).join("\n")),
    ]),
    ...files.flatMap(([name, content], index) => [
      `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${firstFile + index * 2 + 1} 0 R >> >>`,
      stream("/Type /EmbeddedFile", Buffer.from(content).toString("latin1")),
    ]),
  ];
  return written(objects, options.userPassword);
}

interface PdfStream {
  readonly dictionary: string;
  readonly content: string;
}

function stream(dictionary: string, content: string): PdfStream {
  return { dictionary, content };
}

/** Every letter of Courier is 0.6 of its size wide. */
export function widthOf({ text, size = 9 }: Pick<PdfText, "text" | "size">): number {
  return text.length * 0.6 * size;
}

function shown({ text, top, left, right, size = 9 }: PdfText): string {
  const x = left ?? (right ?? 0) - widthOf({ text, size });
  const escaped = text.replaceAll(/[\\()]/g, (found) => `\\${found}`).replaceAll("€", "\u0080");
  return `BT /F1 ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${HEIGHT - top} Tm (${escaped}) Tj ET`;
}

function written(objects: readonly (string | PdfStream)[], password: string | undefined): Buffer {
  const encryption = password === undefined ? null : encryptionOf(password);
  const chunks: string[] = ["%PDF-1.4\n"];
  const offsets: number[] = [];
  let length = chunks.join("").length;
  const put = (text: string) => {
    chunks.push(text);
    length += text.length;
  };
  for (const [index, object] of objects.entries()) {
    const number = index + 1;
    offsets.push(length);
    if (typeof object === "string") put(`${number} 0 obj\n${object}\nendobj\n`);
    else {
      const content = encryption === null ? object.content : encryption.encrypted(object.content, number);
      put(
        `${number} 0 obj\n<< ${object.dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`,
      );
    }
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const protection = encryption === null ? "" : encryption.trailer;
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`);
  put(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${protection} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(chunks.join(""), "latin1");
}

const PADDING = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");

/** The standard security handler of revision 2 (40 bit RC4), PDF 1.4 section 3.5. */
function encryptionOf(password: string): { trailer: string; encrypted(content: string, number: number): string } {
  const padded = Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(Buffer.concat([padded, owner, permissions, id])).subarray(0, 5);
  const user = rc4(key, PADDING);
  const hex = (bytes: Buffer) => `<${bytes.toString("hex")}>`;
  return {
    trailer: `/ID [${hex(id)} ${hex(id)}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -4 >>`,
    encrypted(content, number) {
      const own = md5(Buffer.concat([key, Buffer.from([number & 255, (number >> 8) & 255, 0, 0, 0])])).subarray(0, 10);
      return rc4(own, Buffer.from(content, "latin1")).toString("latin1");
    },
  };
}

function md5(bytes: Buffer): Buffer {
  return createHash("md5").update(bytes).digest();
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    const kept = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = kept;
  };
  let j = 0;
  for (let i = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  j = 0;
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}
