import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decimal, decimalText } from "../../../src/core/quantity.ts";
import { convert, parseUnit } from "../../../src/core/units.ts";
import { lineSum } from "../../../src/modules/reading/balance.ts";
import type { ParsedDocument } from "../../../src/modules/reading/parsed-document.ts";
import { sampleItems, samplePath } from "../../support/sample-manifest.ts";
import { documentOf, read } from "../../support/invoice-xml.ts";

interface ExpectedActivity {
  readonly category: string;
  readonly quantity: number;
  readonly unit: string;
  readonly period?: readonly [string, string];
}

interface Expected {
  readonly reason?: string;
  readonly supplier_name?: string;
  readonly supplier_country?: string;
  readonly invoice_number?: string;
  readonly document_number?: string;
  readonly issue_date?: string;
  readonly currency?: string;
  readonly total_excl_vat?: number;
  readonly total_incl_vat?: number;
  readonly signed_total_excl_vat?: number;
  readonly document_type?: string;
  readonly line_count?: number;
  readonly lines?: readonly { description: string; quantity: number; unit: string; amount: number }[];
  readonly activity?: readonly ExpectedActivity[];
  readonly expense_lines?: number;
  readonly sum_expense?: number;
}

interface Item {
  readonly file: string;
  readonly format: string;
  readonly outcome: string;
  readonly expected: Expected;
}

function items(wanted: (item: Item) => boolean): Item[] {
  return sampleItems<Item>().filter((item) => wanted(item));
}

const isXml = ({ file }: Item) => file.endsWith(".xml");

/** What the manifest states of a document, from what was read. */
function header(document: ParsedDocument): Expected {
  const { supplier, currency, document_type } = document;
  return {
    supplier_name: supplier?.name ?? "",
    supplier_country: supplier?.country ?? "",
    invoice_number: document.invoice_number ?? "",
    document_number: document.invoice_number ?? "",
    issue_date: document.issue_date ?? "",
    currency: currency ?? "",
    total_excl_vat: Number(document.total_excl_vat),
    total_incl_vat: Number(document.total_incl_vat),
    signed_total_excl_vat: Number(document.signed_total_excl_vat),
    document_type,
    line_count: document.lines.filter((line) => line.kind === "line").length,
    expense_lines: document.lines.filter((line) => line.kind === "ledger_row").length,
    sum_expense: Number(decimalText(lineSum(document.lines))),
  };
}

const NAMES: Readonly<Record<string, string>> = { district_heating_or_energy: "district_heating" };

function activities(document: ParsedDocument, expected: readonly ExpectedActivity[]) {
  return document.quantities.map(({ commodity, quantity, unit, period_start, period_end }, index) => {
    const stated = expected[index];
    const wanted = stated === undefined ? null : parseUnit(stated.unit);
    const own = parseUnit(unit);
    const value = own === null || wanted === null ? null : convert(quantity, own, wanted);
    return {
      category: commodity,
      quantity: Number(value),
      ...(stated?.period === undefined ? {} : { period: [period_start, period_end] }),
    };
  });
}

describe("sample XML documents", () => {
  it.each(items((item) => isXml(item) && item.outcome === "parsed"))(
    "$file gives exactly the header, lines and quantities of the manifest",
    ({ file, expected }) => {
      const document = documentOf(readFileSync(samplePath(file)));
      const { lines, activity = [], reason: _reason, ...stated } = expected;
      expect(header(document)).toMatchObject(
        Object.fromEntries(Object.entries(stated).filter(([name]) => name in header(document))),
      );
      if (lines !== undefined) {
        const read = document.lines.filter((line) => line.kind === "line");
        expect(
          read.map(({ description, quantity, unit, amount }) => ({
            description,
            quantity: Number(quantity),
            unit,
            amount: Number(amount),
          })),
        ).toEqual(lines);
      }
      expect(activities(document, activity)).toEqual(
        activity.map(({ category, quantity, period }) => ({
          category: NAMES[category] ?? category,
          quantity,
          ...(period === undefined ? {} : { period }),
        })),
      );
      expect(document.warnings).toEqual([]);
      expect(document.row_errors).toEqual([]);
    },
  );

  it.each(items((item) => isXml(item) && item.outcome === "rejected"))(
    "$file is refused for the reason of the manifest",
    ({ file, expected }) => {
      const outcome = read(readFileSync(samplePath(file)), file);
      expect(outcome).toMatchObject({ kind: "rejected", error: { code: `file.${expected.reason}` } });
    },
  );

  it("what a hostile file refers to appears nowhere in its refusal", () => {
    const outcome = JSON.stringify(read(readFileSync(samplePath("bad-xxe-file.xml"))));
    expect(outcome).not.toMatch(/root:|passwd|file:\/\//);
  });

  it.each(items(({ file }) => !/\.(?:xml|csv)$/.test(file)))(
    "$file is recognised and refused honestly until its kind is read",
    ({ file }) => {
      expect(read(readFileSync(samplePath(file)), file)).toMatchObject({
        kind: "rejected",
        error: { code: "file.unsupported_type" },
      });
    },
  );

  it("an invoice's lines, charges and allowances add up to its net", () => {
    const read = items(
      (item) => isXml(item) && item.outcome === "parsed" && item.expected.total_excl_vat !== undefined,
    );
    for (const { file } of read) {
      const document = documentOf(readFileSync(samplePath(file)));
      const difference = lineSum(document.lines).minus(decimal(document.total_excl_vat ?? "0"));
      expect({ file, difference: decimalText(difference) }).toEqual({ file, difference: "0" });
    }
  });
});
