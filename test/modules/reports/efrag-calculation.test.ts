import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calculationOf } from "../../../src/modules/reports/forms/efrag/calculation.ts";
import { cellName, parsePosition, parseRange } from "../../../src/modules/reports/forms/efrag/cell-position.ts";
import { parseFormula } from "../../../src/modules/reports/forms/efrag/formula-tree.ts";
import { type CellValue, FormulaError } from "../../../src/modules/reports/forms/efrag/formula-values.ts";
import { calculateBook, readBook } from "../../../src/modules/reports/forms/efrag/template-book.ts";
import { openPackage } from "../../../src/modules/reports/forms/efrag/template-package.ts";
import { sharedFile } from "../../support/shared-data.ts";

const CELLS: Readonly<Record<string, CellValue>> = {
  A1: 10,
  A2: 2.5,
  A3: "kilograms (kg)",
  A4: "    20 01 01 - Hazardous - Paper",
  A5: true,
  A6: "",
  B1: 1,
  B2: 2,
  B3: 3,
  B4: "Diesel",
  B5: "-",
};

/** The value of one formula that stands in C1 of a sheet with the cells above. */
function valueOf(formula: string): CellValue {
  const calculate = calculationOf({
    stored: (sheet, position) => (sheet === "Sheet" ? (CELLS[cellName(position)] ?? null) : null),
    formula: (_, position) =>
      cellName(position) === "C1" ? { tree: parseFormula(formula), columns: 0, rows: 0 } : null,
    extent: (sheet) => (sheet === "Sheet" ? { column: 3, row: 8 } : null),
    named: (name) => (name === "Turnover" ? parseRange("'Sheet'!$A$1") : null),
  });
  const value = calculate("Sheet", parsePosition("C1") ?? { column: 3, row: 1 });
  return value instanceof FormulaError ? value.code : value;
}

describe("formulas of the template", () => {
  test.each<[string, CellValue]>([
    ["1+2*3^2", 19],
    ["-2^2", 4],
    ["(A1-A2)/A1", 0.75],
    ["50%*A1", 5],
    ["A1/A7", "#DIV/0!"],
    ['IF(A7="","empty","full")', "empty"],
    ["A7", 0],
    ['A1&" "&A2', "10 2.5"],
    ['0.1+0.2&""', "0.3"],
    ['"say ""hi"""', 'say "hi"'],
    ['IF(AND(A7="",A8=""),"-",SUM(A7,A8))', "-"],
    ["SUM(A1:A5)", 12.5],
    ["SUM(A1,TRUE)", 11],
    ["SUM(A1,A3,A5)", 10],
    ['SUM(A1,"-")', "#VALUE!"],
    ["AND(A5,A3)", true],
    ["COUNTA(A1:A8)", 6],
    ["COUNTBLANK(A1:A8)", 3],
    ['COUNTIF(A1:B5,"-")', 1],
    ['COUNTIF(B1:B3,">1")', 2],
    ['COUNTIF(A1:A8,"<>")', 6],
    ["COUNTIF(A1:A8,TRUE)", 1],
    ['SUMIFS(B1:B5,A1:A5,"* Hazardous *")', 0],
    ['SUMIFS(B1:B3,B1:B3,">=2")', 5],
    ['SUMIF(A3:A4,"*(KG)",B3:B4)', 3],
    ["SUMPRODUCT(--(B1:B3>1),B1:B3)", 5],
    ['OR(B1:B5="Diesel")', true],
    ["VLOOKUP(2,B1:B3,1,FALSE)", 2],
    ["VLOOKUP(2,B1:B3,1)", "#VALUE!"],
    ['XLOOKUP("diesel",B1:B5,A1:A5,"")', "    20 01 01 - Hazardous - Paper"],
    ['XLOOKUP("none",B1:B5,A1:A5,"")', ""],
    ["MATCH(3,{1;2;3},0)", 3],
    ["INDEX(A1:B5,4,2)", "Diesel"],
    ["INDEX(A1:A2,7)", "#REF!"],
    ['IFERROR(1/0,"none")', "none"],
    ["IFS(FALSE,1,TRUE,2)", 2],
    ["IFS(FALSE,1)", "#N/A"],
    ['TEXT(7,"00")', "07"],
    ['TEXT(7,"0.00")', "#VALUE!"],
    ["MOD(-1,4)", 3],
    ['LEFT(A3,4)&RIGHT("abc",2)&MID("abcd",2,2)', "kilobcbc"],
    ['FIND("-",A4)', 14],
    ['SEARCH("PAPER",A4)', 28],
    ['SUBSTITUTE("a-b","-","0")', "a0b"],
    ['VALUE("12")', 12],
    ["AVERAGE(B1:B5)", 2],
    ["ISBLANK(A7)", true],
    ["ISBLANK(A6)", false],
    ["D35/Turnover", 0],
    ["1000/Turnover", 100],
    ["[0]!Turnover", 10],
    ["Missing+1", "#REF!"],
    ["C1+1", "#REF!"],
    ["Other!A1", "#REF!"],
  ])("%s is %s", (formula, value) => {
    expect(valueOf(formula)).toEqual(value);
  });

  test("a function that is not known keeps the stored value instead of guessing", () => {
    expect(valueOf('IF(TRUE,_xlfn.WEBSERVICE("https://example.com/"),1)')).toBe("");
  });

  test.each(["1+", "SUM(1", ")", "{1;", "'Sheet!A1", "§", "A1:B2:", ""])("%s is no formula", (formula) => {
    expect(parseFormula(formula)).toBeNull();
  });

  test("brackets nested beyond reason are refused, not followed", () => {
    expect(parseFormula(`${"(".repeat(5000)}1${")".repeat(5000)}`)).toBeNull();
  });
});

