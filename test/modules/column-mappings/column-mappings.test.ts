import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceError } from "../../../src/core/errors.ts";
import { statement } from "../../../src/core/statement.ts";
import { getColumnMapping } from "../../../src/modules/column-mappings/get-column-mapping.ts";
import { listColumnMappings } from "../../../src/modules/column-mappings/list-column-mappings.ts";
import { withdrawColumnMapping } from "../../../src/modules/column-mappings/withdraw-column-mapping.ts";
import { enterUploadFile } from "../../../src/modules/ingestion/enter-upload-file.ts";
import { excludeUploadFile } from "../../../src/modules/ingestion/exclude-upload-file.ts";
import { getUploadFileColumns } from "../../../src/modules/ingestion/get-upload-file-columns.ts";
import { holdTable } from "../../../src/modules/ingestion/hold-file.ts";
import { registerSourceFiles } from "../../../src/modules/ingestion/index.ts";
import { listUploadFiles } from "../../../src/modules/ingestion/list-upload-files.ts";
import { stateUploadFileColumns } from "../../../src/modules/ingestion/state-upload-file-columns.ts";
import { selectFiles } from "../../../src/modules/ingestion/store.ts";
import { reserveQuota } from "../../../src/modules/quota/index.ts";
import { readDocument } from "../../../src/modules/reading/read-document.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run } from "../../support/review.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const table = (...rows: string[]) => ({ name: "tabel.csv", bytes: Buffer.from(`${rows.join("\n")}\n`) });

interface File {
  readonly id: string;
  readonly status: string;
  readonly needs_entry: boolean;
  readonly question: { readonly code: string; readonly missing: readonly string[] } | null;
  readonly entry_count: number;
  readonly warnings: readonly string[];
}

interface Answer {
  readonly file: File;
  readonly mapping: { readonly id: string; readonly version: number };
  readonly reopened_count: number;
}

const fileOf = async (company: Company, id: string): Promise<File | undefined> => {
  const { items } = await run<{ items: File[] }>(listUploadFiles, company.ctx, { limit: 100 });
  return items.find((file) => file.id === id);
};
const state = async (company: Company, id: string | undefined, said: object): Promise<Answer> => {
  const answer = await run<Answer>(stateUploadFileColumns, company.ctx, { id, ...said });
  await service.drain();
  return answer;
};
const amounts = async (company: Company) => (await company.lines()).map(({ amount }) => amount);
const described = async (company: Company) => (await company.lines()).map(({ description }) => description);

const SOURCE = statement(`
  insert into data_sources (tenant_id, environment, id, connector, name, status)
  values ($1, $2, $3, 'folder', 'Folder', 'idle')`);

async function sourceOf({ ctx }: Company): Promise<string> {
  const id = ctx.newId();
  await ctx.db.transaction((tx) => tx.rows(SOURCE, [id]));
  return id;
}

/** What a source gave, as its worker registers it, read. Returns the id of the file. */
async function fetch({ ctx }: Company, source: string, { name, bytes }: ReturnType<typeof table>): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await ctx.files.put(bytes, sha256);
  const file = { id: ctx.newId(), name, size_bytes: bytes.length, sha256, is_free: false };
  await ctx.db.transaction((tx) => registerSourceFiles(ctx, tx, source, [file]));
  await service.drain();
  return file.id;
}

const UNKNOWN = "Dag;Hvad;Kroner";
const unknown = (day: string, what: string) => table(UNKNOWN, `${day};${what};1.000,00`);
const MEANINGS = [
  { heading: "Dag", meaning: "date" },
  { heading: "Hvad", meaning: "description" },
  { heading: "Kroner", meaning: "amount" },
];

