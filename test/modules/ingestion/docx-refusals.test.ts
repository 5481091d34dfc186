import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readFile, type ReadOutcome } from "../../../src/modules/reading/read-file.ts";
import { docx, paragraph as p, table, WORD_TYPE, type WordDocument } from "../../support/docx.ts";
import { type ZipEntry, zipOf } from "../../support/zip.ts";

const INVOICE: WordDocument = {
  body:
    p("Byens Vinduespolering ApS") +
    p("CVR 12345674") +
    p("Faktura nr. 4711") +
    p("Dato: 12-05-2026") +
    table(
      [5000, 1500, 1500],
      [
        ["Beskrivelse", "Antal", "Beløb"],
        ["Vinduespolering", "2", "800,00"],
        ["I alt ekskl. moms", "", "800,00"],
        ["Moms", "", "200,00"],
        ["I alt", "", "1.000,00"],
      ],
    ),
};

const read = (bytes: Buffer): Promise<ReadOutcome> => readFile(bytes, "faktura.docx");

async function refusalOf(bytes: Buffer): Promise<string> {
  const outcome = await read(bytes);
  return outcome.kind === "rejected" ? outcome.error.code : outcome.kind;
}

/** Texts that do not pack so well that they are taken for a bomb. */
const unlike = (count: number, seed = 1): string[] =>
  Array.from({ length: count }, (_, at) => String(((at + seed * 131) * 7919) % 100_003));

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();
const media = async (...names: string[]): Promise<ZipEntry[]> =>
  Promise.all(names.map(async (name) => ({ name: `word/media/${name}`, content: await picture() })));

describe("a Word document", () => {
  it("with macros is refused with what to do, by its parts and by its type, whatever its name", async () => {
    const macros = docx({ ...INVOICE, more: [{ name: "word/vbaProject.bin", content: "x" }] });
    const typed = docx({ ...INVOICE, type: "application/vnd.ms-word.document.macroEnabled.main+xml" });
    for (const bytes of [macros, typed]) {
      const outcome = await read(bytes);
      expect(outcome).toMatchObject({ kind: "rejected", error: { code: "file.unsupported_type" } });
      expect(outcome).toMatchObject({
        error: { detail: expect.stringMatching(/with macros; save it as .*DOCX.* or as PDF/) },
      });
    }
    expect((await read(docx(INVOICE))).kind).toBe("parsed");
  });

  it.each([
    ["a DOCTYPE", "<!DOCTYPE w:document>"],
    ["an external entity", '<!DOCTYPE w:document [<!ENTITY a SYSTEM "file:///etc/passwd">]>'],
    ["entities that multiply", '<!DOCTYPE w:document [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'],
  ])("with %s is refused as such", async (_what, prolog) => {
    expect(await refusalOf(docx({ ...INVOICE, prolog }))).toBe("file.xml_entities");
  });

  it("that is a bomb, nests without end or is endless is refused", async () => {
    const bomb = docx({ ...INVOICE, more: [{ name: "word/media/a.bin", content: Buffer.alloc(30 * 1024 * 1024) }] });
    expect(await refusalOf(bomb)).toBe("file.decompression_limit");
    const nested = docx({ body: `${"<w:tbl><w:tr><w:tc>".repeat(80)}${"</w:tc></w:tr></w:tbl>".repeat(80)}` });
    expect(await refusalOf(nested)).toBe("file.too_large");
    const many = Array.from({ length: 260_000 }, (_, at) => `<w:bookmarkStart w:id="${(at * 7919) % 260_000}"/>`).join(
      "",
    );
    expect(await refusalOf(docx({ body: many }))).toBe("file.too_large");
    expect(
      await refusalOf(
        docx({
          body: unlike(20_001)
            .map((text) => p(text))
            .join(""),
        }),
      ),
    ).toBe("file.too_large");
    const wide = table(
      Array.from({ length: 60 }, () => 200),
      Array.from({ length: 900 }, (_, at) => unlike(60, at)),
    );
    expect(await refusalOf(docx({ body: wide }))).toBe("file.too_large");
  });

  it("that is cut off, lacks its text or has a password is refused with what is wrong", async () => {
    const whole = docx(INVOICE);
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe("file.corrupt");
    const types = { name: "[Content_Types].xml", content: `<Types><Override ContentType="${WORD_TYPE}"/></Types>` };
    expect(await refusalOf(zipOf([types, { name: "word/document.xml", content: "<w:document" }]))).toBe("file.corrupt");
    const elsewhere =
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/b.xml"/></Relationships>';
    const lost = [types, { name: "_rels/.rels", content: elsewhere }, { name: "word/document.xml", content: "<a/>" }];
    expect(await refusalOf(zipOf(lost))).toBe("file.corrupt");
    expect(await refusalOf(zipOf([types, { name: "word/document.xml", content: "<a/>", flags: 1 }]))).toBe(
      "file.encrypted",
    );
    expect(await refusalOf(docx({ body: "" }))).toBe("file.no_invoice_data");
  });

  it("of the old binary kind is refused with what to save it as", async () => {
    const old = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4096)]);
    expect(await read(old)).toMatchObject({
      kind: "rejected",
      error: {
        code: "file.unsupported_type",
        detail: expect.stringMatching(/old Office document .*DOCX/),
        hint: expect.stringContaining("DOCX"),
      },
    });
  });

  it("links to nothing that is fetched", async () => {
    const target = "http://127.0.0.1:9/header.xml";
    const relations =
      `<Relationships><Relationship Id="header" Type="x/header" Target="${target}" TargetMode="External"/>` +
      `<Relationship Id="footer" Type="x/footer" Target="../../../etc/passwd"/></Relationships>`;
    const outcome = await read(
      docx({ ...INVOICE, more: [{ name: "word/_rels/document.xml.rels", content: relations }] }),
    );
    expect(outcome.kind).toBe("parsed");
    expect(JSON.stringify(outcome)).not.toContain("root:");
  });
});

