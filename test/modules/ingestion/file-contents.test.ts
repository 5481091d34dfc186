import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { getUploadFileContents } from "../../../src/modules/ingestion/get-upload-file-contents.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { workbook } from "../../support/workbook.ts";

let site: Pipeline;
let company: Company;
beforeAll(async () => {
  site = await pipeline();
  company = await site.company();
});
afterAll(() => site.close());

const sample = (name: string): Buffer => readFileSync(new URL(`../../fixtures/invoices/${name}`, import.meta.url));

interface Contents {
  readonly invoice: {
    readonly document_type: string;
    readonly seller: { readonly name: string; readonly address: readonly string[] } | null;
    readonly buyer: { readonly name: string } | null;
    readonly lines: readonly {
      readonly line_number: number;
      readonly activity_id: string | null;
      readonly description: string;
      readonly unit_price: string | null;
      readonly amount: string | null;
    }[];
    readonly vat: readonly object[];
    readonly [member: string]: unknown;
  } | null;
  readonly table: {
    readonly sheet: string | null;
    readonly headings: readonly string[];
    readonly rows: readonly {
      readonly row_number: number;
      readonly cells: readonly string[];
      readonly activity_id: string | null;
    }[];
    readonly last_row_number: number;
  } | null;
  readonly unshown_code: string | null;
}

async function ingested(name: string, bytes = sample(name), of = company): Promise<string> {
  const [file] = await of.ingest({ name, bytes });
  return file?.id ?? "";
}

async function contentsOf(id: string, more: object = {}, of = company): Promise<Contents> {
  return (await invoke(getUploadFileContents, of.ctx, { id, ...more })) as Contents;
}

const CSV = ["Dato;Tekst;Leverandør;Beløb ekskl. moms;Valuta", "03-03-2026;Diesel;Circle K;640,00;DKK"].join("\n");

test.each([
  {
    name: "01.20a-INVOICE_ubl.xml",
    kind: "UBL",
    facts: {
      buyer: { name: "Kunde 1", identifier: "DE987654321", address: ["[Street]", "12345 [City]", "DE"] },
      due_date: "2021-02-04",
      references: [{ kind: "order", number: "Bestellung XRechnung" }],
      vat: [{ percent: "19", base: "300", amount: "57" }],
      total_excl_vat: "300",
      total_vat: "57",
      total_incl_vat: "357",
      payable: "357",
      payment_account: "DE79000000001234567890",
    },
    prices: ["100", "100"],
  },
  {
    name: "excise-registration-tax_real.xml",
    kind: "OIOUBL",
    facts: {
      seller: { name: "Super Biler", identifier: "DK10000025", address: ["Bilvej 11", "2870 Dyssegård", "DK"] },
      invoice_number: "5555",
      vat: [
        { percent: "25", base: "102841.6", amount: "25710.4" },
        { percent: "0", base: "51448", amount: "0" },
      ],
      // The registration tax is a line of the net, and no VAT.
      total_excl_vat: "154289.6",
      total_vat: "25710.4",
      total_incl_vat: "180000",
    },
    prices: ["102842", "-26721", null, null],
  },
  {
    name: "01.11a-INVOICE_uncefact.xml",
    kind: "CII",
    facts: {
      seller: {
        name: "[Seller name]",
        identifier: "HRB 123",
        address: ["[Seller address line 1]", "12345 [Seller city]", "DE"],
      },
      due_date: "2016-03-08",
      vat: [{ percent: "19", base: "234.77", amount: "44.61" }],
      total_vat: "44.61",
      payable: "279.38",
      payment_account: "DE79000000001234567890",
    },
    prices: ["71.42", "10.71", "9.8"],
  },
])("$kind is shown with its parties, its lines as they were read, and its totals", async ({ name, facts, prices }) => {
  const id = await ingested(name);
  const { invoice, table, unshown_code } = await contentsOf(id);
  expect([table, unshown_code]).toEqual([null, null]);
  expect(invoice).toMatchObject({ document_type: "invoice", ...facts });
  const read = new Map((await company.lines()).map((line) => [line.id, line]));
  const lines = invoice?.lines ?? [];
  expect(lines.map(({ unit_price }) => unit_price)).toEqual(prices);
  for (const { activity_id, line_number, description } of lines) {
    expect(read.get(activity_id ?? "")).toMatchObject({ line_number, description });
  }
});

