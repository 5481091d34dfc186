import { cutText } from "../../../core/cut-text.ts";
import { getDocumentProxy } from "unpdf";
import type { PageSize } from "../../../core/page-drawing.ts";
import { FileRefusal } from "../file-errors.ts";
import type { PageWord, PageWords } from "./page-words.ts";
import { checkStreams } from "./streams.ts";
import { cleanText } from "../xml/values.ts";

/** A file within a PDF. */
export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An opened PDF. */
export interface OpenPdf {
  readonly page_count: number;
  attachments(): Promise<Attachment[]>;
  /** The words of the pages' text layers. @throws FileRefusal file.corrupt, file.too_large, file.timeout */
  words(): Promise<PageWords[]>;
  /** Sizes of the pages as they are shown, in points. @throws FileRefusal file.corrupt */
  sizes(): Promise<PageSize[]>;
}

/** Words kept of one document: 60 densely printed pages. */
const WORDS_MAX = 50_000;
/** Longest piece of text that is kept; a longer one is cut. */
const WORD_LENGTH_MAX = 500;

/**
 * Opens a PDF and hands it to `use`; nothing of it is kept afterwards. Scripts in it are never run. A document that only
 * restricts printing or copying (owner password) opens like any other.
 * @throws FileRefusal file.encrypted when a password is needed to read it, file.corrupt when it is no readable PDF,
 * file.decompression_limit
 */
export async function withPdf<T>(bytes: Uint8Array, use: (pdf: OpenPdf) => Promise<T>): Promise<T> {
  checkStreams(bytes);
  const pdf = await opened(bytes);
  try {
    return await use({
      page_count: pdf.numPages,
      attachments: () => readAttachments(pdf),
      words: () => readWords(pdf),
      sizes: () => readSizes(pdf),
    });
  } finally {
    await pdf.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Only errors are printed by the engine, and those are ours to report. */
const SILENT = 0;

async function opened(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The engine takes over the bytes that it is given, and refuses a Buffer.
    return await getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: SILENT,
      isEvalSupported: false,
      enableXfa: false,
    });
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") {
      throw new FileRefusal("file.encrypted", "A password is needed to open the PDF.");
    }
    throw corrupt();
  }
}

function corrupt(): FileRefusal {
  return new FileRefusal("file.corrupt", "The PDF cannot be read; it is cut off or damaged.");
}

async function readAttachments(pdf: Pdf): Promise<Attachment[]> {
  const attachments: unknown = await pdf.getAttachments().catch(() => null);
  if (typeof attachments !== "object" || attachments === null) return [];
  return Object.values(attachments).flatMap((attachment: unknown): Attachment[] => {
    if (
      typeof attachment !== "object" ||
      attachment === null ||
      !("filename" in attachment) ||
      !("content" in attachment)
    )
      return [];
    const { filename, content } = attachment;
    return typeof filename === "string" && content instanceof Uint8Array ? [{ name: filename, bytes: content }] : [];
  });
}

async function readSizes(pdf: Pdf): Promise<PageSize[]> {
  const sizes: PageSize[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number).catch(() => {
      throw corrupt();
    });
    const { width, height } = page.getViewport({ scale: 1 });
    page.cleanup();
    sizes.push({ width, height });
  }
  return sizes;
}

async function readWords(pdf: Pdf): Promise<PageWords[]> {
  const pages: PageWords[] = [];
  let count = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const words = await readPage(pdf, number, WORDS_MAX - count);
    count += words.length;
    pages.push(words);
  }
  return pages;
}

/** Longest time for one page; ordinary ones take some hundredths of a second. */
const PAGE_MS_MAX = 2000;

async function readPage(pdf: Pdf, number: number, words_max: number): Promise<PageWord[]> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), PAGE_MS_MAX);
  try {
    const page = await pdf.getPage(number);
    const { transform: view } = page.getViewport({ scale: 1 });
    const texts: PositionedText[] = [];
    for await (const { items } of chunksOf(page.streamTextContent(), deadline.signal)) {
      for (const item of items) {
        if (!("str" in item)) continue;
        const text = placed({ text: item.str, width: item.width, matrix: numbers(item.transform) }, numbers(view));
        if (text !== null) texts.push(text);
      }
      if (texts.length > words_max) throw tooManyWords();
    }
    page.cleanup();
    return inReadingDirection(texts);
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw corrupt();
  } finally {
    clearTimeout(timer);
  }
}

function tooManyWords(): FileRefusal {
  return new FileRefusal("file.too_large", `The PDF holds more than ${WORDS_MAX} pieces of text.`);
}

type Page = Awaited<ReturnType<Pdf["getPage"]>>;
type TextContent = Awaited<ReturnType<Page["getTextContent"]>>;

/** The pieces of a page as the engine finds them. Leaving early, or too slow a page, ends the engine's work on it. */
async function* chunksOf(stream: ReadableStream<TextContent>, signal: AbortSignal): AsyncGenerator<TextContent> {
  const reader = stream.getReader();
  const late = new Promise<never>((_, fail) => {
    signal.addEventListener("abort", () => fail(new FileRefusal("file.timeout", "A page took too long to read.")));
  });
  late.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return;
      yield value;
    }
  } finally {
    // What the engine says to being stopped is of no interest.
    reader.cancel(new Error("no longer read")).catch(() => undefined);
  }
}

function numbers(values: readonly unknown[]): number[] {
  return values.map(Number);
}

interface PrintedText {
  readonly text: string;
  readonly width: number;
  /** Text space to page space: [a, b, c, d, e, f]. */
  readonly matrix: readonly number[];
}

/** A text where it starts, and which way it runs: 0 to the right, 1 down, 2 upside down to the left, 3 up. */
interface PositionedText {
  readonly text: string;
  readonly x: number;
  /** Downwards. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly quarter: number;
}

/** Where a text stands for the reader, by the page's own rotation. Null: blank, or written aslant like a watermark. */
function placed({ text, width, matrix }: PrintedText, view: readonly number[]): PositionedText | null {
  const clean = cleanText(cutText(text, WORD_LENGTH_MAX));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const [va = 0, vb = 0, vc = 0, vd = 0, ve = 0, vf = 0] = view;
  const angle = Math.atan2(vb * a + vd * b, va * a + vc * b) / (Math.PI / 2);
  const quarter = Math.round(angle);
  const x = va * e + vc * f + ve;
  const y = vb * e + vd * f + vf;
  const isStraight = Math.abs(angle - quarter) < 0.03;
  if (clean === null || !isStraight || !Number.isFinite(x + y + width + angle)) return null;
  const size = Math.max(Math.hypot(c, d), 1);
  return { text: clean, x, y, width: Math.max(width, 0), size, quarter: (quarter + 4) % 4 };
}

/** The texts that run the way most of the page does, turned upright; the others stand in margins. */
function inReadingDirection(texts: readonly PositionedText[]): PageWord[] {
  const letters = [0, 0, 0, 0];
  for (const { quarter, text } of texts) letters[quarter] = (letters[quarter] ?? 0) + text.length;
  const main = letters.indexOf(Math.max(...letters));
  const [cos, sin] = (
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const
  )[main] ?? [1, 0];
  return texts.flatMap(({ text, x, y, width, size, quarter }) => {
    const left = x * cos + y * sin;
    return quarter === main ? [{ text, left, right: left + width, baseline: y * cos - x * sin, size }] : [];
  });
}
