import { createRequire } from "node:module";
import { PictureRefusal } from "./picture-refusal.ts";

/** A HEIC picture whose header was read, upright as its camera noted. */
export interface HeicPicture {
  readonly width: number;
  readonly height: number;
  /** Decodes it: red, green and blue of each pixel, row by row. Good until the picture is closed. @throws PictureRefusal corrupt */
  pixels(): Promise<Uint8Array>;
}

/** The parts of the decoder that are used; pointers are numbers of its own memory. */
interface Decoder {
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: unknown };
  readonly heif_error_code: { readonly heif_error_Ok: unknown };
  _malloc(bytes: number): number;
  _heif_image_get_decoding_warnings(image: number, first: number, errors: number, count_max: number): number;
  heif_context_alloc(): number;
  heif_context_read_from_memory(context: number, bytes: Uint8Array): { readonly code: unknown };
  heif_js_context_get_primary_image_handle(context: number): object & { readonly code?: unknown };
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_js_decode_image2(handle: object, space: unknown, chroma: unknown): DecodedImage | Promise<DecodedImage>;
}

interface DecodedImage {
  /** Only where decoding failed. */
  readonly code?: unknown;
  /** Where the picture lies in the decoder's memory, as embind keeps it. */
  readonly image?: { readonly $$: { readonly ptr: number } };
  readonly channels?: readonly {
    readonly width: number;
    readonly height: number;
    /** Bytes from one row to the next. */
    readonly stride: number;
    readonly data: Uint8Array;
  }[];
}

/** Warnings that are looked at: a tile that cannot be decoded is one, and would be black. */
const WARNINGS_MAX = 100;
/** libheif's `heif_error`: a code, a second one, and the address of a text, four bytes each. */
const WARNING_BYTES = 12;
/** `heif_error_Invalid_input`, such as data that is not there, and `heif_error_Decoder_plugin_error`; others are about colours. */
const DAMAGE: ReadonlySet<number> = new Set([2, 7]);

const require = createRequire(import.meta.url);

/**
 * Opens the main picture of a HEIC file (ISO/IEC 23008-12) for as long as `use` takes. Every file gets a decoder of its own, with
 * memory of its own: one that takes its decoder over meets nobody else's picture in it.
 * @throws PictureRefusal too_many_pixels, before anything is decoded; corrupt
 */
export async function withHeic<Result>(
  bytes: Uint8Array,
  pixels_max: number,
  use: (picture: HeicPicture) => Promise<Result>,
): Promise<Result> {
  const decoder = newDecoder();
  const handle = handleOf(decoder, bytes);
  const width = decoder.heif_image_handle_get_width(handle);
  const height = decoder.heif_image_handle_get_height(handle);
  if (width * height > pixels_max) {
    throw new PictureRefusal("too_many_pixels", `The picture has ${width} x ${height} pixels.`);
  }
  if (!(width > 0 && height > 0)) throw corrupt();
  return await use({ width, height, pixels: () => pixelsOf(decoder, handle, { width, height }) });
}

/** The package's module is a function that starts a WebAssembly module, which is in it; `Decoder` is what its declarations say. */
function newDecoder(): Decoder {
  const silent = (): undefined => undefined;
  const start = require("libheif-js/libheif-wasm/libheif-bundle.js") as (options: object) => Decoder;
  return start({ print: silent, printErr: silent });
}

function handleOf(decoder: Decoder, bytes: Uint8Array): object {
  const context = decoder.heif_context_alloc();
  const { code } = attempt(() => decoder.heif_context_read_from_memory(context, bytes));
  if (code !== decoder.heif_error_code.heif_error_Ok) throw corrupt();
  const handle = attempt(() => decoder.heif_js_context_get_primary_image_handle(context));
  if (handle.code !== undefined) throw corrupt();
  return handle;
}

async function pixelsOf(
  decoder: Decoder,
  handle: object,
  { width, height }: Pick<HeicPicture, "width" | "height">,
): Promise<Uint8Array> {
  const { heif_colorspace_RGB: space } = decoder.heif_colorspace;
  const { heif_chroma_interleaved_RGB: chroma } = decoder.heif_chroma;
  const warnings = decoder._malloc(WARNINGS_MAX * WARNING_BYTES);
  const image = await attempt(() => decoder.heif_js_decode_image2(handle, space, chroma));
  const [channel] = image.code === undefined ? (image.channels ?? []) : [];
  if (channel?.width !== width || channel.height !== height || image.image === undefined) throw corrupt();
  const count = decoder._heif_image_get_decoding_warnings(image.image.$$.ptr, 0, warnings, WARNINGS_MAX);
  const memory = new DataView(channel.data.buffer);
  for (let at = 0; at < count; at += 1) {
    if (DAMAGE.has(memory.getInt32(warnings + at * WARNING_BYTES, true))) throw corrupt();
  }
  return packed(channel.data, { row: width * 3, stride: channel.stride, height });
}

/** Rows one behind the other, moved within the decoder's memory: a copy would take as much again. */
function packed(
  data: Uint8Array,
  { row, stride, height }: { readonly row: number; readonly stride: number; readonly height: number },
): Uint8Array {
  if (stride < row || data.length < stride * (height - 1) + row) throw corrupt();
  if (stride > row) for (let y = 1; y < height; y += 1) data.copyWithin(y * row, y * stride, y * stride + row);
  return data.subarray(0, row * height);
}

/** The decoder throws where its memory ends or its code stops: what it was given is to blame. */
function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch {
    throw corrupt();
  }
}

function corrupt(): PictureRefusal {
  return new PictureRefusal("corrupt", "The picture cannot be read; it is cut off or damaged.");
}
