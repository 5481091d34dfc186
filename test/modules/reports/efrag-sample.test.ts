import { describe, expect, test } from "vitest";
import { compileTemplate } from "../../../scripts/compile-template.ts";
import { cellName, positionKey, positionsOf } from "../../../src/modules/reports/forms/efrag/cell-position.ts";
import { dropDowns } from "../../../src/modules/reports/forms/efrag/drop-downs.ts";
import { FormulaError } from "../../../src/modules/reports/forms/efrag/formula-values.ts";
import { fillEfragTemplate } from "../../../src/modules/reports/forms/efrag/fill-template.ts";
import {
  bookCalculation,
  readBook,
  type TemplateBook,
} from "../../../src/modules/reports/forms/efrag/template-book.ts";
import { openPackage } from "../../../src/modules/reports/forms/efrag/template-package.ts";
import { templateTables } from "../../../src/modules/reports/forms/efrag/template-tables.ts";
import { vsmeCatalog } from "../../../src/modules/reports/datapoints/catalog.ts";
import { shippedTable } from "../../../src/modules/reports/datapoints/shipped-tables.ts";
import { readSampleFacts, sampleReport } from "../../support/efrag-sample.ts";
import { sharedFile } from "../../support/shared-data.ts";

const template = sharedFile("efrag-vsme-digital-template-1.3.0.xlsx");
const sample = sharedFile("efrag-vsme-digital-template-sample-1.3.0.xlsx");
const facts = sharedFile("efrag-vsme-template-1.3.0-facts.json");

/** Cells that differ from EFRAG's filled sample, with the reason for each. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  "General Information!D4": "the sample's company has an LEI; a report knows a company by its number in a register",
  "General Information!E4": "the same",
  "General Information!F4": "the same: the identifier is shown as missing",
  "Table of Contents & Validation!C3": "the same",
  "Table of Contents & Validation!C6": "the same",
  "Environmental Disclosures!G30": "a report has scope 3 of the base year as a sum, not by category",
  "Environmental Disclosures!J30": "the same for the target year",
  "Environmental Disclosures!K30": "follows from both",
  "Environmental Disclosures!K45": "follows from both",
  "Environmental Disclosures!K46": "follows from both",
};

/** Sheets of which only this is compared: the sample's footnotes are its own, and its biodiesel has no category here. */
const OTHER_SHEETS = new Set(["Footnotes", "Fuel Converter", "Fuel Conversion Parameters", "Instructions"]);

async function bookOf(bytes: Buffer): Promise<TemplateBook> {
  return readBook(await openPackage(bytes));
}

function textAt(book: TemplateBook, sheet: string, cell: { readonly column: number; readonly row: number }): unknown {
  const value = book.sheets.get(sheet)?.cells.get(positionKey(cell))?.value ?? null;
  if (value instanceof FormulaError) return value.code;
  // A cell's line ends are line feeds, which is what XML makes of all others.
  if (typeof value === "string") return value.replaceAll("\r\n", "\n");
  return typeof value === "number" ? Number(value.toPrecision(14)) : (value ?? "");
}

