import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bill, billFile, readBill } from "../../support/printed-bill.ts";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";

const DIESEL: Bill = { seller: "Olieselskabet Test A/S", lines: [["Diesel leveret til tank", "100", "l", "900,00"]] };
const daysOf = async (bill: Bill) => (await readBill(bill)).lines.map(({ delivered_on }) => delivered_on ?? null);

describe("the day of delivery on a printed invoice", () => {
  test.each([
    "Leveringsdato: 29-12-2025",
    "Leveret den 29. december 2025",
    "Delivery date: 29 December 2025",
    "Lieferdatum: 29.12.2025",
    "Liefer-/Leistungsdatum 29.12.2025",
    "Leveransdatum: 2025-12-29",
  ])("%s", async (label) => {
    expect(await daysOf({ ...DIESEL, head: [label] })).toEqual(["2025-12-29"]);
  });

  test("is none where several are labelled, or one is more than a year from the invoice, which is asked about", async () => {
    expect(await daysOf({ ...DIESEL, head: ["Leveringsdato: 29-12-2025", "Leveringsdato: 02-01-2026"] })).toEqual([
      null,
    ]);
    const [line] = (await readBill({ ...DIESEL, head: ["Leveringsdato: 29-12-2023"] })).lines;
    expect(line).toMatchObject({ doubt: { is_category_open: false } });
    expect(line).not.toHaveProperty("delivered_on");
  });

  test("stands at the start of a line of a fuel card's bill", async () => {
    const lines = [
      ["05-12-2025 Diesel, Odense", "50,00", "l", "450,00"],
      ["19.12.25 Diesel, Vejle", "50,00", "l", "440,00"],
      ["Kortgebyr", "1", "stk", "10,00"],
    ] as const;
    expect(await daysOf({ lines })).toEqual(["2025-12-05", "2025-12-19", null]);
    expect(await daysOf({ lines, head: ["Leveringsdato: 31-12-2025"] })).toEqual([
      "2025-12-05",
      "2025-12-19",
      "2025-12-31",
    ]);
  });

  test.each(["07-01-2026", "01-09-2025", "01-12-2025 - 31-12-2025", "01-12-2025 til 31-12-2025"])(
    "is not the %s at the start of a line: after the bill, long before it, or a period",
    async (day) => {
      expect(await daysOf({ lines: [[`${day} Diesel`, "100", "l", "900,00"]] })).toEqual([null]);
    },
  );
});

describe("fuel that is delivered in December and billed in January", () => {
  let service: Pipeline;
  beforeAll(async () => {
    service = await pipeline();
  });
  afterAll(() => service.close());

  test.each<[what: string, bill: Bill]>([
    ["as the invoice says", { ...DIESEL, head: ["Leveringsdato: 29-12-2025"] }],
    ["as its line says", { ...DIESEL, lines: [["29-12-2025 Diesel, Odense", "100", "l", "900,00"]] }],
  ])("counts in December, %s", async (_what, bill) => {
    const company = await service.company();
    await company.ingest(billFile(bill));
    const entries = await company.entries();
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map(({ transaction_date }) => transaction_date.slice(0, 10)))).toEqual(
      new Set(["2025-12-29"]),
    );
  });
});
