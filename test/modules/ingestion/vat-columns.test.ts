import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

/** A ledger of rows of amount and VAT; the text is the place of the row. */
const ledger = (headings: string, ...rows: readonly string[]) => {
  const lines = rows.map((row, at) => `0${at + 1}-03-2025;Rengøring;Rengøring ${at + 1};${row}`);
  return { name: "posteringer.csv", bytes: Buffer.from([`Dato;Kontonavn;Tekst;${headings}`, ...lines, ""].join("\n")) };
};

/** What counts of each row, without VAT, and whether the file says that amounts include it. */
async function read(company: Company, file: ReturnType<typeof ledger>): Promise<[number[], boolean]> {
  const [uploaded] = await company.ingest(file);
  expect(uploaded).toMatchObject({ question: null });
  const lines = await company.lines();
  const isTold =
    uploaded?.warnings.some((warning) => warning.startsWith("amounts were read as including VAT")) ?? false;
  return [lines.map(({ amount }) => Number(amount)), isTold];
}

describe("a ledger whose amounts stand beside a column of VAT", () => {
  test.each([
    ["Momsbeløb", ["5.000,00;1.000,00"], [4000]],
    ["Moms", ["1.250,00;250,00", "5.000,00;1.000,00", "8.000,00;0,00", "300,00;"], [1000, 4000, 8000, 300]],
    ["Moms", ["1.250,00;I25", "5.000,00;1.000,00"], [1250, 4000]],
    ["Moms (DKK)", ["-123,45;-24,69", "99;20"], [-98.76, 79]],
  ])("%s of 20 %% of them: they include it (%j)", async (heading, rows, expected) => {
    expect(await read(await service.company(), ledger(`Beløb;${heading}`, ...rows))).toEqual([expected, true]);
  });

  test.each([
    ["Momsbeløb", ["4.000,00;1.000,00", "1.000,00;250,00"], [4000, 1000]],
    ["Moms", ["4.000,00;1.000,00"], [4000]],
    // Neither share in every row: some VAT is not deducted.
    ["Momsbeløb", ["5.000,00;1.000,00", "4.000,00;250,00"], [5000, 4000]],
    ["Momsbeløb", ["5.000,00;1.000,00", "4.000,00;1.000,00"], [5000, 4000]],
    // Codes and rates are no amounts.
    ["Moms", ["125,00;I25", "250,00;I25"], [125, 250]],
    ["Moms", ["125,00;25", "5.000,00;25"], [125, 5000]],
    // Too little to tell.
    ["Momsbeløb", ["1;0"], [1]],
  ])("%s of another share, or of none: they stay as they are (%j)", async (heading, rows, expected) => {
    expect(await read(await service.company(), ledger(`Beløb;${heading}`, ...rows))).toEqual([expected, false]);
  });

  test("is read by the rates of the company's country, in its currency", async () => {
    const british = await service.company({ country: "GB" });
    expect(await read(british, ledger("Amount;VAT", "1200.00;200.00", "100.00;0.00"))).toEqual([[1000, 100], true]);
    const added = await service.company({ country: "GB" });
    expect(await read(added, ledger("Amount;VAT", "1000.00;200.00"))).toEqual([[1000], false]);
    const foreign = await service.company();
    expect(await read(foreign, ledger("Beløb;Valuta;Moms", "1.000,00;GBP;200,00"))).toEqual([[1000], false]);
  });

  test("does not go against a heading that says so", async () => {
    const headings = "Beløb ekskl. moms;Moms";
    expect(await read(await service.company(), ledger(headings, "5.000,00;1.000,00"))).toEqual([[5000], false]);
  });
});
