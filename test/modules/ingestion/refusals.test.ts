import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { DEFAULT_PARSE_LIMITS } from "../../../src/modules/reading/parse-limits.ts";
import { readDocument } from "../../../src/modules/reading/read-document.ts";
import { documentOf, read, refusalOf, UBL, ublInvoice } from "../../support/invoice-xml.ts";

const bytes = (...values: readonly (number | string)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === "number" ? Buffer.from([value]) : Buffer.from(value, "latin1"))),
  );

describe("files are recognised by content, never by name", () => {
  it.each<[string, Buffer, string]>([
    ["nothing", Buffer.alloc(0), "file.empty"],
    ["blanks", Buffer.from(" \r\n\t\n"), "file.empty"],
    ["a byte order mark alone", bytes(0xef, 0xbb, 0xbf), "file.empty"],
    ["a PDF", bytes("%PDF-1.7\n%âãÏÓ\n"), "file.unsupported_type"],
    ["a PDF behind rubbish", bytes("\r\n\r\n%PDF-1.4\n"), "file.unsupported_type"],
    ["a ZIP", bytes("PK", 3, 4, "rest"), "file.unsupported_type"],
    ["a workbook", bytes("PK", 3, 4, "[Content_Types].xml xl/workbook.xml"), "file.unsupported_type"],
    ["a PNG", bytes(0x89, "PNG\r\n", 0x1a, "\n"), "file.unsupported_type"],
    ["a JPEG", bytes(0xff, 0xd8, 0xff, 0xe0), "file.unsupported_type"],
    ["a program", bytes("MZ", 0x90, 0, 3, 0), "file.unsupported_type"],
    ["an old workbook", bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1), "file.unsupported_type"],
    [
      "a workbook or document behind a password",
      Buffer.concat([
        bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1),
        Buffer.alloc(600),
        Buffer.from("EncryptedPackage", "utf16le"),
      ]),
      "file.encrypted",
    ],
    [
      "an e-mail",
      Buffer.from("From: a@example.com\r\nTo: b@example.com\r\nSubject: Faktura\r\n\r\nHej"),
      "file.unsupported_type",
    ],
    ["a web page", Buffer.from("<!DOCTYPE html><html><body>Faktura</body></html>"), "file.unsupported_type"],
    ["JSON", Buffer.from('{"invoice": 1}'), "file.unsupported_type"],
    ["random bytes", Buffer.from([1, 2, 3, 0, 255, 254, 7, 8, 0, 0, 9]), "file.unsupported_type"],
    ["an order", Buffer.from(`<Order xmlns="${UBL}:Order-2"/>`), "file.unsupported_document_type"],
    ["another XML document", Buffer.from("<a><b/></a>"), "file.unsupported_document_type"],
    ["something that only starts like XML", Buffer.from("<<<<"), "file.corrupt"],
  ])("%s", (_what, content, code) => {
    expect(refusalOf(content, "faktura.xml")).toBe(code);
    expect(refusalOf(content, "faktura.csv")).toBe(code);
  });

  it("an invoice under any name is an invoice", () => {
    for (const name of ["faktura.pdf", "faktura", "../../x.exe", ""]) {
      expect(read(ublInvoice({}), name).kind).toBe("parsed");
    }
  });

  it("a refusal says what the file is and holds nothing of its content or path", () => {
    const outcome = readDocument(Buffer.from("<secret><password>hemmeligt</password></secret>"), "/etc/x.xml");
    expect(outcome).toMatchObject({ kind: "rejected", error: { detail: expect.stringContaining("<secret>") } });
    expect(JSON.stringify(outcome)).not.toMatch(/hemmeligt|password|etc/);
  });

  it("every refusal has code, title, detail and hint", () => {
    const outcome = read(Buffer.alloc(0));
    expect(outcome).toEqual({
      kind: "rejected",
      error: {
        code: "file.empty",
        title: expect.stringMatching(/./),
        detail: expect.stringMatching(/./),
        hint: expect.stringMatching(/./),
      },
    });
  });
});

