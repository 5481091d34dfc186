import { heifSize, isHeic } from "../../../core/heif-boxes.ts";

/** Width and height that a picture's header declares, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from("\x89PNG\r\n\x1A\n", "latin1");
/** Start of frame (ITU-T T.81, table B.1): C4, C8 and CC are other segments. */
const JPEG_FRAMES: ReadonlySet<number> = new Set(
  [0, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15].map((kind) => 0xc0 + kind),
);

/**
 * Size of a PNG, JPEG or HEIC, of that the largest of its parts, by its header alone; nothing is decoded. Null for other kinds, and when the header cannot be
 * read: what draws the picture then looks itself.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.subarray(0, PNG.length).equals(PNG)) return pngSize(view);
  if (isHeic(bytes)) return heifSize(bytes);
  return view[0] === 0xff && view[1] === 0xd8 ? jpegSize(view) : null;
}

/** The header chunk comes first (PNG, second edition, 5.6). */
function pngSize(view: Buffer): PictureSize | null {
  if (view.length < 24 || view.toString("latin1", 12, 16) !== "IHDR") return null;
  return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
}

/** Walks from segment to segment (ITU-T T.81, B.1.1) until the frame. */
function jpegSize(view: Buffer): PictureSize | null {
  for (let at = 2; at + 9 <= view.length && view[at] === 0xff;) {
    const kind = view[at + 1] ?? 0;
    if (JPEG_FRAMES.has(kind)) return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    // Bytes of 255 may fill the space before a marker.
    at += kind === 0xff ? 1 : 2 + Math.max(2, view.readUInt16BE(at + 2));
  }
  return null;
}
