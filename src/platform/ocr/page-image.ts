import sharp, { type Sharp } from "sharp";
import { isHeic } from "../../core/heif-boxes.ts";
import { withHeic } from "./heic-picture.ts";
import { PictureRefusal } from "./picture-refusal.ts";

/** One page in grey, one byte per pixel, white 255. */
export interface GreyPage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Larger pictures are refused by what their header declares, before anything is decoded (contract 10.2). */
const PIXELS_MAX = 60_000_000;
/** An A4 page at 300 dpi has 8.7 million; more detail costs time and is of no use to the engine. */
const PAGE_PIXELS_MAX = 12_000_000;
/** Narrower pictures have letters too small to be told apart. */
const WIDTH_MIN = 1_000;
/** Edges whose rows or columns are darker than this on average are the scanner's lid or the table. */
const DARK = 70;
/** At most this share of each side is taken away as an edge. */
const EDGE_MAX = 0.25;
/** Share of a page that even few words cover. */
const INK_SHARE = 0.002;
const PAPER = 0.93;
/** A page with less between its greys is blank. */
const CONTRAST_MIN = 20;

sharp.cache(false);
sharp.concurrency(1);

/**
 * The pages of a picture: of a TIFF up to `pages_max`, of every other kind the first frame, upright by what the camera
 * noted.
 * @throws PictureRefusal too_many_pixels, too_many_pages, corrupt
 */
export async function* picturePages(bytes: Uint8Array, pages_max: number): AsyncGenerator<GreyPage> {
  if (isHeic(bytes)) {
    yield heicPage(bytes);
    return;
  }
  const { width, height, pages, format } = await header(bytes);
  if (width * height > PIXELS_MAX) {
    throw new PictureRefusal("too_many_pixels", `The picture has ${width} x ${height} pixels.`);
  }
  const count = format === "tiff" ? pages : 1;
  if (count > pages_max) throw new PictureRefusal("too_many_pages", `The picture has more than ${pages_max} pages.`);
  for (let page = 0; page < count; page += 1) yield decoded(bytes, page);
}

async function header(bytes: Uint8Array) {
  try {
    const { width, height, pages = 1, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height, pages, format };
  } catch {
    throw corrupt();
  }
}

function corrupt(): PictureRefusal {
  return new PictureRefusal("corrupt", "The picture cannot be read; it is cut off or damaged.");
}

async function decoded(bytes: Uint8Array, page: number): Promise<GreyPage> {
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", sequentialRead: true, page });
    return await greyPage(image.rotate().flatten({ background: "#ffffff" }), await image.metadata());
  } catch {
    throw corrupt();
  }
}

/** The decoder turns the picture itself. */
async function heicPage(bytes: Uint8Array): Promise<GreyPage> {
  return await withHeic(bytes, PIXELS_MAX, async ({ width, height, pixels }) => {
    const raw = { width, height, channels: 3 } as const;
    return await greyPage(sharp(await pixels(), { raw, limitInputPixels: PIXELS_MAX }), raw);
  });
}

async function greyPage(
  image: Sharp,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<GreyPage> {
  const side = Math.floor(Math.sqrt(PAGE_PIXELS_MAX));
  const scale = Math.min(1, Math.sqrt((side * side) / (width * height)));
  const { data, info } = await image
    .toColourspace("b-w")
    .resize({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      fit: "inside",
      withoutEnlargement: true,
    })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * How greys are spread: `soft` keeps the shades of a photo under uneven light, `hard` wipes out the grain of a noisy scan
 * and darkens faint print. Neither reads everything that the other does.
 */
export type Contrast = "soft" | "hard";

/** By which narrow pages are enlarged. */
export function magnified({ width }: { readonly width: number }): number {
  return width < WIDTH_MIN ? 2 : 1;
}

/** A page as the engine reads it best: without dark edges, its greys spread, large enough, turned by `degrees` clockwise. */
export async function preparedPng(page: GreyPage, degrees: number, contrast: Contrast): Promise<Buffer> {
  const { data, width, height } = page;
  const area = withoutDarkEdges(page);
  const factor = magnified(area);
  const { black, white } = CONTRASTS[contrast](data);
  const slope = 255 / (white - black);
  const grey = await sharp(data, { raw: { width, height, channels: 1 } })
    .extract(area)
    .linear(slope, -black * slope)
    .resize({ width: area.width * factor, kernel: "cubic" })
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: grey.info.width, height: grey.info.height, channels: grey.info.channels };
  return sharp(grey.data, { raw })
    .rotate(degrees)
    .toColourspace("b-w")
    .withMetadata({ density: 300 })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The greys that become black and white. */
interface Greys {
  readonly black: number;
  readonly white: number;
}

const CONTRASTS: Readonly<Record<Contrast, (data: Uint8Array) => Greys>> = {
  soft(data) {
    const counts = countsOf(data);
    return spread(quantile(counts, data.length * 0.01), quantile(counts, data.length * 0.99));
  },
  /** The ink may cover very little; a little below the paper's grey its grain disappears. */
  hard(data) {
    const counts = countsOf(data);
    return spread(quantile(counts, data.length * INK_SHARE), quantile(counts, data.length / 2) * PAPER);
  },
};

function countsOf(data: Uint8Array): Float64Array {
  const counts = new Float64Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function spread(black: number, white: number): Greys {
  return white - black < CONTRAST_MIN ? { black: 0, white: 255 } : { black, white };
}

/** The grey below which `rank` of the counted pixels are. */
function quantile(counts: Float64Array, rank: number): number {
  let below = 0;
  for (const [value, count] of counts.entries()) {
    below += count;
    if (below > rank) return value;
  }
  return 255;
}

/** The page without the scanner's lid or the table around it. */
export function withoutDarkEdges({ data, width, height }: GreyPage) {
  const rows = new Float64Array(height);
  const columns = new Float64Array(width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = data[y * width + x] ?? 255;
      rows[y] = (rows[y] ?? 0) + value / width;
      columns[x] = (columns[x] ?? 0) + value / height;
    }
  }
  const [top, bottom] = lightPart(rows);
  const [left, right] = lightPart(columns);
  return { left, top, width: right - left, height: bottom - top };
}

/** First index and end of what is left when dark values at both ends are taken away. */
function lightPart(means: Float64Array): [number, number] {
  const most = Math.floor(means.length * EDGE_MAX);
  let start = 0;
  let end = means.length;
  while (start < most && (means[start] ?? 255) < DARK) start += 1;
  while (means.length - end < most && (means[end - 1] ?? 255) < DARK) end -= 1;
  return [start, end];
}
