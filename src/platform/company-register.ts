import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import Papa from "papaparse";
import type { CompanyRegister } from "../core/company-register.ts";

/** Headings, folded to letters, under which public extracts give the number and the main branch. */
const NUMBERS: ReadonlySet<string> = new Set(["cvr", "cvrnr", "cvrnummer", "companynumber"]);
const BRANCHES: ReadonlySet<string> = new Set([
  "branche",
  "branchekode",
  "hovedbranche",
  "hovedbranchekode",
  "brancheansvarskode",
  "nace",
  "nacecode",
  "branchcode",
]);

/** A code has at most six digits: numbers are kept above them, both in one float that holds every integer below 2^53. */
const CODES = 1_000_000;
const GROWTH = 2;

const NO_REGISTER: CompanyRegister = { branchOf: () => null };

/** The extract at `path`, read once, at the first use; without a path there is none. */
export function companyRegisterSource(path: string | undefined): () => Promise<CompanyRegister> {
  let register: Promise<CompanyRegister> | null = null;
  return () => (register ??= path === undefined ? Promise.resolve(NO_REGISTER) : readCompanyRegister(path));
}

/**
 * Reads an extract as CSV with a header that names the company's number and its main branch; other columns are left
 * alone. Rows without either are skipped. Holds 8 bytes per company: some 20 MB for the whole Danish register.
 * @throws Error when the file cannot be read or its header lacks one of the two columns.
 */
export async function readCompanyRegister(path: string): Promise<CompanyRegister> {
  const extract = new Extract(path);
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: true });
  await pipeline(createReadStream(path), parser, async (rows: AsyncIterable<readonly string[]>) => {
    for await (const cells of rows) extract.add(cells);
  });
  const sorted = extract.finish();
  return { branchOf: (company_number) => lookUp(sorted, company_number) };
}

class Extract {
  #header: readonly string[] | null = null;
  #columns: Columns | null = null;
  #entries = new Float64Array(1024);
  #count = 0;

  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  add(cells: readonly string[]): void {
    if (this.#header === null) {
      this.#header = cells;
      this.#columns = columnsOf(cells);
      return;
    }
    // A header without the columns is told at the end: an error thrown into the stream would come out as its abortion.
    if (this.#columns === null) return;
    const entry = entryOf(cells[this.#columns.number] ?? "", cells[this.#columns.branch] ?? "");
    if (entry === null) return;
    if (this.#count === this.#entries.length) {
      const larger = new Float64Array(this.#count * GROWTH);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    this.#entries[this.#count] = entry;
    this.#count += 1;
  }

  finish(): Float64Array {
    if (this.#header === null) throw new Error(`the company register ${this.#path} is empty`);
    if (this.#columns === null) {
      const headings = this.#header.slice(0, 20).join(", ");
      throw new Error(`the company register ${this.#path} needs the columns cvr and branch code; it has: ${headings}`);
    }
    return this.#entries.slice(0, this.#count).sort();
  }
}

interface Columns {
  readonly number: number;
  readonly branch: number;
}

function columnsOf(header: readonly string[]): Columns | null {
  const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ""));
  const number = names.findIndex((name) => NUMBERS.has(name));
  const branch = names.findIndex((name) => BRANCHES.has(name));
  return number === -1 || branch === -1 ? null : { number, branch };
}

/** Number and code in one; a code of two to five digits stands for all that begin with it. */
function entryOf(number: string, branch: string): number | null {
  const digits = branch.replaceAll(".", "").trim();
  if (!/^\d{8}$/.test(number.trim()) || !/^\d{2,6}$/.test(digits)) return null;
  return Number(number.trim()) * CODES + Number(digits.padEnd(6, "0"));
}

/** Of several rows of one company the one with the lowest code counts. */
function lookUp(sorted: Float64Array, company_number: string): string | null {
  if (!/^\d{8}$/.test(company_number)) return null;
  const wanted = Number(company_number) * CODES;
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const entry = sorted[low];
  if (entry === undefined || entry >= wanted + CODES) return null;
  return String(entry - wanted).padStart(6, "0");
}
