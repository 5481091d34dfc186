import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ParsedDocument, ParsedLine } from "../../../src/modules/reading/parsed-document.ts";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { sampleItems, samplePath } from "../../support/sample-manifest.ts";

interface ExpectedLine {
  readonly description: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly amount: number | null;
}

interface Item {
  readonly file: string;
  readonly format: string;
  readonly outcome: string;
  readonly expected: Readonly<Record<string, unknown>> & { readonly lines?: readonly ExpectedLine[] };
}

function items(wanted: (item: Item) => boolean): Item[] {
  return sampleItems<Item>().filter((item) => item.file.endsWith(".pdf") && wanted(item));
}

async function documentOf(file: string): Promise<ParsedDocument | null> {
  const outcome = await readFile(readFileSync(samplePath(file)), file);
  return outcome.kind === "parsed" ? outcome.document : null;
}

const FIELDS = {
  invoice_number: (document) => document.invoice_number,
  issue_date: (document) => document.issue_date,
  currency: (document) => document.currency,
  supplier_name: (document) => document.supplier?.name ?? null,
  supplier_cvr: (document) => document.supplier?.identifier ?? null,
  document_type: (document) => document.document_type,
  total_excl_vat: (document) => Number(document.total_excl_vat),
  total_incl_vat: (document) => Number(document.total_incl_vat),
  signed_total_excl_vat: (document) => Number(document.signed_total_excl_vat),
  line_count: (document) => linesOf(document).length,
} as const satisfies Record<string, (document: ParsedDocument) => string | number | null>;

function linesOf(document: ParsedDocument): ParsedLine[] {
  return document.lines.filter((line) => line.kind === "line");
}

/** Right and all values per field, and those of single lines. */
async function scores(wanted: readonly Item[]): Promise<Map<string, { right: number; all: number }>> {
  const found = new Map<string, { right: number; all: number }>();
  const count = (name: string, isRight: boolean) => {
    const score = found.get(name) ?? { right: 0, all: 0 };
    found.set(name, { right: score.right + (isRight ? 1 : 0), all: score.all + 1 });
  };
  for (const { file, expected } of wanted) {
    const document = await documentOf(file);
    for (const [field, read] of Object.entries(FIELDS)) {
      const value = expected[field];
      if (value !== undefined) count(field, document !== null && read(document) === value);
    }
    const lines = document === null ? [] : linesOf(document);
    for (const [index, line] of (expected.lines ?? []).entries()) {
      const read = lines[index];
      count("line description", read?.description === line.description);
      count("line quantity", Number(read?.quantity) === line.quantity);
      count("line amount", Number(read?.amount) === line.amount);
    }
  }
  return found;
}

function shares(found: ReadonlyMap<string, { right: number; all: number }>): Record<string, number> {
  return Object.fromEntries([...found].map(([name, { right, all }]) => [name, right / all]));
}

describe("sample PDFs", () => {
  it("with a text layer: number, date, currency and supplier of 95 %, net, gross and lines of 90 %", async ({
    annotate,
  }) => {
    const found = await scores(items(({ format }) => format === "text-pdf"));
    await annotate([...found].map(([name, { right, all }]) => `${name} ${right}/${all}`).join(", "));
    const share = shares(found);
    for (const field of ["invoice_number", "issue_date", "currency", "supplier_name", "supplier_cvr"]) {
      expect({ field, share: share[field] }).toEqual({ field, share: expect.toSatisfy((one: number) => one >= 0.95) });
    }
    for (const field of [
      "total_excl_vat",
      "total_incl_vat",
      "line_count",
      "line quantity",
      "line amount",
      "line description",
    ]) {
      expect({ field, share: share[field] }).toEqual({ field, share: expect.toSatisfy((one: number) => one >= 0.9) });
    }
  });

  it.each(items(({ expected }) => expected["embedded_xml"] !== undefined))(
    "$file: everything that its embedded XML states",
    async ({ file, expected }) => {
      const document = await documentOf(file);
      if (document === null) throw new Error("refused");
      const stated = Object.entries(FIELDS).filter(
        ([field]) => expected[field] !== undefined && field !== "line_count",
      );
      expect(Object.fromEntries(stated.map(([field, read]) => [field, read(document)]))).toEqual(
        Object.fromEntries(stated.map(([field]) => [field, expected[field]])),
      );
      // Items without text and amount are comments between the lines of ZUGFeRD 1.0.
      const lines = (expected.lines ?? []).filter((line) => line.amount !== null);
      expect(
        linesOf(document).map(({ description, quantity, unit, amount }) => ({
          description,
          quantity: Number(quantity),
          unit,
          amount: Number(amount),
        })),
      ).toEqual(lines);
    },
  );

  it.each(items(({ outcome }) => outcome === "rejected"))(
    "$file is refused for the reason of the manifest",
    async ({ file, expected }) => {
      const outcome = await readFile(readFileSync(samplePath(file)), file);
      expect(outcome).toMatchObject({ kind: "rejected", error: { code: `file.${String(expected["reason"])}` } });
    },
  );

  it("no printed sample is booked with a doubt left out: each is closed or waits", async () => {
    for (const { file } of items(({ format }) => format === "text-pdf")) {
      const document = await documentOf(file);
      const isSure = document?.recognition?.is_closed === true || (document?.recognition?.doubts.length ?? 0) > 0;
      expect({ file, isSure }).toEqual({ file, isSure: true });
    }
  });
});
