import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { StoredFile } from "../../../src/core/stored-file.ts";
import { getUploadFileContent } from "../../../src/modules/ingestion/get-upload-file-content.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { sampleFile } from "../../support/sample-manifest.ts";
import { ubl } from "../../support/ubl.ts";
import { zipOf } from "../../support/zip.ts";

let site: Pipeline;
let company: Company;
beforeAll(async () => {
  site = await pipeline();
  company = await site.company();
});
afterAll(() => site.close());

const LINE = { text: "Elforbrug", quantity: "100", unit: "KWH", amount: "98.00" };
const xml = (number: string): Buffer => ubl({ number, lines: [LINE] });
/** As programs write it, with the texts in the cells. */
const SHEET = zipOf([
  { name: "[Content_Types].xml", content: "<Types/>" },
  {
    name: "xl/workbook.xml",
    content:
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
      '<sheet name="P" sheetId="1" r:id="rId1"/></sheets></workbook>',
  },
  {
    name: "xl/_rels/workbook.xml.rels",
    content: '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  },
  { name: "xl/worksheets/sheet1.xml", content: `<worksheet><sheetData>${rows()}</sheetData></worksheet>` },
]);

function rows(): string {
  const texts = [
    ["Dato", "Tekst", "Beløb"],
    ["01-02-2026", "Kontorstole", "1500,00"],
  ];
  return texts
    .map((cells, row) => {
      const written = cells.map(
        (text, at) => `<c r="${"ABC"[at]}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
      );
      return `<row r="${row + 1}">${written.join("")}</row>`;
    })
    .join("");
}
const CSV = Buffer.from("Dato;Tekst;Beløb\n01-02-2026;Kopipapir;100,00\n");

async function original(id: string): Promise<{ facts: StoredFile<unknown>["facts"]; bytes: Buffer }> {
  const file = await invoke(getUploadFileContent, company.ctx, { id });
  if (!(file instanceof StoredFile)) throw new Error("a file is answered");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.facts.open()) chunks.push(chunk);
  return { facts: file.facts, bytes: Buffer.concat(chunks) };
}

test.each([
  ["an electronic invoice", "a.pdf", xml("O-1"), "application/xml", "xml"],
  ["a table", "b.html", CSV, "text/csv", "csv"],
  ["a workbook", "c.xlsx", SHEET, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
  [
    "a Word document",
    "f.doc",
    sampleFile({ file: "syn-haandvaerker.docx" }).bytes,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "docx",
  ],
  ["an archive", "d.xlsx", zipOf([{ name: "a.xml", content: xml("O-2") }]), "application/zip", "zip"],
])("%s is given as it was sent, as what it is", async (_what, name, bytes, media_type, ending) => {
  const [file] = await company.ingest({ name, bytes });
  const { facts, bytes: given } = await original(file?.id ?? "");
  expect(facts).toMatchObject({ media_type, size_bytes: bytes.length, filename: `${file?.id}.${ending}` });
  expect(given.equals(bytes)).toBe(true);
});

test("what was refused, what is another company's and what somebody else packed unscanned is not given", async () => {
  const [refused] = await company.ingest({
    name: "p.csv",
    bytes: Buffer.from("<!doctype html><html><script>1</script>"),
  });
  expect(refused?.status).toBe("rejected");
  await expect(original(refused?.id ?? "")).rejects.toMatchObject({ code: "resource.not_found" });
  const packed = await company.ingest({ name: "e.zip", bytes: zipOf([{ name: "x.xml", content: xml("O-3") }]) });
  const inner = packed.find(({ name }) => name === "e.zip/x.xml");
  expect(inner?.status).toBe("processed");
  await expect(original(inner?.id ?? "")).rejects.toMatchObject({ detail: expect.stringContaining("not scanned") });
  const other = await site.company();
  const [foreign] = await other.ingest({ name: "a.xml", bytes: xml("O-4") });
  await expect(original(foreign?.id ?? "")).rejects.toMatchObject({ code: "resource.not_found" });
});
