import type { ScannedLine } from "../../src/modules/reading/scan/read-scan.ts";

/** Height of the letters, in pixels. */
export const LETTER_SIZE = 28;
const LETTER_WIDTH = 14;
const LEFT_EDGE = 120;
const RIGHT_EDGE = 720;

/** Rows of a receipt as the engine gives them: words from left to right; what stands behind ` || ` at the right edge. */
export function scannedRows(rows: readonly string[]): ScannedLine[] {
  return rows.map((text, at) => {
    const [left = "", right] = text.split(" || ");
    let x = LEFT_EDGE;
    const words = left.split(" ").map((word) => {
      const placed = { text: word, left: x, right: x + word.length * LETTER_WIDTH };
      x = placed.right + LETTER_WIDTH;
      return placed;
    });
    const amount =
      right === undefined ? [] : [{ text: right, left: RIGHT_EDGE - right.length * LETTER_WIDTH, right: RIGHT_EDGE }];
    return { words: [...words, ...amount], baseline: 80 + at * 48, size: LETTER_SIZE };
  });
}
