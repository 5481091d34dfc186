import Papa from "papaparse";
import type { ParseOutcome } from "../parsed-document.ts";
import { type ColumnMapping, findMappedHeader } from "./column-mapping.ts";
import { findHeader, headerScore } from "./columns.ts";
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
  const decoded = decodeText(bytes);
  if (decoded.text.trim() === "") return { kind: "rejected", error: EMPTY };
  const cleaned = withoutControlCharacters(decoded.text);
  const named = SEPARATOR_LINE.exec(cleaned);
  const text = named === null ? cleaned : cleaned.slice(named[0].length);
  const { mappings = [] } = options;
  const delimiter = DELIMITERS.find((candidate) => candidate === named?.[1]) ?? detectDelimiter(text, mappings);
  const source: TableSource = {
    container: "csv",
    encoding: decoded.encoding,
    delimiter,
    // Systems that separate columns with a comma write decimals with a point; the others here are Danish.
    decimal_mark: delimiter === "," ? "." : ",",
    mappings,
  };
  // One unclosed quote would swallow the rest of the file: then a quote is an ordinary character.
  return readQuoted(text, source) ?? readUnquoted(text, source);
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
function readQuoted(text: string, source: TableSource): ParseOutcome | null {
  const sample = parse(text, source.delimiter, '"', TABLE_SAMPLE_ROWS);
  return isUnclosed(sample.errors) ? null : readRecords(text, source, { quote: '"', sample: sample.data });
}

function readUnquoted(text: string, source: TableSource): ParseOutcome {
  const sample = parse(text, source.delimiter, NO_QUOTE, TABLE_SAMPLE_ROWS).data.map((cells) => cells.map(unquote));
  const outcome = readRecords(text, source, { quote: NO_QUOTE, sample });
  if (outcome === null) throw new Error("a table without quotes has an unclosed quote");
  return outcome;
}

/** A character that the text cannot contain: control characters were removed. */
const NO_QUOTE = "\u0000";

interface Quoting {
  readonly quote: string;
  readonly sample: readonly (readonly string[])[];
}

/** Row by row, so that the records of a large file are never in memory together. Null: an unclosed quote. */
function readRecords(text: string, source: TableSource, { quote, sample }: Quoting): ParseOutcome | null {
  const opened = openTable(sample, source);
  if (opened.kind !== "opened") return opened;
  let unclosed = false;
  Papa.parse<string[]>(text, {
    delimiter: source.delimiter ?? "",
    quoteChar: quote,
    step: ({ data, errors }, parser) => {
      unclosed ||= isUnclosed(errors);
      const cells = quote === NO_QUOTE ? data.map(unquote) : data;
      if (unclosed || !opened.reader.add(cells)) parser.abort();
    },
  });
  return unclosed ? null : opened.reader.finish();
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
