import { readFileSync } from "node:fs";

const FOLDER = new URL("./", import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));

export interface BookedCompany {
  readonly name: string;
  readonly financial_year_begins_in_month: number;
  /** Day of the attestation by last day of the financial year. */
  readonly attested: Readonly<Record<string, string>>;
  readonly looked_at: Readonly<Record<string, string>>;
}

/** What a person says of a line, or what it is without one. */
export interface Said {
  readonly category?: string;
  readonly quantity?: string;
  readonly unit?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly supplier?: string;
  readonly left_out?: string;
  /** Nothing can be decided yet: the line goes on waiting. */
  readonly deferred?: boolean;
  /** Line of the invoice that a credit note gives back. */
  readonly credits?: string;
}

export interface Decided extends Said {
  readonly decided_on: string;
  readonly reason: string;
}

export interface StatedRecord {
  readonly company: string;
  readonly stated_on: string;
  readonly category: string;
  readonly quantity: string;
  readonly unit: string;
  readonly date?: string;
  readonly period?: readonly [string, string];
  readonly reason: string;
}

interface ExpectedFigure {
  readonly location_kg: number;
  readonly market_kg: number;
}

export interface ExpectedTotals extends ExpectedFigure {
  readonly market_based_fallback_kg: number;
  readonly scope2_life_cycle_kg: number;
  readonly by_scope: Readonly<Record<string, ExpectedFigure>>;
  readonly by_scope3_category: Readonly<Record<string, ExpectedFigure>>;
  readonly by_category: Readonly<
    Record<string, ExpectedFigure & { readonly lines_kg: Readonly<Record<string, number>> }>
  >;
}

export interface ExpectedYear {
  readonly from: string;
  readonly to: string;
  readonly report_year: number;
  readonly as_reported: ExpectedTotals | null;
  readonly as_restated: ExpectedTotals;
}

interface ExpectedCompany {
  readonly financial_years: Readonly<Record<string, ExpectedYear>>;
  readonly states: Readonly<
    Record<
      string,
      {
        readonly known_on: string;
        readonly lines_waiting: string;
        readonly financial_years: Readonly<Record<string, ExpectedTotals>>;
      }
    >
  >;
}

// The folder's own files; oracle.mjs refuses them where they do not fit together.
export const BOOKS = readJson("books.json") as {
  readonly companies: Readonly<Record<string, BookedCompany>>;
  /** Day on which a file arrives, by its path in this folder. */
  readonly arrivals: Readonly<Record<string, string>>;
};
export const DECISIONS = readJson("decisions.json") as {
  readonly lines: Readonly<Record<string, Decided>>;
  readonly records: Readonly<Record<string, StatedRecord>>;
};
export const EXPECTED = readJson("expected.json") as {
  readonly known_on: string;
  readonly companies: Readonly<Record<string, ExpectedCompany>>;
};

export interface PrintedLine {
  readonly id: string;
  readonly text: string;
  readonly amount: string;
}

/** Lines of a file as the oracle reads them. */
export async function printedLines(file: string): Promise<readonly PrintedLine[]> {
  const parser = new URL("parse.mjs", FOLDER).href;
  // Without types: the oracle uses nothing of the product.
  const { readSource } = (await import(parser)) as { readSource(folder: URL, file: string): PrintedLine[] };
  return readSource(FOLDER, file);
}

export function bytesOf(file: string): Buffer {
  return readFileSync(new URL(file, FOLDER));
}
