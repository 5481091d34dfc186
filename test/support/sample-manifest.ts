import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestFile } from "./pipeline.ts";

/** Where the collected sample invoices lie, beside the repository; tests that need them skip and name it. */
export const SAMPLES = join(import.meta.dirname, "../../../shared/samples/invoices");
const MANIFEST = join(SAMPLES, "manifest.json");

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

/** Every entry of the manifest; none when the samples are not there. */
export function samples(): Sample[] {
  if (!existsSync(MANIFEST)) return [];
  const { items }: { items: Sample[] } = JSON.parse(readFileSync(MANIFEST, "utf8"));
  return items;
}

export function sampleFile({ file }: Sample): TestFile {
  return { name: file, bytes: readFileSync(join(SAMPLES, file)) };
}
