import sharp, { type Sharp } from "sharp";
import { type GreyPage, magnified, withoutDarkEdges } from "./page-image.ts";

/** Part of a page, in pixels of it. */
interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A part of an upright page, and how its letters are shown. */
export interface PartOfPage {
  readonly area: PageArea;
  /** By which the size of the letters changes. */
  readonly factor: number;
  /** Whether what is lighter than print beside it is wiped out: shadows, stains, and the back of thin paper. */
  readonly is_levelled: boolean;
}

/** Blur that closes the gaps between the dots of till printers, in pixels of letters of some 40. */
const DOTS_BLUR = 0.9;

/**
 * A part of a page, in the coordinates of `preparedPng`, with the dots of its letters joined and their size changed.
 */
export async function smoothedPart(
  page: GreyPage,
  { area, factor, is_levelled }: PartOfPage,
  degrees: number,
): Promise<Buffer> {
  const { data, width, height } = page;
  const edges = withoutDarkEdges(page);
  const upright = await sharp(data, { raw: { width, height, channels: 1 } })
    .extract(edges)
    .resize({ width: edges.width * magnified(edges), kernel: "cubic" })
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then((large) => turned(large, degrees));
  const part = await fromRaw(upright)
    .extract(within(area, upright.info))
    .blur(DOTS_BLUR)
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return await fromRaw(is_levelled ? await levelled(part) : part)
    .resize({ width: Math.max(1, Math.round(part.info.width * factor)), kernel: "cubic" })
    .toColourspace("b-w")
    .withMetadata({ density: 300 })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The paper around a letter is seen on a picture this many times smaller. */
const PAPER_SCALE = 8;
/** Shares of the paper's grey that become black and white. */
const PRINT_SHARE = 0.4;
const PAPER_SHARE = 0.9;

async function levelled(picture: RawPicture): Promise<RawPicture> {
  const { width, height } = picture.info;
  const small = {
    width: Math.ceil(width / PAPER_SCALE),
    height: Math.ceil(height / PAPER_SCALE),
    fit: "fill",
  } as const;
  const paper = await rawOf(
    fromRaw(
      await rawOf(
        fromRaw(await rawOf(fromRaw(picture).resize(small)))
          .median(9)
          .blur(3),
      ),
    ).resize({
      width,
      height,
      fit: "fill",
    }),
  );
  const data = Buffer.from(picture.data);
  for (const [at, value] of picture.data.entries()) {
    const share = value / Math.max(1, paper.data[at] ?? 255);
    data[at] = Math.max(0, Math.min(255, Math.round((255 * (share - PRINT_SHARE)) / (PAPER_SHARE - PRINT_SHARE))));
  }
  return { data, info: picture.info };
}

type RawPicture = Awaited<ReturnType<typeof rawOf>>;

function rawOf(image: Sharp) {
  return image.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
}

function fromRaw({ data, info: { width, height, channels } }: RawPicture): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

async function turned(picture: RawPicture, degrees: number): Promise<RawPicture> {
  return await rawOf(fromRaw(picture).rotate(degrees));
}

/** The area, as far as it lies on the page. */
function within({ left, top, width, height }: PageArea, page: { readonly width: number; readonly height: number }) {
  const from = { left: Math.max(0, Math.floor(left)), top: Math.max(0, Math.floor(top)) };
  return {
    ...from,
    width: Math.max(1, Math.min(page.width - from.left, Math.ceil(width))),
    height: Math.max(1, Math.min(page.height - from.top, Math.ceil(height))),
  };
}
