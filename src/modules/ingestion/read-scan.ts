import { failedOutcome } from "./file-errors.ts";
import type { PageWord, PageWords } from "./formats/page-words.ts";
import { readPrinted } from "./formats/printed-invoice.ts";
import type { PageOutcome, PageReading, ParsedDocument } from "./parsed-document.ts";
import { spelling } from "./scan-spelling.ts";

/** Words that were recognised beside each other on a picture, in pixels. */
export interface ScannedLine {
  readonly words: readonly { readonly text: string; readonly left: number; readonly right: number }[];
  readonly baseline: number;
  readonly size: number;
}

/** What was recognised on one picture of a page. */
export interface ScannedPage {
  readonly lines: readonly ScannedLine[];
  /** 0..100. */
  readonly confidence: number;
}

/** Receipts are printed with letters of one width, whose blanks are wider than those of other prints. */
const BLANK_SIZES = 0.9;
/** Where words of one cell are put, so that no reader takes their blank for the gap between columns. */
const CLOSE_SIZES = 0.3;
/** Below this mean confidence a person compares the picture with what was read, whatever adds up. */
const CONFIDENCE_MIN = 60;

/**
 * Recognises an invoice or receipt on pictures of its pages. Nothing of it counts by itself unless its amounts add up and
 * it was read with confidence; otherwise its lines wait for a person, with what was recognised.
 */
export function readScan(pages: readonly ScannedPage[]): PageOutcome {
  try {
    const document = readPrinted(pages.map(wordsOf), "scan");
    return { kind: "parsed", document: withConfidence(document, confidenceOf(pages)) };
  } catch (error) {
    return failedOutcome(error);
  }
}

function wordsOf({ lines }: ScannedPage): PageWords {
  return lines.flatMap(({ words, baseline, size }) => {
    const sorted = words.toSorted((one, other) => one.left - other.left);
    return sorted.map(({ text, left, right }, index): PageWord => {
      const next = sorted[index + 1];
      const isClose = next !== undefined && next.left - right <= BLANK_SIZES * size;
      return {
        text: spelling(text),
        left,
        right: isClose ? Math.max(right, next.left - CLOSE_SIZES * size) : right,
        baseline,
        size,
      };
    });
  });
}

function confidenceOf(pages: readonly ScannedPage[]): number {
  return Math.min(...pages.map(({ confidence }) => confidence), 100);
}

function withConfidence(document: ParsedDocument, confidence: number): ParsedDocument {
  const { reading } = document;
  if (reading === undefined) return document;
  const share = Math.round(confidence) / 100;
  const values: PageReading["confidence"] = {
    invoice_number: reading.confidence.invoice_number * share,
    issue_date: reading.confidence.issue_date * share,
    currency: reading.confidence.currency * share,
    supplier: reading.confidence.supplier * share,
    totals: reading.confidence.totals * share,
    lines: reading.confidence.lines * share,
  };
  const doubts = [...reading.doubts];
  if (!reading.is_closed && doubts.length === 0) doubts.push("The amounts that were recognised do not add up.");
  if (isUnconfirmed(document)) doubts.push("A single amount was recognised, which no other one confirms.");
  if (confidence < CONFIDENCE_MIN)
    doubts.push(`The picture was read with a confidence of ${Math.round(confidence)} %.`);
  return { ...document, reading: { is_closed: reading.is_closed, confidence: values, doubts } };
}

/** One line that is the total proves nothing: a misread digit would stand in both. */
function isUnconfirmed({ lines, total_excl_vat, total_incl_vat }: ParsedDocument): boolean {
  return lines.length < 2 && total_excl_vat === total_incl_vat;
}
