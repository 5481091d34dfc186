import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stateUploadFileColumns } from "../../../src/modules/ingestion/state-upload-file-columns.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { run } from "../../support/review.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const table = (...rows: string[]) => ({ name: "tabel.csv", bytes: Buffer.from(`${rows.join("\n")}\n`) });
const METER = "Metering_point_ID;From_date;To_date;Volume;Unit;Quality;Metering_point_type_Code";

/** Each hour of the first of June 2025 has one of the values in turn. */
const hours = (...values: readonly string[]) =>
  table(
    METER,
    ...Array.from({ length: 24 }, (_, hour) => {
      const at = (of: number) => `${of === 24 ? "02" : "01"}-06-2025 ${String(of % 24).padStart(2, "0")}:00`;
      return `571313000000000013;${at(hour)};${at(hour + 1)};${values[hour % values.length] ?? ""};KWH;Measured;E17`;
    }),
  );

const QUANTITIES = "Dato;Tekst;Antal;Enhed;Kategori";
const quantities = (...values: readonly string[]) =>
  table(QUANTITIES, ...values.map((value) => `31-12-2025;El, hal;${value};MWh;energy.electricity.grid_dk1`));
const ledger = (...amounts: readonly string[]) =>
  table("Dato;Kontonr;Tekst;Beløb", ...amounts.map((amount) => `03-03-2026;2050;Elregning;${amount}`));

const asked = { status: "needs_review", needs_entry: true, is_table: true, question: { code: "decimal_mark_unknown" } };

async function state(company: Company, id: string | undefined, said: object): Promise<{ reopened_count: number }> {
  const answer = await run<{ reopened_count: number }>(stateUploadFileColumns, company.ctx, { id, ...said });
  await service.drain();
  return answer;
}

const readings = async (company: Company) => (await company.lines()).map(({ quantity }) => Number(quantity));

describe("a meter export whose values may all be thousands or decimals", () => {
  test.each([
    ["point", [296.28, 296.28]],
    ["comma", [296_280, 296_280]],
  ])("waits until somebody says which; a %s is the mark of the next export as well", async (decimal_mark, expected) => {
    const company = await service.company();
    const [file] = await company.ingest(hours("12.345"));
    expect(file).toMatchObject({ ...asked, error: { code: "file.decimal_mark_unknown" } });
    expect(await company.lines()).toEqual([]);
    await expect(state(company, file?.id, {})).rejects.toMatchObject({
      extras: { issues: [{ path: "columns", code: "required" }] },
    });
    const columns = [{ heading: "Volume", meaning: "quantity", decimal_mark }];
    expect(await state(company, file?.id, { columns })).toMatchObject({ reopened_count: 1 });
    const { bytes } = hours("12.345");
    const july = Buffer.from(bytes.toString().replaceAll("-06-2025", "-07-2025"));
    const [next] = await company.ingest({ name: "juli.csv", bytes: july });
    expect(next).toMatchObject({ status: "processed", is_table: true });
    expect(next?.warnings[0]).toContain("column mapping");
    expect(await readings(company)).toEqual(expected);
  });

  test.each([
    [["12.345", "0.5"], 154.14],
    [["12.345", "0.125"], 149.64],
    [["12.345", "12.34"], 296.22],
    [["12,345"], 296.28],
    [["1.234", "950"], 26_208],
    [["1.234,5", "1.234"], 29_622],
  ])("is read where a value tells: %j", async (values, expected) => {
    const company = await service.company();
    const [file] = await company.ingest(hours(...values));
    expect(file).toMatchObject({ status: "processed", question: null });
    expect(await readings(company)).toEqual([expected]);
  });

  test.each([[["12.345"]], [['"12,345"', "0"]]])("asks between commas as well: %j", async (values) => {
    const company = await service.company();
    const { name, bytes } = hours(...values);
    const file = { name, bytes: Buffer.from(bytes.toString().replaceAll(";", ",")) };
    expect((await company.ingest(file))[0]).toMatchObject(asked);
  });

  test("still waits where the others are zero", async () => {
    const company = await service.company();
    expect((await company.ingest(hours("12.345", "0")))[0]).toMatchObject(asked);
  });
});