describe("hostile and damaged XML", () => {
  const invoice = ublInvoice({});
  const withDoctype = (doctype: string) => invoice.replace("?>", `?>${doctype}`);

  it.each([
    ["a DOCTYPE", `<!DOCTYPE Invoice>`],
    ["an external DTD", `<!DOCTYPE Invoice SYSTEM "http://127.0.0.1/x.dtd">`],
    ["an internal entity", `<!DOCTYPE Invoice [<!ENTITY a "b">]>`],
    ["an external entity", `<!DOCTYPE Invoice [<!ENTITY a SYSTEM "file:///etc/passwd">]>`],
    ["a parameter entity", `<!DOCTYPE Invoice [<!ENTITY % p SYSTEM "file:///x"> %p;]>`],
    ["a DOCTYPE that never ends", `<!DOCTYPE Invoice [<!ENTITY a "`],
  ])("%s is refused as such", (_what, doctype) => {
    expect(refusalOf(withDoctype(doctype))).toBe("file.xml_entities");
  });

  it("a reference to an entity that nobody declared is refused as such", () => {
    expect(refusalOf(invoice.replace("Vare", "&xxe;"))).toBe("file.xml_entities");
  });

  it("a comment or CDATA that mentions a DOCTYPE is only text", () => {
    expect(read(invoice.replace("?>", "?><!-- <!DOCTYPE x [<!ENTITY a 'b'>]> -->")).kind).toBe("parsed");
    const text = invoice.replace("Vare", "<![CDATA[Bog om <!DOCTYPE>]]>");
    expect(documentOf(text).lines[0]?.description).toBe("Bog om <!DOCTYPE>");
  });

  it.each([
    ["cut off", invoice.slice(0, -40)],
    ["cut off within a tag", invoice.slice(0, invoice.indexOf("LegalMonetaryTotal") + 5)],
    ["crossed tags", invoice.replace("</cbc:ID>", "</cbc:IDD>")],
    ["two roots", `${invoice}<x/>`],
    ["an attribute twice", invoice.replace(`unitCode="EA"`, `unitCode="EA" unitCode="KWH"`)],
    ["a stray ampersand", invoice.replace("Vare", "A & B")],
    ["text after the end", `${invoice}rest`],
  ])("%s is damaged", (_what, text) => {
    expect(refusalOf(text)).toMatch(/^file\.(?:corrupt|xml_entities)$/);
  });

  it("depth and number of elements are bounded, both quickly", () => {
    const deep = invoice.replace("Vare", `${"<cbc:x>".repeat(300)}${"</cbc:x>".repeat(300)}`);
    expect(refusalOf(deep)).toBe("file.too_large");
    const limits = { ...DEFAULT_PARSE_LIMITS, xml_nodes_max: 1000 };
    const many = invoice.replace("Vare", "<cbc:x/>".repeat(2000));
    expect(readDocument(Buffer.from(many), "a.xml", limits)).toMatchObject({ error: { code: "file.too_large" } });
    const attributes = Array.from({ length: 600 }, (_, at) => `a${at}=""`).join(" ");
    const wide = invoice.replace("<cbc:ID>F", `<cbc:y ${attributes}/><cbc:ID>F`);
    expect(readDocument(Buffer.from(wide), "a.xml")).toMatchObject({ error: { code: "file.too_large" } });
  });

  it("elements outside the format count against the bounds as well", () => {
    const foreign = `<x:a xmlns:x="urn:x">${"<x:b/>".repeat(2000)}</x:a>`;
    const limits = { ...DEFAULT_PARSE_LIMITS, xml_nodes_max: 1000 };
    const text = invoice.replace("<cbc:ID>F", `${foreign}<cbc:ID>F`);
    expect(readDocument(Buffer.from(text), "a.xml", limits)).toMatchObject({ error: { code: "file.too_large" } });
  });

  it("[contract 10.2] a file over the size limit is refused before it is decoded", () => {
    const limits = { ...DEFAULT_PARSE_LIMITS, file_bytes_max: 500 };
    expect(readDocument(Buffer.from(invoice), "a.xml", limits)).toMatchObject({ error: { code: "file.too_large" } });
  });
});

describe("encodings", () => {
  const danish = ublInvoice({ lines: [{ name: "Rødgrød, æbler, ål", amount: "100" }] });
  const declared = (name: string) => danish.replace(`encoding="UTF-8"`, `encoding="${name}"`);
  const described = (content: Buffer) => documentOf(content).lines[0]?.description;

  it.each<[string, Buffer]>([
    ["UTF-8", Buffer.from(danish)],
    ["UTF-8 with a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(danish)])],
    ["UTF-8 without declaration", Buffer.from(danish.replace(/^<\?xml[^>]*\?>\s*/, ""))],
    ["UTF-16 little endian", iconv.encode(declared("UTF-16"), "utf-16le", { addBOM: true })],
    ["UTF-16 big endian", iconv.encode(declared("UTF-16"), "utf-16be", { addBOM: true })],
    ["UTF-16 without a mark", iconv.encode(declared("UTF-16"), "utf-16le", { addBOM: false })],
    ["ISO 8859-1", iconv.encode(declared("ISO-8859-1"), "latin1")],
    ["windows-1252", iconv.encode(declared("windows-1252"), "win1252")],
    ["UTF-8 that says UTF-16", Buffer.from(declared("utf-16"))],
  ])("%s is read", (_name, content) => {
    expect(described(content)).toBe("Rødgrød, æbler, ål");
  });

  it("bytes that are not in the declared encoding are damage, not silently other letters", () => {
    expect(refusalOf(iconv.encode(danish, "latin1"))).toBe("file.corrupt");
  });

  it("an encoding that is not supported is refused by its name", () => {
    expect(read(Buffer.from(declared("UTF-7")))).toMatchObject({
      error: { code: "file.corrupt", detail: expect.stringContaining("utf-7") },
    });
  });

  it("control and direction characters do not reach names and texts", () => {
    const text = ublInvoice({ lines: [{ name: "Bog\u202Efdp.exe\u200B&#9;x", amount: "100" }] });
    expect(documentOf(text).lines[0]?.description).toBe("Bog fdp.exe x");
  });
});
