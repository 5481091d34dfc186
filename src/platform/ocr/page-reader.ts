import { type Engine, openEngine } from "./engine.ts";
import { type Legibility, legibilityOf } from "./legibility.ts";
import { type Contrast, type GreyPage, picturePages, preparedPng } from "./page-image.ts";
import { pdfPages } from "./pdf-pages.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import type { RecognisedLine } from "./recognised-lines.ts";

/** What was read on one page. */
export interface ReadPage extends Legibility {
  readonly lines: readonly RecognisedLine[];
}

export interface PageReader {
  /**
   * Reads the pages of a picture or of a PDF. `onStep` is called after every bounded step of the work.
   * @throws PictureRefusal
   */
  read(bytes: Uint8Array, onStep: () => void): Promise<ReadPage[]>;
  close(): Promise<void>;
}

export interface PageReaderOptions {
  readonly pages_max: number;
  /** For all passes over one page. */
  readonly page_timeout_ms: number;
}

/** A page with this many known words that was read this confidently is upright and clear: nothing else is tried. */
const KNOWN_WORDS_MIN = 6;
const CONFIDENCE_MIN = 70;

export function openPageReader(options: PageReaderOptions): PageReader {
  const engine = openEngine();
  return {
    async read(bytes, onStep) {
      const drawn = isPdf(bytes) ? pdfPages(bytes, options.pages_max) : picturePages(bytes, options.pages_max);
      const pages: ReadPage[] = [];
      for await (const page of drawn) {
        onStep();
        pages.push(await readPage(engine, page, { ...options, onStep }));
      }
      return pages;
    },
    close: () => engine.close(),
  };
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-");
}

/**
 * Reads a page at the angle that its letters tell, then as it lies, with both contrasts, until it was read well or its time is over. Detection
 * is wrong about short receipts, so the pass with most known words counts, not the detection.
 * @throws PictureRefusal timeout when no pass ended in time
 */
async function readPage(
  engine: Engine,
  page: GreyPage,
  { page_timeout_ms, onStep }: PageReaderOptions & { onStep: () => void },
): Promise<ReadPage> {
  const until = performance.now() + page_timeout_ms;
  const degrees = await engine.orientation(await preparedPng(page, 0, "hard"), page_timeout_ms);
  onStep();
  let best: ReadPage | null = null;
  for (const [angle, contrast] of passes(degrees)) {
    const prepared = await preparedPng(page, angle, contrast);
    const left_ms = Math.floor(until - performance.now());
    const lines = left_ms > 0 ? await engine.recognise(prepared, left_ms) : null;
    onStep();
    if (lines === null) break;
    const read = { lines, ...legibilityOf(lines) };
    if (best === null || read.known_words > best.known_words) best = read;
    if (read.known_words >= KNOWN_WORDS_MIN && read.confidence >= CONFIDENCE_MIN) break;
  }
  if (best === null) throw new PictureRefusal("timeout", "A page could not be read within its time.");
  return best;
}

function passes(degrees: number): [number, Contrast][] {
  return [...new Set([degrees, 0])].flatMap((angle): [number, Contrast][] => [
    [angle, "soft"],
    [angle, "hard"],
  ]);
}