test("rows of a table stand as in the file; the row of a line is found in a long one, and pages lead on", async () => {
  const rows = Array.from(
    { length: 1200 },
    (_, index) => `0${(index % 9) + 1}-03-2026;Diesel ${index + 1};Circle K;640,00;DKK`,
  );
  const [head = ""] = CSV.split("\n");
  const id = await ingested("lang.csv", Buffer.from([head, ...rows, ""].join("\n")));
  const first = await contentsOf(id);
  expect(first.table).toMatchObject({ sheet: null, headings: head.split(";"), last_row_number: 1200 });
  expect(first.table?.rows).toHaveLength(100);
  const line = (await company.lines()).find(({ description }) => description === "Diesel 777");
  const around = await contentsOf(id, { activity_id: line?.id });
  const lit = around.table?.rows.find(({ activity_id }) => activity_id === line?.id);
  expect(lit).toMatchObject({ row_number: 777, cells: ["03-03-2026", "Diesel 777", "Circle K", "640,00", "DKK"] });
  expect(around.table?.rows[0]?.row_number).toBe(767);
  const last = await contentsOf(id, { first: 1150 });
  expect(last.table?.rows.map(({ row_number }) => row_number)).toEqual(
    Array.from({ length: 51 }, (_, index) => 1150 + index),
  );
});

test("the row of a line in a second sheet of a workbook is found there", async () => {
  const head = ["Dato", "Tekst", "Leverandør", "Beløb ekskl. moms", "Valuta"];
  const bytes = workbook({
    Marts: [
      ["Udtræk"],
      [],
      head,
      ["03-03-2026", "Papir A4", "Lomax", 100, "DKK"],
      ["04-03-2026", "Toner", "Lomax", 90, "DKK"],
    ],
    April: [head, ["03-04-2026", "Kuverter", "Lomax", 50, "DKK"], ["05-04-2026", "Mapper", "Lomax", 70, "DKK"]],
  });
  const id = await ingested("to-ark.xlsx", bytes);
  const line = (await company.lines()).find(({ description }) => description === "Mapper");
  const { table } = await contentsOf(id, { activity_id: line?.id });
  expect(table?.sheet).toBe("April");
  expect(table?.rows.find(({ activity_id }) => activity_id === line?.id)?.cells[1]).toBe("Mapper");
  const { table: first } = await contentsOf(id);
  expect([first?.sheet, first?.rows[0]?.cells[1]]).toEqual(["Marts", "Papir A4"]);
  const { table: next } = await contentsOf(id, { first: (first?.rows.at(-1)?.row_number ?? 0) + 1 });
  expect([next?.sheet, next?.rows[0]?.cells[1]]).toEqual(["April", "Kuverter"]);
});

test("rows of a meter export, of which a line sums many, name no line", async () => {
  const rows = ["00", "01", "02"].map((hour) => {
    const next = `0${Number(hour) + 1}`;
    return `571313000000000013;01-03-2026 ${hour}:00:00;01-03-2026 ${next}:00:00;0,125;KWH;Målt;Tidsserie;E17;Forbrug`;
  });
  const head = "MålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet;Type;Målepunktstype_Kode;Målepunktstype";
  const id = await ingested("MeterData.csv", Buffer.from([head, ...rows, ""].join("\n")));
  const { table } = await contentsOf(id);
  expect(table).toMatchObject({ headings: head.split(";"), rows_are_lines: false, last_row_number: 3 });
  expect(table?.rows.map(({ activity_id }) => activity_id)).toEqual([null, null, null]);
  const line = (await company.lines()).find(({ description }) => description.includes("571313000000000013"));
  expect(line).toBeDefined();
  expect((await contentsOf(id, { activity_id: line?.id })).table?.rows).toHaveLength(3);
});

test("what is no electronic invoice and no table says so, and a line of another document is refused", async () => {
  const pdf = await ingested("syn-hotel.pdf");
  expect(await contentsOf(pdf)).toEqual({ invoice: null, table: null, unshown_code: "not_electronic" });
  const id = await ingested("kort.csv", Buffer.from(CSV.replace("Diesel", "Benzin")));
  const other = (await company.lines()).find(({ description }) => description === "Toner");
  await expect(contentsOf(id, { activity_id: other?.id })).rejects.toMatchObject({ code: "request.validation_failed" });
  const stranger = await site.company();
  await expect(contentsOf(id, {}, stranger)).rejects.toMatchObject({ code: "resource.not_found" });
});
