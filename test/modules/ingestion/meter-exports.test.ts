import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";
import { workbookOf } from "../../support/zip.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";

const POINT = "571313000000000013";
const OTHER = "571313000000000020";
const HEADER = "MålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet;Type;Målepunktstype_Kode;Målepunktstype";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

interface Hour {
  readonly point?: string;
  readonly kwh?: string;
  readonly quality?: string;
  readonly code?: string;
}

/** Rows of each hour of a month as a Danish clock shows it: one less in March, one twice in October. */
function hoursOf(
  year: number,
  month: number,
  { point = POINT, kwh = "0,125", quality = "Målt", code = "E17" }: Hour = {},
) {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const lastSunday = days - new Date(Date.UTC(year, month - 1, days)).getUTCDay();
  const two = (value: number) => String(value).padStart(2, "0");
  const rows: string[] = [];
  for (let day = 1; day <= days; day += 1) {
    for (let hour = 0; hour < 24; hour += 1) {
      const isChange = day === lastSunday && hour === 2;
      if (isChange && month === 3) continue;
      const next = hour === 1 && day === lastSunday && month === 3 ? 3 : hour + 1;
      const at = `${two(day)}-${two(month)}-${year}`;
      const nextDay = new Date(Date.UTC(year, month - 1, day + 1));
      const end =
        next === 24
          ? `${two(nextDay.getUTCDate())}-${two(nextDay.getUTCMonth() + 1)}-${nextDay.getUTCFullYear()} 00:00:00`
          : `${at} ${two(next)}:00:00`;
      const row = `${point};${at} ${two(hour)}:00:00;${end};${kwh};KWH;${quality};Tidsserie;${code};Forbrug`;
      rows.push(row);
      if (isChange && month === 10) rows.push(row);
    }
  }
  return rows;
}

function csv(rows: readonly string[], header = HEADER) {
  return { name: "MeterData.csv", bytes: Buffer.from(`\ufeff${[header, ...rows].join("\r\n")}\r\n`) };
}

interface Row {
  readonly description: string;
  readonly quantity: string;
  readonly start: string;
  readonly end: string;
}

async function booked(company: Company): Promise<Row[]> {
  return await company.ctx.db.rows<Row>({
    name: "",
    text: `select description, quantity, service_period_start::text as start, service_period_end::text as end
      from activities where tenant_id = $1 and environment = $2 order by document_id, line_number limit 100`,
  });
}

describe("an export of Eloverblik", { timeout: 120_000 }, () => {
  it("a year of hours is twelve lines with exact sums; days on which clocks change have 23 and 25 hours", async () => {
    const company = await service.company();
    const rows = Array.from({ length: 12 }, (_, month) => hoursOf(2025, month + 1)).flat();
    expect(rows).toHaveLength(8760);
    const [file] = await company.ingest(csv(rows));
    expect(file).toMatchObject({ status: "processed", warnings: [], row_errors: [], activity_count: 12 });
    const lines = await booked(company);
    expect(lines.map(({ quantity }) => quantity)).toEqual(
      [744, 672, 743, 720, 744, 720, 744, 744, 720, 745, 720, 744].map((hours) => String(hours / 8)),
    );
    expect(lines[2]).toMatchObject({
      description: `Electricity, metering point ${POINT}, 2025-03-01 to 2025-03-31: 743 hours`,
      start: "2025-03-01",
      end: "2025-03-31",
    });
    const states = await company.lines();
    expect(new Set(states.map((line) => `${line.status} ${line.category_key}`))).toEqual(
      new Set(["classified energy.electricity.grid_dk"]),
    );
  });

  it("missing and estimated hours are said and not filled in; production is no consumption", async () => {
    const company = await service.company();
    const hours = hoursOf(2025, 1);
    const rows = [
      ...hours.slice(0, 100),
      ...hours.slice(102, 740).map((row, at) => (at < 3 ? row.replace("Målt", "Estimeret") : row)),
      hours[740]?.replace("0,125", "-4,5") ?? "",
      hours[741]?.replace(";0,125;", ";;") ?? "",
      ...hours.slice(742),
      ...hoursOf(2025, 1, { point: OTHER, code: "E18", kwh: "9,1" }),
      `${POINT};01-01-2025 00:00:00;01-01-2025 01:00:00;3;KVARH;Målt;Tidsserie;E17;Forbrug`,
    ];
    const [file] = await company.ingest(csv(rows));
    expect(file?.status).toBe("processed");
    expect(file?.warnings).toEqual([
      `values are missing, and were not filled in: ${POINT} 2025-01-01 to 2025-01-31 (3 hours)`,
      `values are estimates of the grid company: ${POINT} 2025-01-01 to 2025-01-31 (3 hours)`,
      '1 rows in "KVARH" were left out: no kWh of consumption',
      "744 rows of production were left out: they are no consumption",
      "1 values below zero were left out: what was delivered is no consumption",
    ]);
    expect(await booked(company)).toEqual([
      {
        description: `Electricity, metering point ${POINT}, 2025-01-01 to 2025-01-31: 741 hours, 3 hours of them estimated, 3 hours without a value`,
        quantity: "92.5",
        start: "2025-01-01",
        end: "2025-01-31",
      },
    ]);
  });

  it("days, months, other headings, decimals with three places and a period over the end of a month are read", async () => {
    const company = await service.company();
    const [days, months] = await company.ingest(
      csv(
        ["2025-05-01 00.00;2025-05-02 00.00;0,440", "2025-05-02 00.00;2025-05-03 00.00;0,450"].map(
          (row) => `${POINT};${row};KWH;Målt;Tidsserier`,
        ),
        "Målepunkt id;Fra dato;Til dato;Mængde;Måleenhed;Kvalitet;Type",
      ),
      csv(
        ["01-01-2025,01-02-2025,1.204", "15-02-2025,20-04-2025,3.1"].map((row) => `${OTHER},${row},MWh,Measured,E17`),
        "Metering_point_ID,From_date,To_date,Volume,Unit,Quality,Metering_point_type_Code",
      ),
    );
    expect([days?.status, months?.status]).toEqual(["processed", "processed"]);
    expect((await booked(company)).map(({ quantity, start, end }) => `${quantity} ${start} ${end}`).toSorted()).toEqual(
      ["0.89 2025-05-01 2025-05-02", "1204 2025-01-01 2025-01-31", "3100 2025-02-15 2025-04-19"],
    );
  });

  it("an export that overlaps an earlier one counts nothing twice: the same is left out, what differs waits", async () => {
    const company = await service.company();
    await company.ingest(csv([...hoursOf(2025, 1), ...hoursOf(2025, 2).slice(0, 240)]));
    const before = await company.total_kg();
    const [second] = await company.ingest(csv([...hoursOf(2025, 1), ...hoursOf(2025, 2)]));
    expect(second?.status).toBe("needs_review");
    const states = (await company.lines()).map(({ status, review_code }) => [status, review_code]);
    expect(states).toEqual([
      ["classified", null],
      ["classified", null],
      ["excluded", null],
      ["pending_review", "possible_duplicate"],
    ]);
    expect(await company.total_kg()).toBe(before);
  });

  it("a period stated twice with other values, and parts beside their whole, wait for a person", async () => {
    const company = await service.company();
    const hours = hoursOf(2025, 6);
    const [twice] = await company.ingest(csv([...hours, hours[5]?.replace("0,125", "0,5") ?? ""]));
    expect(twice).toMatchObject({ status: "needs_review", row_errors: [{ row: 721, code: "row.invalid" }] });
    const [both] = await company.ingest(
      csv([...hoursOf(2025, 7), ...hoursOf(2025, 7, { point: OTHER, code: "D07", kwh: "0,1" })]),
    );
    expect(both?.status).toBe("needs_review");
    expect(await company.total_kg()).toBe(0);
  });
});

