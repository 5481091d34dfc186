import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listUploadFiles } from "../../../src/modules/ingestion/list-upload-files.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run, waiting } from "../../support/review.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const table = (...rows: string[]) => ({ name: "tabel.csv", bytes: Buffer.from(`${rows.join("\n")}\n`) });
const readings = async (company: Company) =>
  (await company.lines()).map(({ category_key, status, quantity, unit }) => [category_key, status, quantity, unit]);

describe("a column of categories", () => {
  test("that holds the service's own keys is obeyed, whatever the words say", async () => {
    const company = await service.company();
    await company.ingest(
      table(
        "Dato;Tekst;Kategori;Beløb",
        "03-03-2026;Kopipapir;capital.goods.furniture;1.000,00",
        "03-03-2026;Zzyzx;Purchases.Services.IT_services ;2.000,00",
        "03-03-2026;Kopipapir;unclassified.not_relevant;3.000,00",
      ),
    );
    expect(await readings(company)).toEqual([
      ["capital.goods.furniture", "classified", null, null],
      ["purchases.services.it_services", "classified", null, null],
      ["unclassified.not_relevant", "excluded", null, null],
    ]);
    expect((await company.lines())[0]?.reason).toBe('the file\'s category column says "capital.goods.furniture"');
  });

  test("that holds other words stays a hint, and so does a key that is no category of the lowest level", async () => {
    const company = await service.company();
    await company.ingest(
      table(
        "Dato;Tekst;Kategori;Beløb",
        "03-03-2026;Kopipapir;Kontorhold;1.000,00",
        "03-03-2026;Kopipapir;purchases.goods;1.000,00",
        "03-03-2026;Kopipapir;purchases.goods.no_such;1.000,00",
        "03-03-2026;Kopipapir;unclassified.pending;1.000,00",
      ),
    );
    expect(new Set((await readings(company)).map(([key]) => key))).toEqual(
      new Set(["purchases.goods.office_supplies"]),
    );
  });

  test("beside a column of account names is obeyed as well", async () => {
    const company = await service.company();
    await company.ingest(
      table("Dato;Tekst;Kontonavn;Category;Beløb", "03-03-2026;Diverse;Kontorhold;capital.goods.furniture;1.000,00"),
    );
    expect(await readings(company)).toEqual([["capital.goods.furniture", "classified", null, null]]);
  });
});

describe("columns that are not known", () => {
  test("are told by name, in the upload and in the list of files", async () => {
    const company = await service.company();
    const rows = ["Dato;Tekst;Reg.mærke;Tom;Projekt;Beløb", "03-03-2026;Elregning;AB 12345;;P1;1.000,00"];
    const [file] = await company.ingest(table(...rows));
    const told = 'columns that are not known were not read: "Reg.mærke", "Projekt"';
    expect(file).toMatchObject({ status: "processed", warnings: [told] });
    const list = await run<{ items: { warnings: string[] }[] }>(listUploadFiles, company.ctx, {});
    expect(list.items[0]?.warnings).toEqual([told]);
  });

  test("without words let nothing wait: the account says what was bought", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table("Dato;Kontonr;Løbe;Beløb", "03-03-2026;2050;17;1.000,00"));
    expect(file).toMatchObject({ status: "processed", warnings: ['columns that are not known were not read: "Løbe"'] });
  });
});

describe("amounts of a ledger that are mostly negative", () => {
  test("are not meant by one credit note among costs", async () => {
    const company = await service.company();
    const rows = ["03-03-2026;2050;Elregning;1.000,00", "04-03-2026;2050;Elregning, kreditnota;-200,00"];
    const [file] = await company.ingest(table("Dato;Kontonr;Tekst;Beløb", ...rows));
    expect(file).toMatchObject({ status: "processed", entry_count: 2 });
  });
});

describe("a table without a column of amounts", () => {
  test("counts rows by quantity and unit", async () => {
    const company = await service.company();
    const [file] = await company.ingest(
      table("Date;Text;Quantity;Unit", "2026-03-03;Elforbrug;1200;kWh", "2026-03-04;Diesel;85,5;liter"),
    );
    expect(file).toMatchObject({ status: "processed", row_errors: [] });
    expect(await readings(company)).toEqual([
      ["energy.electricity.grid_dk", "classified", "1200", "kWh"],
      ["transport.own.diesel", "classified", "85.5", "l"],
    ]);
    expect(await company.total_kg()).toBeGreaterThan(100);
  });

  test("takes the unit from the heading of the quantity", async () => {
    const company = await service.company();
    await company.ingest(table("Dato;Tekst;Forbrug (kWh)", "03-03-2026;El, butik;1.200,5"));
    await company.ingest(table("Dato;Tekst;Liter", "03-03-2026;Diesel;40"));
    expect(await readings(company)).toEqual([
      ["energy.electricity.grid_dk", "classified", "1200.5", "kWh"],
      ["transport.own.diesel", "classified", "40", "l"],
    ]);
  });

  test("tells of rows whose quantity has no unit", async () => {
    const company = await service.company();
    const [file] = await company.ingest(
      table("Date;Text;Quantity;Unit", "2026-03-03;El;1200;kWh", "2026-03-04;El;900;", "2026-03-05;El;;kWh"),
    );
    expect(file?.row_errors.map(({ row, message }) => [row, message])).toEqual([
      [2, "Row 2: no amount, and the quantity has no unit."],
      [3, "Row 3: no amount."],
    ]);
  });

  test("whose rows nothing can be calculated of lets them wait", async () => {
    const company = await service.company();
    const [file] = await company.ingest(table("Date;Text;Quantity;Unit", "2026-03-03;Kopipapir;12;stk"));
    expect(file?.status).toBe("needs_review");
    expect((await waiting(company.ctx))[0]?.review_code).toBe("no_amount_or_quantity");
  });

  test("a row without an amount in a table with amounts counts by its quantity too", async () => {
    const company = await service.company();
    await company.ingest(
      table("Dato;Tekst;Mængde;Enhed;Beløb", "03-03-2026;Elforbrug;1.200;kWh;900,00", "04-03-2026;Elforbrug;900;kWh;"),
    );
    expect((await readings(company)).map(([, status, quantity]) => [status, quantity])).toEqual([
      ["classified", "1200"],
      ["classified", "900"],
    ]);
  });
});