describe("a table none of whose headings are known", () => {
  test("asks, is read once somebody has said what they are, and so are all later ones of its source", async () => {
    const company = await service.company();
    const [first] = await company.ingest(unknown("03-03-2026", "Elregning"));
    const [second] = await company.ingest(unknown("04-03-2026", "Diesel"));
    expect(first).toMatchObject({
      status: "needs_review",
      needs_entry: true,
      is_table: true,
      document_id: null,
      error: { code: "file.columns_unknown" },
      question: { code: "columns_unknown", missing: ["date", "amount"] },
    });
    const { reopened_count, mapping } = await state(company, first?.id, { columns: MEANINGS, reason: "Eget system" });
    expect(reopened_count).toBe(2);
    expect(await fileOf(company, first?.id ?? "")).toMatchObject({ question: null, needs_entry: false });
    expect(await fileOf(company, second?.id ?? "")).toMatchObject({ question: null, needs_entry: false });
    const [third] = await company.ingest(table("Kroner;Dag;Hvad", "500,00;05-03-2026;Kopipapir"));
    expect(third?.warnings[0]).toContain(`column mapping ${mapping.id}, version 1`);
    expect((await described(company)).toSorted()).toEqual(["Diesel", "Elregning", "Kopipapir"]);
    const kept = await run(getColumnMapping, company.ctx, { id: mapping.id });
    expect(kept).toMatchObject({ status: "in_force", reason: "Eget system", versions: [{ version: 1 }] });
  });

  test("shows what its columns hold", async () => {
    const company = await service.company();
    const [file] = await company.ingest(unknown("03-03-2026", "Elregning"));
    expect(await run(getUploadFileColumns, company.ctx, { id: file?.id })).toMatchObject({
      tables: [
        {
          sheet: null,
          mapping: null,
          columns: [
            { heading: "Dag", occurrence: 1, holds: "dates", samples: ["03-03-2026"], read_as: null },
            { heading: "Hvad", holds: "words", samples: ["Elregning"], read_as: null },
            { heading: "Kroner", holds: "numbers", samples: ["1.000,00"], read_as: null },
          ],
        },
      ],
    });
  });

  test("is refused an answer that leaves rows unreadable, and one about columns that are not there", async () => {
    const company = await service.company();
    const [file] = await company.ingest(unknown("03-03-2026", "Elregning"));
    const refusal = async (said: object) => {
      const failed = await state(company, file?.id, said).catch((error: ServiceError) => error);
      return "extras" in failed ? failed.extras.issues?.map(({ path, code }) => `${path} ${code}`) : failed;
    };
    const [date = {}, description = {}, amount = {}] = MEANINGS;
    expect(await refusal({ columns: [date, description] })).toEqual(["columns incomplete"]);
    expect(await refusal({ columns: [...MEANINGS, { heading: "Andet", meaning: "ignore" }] })).toEqual([
      "columns[3].heading unknown",
    ]);
    expect(await refusal({ columns: [date, amount, { ...description, meaning: "amount" }] })).toEqual([
      "columns[2].meaning duplicate",
    ]);
    expect(await refusal({ columns: [...MEANINGS, date] })).toEqual([
      "columns[3].heading duplicate",
      "columns[3].meaning duplicate",
    ]);
    expect(await refusal({ columns: [{ ...amount, meaning: "quantity", unit: "skæpper" }, date] })).toEqual([
      "columns[0].unit unknown",
    ]);
    expect(await refusal({ columns: [{ ...date, unit: "kWh" }, amount] })).toEqual(["columns[0].unit invalid"]);
    expect(await refusal({ columns: MEANINGS, head_key: "0".repeat(64) })).toEqual(["head_key unknown"]);
    expect(await fileOf(company, file?.id ?? "")).toMatchObject({ status: "needs_review" });
    expect((await run<{ items: unknown[] }>(listColumnMappings, company.ctx, {})).items).toEqual([]);
  });

  test("counts a quantity by the unit that somebody says", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table("Dag;Hvad;Aflæst", "03-03-2026;Elforbrug;1.200,5"));
    const [date, description] = MEANINGS;
    const quantity = { heading: "Aflæst", meaning: "quantity", unit: "kWh" };
    await state(company, file?.id, { columns: [date, description, quantity] });
    expect(await company.lines()).toMatchObject([
      { category_key: "energy.electricity.grid_dk", quantity: "1200.5", unit: "kWh", amount: null },
    ]);
  });

  test("of another company is not read with it", async () => {
    const [company, other] = [await service.company(), await service.company()];
    const [file] = await company.ingest(unknown("03-03-2026", "Elregning"));
    await state(company, file?.id, { columns: MEANINGS });
    const [foreign] = await other.ingest(unknown("03-03-2026", "Elregning"));
    expect(foreign?.question?.code).toBe("columns_unknown");
    await expect(state(other, file?.id, { columns: MEANINGS })).rejects.toMatchObject({ code: "resource.not_found" });
    await expect(run(getUploadFileColumns, other.ctx, { id: file?.id })).rejects.toMatchObject({
      code: "resource.not_found",
    });
  });

  test("of a data source is of another source than the same one uploaded, and the other way round", async () => {
    const company = await service.company();
    const source = await sourceOf(company);
    const fetched = await fetch(company, source, unknown("02-03-2026", "Vand"));
    const [uploaded] = await company.ingest(unknown("03-03-2026", "Elregning"));
    expect((await state(company, uploaded?.id, { columns: MEANINGS })).reopened_count).toBe(1);
    expect((await fileOf(company, fetched))?.question?.code).toBe("columns_unknown");
    expect(await described(company)).toEqual(["Elregning"]);
    const next = await fetch(company, source, unknown("05-03-2026", "Kaffe"));
    expect((await fileOf(company, next))?.question?.code).toBe("columns_unknown");
    const { mapping } = await state(company, fetched, { columns: MEANINGS });
    expect(mapping).toMatchObject({ data_source_id: source, version: 1 });
    await fetch(company, source, unknown("04-03-2026", "Diesel"));
    expect((await described(company)).toSorted()).toEqual(["Diesel", "Elregning", "Kaffe", "Vand"]);
    const { items } = await run<{ items: unknown[] }>(listColumnMappings, company.ctx, { data_source_id: source });
    expect(items).toMatchObject([{ id: mapping.id }]);
    expect((await run<{ items: unknown[] }>(listColumnMappings, company.ctx, {})).items).toHaveLength(2);
  });

  test("cannot be entered as one line, can be left out, and an answer takes it back", async () => {
    const company = await service.company();
    const [file] = await company.ingest(unknown("03-03-2026", "Elregning"));
    const entered = { ...enterUploadFile.example.input, id: file?.id, issue_date: "2026-03-03" };
    await expect(run(enterUploadFile, company.ctx, entered)).rejects.toMatchObject({
      extras: { issues: [{ path: "id", code: "is_table" }] },
    });
    await run(excludeUploadFile, company.ctx, { id: file?.id, reason: "Hører ikke til" });
    expect(await fileOf(company, file?.id ?? "")).toMatchObject({ status: "excluded", needs_entry: false });
    const [other] = await company.ingest(unknown("04-03-2026", "Diesel"));
    expect(await state(company, other?.id, { columns: MEANINGS })).toMatchObject({ reopened_count: 1 });
    expect(await fileOf(company, file?.id ?? "")).toMatchObject({ status: "excluded" });
    const taken = await run<Answer>(getUploadFileColumns, company.ctx, { id: file?.id });
    expect(taken).toMatchObject({ question: { code: "columns_unknown" } });
    expect(await state(company, file?.id, { columns: MEANINGS })).toMatchObject({ reopened_count: 1 });
    expect((await described(company)).toSorted()).toEqual(["Diesel", "Elregning"]);
  });

  test("takes a place in the month's quota when it is answered, and waits for one where there is none", async () => {
    const company = await service.company({ plan: "starter" });
    await company.ingest(unknown("03-03-2026", "Elregning"), unknown("04-03-2026", "Diesel"));
    await company.ctx.db.transaction((tx) => reserveQuota(company.ctx, tx, 99));
    const { items } = await run<{ items: File[] }>(listUploadFiles, company.ctx, { needs_entry: true });
    expect(items).toHaveLength(2);
    expect(await state(company, items[0]?.id, { columns: MEANINGS })).toMatchObject({ reopened_count: 2 });
    const after = await run<{ items: File[] }>(listUploadFiles, company.ctx, {});
    expect(after.items.map(({ status }) => status).toSorted()).toEqual(["held_quota", "needs_review"]);
    expect(after.items.map(({ question }) => question)).toEqual([null, null]);
    expect(await company.lines()).toHaveLength(1);
  });

  test("may have headings and cells of any length, cut between letters", async () => {
    const company = await service.company();
    const [heading, cell] = [`a${"😀".repeat(150)}`, `b${"🦊".repeat(60)}`];
    const [file] = await company.ingest(table(`Dag;Hvad;Kroner;${heading}`, `03-03-2026;Elregning;1.000,00;${cell}`));
    expect(file?.question?.code).toBe("columns_unknown");
    const { tables } = await run<{ tables: { columns: { heading: string; samples: string[] }[] }[] }>(
      getUploadFileColumns,
      company.ctx,
      { id: file?.id },
    );
    const shown = tables[0]?.columns[3];
    expect(shown?.heading.length).toBeGreaterThan(190);
    const ignored = { heading: shown?.heading, meaning: "ignore" };
    await state(company, file?.id, { columns: [...MEANINGS, ignored] });
    expect(await described(company)).toEqual(["Elregning"]);
  });

  test("is refused as before when no answer would help", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table("Navn;By", "Havnens Tømmer;Aarhus"));
    expect(file).toMatchObject({ status: "rejected", error: { code: "file.no_invoice_data" }, question: null });
  });
});