/** The export as a workbook: moments are dates, numbers numbers, and the quantity of the third row was typed as text. */
function workbook() {
  const column = (at: number) => String.fromCodePoint(65 + at);
  const text = (value: string, at: number, row: number) =>
    `<c r="${column(at)}${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = [0, 1, 2].map((hour) => {
    const row = hour + 2;
    const at = (hours: number) => 45717 + hours / 24;
    const moments = `<c r="B${row}" s="1"><v>${at(hour)}</v></c><c r="C${row}" s="1"><v>${at(hour + 1)}</v></c>`;
    const quantity = hour === 2 ? text("0,198", 3, row) : `<c r="D${row}"><v>0.198</v></c>`;
    return `<row r="${row}">${text(POINT, 0, row)}${moments}${quantity}${text("KWH", 4, row)}${text("Målt", 5, row)}</row>`;
  });
  const header = HEADER.split(";")
    .slice(0, 6)
    .map((name, at) => text(name, at, 1));
  const styles = `<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>`;
  return {
    name: "MeterData.xlsx",
    content: workbookOf({ sheet: `<row r="1">${header.join("")}</row>${rows.join("")}`, styles }),
  };
}

describe("an export of Eloverblik over HTTP", () => {
  it("a workbook is read like the CSV, and days that a bill of the same metering point counts are not counted again", async () => {
    const site = await ingestingSite();
    try {
      const by = await site.company();
      const period = ["2025-01-01", "2025-01-31"] as const;
      const bill = ubl({
        number: "E-1",
        date: "2025-02-05",
        meter: POINT,
        period,
        lines: [{ text: "Elforbrug", quantity: "93", unit: "KWH", amount: "150.00" }],
      });
      await site.ingest(by, { name: "bill.xml", content: bill });
      const { bytes: january } = csv(hoursOf(2025, 1));
      const files = await site.ingest(by, workbook(), { name: "januar.csv", content: january });
      expect(files.map(({ status }) => status)).toEqual(["processed", "processed"]);
      const items = await site.items<{ description: string; quantity: number; status: string }>(
        by,
        "/activities?limit=50",
      );
      const metered = items.filter(({ description }) => description.startsWith("Electricity, metering point"));
      expect(metered.map(({ quantity, status }) => `${quantity} ${status}`).toSorted()).toEqual([
        "0.594 classified",
        "93 excluded",
      ]);
      await site.intact(by);
    } finally {
      await site.close();
    }
  });
});
