import type { Block, Line } from "tesseract.js";

/** One word on a page, in pixels from its top left corner. */
export interface RecognisedWord {
  readonly text: string;
  /** 0..100, by the engine. */
  readonly confidence: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Words that stand beside each other. */
export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  readonly baseline: number;
  /** Size of the letters, from the lowest to the highest. */
  readonly size: number;
}

/** Words that the engine itself does not believe are specks and edges. */
const CONFIDENCE_MIN = 20;
const WORD_CHARACTERS_MAX = 100;

/** The lines of the engine's blocks, without what is no text or written from top to bottom. */
export function recognisedLines(blocks: readonly Block[]): RecognisedLine[] {
  return blocks
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const words = line.words.flatMap(({ text, confidence, bbox }): RecognisedWord[] => {
        const isAcross = text.length >= 3 && bbox.y1 - bbox.y0 > 2 * (bbox.x1 - bbox.x0);
        const isText = confidence >= CONFIDENCE_MIN && !isAcross && /[\p{L}\p{N}]/u.test(text);
        const clean = text.slice(0, WORD_CHARACTERS_MAX);
        return isText
          ? [{ text: clean, confidence, left: bbox.x0, right: bbox.x1, top: bbox.y0, bottom: bbox.y1 }]
          : [];
      });
      return words.length === 0 ? [] : [{ words, ...placeOf(line) }];
    });
}

function placeOf({ baseline, bbox, rowAttributes }: Line): Pick<RecognisedLine, "baseline" | "size"> {
  const size = rowAttributes.rowHeight > 0 ? rowAttributes.rowHeight : bbox.y1 - bbox.y0;
  return { baseline: (baseline.y0 + baseline.y1) / 2, size: Math.max(size, 1) };
}