describe("a table whose rows say nothing of what was bought", () => {
  const ROWS = ["Dato;Kontonr;Bemærkning;Reg.mærke;Beløb", "03-03-2026;2050;Elregning;AB 12345;1.000,00"];

  test("asks which column does", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table(...ROWS));
    expect(file).toMatchObject({ status: "needs_review", entry_count: 0, question: { missing: ["description"] } });
    await state(company, file?.id, { columns: [{ heading: "Bemærkning", meaning: "description" }] });
    expect(await described(company)).toEqual(["Elregning"]);
  });

  test("is read as it is when somebody says that none does", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table(...ROWS));
    await state(company, file?.id, { columns: [] });
    expect(await described(company)).toEqual([""]);
  });
});

describe("amounts that are mostly below zero", () => {
  const COSTS = ["03-03-2026;2050;Elregning;-1.000,00", "04-03-2026;2050;Elregning april;-1.200,00"];
  const ledger = () => table("Dato;Kontonr;Tekst;Beløb", ...COSTS, "05-03-2026;1010;Varesalg;9.000,00");

  test.each([
    ["costs_negative", ["1000.00", "1200.00", "-9000.00"]],
    ["costs_positive", ["-1000.00", "-1200.00", "9000.00"]],
  ])("are %s once somebody says so; nothing is booked before", async (said, expected) => {
    const company = await service.company();
    const [file] = await company.ingest(ledger());
    const amountsAsked = { count: 3, negative: 2 };
    expect(file).toMatchObject({ question: { code: "signs_unknown", missing: [], amounts: amountsAsked } });
    expect(await company.lines()).toEqual([]);
    await expect(state(company, file?.id, {})).rejects.toMatchObject({
      extras: { issues: [{ path: "amounts", code: "required" }] },
    });
    await state(company, file?.id, { amounts: said });
    expect((await amounts(company)).map(Number)).toEqual(expected.map(Number));
  });

  test("stand in a column for each side once somebody says so, whatever else is called an amount", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table("Dato;Tekst;Beløb;Debet;Kredit", "03-03-2026;El;-1.000,00;1.000,00;"));
    await state(company, file?.id, { amounts: "debit_credit" });
    expect((await amounts(company)).map(Number)).toEqual([1000]);
  });

  test("tell a file of refunds alone from one of costs, once it is said of the source", async () => {
    const company = await service.company();
    const [file] = await company.ingest(ledger());
    await state(company, file?.id, { amounts: "costs_negative" });
    await company.ingest(table("Dato;Kontonr;Tekst;Beløb", "09-03-2026;2050;Kreditering el;310,25"));
    expect((await amounts(company)).map(Number).toSorted((left, right) => left - right)).toEqual([
      -9000, -310.25, 1000, 1200,
    ]);
  });
});

