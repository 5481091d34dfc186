import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { mailOf } from "../../support/mail.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";
import { workbookOf, zipOf } from "../../support/zip.ts";
import { sampleFile } from "../../support/sample-manifest.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});

afterAll(async () => {
  await service.close();
});

const POWER = [{ text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "980.00" }];
const invoice = (number: string): Buffer => ubl({ number, lines: POWER });
const statuses = (files: readonly { readonly name: string; readonly status: string }[]) =>
  files.map(({ name, status }) => [name, status]);

describe("an archive", () => {
  test("becomes a file of the upload per entry, each with its own result; the archive costs no quota", async () => {
    const company = await service.company();
    const bytes = zipOf([
      { name: "marts/a.xml", content: invoice("Z-1") },
      { name: "marts/b.xml", content: invoice("Z-2") },
      { name: "broken.xml", content: "<Invoice" },
      { name: "../../etc/c.xml", content: invoice("Z-3") },
      { name: "__MACOSX/._a.xml", content: "x" },
      { name: "Thumbs.db", content: "x" },
      { name: "empty/", content: "" },
    ]);
    const files = await company.ingest({ name: "bilag.zip", bytes });
    expect(statuses(files)).toEqual([
      ["bilag.zip", "unpacked"],
      ["bilag.zip/marts/a.xml", "processed"],
      ["bilag.zip/marts/b.xml", "processed"],
      ["bilag.zip/broken.xml", "rejected"],
    ]);
    expect(files[0]?.warnings).toEqual(['"../../etc/c.xml" leads out of its folder and was left out']);
    expect(await company.lines()).toHaveLength(2);
    expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  });

  test("sent again holds only duplicates, and so does one of its files sent alone", async () => {
    const company = await service.company();
    const bytes = zipOf([{ name: "a.xml", content: invoice("Z-1") }]);
    await company.ingest({ name: "bilag.zip", bytes });
    expect(statuses(await company.ingest({ name: "bilag.zip", bytes }))).toEqual([
      ["bilag.zip", "unpacked"],
      ["bilag.zip/a.xml", "duplicate"],
    ]);
    expect(statuses(await company.ingest({ name: "a.xml", bytes: invoice("Z-1") }))).toEqual([["a.xml", "duplicate"]]);
    expect(await company.lines()).toHaveLength(1);
  });

  test("in an archive is not unpacked, and the files beside it are read", async () => {
    const company = await service.company();
    const inner = zipOf([{ name: "b.xml", content: invoice("Z-2") }]);
    const bytes = zipOf([
      { name: "inner.zip", content: inner },
      { name: "a.xml", content: invoice("Z-1") },
    ]);
    const files = await company.ingest({ name: "outer.zip", bytes });
    expect(statuses(files).slice(1)).toEqual([
      ["outer.zip/inner.zip", "rejected"],
      ["outer.zip/a.xml", "processed"],
    ]);
    expect(files[1]?.error?.code).toBe("file.decompression_limit");
  });

  test.each([
    ["a bomb", [{ name: "a.xml", content: Buffer.alloc(30 * 1024 * 1024) }], "file.decompression_limit"],
    [
      "more than 500 entries",
      Array.from({ length: 501 }, (_, at) => ({ name: `${at}.xml`, content: "x" })),
      "file.decompression_limit",
    ],
    ["only encrypted files", [{ name: "a.xml", content: "x", flags: 1 }], "file.encrypted"],
    ["nothing", [], "file.empty"],
    ["an entry that is larger than it says", [{ name: "a.xml", content: "xxxx", declaredSize: 2 }], "file.corrupt"],
  ])("with %s is refused", async (_name, entries, code) => {
    const company = await service.company();
    const [file] = await company.ingest({ name: "a.zip", bytes: zipOf(entries) });
    expect(file).toMatchObject({ status: "rejected", error: { code } });
  });

  test("that breaks off is refused as damaged", async () => {
    const company = await service.company();
    const bytes = zipOf([{ name: "a.xml", content: invoice("Z-1") }]).subarray(0, 200);
    expect(await company.ingest({ name: "a.zip", bytes })).toMatchObject([
      { status: "rejected", error: { code: "file.corrupt" } },
    ]);
  });

  test("with more invoices than the quota has room for keeps the others unread", async () => {
    const company = await service.company({ plan: "starter" });
    const entries = Array.from({ length: 120 }, (_, at) => ({ name: `${at}.xml`, content: invoice(`Q-${at}`) }));
    const files = await company.ingest({ name: "many.zip", bytes: zipOf(entries) });
    const count = (status: string) => files.filter((file) => file.status === status).length;
    expect([count("unpacked"), count("processed"), count("held_quota")]).toEqual([1, 100, 20]);
  });
});