describe.skipIf(template === null || sample === null || facts === null)("EFRAG's own template and sample", () => {
  const bytes = template ?? Buffer.alloc(0);

  const filled = new Map<string, ReturnType<typeof fillOnce>>();
  const filledSample = (language: "da" | "en" = "en"): ReturnType<typeof fillOnce> => {
    const known = filled.get(language) ?? fillOnce(language);
    filled.set(language, known);
    return known;
  };

  async function fillOnce(language: "da" | "en") {
    const book = await bookOf(sample ?? Buffer.alloc(0));
    const text = textAt(book, "General Information", { column: 3, row: 17 });
    const report = sampleReport(readSampleFacts(facts ?? Buffer.alloc(0)), { language, text: String(text) });
    return { report, book, filled: await fillEfragTemplate(report, bytes) };
  }

  test("the table of named cells is what the template has", async () => {
    expect(await compileTemplate(bytes)).toBe(shippedTable("template-ranges"));
  });

  test("the sample's facts give the sample's workbook, cell by cell", async () => {
    const { book, filled } = await filledSample();
    const ours = await bookOf(filled);
    const different: string[] = [];
    for (const [sheet, { cells }] of ours.sheets) {
      if (OTHER_SHEETS.has(sheet)) continue;
      const keys = new Map([...cells, ...(book.sheets.get(sheet)?.cells ?? [])]);
      for (const { position } of keys.values()) {
        const [a, b] = [textAt(ours, sheet, position), textAt(book, sheet, position)];
        if (a !== b) different.push(`${sheet}!${cellName(position)}`);
      }
    }
    expect(different.toSorted()).toEqual(Object.keys(DIFFERENCES).toSorted());
  });

  test("every named cell of the disclosures holds what the sample holds there, results included", async () => {
    const { book, filled } = await filledSample();
    const ours = await bookOf(filled);
    let compared = 0;
    for (const { name, range } of templateTables().ranges) {
      if (OTHER_SHEETS.has(range.sheet) || name.startsWith("template_reporting_entity_identifier")) continue;
      for (const position of positionsOf(range)) {
        expect([name, cellName(position), textAt(ours, range.sheet, position)]).toEqual([
          name,
          cellName(position),
          textAt(book, range.sheet, position),
        ]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(4_000);
  });

  test("only cells change: parts, formulas, validations, merges and styles stay as they are", async () => {
    const { filled } = await filledSample();
    const [before, after] = [await openPackage(bytes), await openPackage(filled)];
    expect([...after.parts.keys()]).toEqual([...before.parts.keys()]);
    const sheetParts = new Set(before.sheets.values());
    for (const [name, part] of before.parts) {
      const now = after.parts.get(name)?.toString("latin1") ?? "";
      const was = part.toString("latin1");
      if (sheetParts.has(name)) {
        expect(withoutCells(now), name).toBe(withoutCells(was));
        expect(formulasIn(now), name).toEqual(formulasIn(was));
        expect(stylesIn(now), name).toEqual(stylesIn(was));
      } else if (name === "xl/workbook.xml") {
        expect(now).toBe(was.replace("<calcPr ", '<calcPr fullCalcOnLoad="1" '));
      } else {
        expect(now === was, name).toBe(true);
      }
    }
  });

  test("in Danish the workbook shows Danish texts, and its checks find no more to say than in English", async () => {
    const [english, danish] = [
      await bookOf((await filledSample()).filled),
      await bookOf((await filledSample("da")).filled),
    ];
    const checks = (book: TemplateBook) =>
      Array.from({ length: 66 }, (_, index) =>
        textAt(book, "Table of Contents & Validation", { column: 3, row: 5 + index }),
      );
    const kinds = (values: readonly unknown[]) => values.map((value) => values.indexOf(value));
    expect(kinds(checks(danish))).toEqual(kinds(checks(english)));
    expect(checks(danish)).not.toEqual(checks(english));
    expect(textAt(danish, "Environmental Disclosures", { column: 3, row: 5 })).toBe("Samlet energiforbrug");
  });

  test("every member of the lists has a word that its drop-down offers", async () => {
    const book = await bookOf(bytes);
    const catalog = vsmeCatalog();
    const words = dropDowns(book, catalog, bookCalculation(book, new Map()));
    const missing: string[] = [];
    for (const { role, concept, choices, range } of templateTables().ranges) {
      const row = catalog.datapoints.find((datapoint) => datapoint.concept === concept || datapoint.axis === concept);
      const list = role === "axis" ? row?.axis_list : row?.value_list;
      if (choices === "" || list == null || list === "typed" || role === "unit") continue;
      const offered = offeredWords(book, choices);
      for (const member of catalog.lists.get(list)?.keys() ?? []) {
        const word = words.wordFor(choices, list, member);
        if (!offered.has(word)) missing.push(`${range.sheet} ${concept} ${member}`);
      }
    }
    // The drop-down of unchanged disclosures offers 14 of the 51 that the taxonomy knows; the others are their labels.
    expect(missing.filter((text) => !text.includes("ListOfDisclosuresForWhichNoChanges"))).toEqual([]);
    expect(missing).toHaveLength(37);
  });
});

function offeredWords(book: TemplateBook, choices: string): ReadonlySet<unknown> {
  if (choices.startsWith('"'))
    return new Set(
      choices
        .slice(1, -1)
        .split(",")
        .map((word) => word.trim()),
    );
  const range = book.named(choices) ?? templateTables().ranges.find(({ name }) => name === choices)?.range ?? null;
  const [, column = "C", first = "2", last = "2"] = /\$([A-Z])\$(\d+):\$[A-Z]\$(\d+)/.exec(choices) ?? [];
  const sheet = range?.sheet ?? "Enumeration Lists";
  const letter = column.charCodeAt(0) - 64;
  const cells = range ?? {
    sheet,
    first: { column: letter, row: Number(first) },
    last: { column: letter, row: Number(last) },
  };
  return new Set(positionsOf(cells).map((position) => book.sheets.get(sheet)?.cells.get(positionKey(position))?.value));
}

function withoutCells(xml: string): string {
  return xml.replaceAll(/<c\b[^>]*?(?:\/>|>[\s\S]*?<\/c>)/g, "");
}

function formulasIn(xml: string): string[] {
  return [...xml.matchAll(/<f\b[^>]*?(?:\/>|>[\s\S]*?<\/f>)/g)].map((match) => match[0]);
}

/** Cell and style of every cell that had one before. */
function stylesIn(xml: string): string[] {
  return [...xml.matchAll(/<c r="([A-Z]+\d+)" s="(\d+)"/g)].map((match) => `${match[1]} ${match[2]}`);
}