/** Excel wrote the stored values of both files: every one of their 7,442 formulas must come out as Excel's. */
describe.each(["efrag-vsme-digital-template-1.3.0.xlsx", "efrag-vsme-digital-template-sample-1.3.0.xlsx"])(
  "%s",
  (name) => {
    const bytes = sharedFile(name);

    test.skipIf(bytes === null)("every formula gives what Excel has stored beside it", async () => {
      const cells = calculateBook(readBook(await openPackage(bytes ?? Buffer.alloc(0))), new Map());
      const wrong = cells.flatMap(({ sheet, cell, calculated }) => {
        const [ours, excels] = [shown(calculated), shown(cell.value) ?? ""];
        return isSame(ours, excels) ? [] : [`${sheet}!${cellName(cell.position)}: ${ours}, not ${excels}`];
      });
      expect(wrong).toEqual([]);
      expect(cells.length).toBeGreaterThan(3_700);
    });
  },
);

function shown(value: CellValue): Exclude<CellValue, FormulaError> {
  return value instanceof FormulaError ? value.code : value;
}

/** Excel adds in another order here and there: the last of 17 digits may differ. */
function isSame(ours: Exclude<CellValue, FormulaError>, excels: Exclude<CellValue, FormulaError>): boolean {
  if (typeof ours !== "number" || typeof excels !== "number") return ours === excels;
  return Math.abs(ours - excels) <= 1e-13 * Math.abs(excels);
}

test("any text is a formula or none, and calculating it ends", () => {
  const parts = [
    "SUM(",
    "IF(",
    ")",
    "(",
    "A1",
    "B1:B3",
    "$A:$C",
    ",",
    '"x"',
    "1",
    "+",
    "&",
    "<>",
    "-",
    "{1;2}",
    "%",
    "#REF!",
    " ",
  ];
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((list) => list.join("")),
      ),
      (text) => {
        const tree = parseFormula(text);
        if (tree !== null) expect(valueOf(text)).not.toBeUndefined();
      },
    ),
    { numRuns: 2_000 },
  );
});
