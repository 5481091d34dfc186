import { failedOutcome } from "../file-errors.ts";
import type { PageWord, PageWords } from "../pdf/page-words.ts";
import { readPrinted } from "../printed/invoice.ts";
import type { PageOutcome, Recognition, ParsedDocument } from "../parsed-document.ts";
import { agreedDocument, LITRES_UNCONFIRMED, type RecognisedDocument } from "./agreed-document.ts";
import { spelling } from "./scan-spelling.ts";

/** Words that were recognised beside each other on a picture, in pixels. */
export interface ScannedLine {
  readonly words: readonly { readonly text: string; readonly left: number; readonly right: number }[];
  readonly baseline: number;
  readonly size: number;
}

/** What was recognised on one picture of a page, in one pass over it. */
export interface ScannedPass {
  readonly lines: readonly ScannedLine[];
  /** 0..100. */
  readonly confidence: number;
}

/** A page as its best pass shows it; other passes misread other letters. */
export interface ScannedPage extends ScannedPass {
  readonly others?: readonly ScannedPass[];
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
  const [first] = pages;
  const outcome = readPass(pages);
  if (pages.length !== 1 || first?.others === undefined || first.others.length === 0) return outcome;
  const outcomes = [outcome, ...first.others.map((pass) => readPass([pass]))];
  const document = agreedDocument(
    outcomes.flatMap((pageOutcome) => (isRecognised(pageOutcome) ? [pageOutcome.document] : [])),
  );
  return document === null ? outcome : { kind: "parsed", document };
}

/** Whether what was recognised on a page proves itself: other passes over it would tell nothing more. */
export function isProven(lines: readonly ScannedLine[]): boolean {
  const outcome = readPass([{ lines, confidence: 100 }]);
  if (!isRecognised(outcome)) return false;
  const { document } = outcome;
  const { is_closed, doubts } = document.recognition;
  const isOpen = isUnconfirmed(document) || doubts.includes(LITRES_UNCONFIRMED);
  return is_closed && document.issue_date !== null && !isOpen;
}

function readPass(pages: readonly ScannedPass[]): PageOutcome {
  try {
    const document = readPrinted(pages.map(wordsOf), "scan");
    return { kind: "parsed", document: withConfidence(document, confidenceOf(pages)) };
  } catch (error) {
    return failedOutcome(error);
  }
}

function isRecognised(outcome: PageOutcome): outcome is { kind: "parsed"; document: RecognisedDocument } {
  return outcome.kind === "parsed" && outcome.document.recognition !== undefined;
}

function wordsOf({ lines }: ScannedPass): PageWords {
  return lines.flatMap(({ words, baseline, size }) => {
    const sorted = joinedAmounts(
      words.toSorted((word, other) => word.left - other.left),
      size,
    );
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

type ScannedWord = ScannedLine["words"][number];

/** Amounts that were recognised as two words, "49," and "00", as one; a decimal mark that was lost stands again. */
function joinedAmounts(words: readonly ScannedWord[], size: number): ScannedWord[] {
  const joined: ScannedWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const mark = last === undefined || word.left - last.right > 1.2 * size ? null : lostMark(last.text, word.text);
    if (last === undefined || mark === null) joined.push(word);
    else joined[joined.length - 1] = { text: `${last.text}${mark}${word.text}`, left: last.left, right: word.right };
  }
  return joined.map((word) => ({ ...word, text: word.text.replaceAll(/(?<=\d[.,]) (?=\d\d$)/g, "") }));
}

/** What belongs between the two halves of an amount; null: they are none. */
function lostMark(wholePart: string, fraction: string): string | null {
  if (!/^\d{2}$/.test(fraction)) return null;
  if (/^[$€£]?\d{1,6}[.,]$/.test(wholePart)) return "";
  if (/^[$€£]?\d{1,3}(?:,\d{3})+$/.test(wholePart)) return ".";
  return /^\d{1,3}(?:\.\d{3})+$/.test(wholePart) ? "," : null;
}

function confidenceOf(pages: readonly ScannedPass[]): number {
  return Math.min(...pages.map(({ confidence }) => confidence), 100);
}

function withConfidence(document: ParsedDocument, confidence: number): ParsedDocument {
  const { recognition } = document;
  if (recognition === undefined) return document;
  const share = Math.round(confidence) / 100;
  const values: Recognition["confidence"] = {
    invoice_number: recognition.confidence.invoice_number * share,
    issue_date: recognition.confidence.issue_date * share,
    currency: recognition.confidence.currency * share,
    supplier: recognition.confidence.supplier * share,
    totals: recognition.confidence.totals * share,
    lines: recognition.confidence.lines * share,
  };
  const doubts = [...recognition.doubts];
  if (!recognition.is_closed && doubts.length === 0) doubts.push("The amounts that were recognised do not add up.");
  if (isUnconfirmed(document)) doubts.push("A single amount was recognised, which no other one confirms.");
  if (confidence < CONFIDENCE_MIN)
    doubts.push(`The picture was read with a confidence of ${Math.round(confidence)} %.`);
  return { ...document, recognition: { is_closed: recognition.is_closed, confidence: values, doubts } };
}

/** One line that is the total proves nothing: a misread digit would stand in both. */
function isUnconfirmed({ lines, total_excl_vat, total_incl_vat }: ParsedDocument): boolean {
  return lines.length < 2 && (total_excl_vat ?? total_incl_vat) === total_incl_vat;
}