describe("a Word document without text", () => {
  it("that is one picture is read as that picture, whose size is looked at first", async () => {
    const outcome = await read(docx({ body: p("Scan"), more: await media("image1.jpeg") }));
    expect(outcome).toMatchObject({ kind: "pictures" });
    expect(outcome.kind === "pictures" && Buffer.from(outcome.bytes).equals(await picture())).toBe(true);
    const huge = await picture();
    const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
    huge.writeUInt16BE(60_001, frame + 5);
    huge.writeUInt16BE(1_000, frame + 7);
    expect(await refusalOf(docx({ body: p(""), more: [{ name: "word/media/a.jpeg", content: huge }] }))).toBe(
      "file.image_too_large",
    );
  });

  it("that is several pictures waits for a person, who is told to send them", async () => {
    const outcome = await read(docx({ body: p(""), more: await media("image1.jpeg", "image2.jpeg") }));
    expect(outcome).toMatchObject({
      kind: "unreadable",
      error: { detail: expect.stringContaining("send the pictures") },
    });
  });

  it("is not taken for its logo where there is text", async () => {
    const outcome = await read(docx({ ...INVOICE, more: await media("logo.jpeg") }));
    expect(outcome).toMatchObject({ kind: "parsed", document: { total_excl_vat: "800" } });
  });
});

describe("damaged Word documents", () => {
  it("[contract 10.1] always have an outcome: read or refused with a code, never an exception", async () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.integer({ min: 0, max: 60 }),
      insert: fc.constantFrom(
        "",
        "<",
        ">",
        "<w:tbl>",
        "</w:p>",
        "<w:tc>",
        "<w:t>",
        '"',
        "&",
        "\u{1F600}",
        'w:val="99999999999"',
        "<w:tr/>",
        "\0",
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const body = edits.reduce((text, { at, remove, insert }) => {
          const from = Math.floor(at * text.length);
          return text.slice(0, from) + insert + text.slice(from + remove);
        }, INVOICE.body);
        const outcome = await read(docx({ body }));
        expect(["parsed", "rejected", "unreadable"]).toContain(outcome.kind);
      }),
      { numRuns: 300 },
    );
  });
});
