import { afterAll, beforeAll, expect, test } from "vitest";
import { importFactors, loadCatalog } from "../../../src/modules/factors/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { hicpJsonStat, levelOfMonths, statbankCsv } from "../../support/publisher-server.ts";

// The files that are fetched are the files that an operator without a way out imports by hand: the formats are the same.
let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  await db.close();
});

const admin = () => db.database.admin;
const today = "2026-07-02";

const ECB_HEADER =
  "KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,OBS_CONF,OBS_PRE_BREAK,OBS_COM," +
  "TIME_FORMAT,BREAKS,COLLECTION,COMPILING_ORG,DISS_ORG,DOM_SER_IDS,PUBL_ECB,PUBL_MU,PUBL_PUBLIC,UNIT_INDEX_BASE,COMPILATION," +
  "COVERAGE,DECIMALS,NAT_TITLE,SOURCE_AGENCY,SOURCE_PUB,TITLE,TITLE_COMPL,UNIT,UNIT_MULT";

/** A row of the data portal's file with all its columns. */
function ecbRow(freq: string, currency: string, period: string, value: string, denom = "EUR"): string {
  const title = `"ECB reference exchange rate, ${currency}/Euro, 2:15 pm (C.E.T.)"`;
  return `EXR.${freq}.${currency}.${denom}.SP00.A,${freq},${currency},${denom},SP00,A,${period},${value},A,F,,,P1${freq},,A,,,,,,,,,,4,,4F0,,${currency}/Euro,${title},${currency},0`;
}

test("every row of the ECB's file with all columns is accounted for", async () => {
  const file = [
    ECB_HEADER,
    ecbRow("M", "NOK", "2026-04", "11.41234567890123"),
    ecbRow("M", "NOK", "2026-05", "NaN"),
    ecbRow("M", "NOK", "2026-07", "11.5"),
    ecbRow("D", "NOK", "2026-05-04", "11.4"),
    ecbRow("M", "NOK", "2026-06", "1.1", "USD"),
    ecbRow("M", "NOK", "2026-13", "11.4"),
    ecbRow("M", "NOK", "2026-06", "-11.4"),
    ecbRow("A", "NOK", "2025", "11.7"),
    ecbRow("A", "SEK", "2025", "12.5"),
    "",
  ].join("\n");
  const report = await importFactors(admin(), "ecb-means", Buffer.from(file), null, { today });
  expect(report).toMatchObject({
    read: 9,
    inserted: 1,
    skipped: [{ count: 2 }, { count: 1 }, { count: 1 }],
    rejected: [
      { line: 7, reason: "NOK: 2026-13 is not a period of its frequency" },
      { line: 8, reason: "NOK: is not a rate" },
      { line: 9, reason: expect.stringContaining("NOK annual_average 2025-12-31: 11.7 differs from the stored 11.7") },
      { line: 10, reason: expect.stringContaining("SEK annual_average 2025-12-31: 12.5 differs from the stored 11.0") },
    ],
  });
  expect((await loadCatalog(db.database.system)).exchangeRate("NOK", "2026-04-20")?.per_eur).toBe("11.412346");
});

test("a person who imports by hand has looked at the figure: it is taken though it moved far", async () => {
  const file = [ECB_HEADER, ecbRow("M", "TRY", "2026-04", "99.5"), ""].join("\n");
  const checked = { today, refusesImplausible: true };
  expect(await importFactors(admin(), "ecb-means", Buffer.from(file), null, checked)).toMatchObject({ inserted: 0 });
  expect(await importFactors(admin(), "ecb-means", Buffer.from(file), null, { today })).toMatchObject({ inserted: 1 });
});

test("StatBank's file is read in either language, with decimal point or comma", async () => {
  const months = {
    ...levelOfMonths(2024, "98,0", { separator: "M" }),
    ...levelOfMonths(2025, "100,0", { separator: "M" }),
  };
  const words = statbankCsv(months).replaceAll("000000;100;", "00 Forbrugerprisindeks i alt;Indeks;");
  expect(await importFactors(admin(), "cpi", Buffer.from(words))).toMatchObject({ read: 2, inserted: 2, rejected: [] });
  const codes = statbankCsv(months).replaceAll(",0", ".0");
  expect(await importFactors(admin(), "cpi", Buffer.from(codes))).toMatchObject({ read: 2, unchanged: 2 });
});

test("a group of goods, a change in per cent and an unknown base are not the index", async () => {
  const months = levelOfMonths(2025, "100.0", { separator: "M" });
  const read = async (file: string) => await importFactors(admin(), "cpi", Buffer.from(file));
  await expect(read(statbankCsv(months).replaceAll("000000;", "011100;"))).rejects.toThrow(/index of all items/);
  await expect(read(statbankCsv(months).replaceAll(";100;", ";300;"))).rejects.toThrow(/index of all items/);
  await expect(read(statbankCsv(levelOfMonths(2025, "119.4", { separator: "M" })))).rejects.toThrow(/base is unknown/);
  await expect(read("Tid;Indeks\n2025M01;100\n")).rejects.toThrow(/PRIS01/);
});

test("Eurostat's levels are read by position, and a gap is a year that is not complete", async () => {
  const levels = {
    ...levelOfMonths(2018, 99.1, { separator: "-" }),
    ...levelOfMonths(2026, 131.5, { separator: "-" }),
  };
  const file = JSON.parse(hicpJsonStat(levels)) as { value: Record<string, number | null> };
  file.value["12"] = null;
  const report = await importFactors(admin(), "hicp", Buffer.from(JSON.stringify(file)));
  expect(report).toMatchObject({ read: 2, inserted: 0, skipped: [{ count: 1 }] });
  expect(report.rejected[0]?.reason).toMatch(/EA HICP all items 2018: 99.1 differs from the stored 103\./);
  const dense = JSON.stringify({ ...file, value: Object.values(levels) });
  expect(await importFactors(admin(), "hicp", Buffer.from(dense))).toMatchObject({ inserted: 1 });
  await expect(importFactors(admin(), "hicp", Buffer.from('{"error":[{"status":400}]}'))).rejects.toThrow(/JSON-stat/);
});
