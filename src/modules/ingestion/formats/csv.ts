import Papa from "papaparse";
import type { ParseOutcome } from "../parsed-document.ts";
import { findHeader, headerScore } from "./csv-columns.ts";
import { readTable, TABLE_ROWS_MAX, tooManyRows } from "./csv-table.ts";
import { decodeText } from "./text-encoding.ts";

const DELIMITERS = [";", ",", "\t", "|"] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Records that are read to find the delimiter; the header stands among the first 50. */
const SAMPLE_RECORDS = 60;
const SAMPLE_CHARACTERS = 200_000;

/** Control characters and inner byte order marks have no meaning in a cell and cannot be stored. */
const MEANINGLESS = /[^\P{Cc}\t\n\r]|\ufeff/gu;

/** Spreadsheet programs write "sep=;" as a first line to name the delimiter; it is no row. */
const SEPARATOR_LINE = /^sep=([;,|\t])\r?\n/i;

/**
 * Reads a CSV export of an accounting system, a bank or a bill list: encoding, delimiter, header row, kinds of numbers
 * and dates are found in the content. Refused as a whole only when empty, too long, or without a date and an amount
 * column; single bad rows are row errors. Formulas stay text.
 */
export function readCsv(bytes: Uint8Array): ParseOutcome {
  const decoded = decodeText(bytes);
  if (decoded.text.trim() === "") return { kind: "rejected", error: EMPTY };
  const cleaned = decoded.text.replaceAll(MEANINGLESS, "");
  const named = SEPARATOR_LINE.exec(cleaned);
  const text = named === null ? cleaned : cleaned.slice(named[0].length);
  const delimiter = DELIMITERS.find((candidate) => candidate === named?.[1]) ?? detectDelimiter(text);
  const records = split(text, delimiter);
  if (records.length > TABLE_ROWS_MAX + SAMPLE_RECORDS) return { kind: "rejected", error: tooManyRows() };
  return readTable(records, {
    container: "csv",
    encoding: decoded.encoding,
    delimiter,
    // Systems that separate columns with a comma write decimals with a point; the others here are Danish.
    decimal_mark: delimiter === "," ? "." : ",",
  });
}

const EMPTY = {
  code: "file.empty",
  title: "File is empty",
  detail: "The file contains no text.",
  hint: "Export the file again.",
};

/** The delimiter that brings the best header to light, the one with most cells when none does. */
function detectDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best: Delimiter = ";";
  let bestScore = -1;
  for (const delimiter of DELIMITERS) {
    const records = parse(sample, delimiter, '"', SAMPLE_RECORDS).data;
    const widest = Math.max(0, ...records.map((cells) => cells.length));
    const score = headerScore(findHeader(records)) + Math.min(widest, 1000) / 10_000;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function split(text: string, delimiter: Delimiter): string[][] {
  const limit = TABLE_ROWS_MAX + SAMPLE_RECORDS + 1;
  const quoted = parse(text, delimiter, '"', limit);
  const isOpen = quoted.errors.some((error) => error.code === "MissingQuotes");
  if (!isOpen) return quoted.data;
  // One unclosed quote would swallow the rest of the file: then a quote is an ordinary character.
  return parse(text, delimiter, "\u0000", limit).data.map((cells) => cells.map(unquote));
}

function parse(text: string, delimiter: string, quoteChar: string, preview: number): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(text, { delimiter, quoteChar, preview, header: false, dynamicTyping: false });
}

function unquote(cell: string): string {
  return /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
