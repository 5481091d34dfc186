import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../src/modules/reports/presentation/build-document.ts";
import {
  type CellPosition,
  parsePosition,
  positionKey,
} from "../../../src/modules/reports/forms/efrag/cell-position.ts";
import { fillEfragTemplate } from "../../../src/modules/reports/forms/efrag/fill-template.ts";
import { helperAnswers } from "../../../src/modules/reports/forms/efrag/helper-answers.ts";
import { readBook, type TemplateBook } from "../../../src/modules/reports/forms/efrag/template-book.ts";
import { openPackage } from "../../../src/modules/reports/forms/efrag/template-package.ts";
import { readSampleFacts } from "../../support/efrag-sample.ts";
import { sampleSnapshot } from "../../support/efrag-snapshot.ts";
import { sharedFile } from "../../support/shared-data.ts";

const template = sharedFile("efrag-vsme-digital-template-1.3.0.xlsx");
const sample = sharedFile("efrag-vsme-digital-template-sample-1.3.0.xlsx");
const facts = sharedFile("efrag-vsme-template-1.3.0-facts.json");

const CHECKS = "Table of Contents & Validation";

function valueAt(book: TemplateBook, sheet: string, position: CellPosition | null): unknown {
  return book.sheets.get(sheet)?.cells.get(positionKey(position ?? { column: 1, row: 1 }))?.value ?? null;
}

describe.skipIf(template === null || sample === null || facts === null)(
  "from ledger and answers to EFRAG's workbook",
  () => {
    let filled: Promise<TemplateBook> | undefined;
    const workbookOfLedger = (): Promise<TemplateBook> => (filled ??= fillOnce());

    async function fillOnce(): Promise<TemplateBook> {
      const snapshot = sampleSnapshot(readSampleFacts(facts ?? Buffer.alloc(0)));
      const document = buildDocument(snapshot, { standard_type: "vsme_comprehensive", language: "en" });
      const bytes = await fillEfragTemplate(
        { ...document, answers: helperAnswers(snapshot.inputs) },
        template ?? Buffer.alloc(0),
      );
      return readBook(await openPackage(bytes));
    }

    test("the template's own checks say of our report what they say of EFRAG's sample", async () => {
      const [ours, theirs] = [await workbookOfLedger(), readBook(await openPackage(sample ?? Buffer.alloc(0)))];
      const different = Array.from({ length: 70 }, (_, index) => index + 1).filter(
        (row) => valueAt(ours, CHECKS, { column: 3, row }) !== valueAt(theirs, CHECKS, { column: 3, row }),
      );
      // C3 and C6: a company of another country than Denmark has no identifier that a report could give.
      expect(different).toEqual([3, 6]);
    });

    test("the template calculates what the report says; only sums without their parts have a footnote", async () => {
      const book = await workbookOfLedger();
      const notes = Array.from({ length: 20 }, (_, index) =>
        valueAt(book, "Footnotes", { column: 2, row: 4 + 10 * index }),
      );
      const places = notes.flatMap((note) =>
        typeof note === "string" ? [/\(([^()]+)\): the report/.exec(note)?.[1]] : [],
      );
      expect(places).toEqual(["G45", "J45", "G46", "J46"].map((cell) => `Environmental Disclosures, ${cell}`));
    });

    test.each<[string, string, unknown]>([
      ["Environmental Disclosures", "D46", 350],
      ["Environmental Disclosures", "G68", 0.014893617021],
      ["Environmental Disclosures", "K14", 16.408],
      ["Environmental Disclosures", "G423", "kilograms (kg)"],
      ["Environmental Disclosures", "J425", 7_951_200],
      ["Environmental Disclosures", "G186", null],
      ["Environmental Disclosures", "C293", "hectares (ha)"],
      ["Environmental Disclosures", "D298", 0.02],
      ["Social Disclosures", "D137", 0.2841],
      ["Social Disclosures", "D141", 2000],
      ["Social Disclosures", "D143", 0],
      ["Governance Disclosures", "H33", 2.5],
      ["General Information", "E126", "B6 - Water"],
      ["General Information", "E127", "B6 - Water Withdrawal"],
      ["General Information", "D9", "2026-01-01"],
    ])("%s!%s is %s", async (sheet, cell, value) => {
      expect(valueAt(await workbookOfLedger(), sheet, parsePosition(cell))).toEqual(value);
    });
  },
);
