import { readFileSync } from "node:fs";

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
  /** An advance is left to its settlement: it goes on waiting, and is asked about no more. */
  readonly deferred?: boolean;
  /** The question about a record is answered with these facts. */
  readonly accepted?: boolean;
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
  /** Rows of the company's tables that the record stands for. */
  readonly covers?: { readonly accounts: readonly string[] };
  readonly reason: string;
}

/** A filled-in template of records. */
export interface StatedRecords {
  readonly company: string;
  readonly stated_on: string;
  readonly subject: string;
  readonly file: string;
}

/** A closed year is restated with what came after it was attested. */
export interface Restatement {
  readonly company: string;
  /** Last day of the year. */
  readonly financial_year: string;
  readonly decided_on: string;
  /** Lines that waited for it. */
  readonly settles: readonly string[];
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

/** A set of books: its folder with the sources, what people do, and what is expected. */
export interface Books {
  readonly folder: URL;
  readonly companies: Readonly<Record<string, BookedCompany>>;
  /** Day on which a file arrives, by its path in the folder. */
  readonly arrivals: Readonly<Record<string, string>>;
  readonly readings: Readonly<Record<string, Said>>;
  readonly lines: Readonly<Record<string, Decided>>;
  readonly records: Readonly<Record<string, StatedRecord>>;
  readonly record_files: Readonly<Record<string, StatedRecords>>;
  readonly restatements: readonly Restatement[];
  readonly expected: {
    readonly known_on: string;
    readonly companies: Readonly<Record<string, ExpectedCompany>>;
  };
}

/** The books of a folder beside this file; oracle.mjs refuses them where they do not fit together. */
export function readBooks(name: string): Books {
  const folder = new URL(`${name}/`, import.meta.url);
  const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  const { companies, arrivals } = read("books.json") as Pick<Books, "companies" | "arrivals">;
  const decisions = read("decisions.json") as Pick<Books, "lines" | "records" | "restatements"> &
    Partial<Pick<Books, "record_files">>;
  return {
    folder,
    companies,
    arrivals,
    readings: read("readings.json") as Books["readings"],
    record_files: {},
    ...decisions,
    expected: read("expected.json") as Books["expected"],
  };
}

export interface PrintedLine {
  readonly id: string;
  readonly date: string;
  readonly text: string;
  readonly amount: string;
}

/** Lines of a file as the oracle reads them. */
export async function printedLines({ folder }: Books, file: string): Promise<readonly PrintedLine[]> {
  const parser = new URL("parse.mjs", import.meta.url).href;
  // Without types: the oracle uses nothing of the product.
  const { readSource } = (await import(parser)) as { readSource(folder: URL, file: string): PrintedLine[] };
  return readSource(folder, file);
}

export function bytesOf({ folder }: Books, file: string): Buffer {
  return readFileSync(new URL(file, folder));
}

/** Folder of the company that a file, a line or a record is of. */
export function companyNamed({ records, record_files }: Books, name: string): string {
  const record = /^record ([^#]+)/.exec(name)?.[1];
  if (record === undefined) return name.split("/")[0] ?? "";
  return records[record]?.company ?? record_files[record]?.company ?? "";
}
