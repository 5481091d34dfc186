/** Width and height, in pixels. */
interface HeifSize {
  readonly width: number;
  readonly height: number;
}

/** Brands of pictures whose pixels are coded as HEVC (ISO/IEC 23008-12, annex B.4); of AVIF and of films there are none. */
const HEIC_BRANDS = /^he(?:ic|ix|im|is|vc|vx|vm|vs)$/;
/** The first box names at most some ten brands. */
const BRANDS_MAX = 64;
/** Boxes that are looked at on one level; a photo in tiles has some hundred. */
const BOXES_MAX = 20_000;

/** Brands that a file of the ISO base media format states (ISO/IEC 14496-12, 4.3); none: it is no such file. */
export function heifBrands(bytes: Uint8Array): string[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16 + 4 * BRANDS_MAX));
  if (view.length < 16 || view.toString("latin1", 4, 8) !== "ftyp") return [];
  const end = Math.min(view.readUInt32BE(0), view.length);
  const brands = [view.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(view.toString("latin1", at, at + 4));
  return brands;
}

/** Whether bytes begin as a HEIC picture does, the kind that iPhones make. */
export function isHeic(bytes: Uint8Array): boolean {
  return heifBrands(bytes).some((brand) => HEIC_BRANDS.test(brand));
}

/**
 * The largest size that a HEIF file declares of a picture or of a part of one (ISO/IEC 23008-12, 6.5.3); nothing is decoded.
 * Null: it declares none.
 */
export function heifSize(bytes: Uint8Array): HeifSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // "meta" and "ispe" begin with a version and flags, four bytes; boxes of a box follow behind them.
  const meta = boxesIn(view).find(({ type }) => type === "meta");
  const properties = meta === undefined ? [] : boxesIn(meta.content.subarray(4)).filter(({ type }) => type === "iprp");
  const sizes = properties
    .flatMap(({ content }) => boxesIn(content).filter(({ type }) => type === "ipco"))
    .flatMap(({ content }) => boxesIn(content).filter((box) => box.type === "ispe" && box.content.length >= 12))
    .map(({ content }) => ({ width: content.readUInt32BE(4), height: content.readUInt32BE(8) }));
  return sizes.toSorted((size, other) => other.width * other.height - size.width * size.height)[0] ?? null;
}

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

/** The boxes that lie behind each other (ISO/IEC 14496-12, 4.2), up to one that is cut off. */
function boxesIn(view: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= view.length && boxes.length < BOXES_MAX;) {
    const declared = view.readUInt32BE(at);
    const isLong = declared === 1 && at + 16 <= view.length;
    const size = isLong ? Number(view.readBigUInt64BE(at + 8)) : declared === 0 ? view.length - at : declared;
    const header = isLong ? 16 : 8;
    if (size < header || at + size > view.length) break;
    boxes.push({ type: view.toString("latin1", at + 4, at + 8), content: view.subarray(at + header, at + size) });
    at += size;
  }
  return boxes;
}
