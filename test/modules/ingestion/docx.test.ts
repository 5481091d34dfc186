import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_PARSE_LIMITS } from "../../../src/modules/reading/parse-limits.ts";
import type { ParsedDocument } from "../../../src/modules/reading/parsed-document.ts";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { docx, paragraph as p, run, table, type WordDocument } from "../../support/docx.ts";
import { samplePath } from "../../support/sample-manifest.ts";

async function documentOf(word: WordDocument | Buffer, company_name?: string): Promise<ParsedDocument> {
  const bytes = Buffer.isBuffer(word) ? word : docx(word);
  const options = company_name === undefined ? {} : { company_name };
  const outcome = await readFile(bytes, "faktura.docx", { ...DEFAULT_PARSE_LIMITS, ...options });
  if (outcome.kind !== "parsed") throw new Error(JSON.stringify(outcome));
  return outcome.document;
}

/** Description, quantity, unit and amount of each line. */
const linesOf = ({ lines }: ParsedDocument) =>
  lines.map(({ description, quantity, unit, amount }) => [description, quantity, unit, amount]);

const HEAD = [
  p("Byens Vinduespolering ApS"),
  p("Torvet 2, 8000 Aarhus C"),
  p("CVR 12345674"),
  p(""),
  p("Faktura nr. 4711"),
  p("Dato: 12-05-2026"),
  p(""),
].join("");
const HEAD_NAME = p("Byens Vinduespolering ApS") + p("CVR 12345674");
const HEADINGS = ["Beskrivelse", "Antal", "Enhed", "Pris", "Beløb"];
const LINES = [
  ["Vinduespolering, kontor", "2", "gange", "400,00", "800,00"],
  ["Kørsel", "34", "km", "3,50", "119,00"],
];
const TOTALS = [
  ["Subtotal", "919,00"],
  ["Moms 25 %", "229,75"],
  ["Total", "1.148,75"],
];
const WIDTHS = [4000, 1200, 1400, 1500, 1700];
const READ = {
  format: "docx-text",
  supplier: { name: "Byens Vinduespolering ApS", identifier: "12345674", country: "DK" },
  invoice_number: "4711",
  issue_date: "2026-05-12",
  currency: "DKK",
  total_excl_vat: "919",
  total_incl_vat: "1148.75",
  recognition: { is_closed: true, doubts: [] },
  warnings: [],
};
const READ_LINES = [
  ["Vinduespolering, kontor", "2", "gange", "800"],
  ["Kørsel", "34", "km", "119"],
];

