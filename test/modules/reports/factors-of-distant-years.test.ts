import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { printed, reportOf, workbook } from "../../support/report-of-year.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** Danish district heating is published for 2016, 2023 and 2025, and heat may be two years from its figure. */
const heat = (date: string) => ({
  name: `${date}.xml`,
  content: ubl({ number: date, date, lines: [{ text: "Fjernvarme", quantity: "10", unit: "MWH", amount: "9000.00" }] }),
});

interface Summary {
  readonly factor_year_distant_kg: number;
  readonly total_co2e_kg: number;
}

const summaryOf = async (by: RecordingCompany, query: string, of = "summary"): Promise<Summary> =>
  (await site.get(by, `/emissions/${of}?${query}`)) as Summary;

const noteOf = ({ notes = [] }: ReportDocument) =>
  notes.find(({ code }) => code === "factor_year_distant")?.text ?? null;

test("totals and reports say how much rests on factors of a year far from that of the use", async () => {
  const by = await site.company();
  await site.ingest(by, heat("2022-03-02"), heat("2023-03-02"));
  const distant = await summaryOf(by, "from=2022-01-01&to=2022-12-31");
  const kg = distant.factor_year_distant_kg;
  expect(kg).toBeGreaterThan(0);
  expect(kg).toBe(distant.total_co2e_kg);
  expect((await summaryOf(by, "from=2023-01-01&to=2023-12-31")).factor_year_distant_kg).toBe(0);
  expect((await summaryOf(by, "from=2022-01-01&to=2023-12-31", "by-category")).factor_year_distant_kg).toBe(kg);
  const scope3 = await summaryOf(by, "from=2022-01-01&to=2023-12-31", "by-scope3-category");
  expect(scope3.factor_year_distant_kg).toBe(0);

  const [da, en] = [await reportOf(site, by, "da", 2022), await reportOf(site, by, "en", 2022)];
  expect([da, en].map((one) => one.total_facts?.factor_year_distant_kg)).toEqual([kg, kg]);
  const tonnes = (kg / 1000).toFixed(3);
  expect(noteOf(en)).toBe(
    `${tonnes} tCO2e rest on factors of a year far from that of the use, because none nearer is loaded.`,
  );
  expect(noteOf(da)).toBe(
    `${tonnes.replace(".", ",")} tCO2e bygger på faktorer for et år, der ligger langt fra forbruget, fordi ingen nærmere er indlæst.`,
  );
  for (const [document, chapter, row] of [
    [da, "Faktorer for andre år", "Faktorer for et fjernt år, tCO₂e"],
    [en, "Factors of other years", "Factors of a distant year, tCO₂e"],
  ] as const) {
    const pdf = printed(document);
    expect(pdf).toContain(chapter);
    expect(pdf).toContain(row);
    expect(await workbook(document)).toContain(row);
    expect(await workbook(document)).toContain(noteOf(document));
  }
});

test("of a year with factors of its own a report says 0 and has no note, and what was frozen before it was told says nothing", async () => {
  const by = await site.company();
  await site.ingest(by, heat("2023-03-02"));
  const document = await reportOf(site, by, "en", 2023);
  expect([document.total_facts?.factor_year_distant_kg, noteOf(document)]).toEqual([0, null]);
  const row = "Factors of a distant year";
  expect(printed(document)).toContain(row);
  const { factor_year_distant_kg: _kg, ...total_facts } = document.total_facts ?? {};
  const earlier = { ...document, total_facts } as ReportDocument;
  expect(printed(earlier)).not.toContain(row);
  expect(await workbook(earlier)).not.toContain(row);
});
