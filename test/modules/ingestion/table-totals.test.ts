import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const HEADER = "Dato;Bilag;Konto;Kontonavn;Tekst;Beløb;Leverandør";
const RENT = [
  "05-01-2026;1;2030;Husleje;Husleje januar 2026;10.000,00;Ejendom ApS",
  "06-02-2026;2;2030;Husleje;Husleje februar 2026;10.000,00;Ejendom ApS",
];
const PAPER = "03-02-2026;3;2050;Kontor;Kopipapir;500,00;Papir ApS";
const table = (...rows: string[]) => ({ name: "l.csv", bytes: Buffer.from(`${[HEADER, ...rows].join("\n")}\n`) });
const TOLD = "rows with totals, balances or unbooked entries were left out";

async function lines(company: Company) {
  return (await company.lines()).map(({ description, status, review_code }) => [description, status, review_code]);
}

describe("a dated row of totals", () => {
  test.each([
    "Total",
    "I alt",
    "Sum",
    "Summe",
    "Summa",
    "Subtotal",
    "Saldo",
    "Balance",
    "TOTAL:",
    "Gesamtsumme",
    "Zwischensumme",
    "Endsumme",
    "Insgesamt",
    "Totalt",
    "Delsumma",
    "Totalsum",
    "Samlet",
  ])("%s of an account is the sum of its rows and no purchase", async (word) => {
    const company = await service.company();
    const [file] = await company.ingest(table(...RENT, `28-02-2026;;2030;Husleje;${word};20.000,00;`));
    expect(file).toMatchObject({ status: "processed", activity_count: 2, warnings: [`1 ${TOLD}`] });
  });

  test("is one of each account, and one of all rows", async () => {
    const company = await service.company();
    const [file] = await company.ingest(
      table(
        ...RENT,
        "28-02-2026;;2030;Husleje;Total;20.000,00;",
        PAPER.replace("500,00", "300,00"),
        PAPER.replace(";3;", ";4;").replace("500,00", "200,00"),
        "28-02-2026;;2050;Kontor;Total;500,00;",
        "28-02-2026;;;;I alt;20.500,00;",
      ),
    );
    expect(file).toMatchObject({ status: "processed", activity_count: 4, warnings: [`3 ${TOLD}`] });
  });

  test("of a month is that of the rows since the one before", async () => {
    const company = await service.company();
    const [file] = await company.ingest(
      table(
        ...RENT,
        "28-02-2026;;2030;Husleje;Subtotal;20.000,00;",
        ...RENT.map((row) => row.replace(/^(..)-0.-2026;./, "$1-03-2026;9$1").replace("10.000", "11.000")),
        "31-03-2026;;2030;Husleje;Subtotal;22.000,00;",
        "31-03-2026;;2030;Husleje;Total;42.000,00;",
      ),
    );
    expect(file).toMatchObject({ status: "processed", activity_count: 4, warnings: [`3 ${TOLD}`] });
  });

  test("over one row waits, which may as well be a purchase of that name; the total of all rows is none the less", async () => {
    const company = await service.company();
    const [file] = await company.ingest(
      table(
        "05-02-2026;1;2050;Kontor;Yoga;500,00;",
        "06-02-2026;2;2050;Kontor;Balance;500,00;",
        "07-02-2026;3;2740;Brændstof;Shell;250,00;",
        "08-02-2026;4;2740;Brændstof;Total;250,00;",
        "28-02-2026;;;;I alt;750,00;",
      ),
    );
    expect(file).toMatchObject({ activity_count: 4, warnings: [`1 ${TOLD}`] });
    const waits = (await company.lines()).filter(({ reason }) =>
      reason?.includes("the row is the sum of rows above it"),
    );
    expect(waits.map(({ description, status }) => [description, status])).toEqual([
      ["Balance", "pending_review"],
      ["Total", "pending_review"],
    ]);
  });

  test.each([
    "Total 2050",
    "I alt 2050 Kontor",
    "Total kontor",
    "Total kr.",
    "Total DKK",
    "Total marts 2026",
    "I alt marts",
  ])(
    "that says of what it is the total (%s) waits where it is the sum of one row, and is booked where it is none",
    async (words) => {
      const company = await service.company();
      await company.ingest(table(PAPER, `28-02-2026;;2050;Kontor;${words};500,00;`));
      await company.ingest(table(PAPER.replace(";3;", ";4;"), `28-02-2026;;2050;Kontor;${words};501,00;`));
      const told = (await company.lines()).map(({ description, reason }) => [
        description,
        reason?.includes("the row is the sum of rows above it") ?? false,
      ]);
      expect(told.filter(([, isTold]) => isTold === true)).toEqual([[words, true]]);
    },
  );

  test("whose amount is no sum waits, and so does one in other words whose amount is a sum", async () => {
    const company = await service.company();
    await company.ingest(table(...RENT, "28-02-2026;;2030;Husleje;Total;20.100,00;"));
    await company.ingest(table(PAPER, PAPER.replace(";3;", ";4;"), "28-02-2026;;2050;Kontor;Kontor i alt;1.000,00;"));
    const waits = (await lines(company)).filter(([, status]) => status === "pending_review");
    expect(waits).toEqual([
      ["Total", "pending_review", "document_unclear"],
      ["Kontor i alt", "pending_review", "document_unclear"],
    ]);
    expect((await company.lines()).at(-1)?.reason).toContain("the row is the sum of rows above it");
  });

  test("is no purchase from a supplier of that name", async () => {
    const company = await service.company();
    const [file] = await company.ingest(
      table(
        ...RENT,
        "28-02-2026;9;2740;Brændstof;Diesel, 40 l;20.000,00;Total",
        "01-03-2026;;2740;Brændstof;;300,00;Total",
      ),
    );
    expect(file).toMatchObject({ activity_count: 4, warnings: [] });
    expect((await lines(company)).map(([, , code]) => code)).not.toContain("document_unclear");
  });

  test("of quantities is no consumption", async () => {
    const company = await service.company();
    const rows = ["31-01-2026;El;100;kWh", "28-02-2026;El;150,5;kWh", "28-02-2026;I alt;250,5;kWh"];
    const [file] = await company.ingest({
      name: "q.csv",
      bytes: Buffer.from(["Dato;Tekst;Mængde;Enhed", ...rows].join("\n")),
    });
    expect(file).toMatchObject({ status: "processed", activity_count: 2, warnings: [`1 ${TOLD}`] });
  });
});
