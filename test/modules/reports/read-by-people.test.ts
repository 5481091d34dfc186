import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { drawnDocument } from "../../../src/modules/reports/presentation/drawn-document.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { renderWorkbook } from "../../../src/modules/reports/forms/xlsx/render-workbook.ts";
import { type ReportForms, reportForms } from "../../support/report-forms.ts";
import { answer, scopeRow } from "../../support/report-snapshots.ts";
import { answersOnly, phoneBill, twoMonths } from "../../support/sparse-companies.ts";

const EN = { standard_type: "vsme_comprehensive", language: "en" } as const;
const DA = { ...EN, language: "da" } as const;
const E1 = { ...EN, standard_type: "csrd" } as const;
const everyText = ({ pdf, xhtml }: ReportForms) => [pdf, xhtml.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")];
const fact = ({ json }: ReportForms, id: string) => json.facts.find((one) => one.id === id);
const section = ({ json }: ReportForms, id: string) => json.sections.find((one) => one.id === id);

describe("a company with one phone bill", { timeout: 120_000 }, () => {
  test("has no scope 2 that was calculated in two ways, and no market-based scope 3", async () => {
    const forms = await reportForms(phoneBill(), EN);
    for (const text of everyText(forms)) {
      expect(text).not.toContain("Scope 2 is calculated");
      expect(text).toContain("It is unknown, not zero, and calculated neither location-based nor market-based.");
      expect(text).toContain("0.031 tCO₂e of 2025 in Scope 3. A total cannot be told");
      expect(text).toContain("Only 1 of 12 months has emission entries");
    }
  });

  test("has one category of scope 3, whose total is that of the known ones", async () => {
    const forms = await reportForms(phoneBill(), DA);
    for (const text of everyText(forms)) {
      expect(text).toContain("Værdikæden, 1 af 15 kategorier");
      expect(text).toContain("I alt af kendte kategorier");
    }
  });

  test("may or may not have fifty employees: whether C5 applies is not known", async () => {
    expect(section(await reportForms(phoneBill(), EN), "C5")?.status).toBe("missing_input");
    const small = await reportForms(phoneBill([answer("NumberOfEmployees", 49)]), EN);
    expect(section(small, "C5")?.status).toBe("not_applicable");
  });
});

test("the share of the largest source is one of emissions, not of entries", { timeout: 120_000 }, async () => {
  // Two of six entries, and 51.3 % of what was booked.
  for (const text of everyText(await reportForms(twoMonths(), EN))) {
    expect(text).toContain("“Telephone and internet” with 51.3% of the recorded emissions.");
  }
});

test("a report without entries tells no method of calculation", { timeout: 120_000 }, async () => {
  for (const text of everyText(await reportForms(answersOnly(), EN))) {
    expect(text).not.toContain("Each entry is quantity");
    expect(text).not.toContain("Methods in this report");
    expect(text).not.toContain("GWP sets used");
  }
});

test("a set of warming potentials is that of the factors whose source names it", { timeout: 120_000 }, async () => {
  const { facts, ...snapshot } = twoMonths();
  const factor = (key: string, gwp_set: string | null) => ({
    id: `0198c0de-0000-7000-8000-0000000000${key}`,
    key: `factor.${key}`,
    name_en: `Factor ${key}`,
    value: "1",
    unit: "kg",
    region: "DK",
    year: 2025,
    gwp_set,
    source: "Source",
    source_url: "https://example.org/",
    licence: "CC0-1.0",
    content_hash: key.repeat(32),
    market_based_kg: "1000",
    entry_count: 1,
  });
  const factors = [factor("a1", "AR5"), factor("a2", null), factor("a3", null)];
  for (const text of everyText(await reportForms({ ...snapshot, facts: { ...facts, factors } }, EN))) {
    expect(text).toContain("GWP sets used: AR5 for 1 of 3 factors; the sources of the others state none.");
  }
});

describe("the climate chapter", { timeout: 120_000 }, () => {
  test("counts no quantity times a published factor among a supplier's own data, as its summary does not", async () => {
    const { facts, ...snapshot } = twoMonths();
    const waste = { scope: 3, market_based_kg: "1000", weight_kg: "1000", entry_count: 1 };
    const scopes = [...facts.scopes, scopeRow({ scope: 3, scope3_category: 5, primary_kg: "1000" })];
    const methods = [...facts.methods, { ...waste, calculation_method: "waste_type_specific" }];
    const forms = await reportForms({ ...snapshot, facts: { ...facts, scopes, methods } }, E1);
    expect(fact(forms, "E1Scope3PrimaryDataShare")?.value).toBe(0);
    expect(forms.json.data_quality.method_shares?.[0]).toMatchObject({ group: "supplier_or_direct", share_pct: 0 });
    const own = [...facts.methods, { ...waste, calculation_method: "supplier_specific" }];
    const measured = await reportForms({ ...snapshot, facts: { ...facts, scopes, methods: own } }, E1);
    // 1,000 kg of 11,773 kg.
    expect(fact(measured, "E1Scope3PrimaryDataShare")?.value).toBe(8.49);
  });
});

describe("a rate", { timeout: 120_000 }, () => {
  const RATE = "RateOfRecordableWorkRelatedAccidentsInTheReportingPeriod";
  const accidents = answer("NumberOfRecordableWorkRelatedAccidentsInTheReportingPeriod", 1);

  test("of accidents says per how many hours it is, and how many were worked, in every form", async () => {
    const snapshot = answersOnly([accidents, answer("TotalHoursWorked", 26_850)]);
    const [da, en] = [await reportForms(snapshot, DA), await reportForms(snapshot, EN)];
    expect(fact(en, RATE)?.value).toBe(7.4488);
    const said = "(accidents per 200,000 hours worked; 26,850 hours in the year)";
    expect(fact(en, RATE)?.label).toContain(said);
    for (const text of everyText(en)) expect(text.replaceAll(" ", "")).toContain("26,850hoursintheyear");
    for (const text of everyText(da)) expect(text.replaceAll(" ", "")).toContain("26.850timeriåret");
    expect(en.xlsx.get("Datapoints")?.flat().join()).toContain(said);
  });

  test("that a person has stated tells no hours", async () => {
    const forms = await reportForms(answersOnly([accidents, answer(RATE, 7.4)]), EN);
    expect(fact(forms, RATE)?.label).toMatch(/\(accidents per 200,000 hours worked\)$/);
  });

  test("of women and men says which is counted per which", async () => {
    const board = [answer("NumberOfFemaleBoardMembers", 2), answer("NumberOfMaleBoardMembers", 3)];
    const forms = await reportForms(answersOnly([answer("HasGovernanceBody", true), ...board]), EN);
    expect(fact(forms, "GenderDiversityRatioInGovernanceBody")).toMatchObject({
      value: 0.6667,
      label: "Gender diversity ratio in governance body (women per man)",
    });
  });
});

describe("waste of which only one treatment is given", { timeout: 120_000 }, () => {
  const PAPER = "waste:W-200101-Non-Hazardous-PaperAndCardboardMember";
  const TOTAL = "TotalWasteRecycledReusedAndDirectedToDisposalMass";
  const recycled = answer("WasteDivertedToRecycleOrReuseMass", 1800, PAPER);
  const oil = "waste:W-130101-Hazardous-HydraulicOilsContainingPcbsMember";
  const both = ["WasteDivertedToRecycleOrReuseMass", "WasteDirectedToDisposalMass"].map((id) => answer(id, 70, oil));

  test("has no total of its kind and none above it, and the other one is asked for", async () => {
    const forms = await reportForms(answersOnly([recycled, ...both]), EN);
    const ids = forms.json.facts.map(({ id }) => id).filter((id) => id.startsWith("Total"));
    expect(ids).toEqual([
      `${TOTAL}.W-130101-Hazardous-HydraulicOilsContainingPcbsMember`,
      "TotalHazardousWasteGeneratedMass",
    ]);
    const lacks = forms.json.missing_inputs.find(
      ({ datapoint }) => datapoint === "TotalNonHazardousWasteGeneratedMass",
    );
    expect(lacks?.description).toMatch(/the other is not known. State 0 where there was none: .*Paper and cardboard/);
    expect(section(forms, "B7")?.status).toBe("missing_input");
  });

  test("has its total where the other is stated as 0", async () => {
    const none = answer("WasteDirectedToDisposalMass", 0, PAPER);
    const forms = await reportForms(answersOnly([recycled, none, ...both]), EN);
    expect(fact(forms, "TotalNonHazardousWasteGeneratedMass")?.value).toBe(1800);
    expect(fact(forms, "TotalWasteGeneratedMass")?.value).toBe(1940);
  });
});

test("rows of the workbook are as high as their texts need", { timeout: 120_000 }, async () => {
  const snapshot = phoneBill();
  const all = { ...EN, report_year: snapshot.report_year, format: "json", template: "own" } as const;
  const document = JSON.parse(drawnDocument(snapshot, all).toString("utf8")) as ReportDocument;
  const parts = unzipSync(await renderWorkbook(document));
  const summary = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const strings = [...strFromU8(parts["xl/sharedStrings.xml"] ?? new Uint8Array()).matchAll(/<si>(.*?)<\/si>/gs)];
  const place = strings.findIndex(([, words = ""]) => words.includes("Scope 1 is unknown, not zero"));
  const row = [...summary.matchAll(/<row [^>]*>.*?<\/row>/gs)].find(([xml]) => xml.includes(`<v>${place}</v>`))?.[0];
  // 101 characters in a column of 38.
  expect(Number(/ ht="([\d.]+)" customHeight="1"/.exec(row ?? "")?.[1])).toBeGreaterThanOrEqual(3 * 14.4);
});