describe("an e-mail", () => {
  test("gives its attachments; logos, signatures and calendar entries are left out", async () => {
    const company = await service.company();
    const bytes = mailOf([
      { name: "Faktura æøå.xml", type: "application/xml", content: invoice("M-1") },
      { name: "logo.png", type: "image/png", content: Buffer.alloc(900, 1) },
      { name: "smime.p7s", type: "application/pkcs7-signature", content: Buffer.from("x") },
      { name: "invite.ics", type: "text/calendar", content: Buffer.from("BEGIN:VCALENDAR") },
    ]);
    expect(statuses(await company.ingest({ name: "mail.eml", bytes }))).toEqual([
      ["mail.eml", "unpacked"],
      ["mail.eml/Faktura æøå.xml", "processed"],
    ]);
  });

  test("forwarded in a forwarded mail gives its attachments down to the third mail, not the fourth", async () => {
    const company = await service.company();
    const level = (depth: number): Buffer =>
      mailOf([
        { name: `${depth}.xml`, type: "application/xml", content: invoice(`D-${depth}`) },
        ...(depth === 4 ? [] : [{ name: "fwd.eml", type: "message/rfc822", content: level(depth + 1) }]),
      ]);
    const files = await company.ingest({ name: "mail.eml", bytes: level(1) });
    expect(statuses(files)).toEqual([
      ["mail.eml", "unpacked"],
      ["mail.eml/1.xml", "processed"],
      ["mail.eml/2.xml", "processed"],
      ["mail.eml/3.xml", "processed"],
    ]);
    expect(files[0]?.warnings).toEqual(["a mail more than 3 deep was left out"]);
  });

  test("with an archive attached gives the files of the archive", async () => {
    const company = await service.company();
    const archive = zipOf([{ name: "a.xml", content: invoice("M-9") }]);
    const bytes = mailOf([{ name: "bilag.zip", type: "application/zip", content: archive }]);
    expect(statuses(await company.ingest({ name: "mail.eml", bytes }))).toEqual([
      ["mail.eml", "unpacked"],
      ["mail.eml/bilag.zip", "unpacked"],
      ["mail.eml/bilag.zip/a.xml", "processed"],
    ]);
  });

  test("without attachments is refused, and says so", async () => {
    const company = await service.company();
    const [file] = await company.ingest({ name: "mail.eml", bytes: mailOf([]) });
    expect(file).toMatchObject({ status: "rejected", error: { code: "file.no_invoice_data" } });
  });
});

test("a Word document is booked alone, from an archive and from a mail, once", async () => {
  const { bytes: word } = sampleFile({ file: "syn-haandvaerker.docx" });
  const type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const sent = [
    { name: "faktura.docx", bytes: word },
    { name: "bilag.zip", bytes: zipOf([{ name: "faktura.docx", content: word }]) },
    { name: "mail.eml", bytes: mailOf([{ name: "faktura.docx", type, content: word }]) },
  ];
  for (const file of sent) {
    const company = await service.company();
    const read = (await company.ingest(file)).at(-1);
    expect(read).toMatchObject({ name: expect.stringMatching(/faktura\.docx$/), activity_count: 4 });
    const lines = await company.lines();
    expect(lines.map(({ amount }) => amount)).toEqual(["7350", "2310", "476", "760"]);
    const diesel = lines.find(({ description }) => description === "Diesel til varebil");
    expect(diesel).toMatchObject({ quantity: "42.5", unit: "l", status: "classified" });
    expect((await company.ingest(file)).at(-1)?.status).toBe("duplicate");
    expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  }
});

test("a workbook's postings are booked like those of a CSV export", async () => {
  const company = await service.company();
  const texts = ["Dato", "Tekst", "Konto", "Beløb", "El januar", "Forbrug", "2050"];
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join("");
  const sheet =
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>` +
    `<row r="2"><c r="A2" s="1"><v>46055</v></c><c r="B2" t="s"><v>4</v></c><c r="C2"><v>2050</v></c><c r="D2"><f>1+1</f><v>4011.2</v></c></row>` +
    `<row r="3"><c r="A3" s="1"><v>46056</v></c><c r="B3" t="s"><v>5</v></c><c r="C3"><v>2050</v></c><c r="D3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`;
  const styles = `<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>`;
  const [file] = await company.ingest({ name: "p.xlsx", bytes: workbookOf({ sheet, strings, styles }) });
  expect(file).toMatchObject({ activity_count: 1 });
  expect(file?.row_errors).toMatchObject([{ code: "row.invalid" }]);
  expect(await company.lines()).toMatchObject([{ description: "El januar", amount: "4011.2" }]);
});

describe("sample containers", () => {
  const sample = (file: string) => sampleFile({ file });

  test("the archive of the manifest holds three invoices", async () => {
    const company = await service.company();
    const files = await company.ingest(sample("ok-three-invoices.zip"));
    expect(files.map((file) => file.status)).toEqual([
      "unpacked",
      ...Array(3).fill(expect.stringMatching(/^(?:processed|needs_review)$/)),
    ]);
  });

  test("the mail of the manifest holds one document and its logo is none", async () => {
    const company = await service.company();
    const files = await company.ingest(sample("ok-mail-with-invoice.eml"));
    expect(files.map((file) => file.name.split("/")[1])).toEqual([undefined, "Faktura_48112_æøå.pdf"]);
  });

  test("the workbook of the manifest gives its five postings with their sum", async () => {
    const company = await service.company();
    await company.ingest(sample("visma-posteringer.xlsx"));
    const lines = await company.lines();
    expect(lines).toHaveLength(5);
    expect(lines.reduce((sum, line) => sum + Number(line.amount), 0)).toBeCloseTo(8487.6, 6);
  });

  test("the workbook that is a bomb is refused", async () => {
    const company = await service.company();
    expect(await company.ingest(sample("bad-zipbomb.xlsx"))).toMatchObject([
      { status: "rejected", error: { code: "file.decompression_limit" } },
    ]);
  });
});
