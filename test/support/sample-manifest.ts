import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestFile } from "./pipeline.ts";
import { sharedPath } from "./shared-data.ts";

const OWN = join(import.meta.dirname, "../fixtures/invoices");
const FURTHER = sharedPath("samples", "invoices");

export interface ExpectedActivity {
  readonly category: string;
  readonly quantity: number;
  readonly unit: string;
}

interface ExpectedLine {
  readonly description: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly amount: number | null;
}

/** What the manifest states of a file; figures as they are printed. */
export interface Expected {
  readonly reason?: string;
  readonly supplier_name?: string;
  readonly supplier_cvr?: string;
  readonly invoice_number?: string | null;
  readonly document_number?: string;
  readonly issue_date?: string;
  readonly currency?: string | null;
  readonly document_type?: string;
  readonly total_excl_vat?: number | null;
  readonly total_incl_vat?: number | null;
  readonly signed_total_excl_vat?: number;
  readonly line_count?: number;
  readonly lines?: readonly ExpectedLine[];
  readonly activity?: readonly ExpectedActivity[];
  readonly records?: number;
  readonly sum?: number;
  readonly outflow_records?: number;
  readonly sum_outflow?: number;
  readonly expense_lines?: number;
  readonly sum_expense?: number;
  readonly documents?: number;
  readonly invoice_numbers?: readonly string[];
}

export interface Sample {
  readonly file: string;
  readonly format: string;
  readonly outcome: "parsed" | "needs_review" | "rejected" | "container";
  readonly expected: Expected;
}

/** Whether the samples are there that the repository does not carry: gates of their number hold only then. */
export const hasFurtherSamples = existsSync(join(FURTHER, "manifest.json"));

/** What the manifests state of every sample that is here, as the members that a test names. */
export function sampleItems<Item extends { readonly file: string } = Sample>(): Item[] {
  if (!hasFurtherSamples) return itemsOf<Item>(OWN);
  const further = itemsOf<Item>(FURTHER);
  const known = new Set(further.map(({ file }) => file));
  return [...further, ...itemsOf<Item>(OWN).filter(({ file }) => !known.has(file))];
}

function itemsOf<Item>(directory: string): Item[] {
  const { items }: { items: Item[] } = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8"));
  return items;
}

/** Where a sample lies: in the repository, else beside it. */
export function samplePath(file: string): string {
  const own = join(OWN, file);
  return existsSync(own) ? own : join(FURTHER, file);
}

export function sampleFile({ file }: Pick<Sample, "file">): TestFile {
  return { name: file, bytes: readFileSync(samplePath(file)) };
}
