import { rejected } from "../file-errors.ts";
import type { ParseOutcome } from "../parsed-document.ts";
import type { ParseLimits } from "../parse-limits.ts";
import { pictureSize } from "./picture-size.ts";

/** Pictures of pages, whose letters must be recognised before anything is known of the document. */
export interface Pictures {
  readonly kind: "pictures";
  readonly bytes: Uint8Array;
}

/** Hands a picture on to whoever recognises letters, unless its size or header refuses it already. */
export function picturesOutcome(bytes: Uint8Array, limits: ParseLimits): Pictures | ParseOutcome {
  if (bytes.length > limits.file_bytes_max) {
    return rejected(
      "file.too_large",
      `The picture is larger than ${Math.floor(limits.file_bytes_max / 1024 / 1024)} MiB.`,
    );
  }
  const { width, height } = pictureSize(bytes) ?? { width: 0, height: 0 };
  return width * height > limits.picture_pixels_max
    ? rejected("file.image_too_large", `The picture has ${width} x ${height} pixels.`)
    : { kind: "pictures", bytes };
}