describe("a table whose numbers may all be thousands or decimals", () => {
  test.each([[["12.345"]], [["1.234", "12.500"]], [["1.234", "1234"]]])("of quantities %j asks", async (values) => {
    const company = await service.company();
    const [file] = await company.ingest(quantities(...values));
    expect(file).toMatchObject(asked);
    const columns = [{ heading: "Antal", meaning: "quantity", decimal_mark: "point" }];
    await state(company, file?.id, { columns });
    expect(await readings(company)).toEqual(values.map(Number));
  });

  test("of amounts alone does not ask: money is not written with three decimals", async () => {
    const company = await service.company();
    expect((await company.ingest(ledger("12.345", "2.500")))[0]).toMatchObject({ status: "processed" });
    expect((await company.ingest(ledger("1.234", "950")))[0]).toMatchObject({ status: "processed" });
    const twice = table("Dato;Kontonr;Tekst;Beløb;Momsbeløb", "03-03-2026;2050;Elregning;1.234;308,50");
    expect((await company.ingest(twice))[0]).toMatchObject({ status: "processed" });
    expect((await company.lines()).map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([
      950, 1234, 1234, 2500, 12_345,
    ]);
  });

  describe("and whose cells commas separate", () => {
    const spent = (...amounts: readonly string[]) =>
      table("Dato,Kontonr,Tekst,Beløb", ...amounts.map((amount) => `03-03-2026,2050,Elregning,${amount}`));
    const amounts = async (company: Company) =>
      (await company.lines()).map(({ amount }) => Number(amount)).toSorted((a, b) => a - b);

    test.each([
      ["point", [15, 250]],
      ["comma", [15_000, 250_000]],
    ])("asks where every amount is written like 15.000; a decimal %s", async (decimal_mark, expected) => {
      const company = await service.company();
      const [file] = await company.ingest(spent("15.000", "250.000"));
      expect(file).toMatchObject(asked);
      expect(await company.lines()).toEqual([]);
      await state(company, file?.id, { columns: [{ heading: "Beløb", meaning: "amount", decimal_mark }] });
      expect(await amounts(company)).toEqual(expected);
    });

    test.each([
      [
        ["15.000", "950"],
        [950, 15_000],
      ],
      [
        ["15.000", "12.50"],
        [12.5, 15],
      ],
      [
        ["15.000", '"950,50"'],
        [950.5, 15_000],
      ],
      [
        ['"15,000"', "1250"],
        [1250, 15_000],
      ],
      [
        ["15", "1250"],
        [15, 1250],
      ],
    ])("reads %j by what tells", async (cells, expected) => {
      const company = await service.company();
      expect((await company.ingest(spent(...cells)))[0]).toMatchObject({ status: "processed", question: null });
      expect(await amounts(company)).toEqual(expected);
    });
  });

  describe("whose quantities are all written like 12.345, and whose cells commas separate", () => {
    const used = (head: string, ...rows: readonly string[]) =>
      table(`Dato,Tekst,Mængde,Enhed,Kategori${head}`, ...rows.map((row, at) => `2025-12-3${at % 2},El ${at},${row}`));
    const kwh = (value: string, more = "") => `${value},kWh,energy.electricity.grid_dk1${more}`;

    test.each([
      ["point", [12.345, 10.45]],
      ["comma", [12_345, 10_450]],
    ])("asks; a decimal %s", async (decimal_mark, expected) => {
      const company = await service.company();
      const [file] = await company.ingest(used("", kwh("12.345"), kwh('"10.450"')));
      expect(file).toMatchObject({ ...asked, error: { detail: expect.stringContaining("such as 12.345,") } });
      expect(await company.lines()).toEqual([]);
      await state(company, file?.id, { columns: [{ heading: "Mængde", meaning: "quantity", decimal_mark }] });
      expect(await readings(company)).toEqual(expected);
    });

    test.each([[["12.345", "0"]], [["12.345", "750"]], [["12.345", '"10,450"']]])("asks about %j", async (values) => {
      const company = await service.company();
      expect((await company.ingest(used("", ...values.map((value) => kwh(value)))))[0]).toMatchObject(asked);
    });

    test.each([
      [
        ["12.345", "0.5"],
        [12.345, 0.5],
      ],
      [
        ["12.345", "1250"],
        [12.345, 1250],
      ],
      [
        ["12.345", '"950,5"'],
        [12_345, 950.5],
      ],
    ])("reads %j by what tells", async (values, expected) => {
      const company = await service.company();
      const [file] = await company.ingest(used("", ...values.map((value) => kwh(value))));
      expect(file).toMatchObject({ question: null });
      expect(await readings(company)).toEqual(expected);
    });

    test.each([
      ["612.44", 12.345],
      ['"1,234.50"', 12.345],
      ['"1.234,50"', 12_345],
      ['"612,44"', 12_345],
    ])("reads them by money such as %s", async (money, expected) => {
      const company = await service.company();
      expect((await company.ingest(used(",Beløb", kwh("12.345", `,${money}`))))[0]).toMatchObject({ question: null });
      expect(await readings(company)).toEqual([expected]);
    });

    test.each([
      ['"1.234,50-"', '"100,500-"', -100.5],
      ['"1,234.50"', "100.500", 100.5],
      ['"1.234,50"', "100.500", 100_500],
    ])("reads them by what a column that is not known shows: %s", async (money, quantity, expected) => {
      const company = await service.company();
      const [file] = await company.ingest(used(",Amount in LC", kwh(quantity, `,${money}`)));
      expect(file).toMatchObject({ question: null });
      expect(await readings(company)).toEqual([expected]);
    });

    test("names a number of the file", async () => {
      const company = await service.company();
      const [file] = await company.ingest(used("", kwh('"100,500"')));
      expect(file).toMatchObject({ ...asked, error: { detail: expect.stringContaining("such as 100,500,") } });
    });
  });

  test.each([
    [
      ";",
      [
        ["12.345", "15.000"],
        ["11.234", "14.250"],
      ],
      [11_234, 12_345],
    ],
    [
      ",",
      [
        ['"12,345"', '"15,000"'],
        ['"11,234"', '"1,250.00"'],
      ],
      [11_234, 12_345],
    ],
  ])("separated by %s does not ask where money tells which mark makes thousands", async (by, cells, expected) => {
    const company = await service.company();
    const head = ["Dato", "Tekst", "Mængde", "Enhed", "Beløb", "Kategori"].join(by);
    const rows = cells.map(([quantity, amount], index) =>
      [`2025-12-3${index}`, "El", quantity, "kWh", amount, "energy.electricity.grid_dk1"].join(by),
    );
    expect((await company.ingest(table(head, ...rows)))[0]).toMatchObject({ question: null });
    expect((await readings(company)).toSorted((a, b) => a - b)).toEqual(expected);
  });

  test("asks where the price of a unit alone has three digits behind its mark: such prices have decimals", async () => {
    const company = await service.company();
    const head = "Dato;Leverandør;Tekst;Mængde;Enhed;Enhedspris;Kategori";
    const row = "31-12-2025;Elselskabet;El;12.345;kWh;1.234;energy.electricity.grid_dk1";
    expect((await company.ingest(table(head, row)))[0]).toMatchObject(asked);
  });

  test("separated by commas, with a comma in each number, asks likewise", async () => {
    const company = await service.company();
    const file = table("Date,Description,Quantity,Unit,Category", '2025-12-31,Vans,"1,250",l,transport.own.diesel');
    expect((await company.ingest(file))[0]).toMatchObject(asked);
    const told = table(
      "Date,Description,Quantity,Unit,Category",
      '2025-12-31,Vans,"1,250",l,transport.own.diesel',
      "2025-12-30,Vans,750,l,transport.own.diesel",
    );
    expect((await company.ingest(told))[0]).toMatchObject({ status: "processed" });
    expect((await readings(company)).toSorted((a, b) => a - b)).toEqual([750, 1250]);
  });
});
