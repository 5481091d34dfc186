import { afterAll, beforeAll, expect, test } from "vitest";
import { stateUploadFileColumns } from "../../../src/modules/ingestion/state-upload-file-columns.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run } from "../../support/review.ts";
import { type Sheet, workbook } from "../../support/workbook.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const readings = async (company: Company) =>
  (await company.lines()).map(({ description, category_key, status, quantity, unit }) => [
    description,
    category_key,
    status,
    quantity,
    unit,
  ]);

const HEAD = ["Aktivitet", "Mængde", "Enhed", "Udledning (ton CO2e)"];
const ENTRIES: Sheet = [
  ["Elforbrug, kontor", 12000, "kWh", 99],
  ["Diesel", 800, "liter", 99],
];
const PERIOD = ["01-01-2025", "31-12-2025"];

test("entries of a calculator with their period count once somebody has said what they are, by their quantity alone", async () => {
  const company = await service.company();
  const sheet: Sheet = [
    ["Regnskab 2025"],
    [...HEAD, "Periode start", "Periode slut"],
    ...ENTRIES.map((row) => [...row, ...PERIOD]),
  ];
  const [asking] = await company.ingest({ name: "klima.xlsx", bytes: workbook({ Poster: sheet }) });
  expect(asking).toMatchObject({
    status: "needs_review",
    question: { code: "columns_unknown", missing: ["description"] },
  });
  const columns = [
    { heading: "Aktivitet", meaning: "description" },
    { heading: "Udledning (ton CO2e)", meaning: "ignore" },
  ];
  await run(stateUploadFileColumns, company.ctx, { id: asking?.id, columns });
  await service.drain();
  expect(await readings(company)).toEqual([
    ["Elforbrug, kontor", "energy.electricity.grid_dk", "classified", "12000", "kWh"],
    ["Diesel", "transport.own.diesel", "classified", "800", "l"],
  ]);
  const total = await company.total_kg();
  expect(total).toBeGreaterThan(1000);
  // 198 t would be what the calculator says.
  expect(total).toBeLessThan(10_000);
});

test("tonnes of CO2e are no tonnes of goods: a row of them waits and counts nothing", async () => {
  const company = await service.company();
  const units = ["ton CO2e", "t CO2e", "tCO2e", "kg CO2e"];
  const rows = units.map((unit) => `31-12-2025;Affald, forbrænding;1,5;${unit}`);
  await company.ingest({ name: "klima.csv", bytes: Buffer.from(`Dato;Tekst;Mængde;Enhed\n${rows.join("\n")}\n`) });
  expect((await company.lines()).map(({ status }) => status)).toEqual(units.map(() => "pending_review"));
  expect(await company.total_kg()).toBe(0);
});

test("an export of Klimakompasset that says no period is refused with what to add to it", async () => {
  const company = await service.company();
  const bytes = workbook({ Stamdata: [["Startdato"], PERIOD], "Data (alle poster)": [["Data"], HEAD, ...ENTRIES] });
  const [file] = await company.ingest({ name: "klima.xlsx", bytes });
  expect(file).toMatchObject({
    status: "rejected",
    error: {
      code: "file.no_invoice_data",
      detail: expect.stringContaining("Klimakompasset"),
      hint: expect.stringContaining("Periode start"),
    },
  });
  const added: Sheet = [
    ["Data"],
    [...HEAD, "Periode start", "Periode slut"],
    ...ENTRIES.map((row) => [...row, ...PERIOD]),
  ];
  const [asking] = await company.ingest({ name: "klima.xlsx", bytes: workbook({ "Data (alle poster)": added }) });
  expect(asking).toMatchObject({ status: "needs_review", question: { sheet: "Data (alle poster)" } });
});
