import Papa from "papaparse";
import type { ParseOutcome } from "../parsed-document.ts";
import { type ColumnMapping, findMappedHeader } from "./column-mapping.ts";
import { findHeader, headerScore } from "./find-header.ts";
import type { TableOptions, TableSource } from "./money.ts";
import { meterHeader } from "../meter/columns.ts";
import { openTable, TABLE_SAMPLE_ROWS } from "./table.ts";
import { decodeText, withoutControlCharacters } from "../text-encoding.ts";

const DELIMITERS = [";", ",", "\t", "|"] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Records that are read to find the delimiter; the header stands among the first 50. */
const SAMPLE_RECORDS = 60;
const SAMPLE_CHARACTERS = 200_000;

/** Spreadsheet programs write "sep=;" as a first line to name the delimiter; it is no row. */
const SEPARATOR_LINE = /^sep=([;,|\t])\r?\n/i;

/**
 * Reads a CSV export of an accounting system, a bank or a bill list: encoding, delimiter, header row, kinds of numbers
 * and dates are found in the content. Refused as a whole only when empty, too long, or without a date and an amount
 * column; single bad rows are row errors. Formulas stay text.
 */
export function readCsv(bytes: Uint8Array, options: TableOptions = {}): ParseOutcome {
  const csv = openCsv(bytes, options);
  if (csv === null) return { kind: "rejected", error: EMPTY };
  // One unclosed quote would swallow the rest of the file: then a quote is an ordinary character.
  return readQuoted(csv) ?? readUnquoted(csv);
}

/** The text of a table and how its records are told apart. */
export interface CsvText {
  readonly text: string;
  readonly source: TableSource;
}

/** Finds encoding and delimiter in the content; null: it holds nothing but blanks. */
export function openCsv(bytes: Uint8Array, options: TableOptions): CsvText | null {
  const decoded = decodeText(bytes);
  if (decoded.text.trim() === "") return null;
  const cleaned = withoutControlCharacters(decoded.text);
  const named = SEPARATOR_LINE.exec(cleaned);
  const text = named === null ? cleaned : cleaned.slice(named[0].length);
  const { mappings = [], own_vat = null } = options;
  const delimiter = DELIMITERS.find((candidate) => candidate === named?.[1]) ?? detectDelimiter(text, mappings);
  const source: TableSource = {
    container: "csv",
    encoding: decoded.encoding,
    delimiter,
    // Systems that separate columns with a comma write decimals with a point; the others here are Danish.
    decimal_mark: delimiter === "," ? "." : ",",
    mappings,
    own_vat,
  };
  return { text, source };
}

const EMPTY = {
  code: "file.empty",
  title: "File is empty",
  detail: "The file contains no text.",
  hint: "Export the file again.",
};

/** The delimiter that brings the best header to light, the one with most cells when none does. */
function detectDelimiter(text: string, mappings: readonly ColumnMapping[]): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best: Delimiter = ";";
  let bestScore = -1;
  for (const delimiter of DELIMITERS) {
    const records = parse(sample, delimiter, '"', SAMPLE_RECORDS).data;
    const widest = Math.max(0, ...records.map((cells) => cells.length));
    const meters = meterHeader(records) === null ? 0 : 1000;
    const stated = findMappedHeader(records, mappings) === null ? 0 : 500;
    const score = meters + stated + headerScore(findHeader(records)) + Math.min(widest, 1000) / 10_000;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** Null when a quote is opened and never closed. */
function readQuoted(csv: CsvText): ParseOutcome | null {
  const quoting = quoted(csv);
  return quoting === null ? null : readRecords(csv, quoting);
}

function readUnquoted(csv: CsvText): ParseOutcome {
  const outcome = readRecords(csv, unquoted(csv));
  if (outcome === null) throw new Error("a table without quotes has an unclosed quote");
  return outcome;
}

/** A character that the text cannot contain: control characters were removed. */
const NO_QUOTE = "\u0000";

/** How quotes are read, with the first records read so. */
export interface Quoting {
  readonly quote: string;
  readonly sample: readonly (readonly string[])[];
}

/** Quotes hold cells together; null: one of the first records has a quote that is never closed. */
export function quoted({ text, source }: CsvText): Quoting | null {
  const sample = parse(text, source.delimiter, '"', TABLE_SAMPLE_ROWS);
  return isUnclosed(sample.errors) ? null : { quote: '"', sample: sample.data };
}

/** A quote is an ordinary character, unless a whole cell stands in quotes. */
export function unquoted({ text, source }: CsvText): Quoting {
  const { data } = parse(text, source.delimiter, NO_QUOTE, TABLE_SAMPLE_ROWS);
  return { quote: NO_QUOTE, sample: data.map((cells) => cells.map(unquote)) };
}

/** Hands on the records in order until one is not taken. @returns false: a quote is never closed, so the records are none */
export function eachRecord(
  { text, source }: CsvText,
  quote: string,
  take: (cells: readonly string[]) => boolean,
): boolean {
  let unclosed = false;
  Papa.parse<string[]>(text, {
    delimiter: source.delimiter ?? "",
    quoteChar: quote,
    step: ({ data, errors }, parser) => {
      unclosed ||= isUnclosed(errors);
      const cells = quote === NO_QUOTE ? data.map(unquote) : data;
      if (unclosed || !take(cells)) parser.abort();
    },
  });
  return !unclosed;
}

/** Row by row, so that the records of a large file are never in memory together. Null: an unclosed quote. */
function readRecords(csv: CsvText, { quote, sample }: Quoting): ParseOutcome | null {
  const opened = openTable(sample, csv.source);
  if (opened.kind !== "opened") return opened;
  return eachRecord(csv, quote, (cells) => opened.reader.add(cells)) ? opened.reader.finish() : null;
}

function isUnclosed(errors: readonly Papa.ParseError[]): boolean {
  return errors.some((error) => error.code === "MissingQuotes");
}

function parse(text: string, delimiter: string | null, quoteChar: string, preview: number): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(text, { delimiter: delimiter ?? "", quoteChar, preview });
}

function unquote(cell: string): string {
  return /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
