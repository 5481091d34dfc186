import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { renderWorkbook } from "../../../src/modules/reports/forms/xlsx/render-workbook.ts";
import { sha256Elsewhere } from "../../support/render-elsewhere.ts";
import { everyKindDocument } from "../../support/every-kind-document.ts";
import { packageParts, part, relations } from "../../support/xlsx-package.ts";
import { everyElement, textOf, type XmlElement } from "../../support/xml-document.ts";

const document = everyKindDocument("da");

async function parts(): Promise<Map<string, string>> {
  return packageParts(await renderWorkbook(document));
}

function named(element: XmlElement, local: string): XmlElement[] {
  return [...everyElement(element)].filter((found) => found.local === local);
}

describe("the workbook's container", () => {
  test("declares the type of every part, and no part that is not there", async () => {
    const all = await parts();
    const types = part(all, "[Content_Types].xml").children;
    const overrides = types.filter(({ local }) => local === "Override").map(({ attributes }) => attributes["PartName"]);
    const others = [...all.keys()].filter((name) => !name.endsWith(".rels") && name !== "[Content_Types].xml");
    expect(new Set(overrides)).toEqual(new Set(others.map((name) => `/${name}`)));
    expect(overrides).toHaveLength(others.length);
    expect(types.filter(({ local }) => local === "Default").map(({ attributes }) => attributes["Extension"])).toContain(
      "rels",
    );
    expect([...all.keys()][0]).toBe("[Content_Types].xml");
  });

  test("every relation leads to a part, and every part is reached", async () => {
    const all = await parts();
    const fromPackage = [...relations(all, "").values()];
    const fromWorkbook = [...relations(all, "xl/workbook.xml").values()];
    const reached = [...fromPackage, ...fromWorkbook];
    expect(reached.filter((name) => !all.has(name))).toEqual([]);
    expect(new Set(reached).size).toBe(all.size - 3);
  });

  test("every sheet of the workbook is one of its relations", async () => {
    const all = await parts();
    const targets = relations(all, "xl/workbook.xml");
    const sheets = named(part(all, "xl/workbook.xml"), "sheet");
    expect(sheets).toHaveLength(10);
    for (const { attributes } of sheets)
      expect(targets.get(attributes["r:id"] ?? "")).toMatch(/^xl\/worksheets\/sheet\d+\.xml$/);
  });

  test("cells point to texts and formats that exist, and stand in order", async () => {
    const all = await parts();
    const strings = named(part(all, "xl/sharedStrings.xml"), "si").length;
    const formats = named(part(all, "xl/styles.xml"), "cellXfs")[0]?.children.length ?? 0;
    const cells = [...all.keys()]
      .filter((name) => name.startsWith("xl/worksheets/"))
      .flatMap((name) => named(part(all, name), "c"));
    expect(cells.length).toBeGreaterThan(500);
    for (const cell of cells) {
      expect(Number(cell.attributes["s"])).toBeLessThan(formats);
      if (cell.attributes["t"] === "s") expect(Number(textOf(cell))).toBeLessThan(strings);
    }
  });

  test("nothing in it is a formula, a link or a macro", async () => {
    const all = await parts();
    const elements = [...all.keys()].flatMap((name) => [...everyElement(part(all, name))].map(({ local }) => local));
    expect(elements.filter((name) => ["f", "hyperlink", "externalReference", "oleObject"].includes(name))).toEqual([]);
  });

  test("tables keep their headings in sight, can be filtered, and print them on every page", async () => {
    const all = await parts();
    const sheet = part(all, "xl/worksheets/sheet2.xml");
    expect(named(sheet, "pane")[0]?.attributes).toMatchObject({ ySplit: "1", state: "frozen" });
    const range = `A1:N${document.facts.length + 1}`;
    expect(named(sheet, "autoFilter")[0]?.attributes["ref"]).toBe(range);
    expect(named(sheet, "dimension")[0]?.attributes["ref"]).toBe(range);
    const names = named(part(all, "xl/workbook.xml"), "definedName").map((name) => [
      name.attributes["name"],
      textOf(name),
    ]);
    expect(names).toContainEqual(["_xlnm.Print_Titles", "'Datapunkter'!$1:$1"]);
  });

  test("a figure shows all the decimals that it has and no more", async () => {
    const all = await parts();
    const styles = part(all, "xl/styles.xml");
    const codes = new Map(
      named(styles, "numFmt").map(({ attributes }) => [attributes["numFmtId"], attributes["formatCode"]]),
    );
    const formats = (named(styles, "cellXfs")[0]?.children ?? []).map(({ attributes }) =>
      codes.get(attributes["numFmtId"] ?? ""),
    );
    const shown = named(part(all, "xl/worksheets/sheet2.xml"), "c").map((cell) => [
      textOf(cell),
      formats[Number(cell.attributes["s"])],
    ]);
    expect(shown).toContainEqual(["120.345678", "#,##0.000000"]);
    expect(shown).toContainEqual(["48250000", "#,##0"]);
    expect(shown).toContainEqual(["0.000053", "#,##0.000000"]);
    expect(shown).toContainEqual(["2030", "0"]);
  });

  test("texts that look like formulas are marked as texts", async () => {
    const all = await parts();
    const texts = named(part(all, "xl/sharedStrings.xml"), "si").map(textOf);
    const styles = named(part(all, "xl/styles.xml"), "cellXfs")[0]?.children ?? [];
    const cells = ["2", "6"].flatMap((number) => named(part(all, `xl/worksheets/sheet${number}.xml`), "c"));
    const dangerous = cells.filter(
      (cell) => cell.attributes["t"] === "s" && /^[=+\-@]/.test(texts[Number(textOf(cell))] ?? ""),
    );
    expect(dangerous.length).toBeGreaterThan(1);
    for (const { attributes } of dangerous)
      expect(styles[Number(attributes["s"])]?.attributes["quotePrefix"]).toBe("1");
  });

  test("the only time in it is the moment at which the figures were frozen", async () => {
    const core = (await parts()).get("docProps/core.xml") ?? "";
    expect(core.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)).toEqual([document.frozen_at, document.frozen_at]);
  });
});

test("another process, time zone and locale give the same bytes", async () => {
  const here = createHash("sha256")
    .update(await renderWorkbook(document))
    .digest("hex");
  expect(await sha256Elsewhere("xlsx", document)).toBe(here);
});