describe("what was said of a source", () => {
  test("is replaced by what is said later, of a file that was read already too", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table("Dato;Tekst;Bemærkning;Beløb", "03-03-2026;El;Elregning;1.000,00"));
    expect(file).toMatchObject({ status: "processed", is_table: true, question: null });
    const columns = [
      { heading: "Tekst", meaning: "ignore" },
      { heading: "Bemærkning", meaning: "description" },
    ];
    const first = await state(company, file?.id, { columns });
    expect(first).toMatchObject({ reopened_count: 0, mapping: { version: 1 } });
    await company.ingest(table("Dato;Tekst;Bemærkning;Beløb", "04-03-2026;El;Elforbrug;1.100,00"));
    const second = await state(company, file?.id, { columns: [], amounts: "costs_positive" });
    expect(second.mapping).toMatchObject({ id: first.mapping.id, version: 2 });
    await company.ingest(table("Dato;Tekst;Bemærkning;Beløb", "05-03-2026;Strøm;Maj;1.200,00"));
    expect((await described(company)).toSorted()).toEqual(["El", "Elforbrug", "Strøm"]);
  });

  test("is asked again once it is withdrawn, which stands in its versions", async () => {
    const company = await service.company();
    const [file] = await company.ingest(unknown("03-03-2026", "Elregning"));
    const { mapping } = await state(company, file?.id, { columns: MEANINGS });
    const withdrawal = { id: mapping.id, reason: "Eksporten er ændret" };
    expect(await run(withdrawColumnMapping, company.ctx, withdrawal)).toMatchObject({
      status: "withdrawn",
      version: 2,
    });
    expect(await run(withdrawColumnMapping, company.ctx, withdrawal)).toMatchObject({ version: 2 });
    const [next] = await company.ingest(unknown("04-03-2026", "Diesel"));
    expect(next?.question?.code).toBe("columns_unknown");
    const again = await state(company, next?.id, { columns: MEANINGS });
    expect(again.mapping).toMatchObject({ id: mapping.id, version: 3 });
    const { items } = await run<{ items: unknown[] }>(listColumnMappings, company.ctx, {});
    expect(items).toMatchObject([{ id: mapping.id, version: 3, status: "in_force" }]);
  });

  test("is heeded by a file that was being read while somebody said it", async () => {
    const company = await service.company();
    const [first] = await company.ingest(unknown("03-03-2026", "Elregning"));
    const second = unknown("04-03-2026", "Diesel");
    const { id: batch_id, files } = await company.upload(second);
    const asks = readDocument(second.bytes, second.name);
    const [row] = await selectFiles(company.ctx.db, [files[0]?.id ?? ""]);
    await run(stateUploadFileColumns, company.ctx, { id: first?.id, columns: MEANINGS });
    if (asks.kind !== "asks" || row === undefined) throw new Error("the table asks nothing");
    expect(await holdTable(company.ctx, row, { ...asks, mappings: [] })).toBe("stated_meanwhile");
    expect((await company.state(batch_id)).files).toMatchObject([{ status: "stored", question: null }]);
    await service.drain();
    expect((await described(company)).toSorted()).toEqual(["Diesel", "Elregning"]);
  });
});

test("a workbook asks about its sheet", async () => {
  const company = await service.company();
  const [file] = await company.ingest({ name: "bog.xlsx", bytes: workbook() });
  expect(file).toMatchObject({ question: { code: "columns_unknown", sheet: "Marts", missing: ["date", "amount"] } });
  await state(company, file?.id, { columns: MEANINGS });
  expect(await described(company)).toEqual(["Elregning"]);
});

function workbook(): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
  const rows =
    row(cell("Dag"), cell("Hvad"), cell("Kroner")) + row(cell("2026-03-03"), cell("Elregning"), "<c><v>1000</v></c>");
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
      "_rels/.rels": xml(
        `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      "xl/workbook.xml": xml(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Marts" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": xml(
        `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      "xl/worksheets/sheet1.xml": xml(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
    }),
  );
}