describe("an invoice in a Word document", () => {
  it("is read with its table, header and footer as another program writes them", async () => {
    const document = await documentOf(readFileSync(samplePath("syn-haandvaerker.docx")));
    expect(document).toMatchObject({
      format: "docx-text",
      document_type: "invoice",
      supplier: { name: "Vesterhavs Tømrer & Snedker ApS", identifier: "29617430" },
      invoice_number: "2026-118",
      issue_date: "2026-04-07",
      currency: "DKK",
      total_excl_vat: "10896",
      total_incl_vat: "13620",
      recognition: { is_closed: true, doubts: [] },
    });
    expect(linesOf(document)).toEqual([
      ["Tømrerarbejde, montering af døre Uge 11 og 12, Industrivej 3", "14", "timer", "7350"],
      ["Fyrretræ, høvlet 45 x 95 mm", "60", "m", "2310"],
      ["Diesel til varebil", "42.5", "liter", "476"],
      ["Bortkørsel af affald", "0.8", "ton", "760"],
    ]);
    expect(document.quantities).toMatchObject([
      { commodity: "diesel", quantity: "42.5", unit: "l" },
      { commodity: "waste", quantity: "0.8", unit: "t" },
    ]);
  });

  const tabs =
    '<w:tabs><w:tab w:val="right" w:pos="5500"/><w:tab w:val="left" w:pos="5800"/><w:tab w:val="right" w:pos="7800"/>' +
    '<w:tab w:val="decimal" w:pos="9600"/></w:tabs>';
  const tabbed = (rows: readonly (readonly string[])[]) => rows.map((cells) => p(cells.join("\t"), tabs)).join("");
  const spread = TOTALS.map(([label, amount]) => [label ?? "", "", "", "", amount ?? ""]);
  it.each<[string, WordDocument]>([
    ["in a table", { body: HEAD + table(WIDTHS, [HEADINGS, ...LINES, ...TOTALS]) }],
    ["with its columns by tabs", { body: `${HEAD}${tabbed([HEADINGS, ...LINES])}${p("")}${tabbed(spread)}` }],
    [
      "with one row of the table for all lines",
      {
        body:
          HEAD +
          table(WIDTHS, [HEADINGS, HEADINGS.map((_, at) => LINES.map((line) => line[at]).join("\n")), ...TOTALS]),
      },
    ],
    ["in a table without widths", { body: HEAD + table([0, 0, 0, 0, 0], [HEADINGS, ...LINES, ...TOTALS]) }],
    [
      "in a table in a table",
      { body: table([9600], [[HEAD + table(WIDTHS, [HEADINGS, ...LINES, ...TOTALS]) + p("")]]) },
    ],
    [
      "in content controls",
      { body: `<w:sdt><w:sdtContent>${HEAD}${table(WIDTHS, [HEADINGS, ...LINES, ...TOTALS])}</w:sdtContent></w:sdt>` },
    ],
    [
      "in strict Open XML",
      {
        namespace: "http://purl.oclc.org/ooxml/wordprocessingml/main",
        body: HEAD + table(WIDTHS, [HEADINGS, ...LINES, ...TOTALS]),
      },
    ],
  ])("is read completely %s", async (_how, word) => {
    const document = await documentOf(word);
    expect(document).toMatchObject(READ);
    expect(linesOf(document)).toEqual(READ_LINES);
  });

  it("that goes on over a page break is one invoice", async () => {
    const more = [["Poleret glasdør", "1", "stk", "81,00", "81,00"]];
    const totals = [
      ["Subtotal", "1.000,00"],
      ["Moms 25 %", "250,00"],
      ["Total", "1.250,00"],
    ];
    const body =
      HEAD +
      table(WIDTHS, [HEADINGS, ...LINES]) +
      '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' +
      table(WIDTHS, [HEADINGS, ...more, ...totals]);
    const document = await documentOf({ body, footer: p("Byens Vinduespolering ApS · CVR 12345674 · Side 1") });
    expect(document).toMatchObject({ ...READ, total_excl_vat: "1000", total_incl_vat: "1250" });
    expect(linesOf(document)).toEqual([...READ_LINES, ["Poleret glasdør", "1", "stk", "81"]]);
  });

  it("takes the issuer's name from the header and the number from the foot, not the buyer's", async () => {
    const body =
      p("Prøvefabrikken ApS") +
      p("CVR 87654326") +
      p("") +
      p("Faktura nr. 4711") +
      p("Dato: 12-05-2026") +
      p("") +
      table(WIDTHS, [HEADINGS, ...LINES, ...TOTALS]);
    const header = `<w:p>${run("Byens Vinduespolering ApS", '<w:b/><w:sz w:val="32"/>')}</w:p>`;
    const footer = p("Byens Vinduespolering ApS · Torvet 2 · 8000 Aarhus C · CVR-nr. 12345674");
    expect(await documentOf({ body, header, footer })).toMatchObject(READ);
  });

  it("takes the issuer's name and number from a header alone", async () => {
    const body = p("Faktura nr. 4711") + p("Dato: 12-05-2026") + p("") + table(WIDTHS, [HEADINGS, ...LINES, ...TOTALS]);
    expect(await documentOf({ body, header: HEAD_NAME })).toMatchObject(READ);
    expect((await documentOf({ body })).supplier).toBeNull();
  });

  it("counts what is printed: no deletions, hidden texts or instructions, and each text box once", async () => {
    const box = (inner: string): string =>
      '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>' +
      `${inner}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${inner}` +
      "</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>";
    const number =
      `<w:p>${run("Faktura nr. ")}<w:del><w:r><w:delText>9999</w:delText></w:r></w:del><w:moveFrom>${run("8888 ")}</w:moveFrom><w:ins>${run("4711")}</w:ins>` +
      `<w:r><w:instrText>DATE 01-01-2001</w:instrText></w:r></w:p>`;
    const hidden = `<w:p>${run("Dato: 01-01-2020", "<w:vanish/>")}</w:p>`;
    const lines = table(WIDTHS, [
      HEADINGS,
      LINES[0] ?? [],
      [box(p("Kørsel")), "34", "km", "3,50", "119,00"],
      ["Skjult", "1", "stk", "5,00", `<w:p>${run("5,00", "<w:vanish/>")}</w:p>`],
      ...TOTALS,
    ]);
    const body = `${HEAD_NAME}${number}${hidden}${p("Dato: 12-05-2026")}${p("")}${lines}`;
    const document = await documentOf({ body });
    expect(document).toMatchObject(READ);
    expect(linesOf(document)).toEqual(READ_LINES);
  });

  it("without lines is its total, which a person looks at", async () => {
    const document = await documentOf({
      body: HEAD + p("Arbejde i maj: 919,00 kr.") + p("Moms 25 %: 229,75 kr.") + p("I alt 1.148,75 kr."),
    });
    expect(document).toMatchObject({ total_excl_vat: "919", total_incl_vat: "1148.75" });
    expect(document.recognition?.doubts).toEqual(["No invoice lines were recognised on the pages."]);
  });

  it("knows whose document it is", async () => {
    const parties = ["Prøvefabrikken ApS\nIndustrivej 3", "Byens Vinduespolering ApS\nCVR 12345674"];
    const number = p("Faktura nr. 4711") + p("Dato: 12-05-2026") + p("");
    const body = table([4800, 4800], [parties]) + number + table(WIDTHS, [HEADINGS, ...LINES, ...TOTALS]);
    expect((await documentOf({ body })).supplier?.name).toBe("Prøvefabrikken ApS");
    expect(await documentOf({ body }, "Prøvefabrikken ApS")).toMatchObject(READ);
  });
});
