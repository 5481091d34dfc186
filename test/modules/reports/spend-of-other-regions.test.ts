import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { printed, reportOf, workbook } from "../../support/report-of-year.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const invoice = (number: string, country: string) => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    date: "2025-05-02",
    currency: "EUR",
    supplier: { name: "Rådgivning AB", cvr: "27182818", vat: null, country },
    lines: [{ text: "Konsulentbistand, strategi", amount: "1000.00" }],
  }),
});

const noteOf = ({ notes = [] }: ReportDocument) =>
  notes.find(({ code }) => code === "spend_region_substituted")?.text ?? null;

test("a report says how much of its year is money times the factor of another country than the seller's, as the totals do", async () => {
  const by = await site.company();
  await site.ingest(by, invoice("S-1", "SE"), invoice("D-1", "DK"));
  const summary = (await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as {
    readonly spend_region_substituted_kg: number;
    readonly total_co2e_kg: number;
  };
  const kg = summary.spend_region_substituted_kg;
  expect(kg).toBeGreaterThan(0);
  expect(kg).toBeCloseTo(summary.total_co2e_kg / 2, 4);

  const [da, en] = [await reportOf(site, by, "da"), await reportOf(site, by, "en")];
  expect([da, en].map((one) => one.total_facts?.spend_region_substituted_kg)).toEqual([kg, kg]);
  const tonnes = (kg / 1000).toFixed(3);
  expect(noteOf(en)).toBe(
    `${tonnes} tCO2e are amounts times factors of another country than the seller's, because those of the seller's are not loaded.`,
  );
  expect(noteOf(da)).toBe(
    `${tonnes.replace(".", ",")} tCO2e er beløb ganget med faktorer for et andet land end sælgerens, fordi sælgerens lands faktorer ikke er indlæst.`,
  );
  for (const [document, chapter, row] of [
    [da, "Køb hos sælgere i andre lande", "Beløb ganget med et andet lands faktor end sælgerens, tCO₂e"],
    [
      en,
      "Purchases from sellers in other countries",
      "Amounts times a factor of another country than the seller's, tCO₂e",
    ],
  ] as const) {
    const pdf = printed(document);
    expect(pdf).toContain(chapter);
    expect(pdf).toContain(row);
    expect(pdf.split(noteOf(document) ?? "").length, "in the summary and with the methods").toBeGreaterThan(2);
    const sheets = await workbook(document);
    expect(sheets).toContain(row.replaceAll("'", "&#39;"));
    expect(sheets).toContain(noteOf(document)?.replaceAll("'", "&#39;"));
  }
});

test("where nothing is substituted it says 0 and has no note, and what was frozen before it was told says nothing", async () => {
  const by = await site.company();
  await site.ingest(by, invoice("D-1", "DK"));
  const document = await reportOf(site, by, "da");
  expect(document.total_facts?.spend_region_substituted_kg).toBe(0);
  expect(noteOf(document)).toBeNull();
  const row = "Beløb ganget med et andet lands faktor";
  expect(printed(document)).toContain(row);
  expect(printed(document)).not.toContain("Køb hos sælgere i andre lande");
  const { spend_region_substituted_kg: _kg, ...total_facts } = document.total_facts ?? {};
  const earlier = { ...document, total_facts } as ReportDocument;
  expect(printed(earlier)).not.toContain(row);
  expect(await workbook(earlier)).not.toContain(row);
});
