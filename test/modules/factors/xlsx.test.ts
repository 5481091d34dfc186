import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../src/core/errors.ts";
import { readXlsx } from "../../../src/modules/factors/index.ts";
import { sharedFile } from "../../support/shared-data.ts";
import { workbookOf, zipOf } from "../../support/zip.ts";

async function cellsOf(bytes: Buffer) {
  const [sheet] = await readXlsx(bytes);
  return (sheet?.rows ?? []).map(({ number, cells }) => ({
    number,
    cells: cells.map((cell) => (cell === null ? null : `${cell.kind}:${cell.text}`)),
  }));
}

async function codeOf(bytes: Buffer): Promise<string | undefined> {
  try {
    await readXlsx(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.extras.issues?.[0]?.code;
    throw error;
  }
}

const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;dage&quot;"/>
  <numFmt numFmtId="166" formatCode="[Red]0.00"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`;

describe("the workbook reader", () => {
  test("reads shared, inline and formula texts, rich text without phonetics, booleans and errors", async () => {
    const rows = await cellsOf(
      workbookOf({
        strings: "<si><t>El</t></si><si><r><t>Grøn </t></r><r><t>strøm</t></r><rPh><t>x</t></rPh></si>",
        sheet: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>
          <c r="C1" t="inlineStr"><is><t>a&amp;b_x000D_</t></is></c><c r="D1" t="str"><f>A1</f><v>sum</v></c>
          <c r="E1" t="b"><v>1</v></c><c r="F1" t="e"><v>#N/A</v></c></row>`,
      }),
    );
    expect(rows).toEqual([
      { number: 1, cells: ["text:El", "text:Grøn strøm", "text:a&b\r", "text:sum", "boolean:true", "error:#N/A"] },
    ]);
  });

  test("keeps the place of sparse rows and cells, also without references", async () => {
    const rows = await cellsOf(
      workbookOf({
        sheet: `<row r="3"><c r="B3"><v>1</v></c><c r="D3"><v>2</v></c></row><row><c><v>5</v></c><c><v>6</v></c></row>
          <row r="9"><c r="A9" s="1"/><c r="XFD9" s="1"/></row>`,
      }),
    );
    expect(rows).toEqual([
      { number: 3, cells: [null, "number:1", null, "number:2"] },
      { number: 4, cells: ["number:5", "number:6"] },
    ]);
  });

  test("gives numbers as they are shown, not as binary fractions", async () => {
    const [row] = await cellsOf(
      workbookOf({
        sheet: `<row r="1"><c><v>1.7429600000000001</v></c><c><v>9.2000000000000003E-4</v></c><c><v>0.30000000000000004</v></c>
          <c><v>-1200.5</v></c><c><v>12345678</v></c><c><v>1E-7</v></c></row>`,
      }),
    );
    expect(row?.cells).toEqual([
      "number:1.74296",
      "number:0.00092",
      "number:0.3",
      "number:-1200.5",
      "number:12345678",
      "number:0.0000001",
    ]);
  });

  test("recognises dates by their number format, in both date systems", async () => {
    const sheet = `<row r="1"><c s="1"><v>45747</v></c><c s="2"><v>45747.5</v></c><c s="3"><v>45747</v></c><c s="4"><v>7</v></c>
      <c s="1"><v>59</v></c><c s="1"><v>61</v></c><c s="1"><v>60</v></c></row>`;
    const [row] = await cellsOf(workbookOf({ sheet, styles: STYLES }));
    expect(row?.cells).toEqual([
      "date:2025-03-31",
      "date:2025-03-31T12:00:00",
      "number:45747",
      "number:7",
      "date:1900-02-28",
      "date:1900-03-01",
      "number:60",
    ]);
    const [old] = await cellsOf(
      workbookOf({
        sheet: `<row r="1"><c s="1"><v>44285</v></c></row>`,
        styles: STYLES,
        workbookAttributes: 'date1904="1"',
      }),
    );
    expect(old?.cells).toEqual(["date:2025-03-31"]);
  });

  test("refuses what is not a plain workbook, and says why", async () => {
    expect(await codeOf(Buffer.from("not a zip"))).toBe("not_a_zip");
    expect(await codeOf(Buffer.from("d0cf11e0a1b11ae100000000", "hex"))).toBe("encrypted_or_old");
    expect(await codeOf(zipOf([{ name: "readme.txt", content: "x" }]))).toBe("not_a_workbook");
    expect(await codeOf(zipOf([{ name: "xl/workbook.xml", content: "<a>", flags: 1 }]))).toBe("encrypted");
    expect(await codeOf(zipOf([{ name: "xl/workbook.xml", content: "<a><b></a>" }]))).toBe("bad_xml");
    const twice = { name: "xl/workbook.xml", content: "<workbook/>" };
    expect(await codeOf(zipOf([twice, twice]))).toBe("duplicate_entry");
    expect(await codeOf(zipOf([{ name: "../workbook.xml", content: "x" }]))).toBe("damaged");
    const [lines] = [workbookOf({ sheet: "<row r='1'><c t='s'><v>7</v></c></row>" })];
    expect(await codeOf(lines)).toBe("bad_string");
  });

  test("refuses bombs, lies about sizes, entities and endless nesting before they cost anything", async () => {
    const bomb = { name: "xl/workbook.xml", content: Buffer.alloc(30_000_000, 32) };
    expect(await codeOf(zipOf([bomb]))).toBe("compression_ratio");
    const lie = { name: "xl/workbook.xml", content: Buffer.alloc(30_000_000, 32), declaredSize: 100 };
    expect(await codeOf(zipOf([lie]))).toBe("damaged");
    const entities = '<!DOCTYPE a [<!ENTITY x "xxxx">]><workbook>&x;</workbook>';
    expect(await codeOf(zipOf([{ name: "xl/workbook.xml", content: entities }]))).toBe("document_type");
    expect(await codeOf(zipOf([{ name: "xl/workbook.xml", content: "<a>".repeat(70) }]))).toBe("too_deep");
    const wide = `<row r="1"><c r="AZZ1"><v>1</v></c></row>`;
    expect(await codeOf(workbookOf({ sheet: wide }))).toBe("too_many_columns");
    const backwards = `<row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row>`;
    expect(await codeOf(workbookOf({ sheet: backwards }))).toBe("bad_row");
  });

  test("reads EFRAG's filled workbook with its hidden sheets", async ({ skip }) => {
    const file = sharedFile("efrag-vsme-digital-template-sample-1.3.0.xlsx");
    if (file === null) {
      skip("needs ../shared/data/efrag-vsme-digital-template-sample-1.3.0.xlsx");
      return;
    }
    const sheets = await readXlsx(file);
    expect(sheets.length).toBeGreaterThan(5);
    expect(sheets.every(({ name }) => name !== "")).toBe(true);
    expect(sheets.reduce((count, { rows }) => count + rows.length, 0)).toBeGreaterThan(500);
  });
});
