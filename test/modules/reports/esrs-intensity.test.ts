import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { readXlsx } from "../../../src/modules/factors/index.ts";
import { generateReport } from "../../../src/modules/reports/generate-report.ts";
import { renderReport } from "../../../src/modules/reports/index.ts";
import { setReportInputs } from "../../../src/modules/reports/inputs/set-report-inputs.ts";
import { listReports } from "../../../src/modules/reports/list-reports.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import type { ReportJob, ReportRecord } from "../../../src/modules/reports/report.ts";
import { isEngineInstalled } from "../../../src/platform/typst/engine.ts";
import { testDatabase, type TestDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";
import { ABSENT_JUDGES, textOf } from "../../support/printed-report.ts";

let db: TestDatabase;
let ctx: Context;
/** The exact figures behind the intensities. */
let report: ReportDocument;

const NET_REVENUE = 14_800_000;
const HIGH_IMPACT = { revenue: 3_000_000, mwh: 41.5 };

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  await record(ctx, [ledgerLine(1, { date: "2025-03-01" })]);
  const inputs = [
    { datapoint: "E1NetRevenue", value: NET_REVENUE },
    { datapoint: "E1HighClimateImpactSectors", value: true },
    { datapoint: "E1HighImpactNetRevenue", value: HIGH_IMPACT.revenue },
    { datapoint: "E1HighImpactEnergyConsumption", value: HIGH_IMPACT.mwh },
    { datapoint: "EmissionsStatedAsNone", member: "cl:Scope2Member", value: "The workshop makes its own power." },
    { datapoint: "EmissionsStatedAsNone", member: "cl:Scope3Member", value: "Nothing is bought or sold this year." },
  ];
  await invoke(setReportInputs, ctx, { report_year: 2025, inputs });
  // The JSON form is the document.
  report = JSON.parse((await file("json", "en")).toString("utf8")) as ReportDocument;
}, 60_000);
afterAll(() => db.close());

async function file(format: string, language: string): Promise<Buffer> {
  const terms = { report_year: 2025, standard_type: "csrd", format, language };
  // The operations answer with what they declare.
  const job = (await invoke(generateReport, ctx, terms)) as ReportJob;
  await renderReport(ctx, job.id);
  const { items } = (await invoke(listReports, ctx, {})) as { items: ReportRecord[] };
  const made = items.find((one) => one.format === format && one.language === language);
  return await ctx.files.read(made?.sha256 ?? "");
}

const fact = (id: string) => report.facts.find((one) => one.id === id);

/** What is printed: one figure, three digits after the point. */
const FIGURES = ["E1IntensityLocationBased", "E1IntensityMarketBased", "E1EnergyIntensity"];
const printed = (id: string, language: string) => {
  const text = String(fact(id)?.value);
  return language === "da" ? text.replace(".", ",") : text;
};

describe("intensities of the climate chapter", () => {
  test("are per million of the report's currency, from the exact figures, rounded once", () => {
    const tonnes = Number(fact("E1TotalLocationBased")?.value);
    const value = Number(fact("E1IntensityLocationBased")?.value);
    expect(value).toBeGreaterThan(0);
    expect(Math.abs(value - (tonnes * 1e6) / NET_REVENUE)).toBeLessThanOrEqual(0.0006);
    expect(fact("E1EnergyIntensity")).toMatchObject({ value: 13.833, unit: "utr:MWh/cl:million DKK", decimals: 3 });
    for (const id of FIGURES.slice(0, 2)) {
      expect(fact(id)).toMatchObject({ unit: "utr:tCO2e/cl:million DKK", decimals: 3 });
      expect(fact(id)?.label).toContain("per million of net revenue");
    }
  });

  test.each(["en", "da"])("are the same figure in the workbook and on the page in %s", async (language) => {
    const [, datapoints] = await readXlsx(await file("xlsx", language));
    const page = (await file("xhtml", language)).toString("utf8");
    for (const id of FIGURES) {
      const row = datapoints?.rows.find(({ cells }) => cells.at(-1)?.text === id);
      expect([id, row?.cells[3]?.text]).toEqual([id, String(fact(id)?.value)]);
      expect(page).toContain(`>${printed(id, language)}<`);
    }
  });

  const absent = [...ABSENT_JUDGES, ...(isEngineInstalled() ? [] : ["a typesetting engine"])];
  test.skipIf(absent.length > 0).each(["en", "da"])(
    `are the same figure in print in %s (needs ${absent.join(", ") || "nothing"})`,
    async (language) => {
      const words = new Set(textOf(await file("pdf", language)).split(/\s+/));
      for (const id of FIGURES) expect(words).toContain(printed(id, language));
      expect([...words].filter((word) => /^0[.,]00000/.test(word))).toEqual([]);
    },
  );
});
