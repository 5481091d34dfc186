import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";

const POINT = "571313000000000013";
const HEADER = "MålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet;Type;Målepunktstype_Kode;Målepunktstype";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

interface Row {
  readonly point?: string;
  readonly from: string;
  readonly to: string;
  readonly kwh: string;
}

function csv(...rows: readonly Row[]) {
  const lines = rows.map(
    ({ point = POINT, from, to, kwh }) => `${point};${from};${to};${kwh};KWH;Målt;Tidsserie;E17;Forbrug`,
  );
  return { name: "MeterData.csv", bytes: Buffer.from(`\ufeff${[HEADER, ...lines].join("\r\n")}\r\n`) };
}

describe("days of an export that names no time", () => {
  test.each([
    ["01-01-2025", "31-01-2025", "2025-01-01", "2025-01-31"],
    ["01-01-2025", "01-02-2025", "2025-01-01", "2025-01-31"],
    ["2024-02-01", "2024-02-29", "2024-02-01", "2024-02-29"],
    ["05-01-2025", "05-01-2025", "2025-01-05", "2025-01-05"],
    ["05-01-2025", "06-01-2025", "2025-01-05", "2025-01-05"],
    // The order of either column is that of both.
    ["2/1/2025", "2/28/2025", "2025-02-01", "2025-02-28"],
  ])("%s to %s are %s to %s", async (from, to, start, end) => {
    const company = await service.company();
    const [file] = await company.ingest(csv({ from, to, kwh: "310,5" }));
    expect(file).toMatchObject({ row_errors: [] });
    const days = await company.ctx.db.rows<{ readonly start: string; readonly end: string }>({
      name: "",
      text: `select service_period_start::text as start, service_period_end::text as end
        from activities where tenant_id = $1 and environment = $2 order by line_number limit 10`,
    });
    expect(days).toEqual([{ start, end }]);
  });
});

test("metering points that a spreadsheet cut to 15 digits are told, and never taken for one", async () => {
  const company = await service.company();
  const hour = { from: "01-01-2025 00:00:00", to: "01-01-2025 01:00:00", kwh: "1,5" };
  const cut = "571313174200001000";
  const [file] = await company.ingest(csv({ ...hour, point: cut }, { ...hour, point: cut }, { ...hour, kwh: "2,5" }));
  expect(file?.row_errors).toMatchObject([
    { row: 1, reason: "point_cut", cell: cut },
    { row: 2, reason: "point_cut" },
  ]);
  expect((await company.lines()).map(({ quantity }) => Number(quantity))).toEqual([2.5]);
});
