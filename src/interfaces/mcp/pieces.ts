/**
 * Text in the pieces that are written one after the other. Long ones are UTF-8 already: made once for all callers, or
 * encoded alone, because joining long texts costs more than everything else that an answer needs.
 */
export type Pieces = readonly (string | Buffer)[];

export function byteLengthOf(pieces: Pieces): number {
  let length = 0;
  for (const piece of pieces) length += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
  return length;
}

export function textOf(pieces: Pieces): string {
  return pieces.map(String).join("");
}
