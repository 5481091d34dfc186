import { type Engine, type Layout, openEngine } from "./engine.ts";
import { type Legibility, legibilityOf } from "./legibility.ts";
import { type Contrast, type GreyPage, picturePages, preparedPng } from "./page-image.ts";
import { type PartOfPage, smoothedPart } from "./page-part.ts";
import { pdfPages } from "./pdf-pages.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import type { RecognisedLine } from "./recognised-lines.ts";
import { usedCpu_ms } from "./used-cpu.ts";

/** What was read on one page in one pass. */
export interface ReadPass extends Legibility {
  readonly lines: readonly RecognisedLine[];
}

/** What was read on one page: the most legible pass, and what others made of it. */
export interface ReadPage extends ReadPass {
  readonly others: readonly ReadPass[];
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
  /** Processor time for all passes over one page. */
  readonly page_cpu_ms: number;
  /** Whether what was read makes sense by itself, so that nothing else is tried. */
  readonly isEnough: (lines: readonly RecognisedLine[]) => boolean;
}

/** A page with this many known words that was read this confidently is upright and clear. */
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
        // What stands on one of several pages need not make sense by itself.
        const isEnough = pages.length === 0 ? options.isEnough : () => true;
        pages.push(await readPage(engine, page, { ...options, isEnough, onStep }));
      }
      return pages;
    },
    close: () => engine.close(),
  };
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-");
}

interface PageWork extends PageReaderOptions {
  readonly onStep: () => void;
}

/**
 * Reads a page at the angle that its letters tell, then as it lies, with both contrasts, until it was read well or its
 * time is over. Detection is wrong about short receipts, so the pass with most known words counts, not the detection.
 * What is legible then and makes no sense is read again as one block of lines, which is what receipts are.
 * @throws PictureRefusal timeout when no pass ended in time
 */
async function readPage(engine: Engine, page: GreyPage, work: PageWork): Promise<ReadPage> {
  const { page_cpu_ms, isEnough, onStep } = work;
  const until = usedCpu_ms() + page_cpu_ms;
  const passes: (ReadPass & { readonly degrees: number })[] = [];
  const attempt = async (png: Buffer, degrees: number, layout: Layout): Promise<ReadPass | null> => {
    const left_ms = until - usedCpu_ms();
    const lines = left_ms > 0 ? await engine.recognise(png, left_ms, layout) : null;
    onStep();
    if (lines === null) return null;
    const pass = { lines, degrees, ...legibilityOf(lines) };
    passes.push(pass);
    return pass;
  };
  const detected = await engine.orientation(await preparedPng(page, 0, "hard"), page_cpu_ms);
  onStep();
  for (const [degrees, contrast] of pagePasses(detected)) {
    const pass = await attempt(await preparedPng(page, degrees, contrast), degrees, "page");
    if (pass === null || isLegible(pass)) break;
  }
  const best = mostLegible(passes);
  if (best === null) throw new PictureRefusal("timeout", "A page could not be read within its time.");
  if (!isEnough(best.lines)) {
    for (const look of BLOCK_PASSES) {
      const part = textPart(best.lines, look.size);
      if (part === null) break;
      const png = await smoothedPart(page, { ...part, is_levelled: look.is_levelled }, best.degrees);
      const pass = await attempt(png, best.degrees, "block");
      if (pass === null || isEnough(pass.lines)) break;
    }
  }
  const { lines, known_words, confidence } = best;
  return { lines, known_words, confidence, others: passes.filter((pass) => pass !== best) };
}

function isLegible({ known_words, confidence }: Legibility): boolean {
  return known_words >= KNOWN_WORDS_MIN && confidence >= CONFIDENCE_MIN;
}

function mostLegible<Pass extends Legibility>(passes: readonly Pass[]): Pass | null {
  return passes.toSorted((pass, other) => other.known_words - pass.known_words)[0] ?? null;
}

function pagePasses(degrees: number): [number, Contrast][] {
  return [...new Set([degrees, 0])].flatMap((angle): [number, Contrast][] => [
    [angle, "soft"],
    [angle, "hard"],
  ]);
}

/** Sizes of letters, in pixels from the lowest to the highest, and greys: the engine misreads different ones at each. */
const BLOCK_PASSES = [
  { size: 42, is_levelled: false },
  { size: 60, is_levelled: false },
  { size: 84, is_levelled: true },
];
/** Words that the engine believes show where the text is. */
const WORD_CONFIDENCE_MIN = 60;
/** Paper around the text, in sizes of its letters. */
const MARGIN_SIZES = 2;

/** Where the text of a page stands, and the factor that gives its letters a size; null: there is none. */
function textPart(lines: readonly RecognisedLine[], size: number): Omit<PartOfPage, "is_levelled"> | null {
  const words = lines.flatMap((line) => line.words).filter(({ confidence }) => confidence >= WORD_CONFIDENCE_MIN);
  const sizes = lines.map((line) => line.size).toSorted((lineSize, other) => lineSize - other);
  const usual = sizes[Math.floor(sizes.length / 2)];
  if (usual === undefined || words.length === 0) return null;
  const left = Math.min(...words.map((word) => word.left)) - MARGIN_SIZES * usual;
  const top = Math.min(...words.map((word) => word.top)) - MARGIN_SIZES * usual;
  const width = Math.max(...words.map((word) => word.right)) + MARGIN_SIZES * usual - left;
  const height = Math.max(...words.map((word) => word.bottom)) + MARGIN_SIZES * usual - top;
  return { area: { left, top, width, height }, factor: Math.min(2, Math.max(0.4, size / usual)) };
}
