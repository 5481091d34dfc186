import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp, { type Sharp } from "sharp";
import { isHeic } from "../../core/heif-boxes.ts";
import type { PagePicture, PageSize } from "../../core/page-drawing.ts";
import { withHeic } from "./heic-picture.ts";
import { PictureRefusal } from "./picture-refusal.ts";

/** Width of a picture that a person reads on a screen; letters of eight points are clear then. */
const WIDTH = 1400;
/** Long receipts are drawn with less detail. */
const PIXELS_MAX = 6_000_000;
/** Larger pictures are refused by what their header declares, before anything is decoded (contract 10.2). */
const SOURCE_PIXELS_MAX = 60_000_000;
const QUALITY = 78;

sharp.cache(false);
sharp.concurrency(1);

/** The page of this number as a picture; null: there is none. @throws PictureRefusal corrupt, encrypted, too_many_pixels */
export async function pagePicture(bytes: Uint8Array, page: number): Promise<PagePicture | null> {
  return isPdf(bytes) ? await pdfPicture(bytes, page) : await scanPicture(bytes, page);
}

/** Whether bytes begin as a PDF does. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-");
}

/** Sizes of the pages of a picture, upright. @throws PictureRefusal corrupt, too_many_pixels */
export async function scanSizes(bytes: Uint8Array): Promise<PageSize[]> {
  const { width, height, pages } = await headerOf(bytes);
  return Array.from({ length: pages }, () => ({ width, height }));
}

async function pdfPicture(bytes: Uint8Array, number: number): Promise<PagePicture | null> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes).catch((error: unknown) => {
      throw /password/i.test(String(error))
        ? new PictureRefusal("encrypted", "A password is needed to open the PDF.")
        : corrupt();
    });
    if (number > document.getPageCount()) return null;
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const area = originalWidth * originalHeight;
    if (!(area > 0)) throw corrupt();
    const scale = Math.min(WIDTH / originalWidth, Math.sqrt(PIXELS_MAX / area));
    const drawn = await page.render({ scale, render: "bitmap" }).catch(() => {
      throw corrupt();
    });
    const { data, width, height } = drawn;
    document.destroy();
    const raw = { width, height, channels: 4 } as const;
    const webp = await sharp(data, { raw }).removeAlpha().webp({ quality: QUALITY }).toBuffer();
    return { webp, width, height };
  } finally {
    library.destroy();
  }
}

async function scanPicture(bytes: Uint8Array, number: number): Promise<PagePicture | null> {
  if (isHeic(bytes)) return number === 1 ? await heicPicture(bytes) : null;
  const { pages } = await headerOf(bytes);
  if (number > pages) return null;
  try {
    const options = { limitInputPixels: SOURCE_PIXELS_MAX, failOn: "error", page: number - 1 } as const;
    return await shown(sharp(bytes, options).rotate().flatten({ background: "#ffffff" }));
  } catch {
    throw corrupt();
  }
}

async function heicPicture(bytes: Uint8Array): Promise<PagePicture> {
  return await withHeic(bytes, SOURCE_PIXELS_MAX, async ({ width, height, pixels }) => {
    const raw = { width, height, channels: 3 } as const;
    return await shown(sharp(await pixels(), { raw, limitInputPixels: SOURCE_PIXELS_MAX }));
  });
}

async function shown(image: Sharp): Promise<PagePicture> {
  const { data, info } = await image
    .resize({ width: WIDTH, height: Math.floor(PIXELS_MAX / WIDTH), fit: "inside", withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { webp: data, width: info.width, height: info.height };
}

async function headerOf(bytes: Uint8Array): Promise<PageSize & { readonly pages: number }> {
  if (isHeic(bytes)) {
    return await withHeic(bytes, SOURCE_PIXELS_MAX, async ({ width, height }) =>
      Promise.resolve({ width, height, pages: 1 }),
    );
  }
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw corrupt();
    });
  const { width, height, pages = 1, format, autoOrient } = header;
  if (width * height > SOURCE_PIXELS_MAX) {
    throw new PictureRefusal("too_many_pixels", `The picture has ${width} x ${height} pixels.`);
  }
  return { ...autoOrient, pages: format === "tiff" ? pages : 1 };
}

function corrupt(): PictureRefusal {
  return new PictureRefusal("corrupt", "The page cannot be drawn; the file is cut off or damaged.");
}
