import { describe, expect, test } from "vitest";
import { periodInWords } from "../../../src/modules/reading/period-words.ts";

describe("periodInWords", () => {
  test.each([
    ["Husleje juli 2026", "2026-07-01", "2026-07-31"],
    ["Rent for July 2026", "2026-07-01", "2026-07-31"],
    ["Miete Februar 2024", "2024-02-01", "2024-02-29"],
    ["Hyra maj 2026", "2026-05-01", "2026-05-31"],
    ["Miete März 2026", "2026-03-01", "2026-03-31"],
    ["El sept. 2026", "2026-09-01", "2026-09-30"],
    ["Varme oktober 2025 - marts 2026", "2025-10-01", "2026-03-31"],
    ["Insurance Oct 2025 to Sep 2026", "2025-10-01", "2026-09-30"],
    ["Strom Januar bis Dezember 2025", "2025-01-01", "2025-12-31"],
    ["El 3. kvartal 2026", "2026-07-01", "2026-09-30"],
    ["kvartal 4 2025", "2025-10-01", "2025-12-31"],
    ["Electricity Q1 2026", "2026-01-01", "2026-03-31"],
    ["2026-Q2 cloud", "2026-04-01", "2026-06-30"],
    ["2nd quarter of 2026", "2026-04-01", "2026-06-30"],
    ["Strom 4. Quartal 2025", "2025-10-01", "2025-12-31"],
    ["Vand 1. halvår 2026", "2026-01-01", "2026-06-30"],
    ["Water H2 2025", "2025-07-01", "2025-12-31"],
    ["Forsikring kalenderåret 2026", "2026-01-01", "2026-12-31"],
    ["Erhvervsforsikring 01.10.2024 - 30.09.2025", "2024-10-01", "2025-09-30"],
    ["Leje 1.7.2025 til 30.9.2025", "2025-07-01", "2025-09-30"],
    ["Leasing 15-01-2026–14-04-2026", "2026-01-15", "2026-04-14"],
    ["Wartung 01.02.2026 bis 03.04.2026", "2026-02-01", "2026-04-03"],
    ["Abonnement (2025-04-01 - 2026-03-31)", "2025-04-01", "2026-03-31"],
    ["Insurance 01/10/2024 - 30/09/2025", "2024-10-01", "2025-09-30"],
    ["Insurance 10/01/2024 - 09/30/2025", "2024-10-01", "2025-09-30"],
    ["Husleje juli 2026 (01.07.2026-31.07.2026)", "2026-07-01", "2026-07-31"],
  ])("%s", (text, start, end) => {
    expect(periodInWords(text)).toMatchObject({ start, end });
  });

  test.each([
    ["a month without a year", "Husleje juli"],
    ["a day", "Leveret 3. juli 2026"],
    ["a year alone", "Aftale 2026"],
    ["another word that begins like a month", "Marsvin 2026, Mayonnaise 2026, Decimal 2026"],
    ["two months", "Juni 2026 og maj 2026"],
    ["a range that ends before it starts", "Marts 2026 - januar 2026"],
    ["a product named so", "Model Q3-2000X"],
    ["a number", "EQ32026"],
    ["two days that are no range", "Levering 01.07.2026 og 15.07.2026"],
    ["a range of days that ends before it starts", "30.09.2025 - 01.10.2024"],
    ["days that could be months", "Service 01/02/2026 - 03/04/2026"],
    ["days that no month has", "30.02.2026 - 31.04.2026"],
    ["two ranges", "01.01.2026 - 31.01.2026, 01.03.2026 - 31.03.2026"],
    ["days inside a number", "Nr. 101.10.2024 - 30.09.20251"],
  ])("%s names no period of the line", (_, text) => {
    expect(periodInWords(text)).toBeNull();
  });

  test("a hostile text is read in the time of its length", () => {
    expect(periodInWords("januar ".repeat(100_000))).toBeNull();
  });
});
