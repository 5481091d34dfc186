import { describe, expect, test } from "vitest";
import { fillEfragTemplate } from "../../../src/modules/reports/forms/efrag/fill-template.ts";
import { cellsOf, documentOf, fact, filled } from "../../support/efrag-filled.ts";
import { fixtureTemplate } from "../../support/efrag-fixture.ts";

const GENERAL = "General Information";
const ENVIRONMENT = "Environmental Disclosures";
const SOCIAL = "Social Disclosures";

describe("filling a template", () => {
  test("figures, texts, years, truths and members stand in the cells of their names, in the words of the template", async () => {
    const at = await filled([
      fact("Turnover", "23500.5"),
      fact("DescriptionOfMainBusinessRelationships", "Two shops & a dealer"),
      fact("GreenhouseGasEmissionReductionTargetYear", "2030"),
      fact("UndertakingAppliesCircularEconomyPrinciples", "YES", { transform: "fixed-true" }),
      fact("PubliclyAvailableDisclosure", "False", { transform: "fixed-false" }),
      {
        ...fact("UndertakingsLegalForm", ""),
        value: "vsme:PrivateLimitedLiabilityUndertakingMember",
      },
    ]);
    expect(at(GENERAL, "E283")).toBe("23500.5");
    expect(at(GENERAL, "E529")).toBe("Two shops & a dealer");
    expect(at(ENVIRONMENT, "J21")).toBe("2030");
    expect(at(ENVIRONMENT, "D316")).toBe("YES");
    expect(at(ENVIRONMENT, "G75")).toBe("false");
    expect(at(GENERAL, "E180")).toBe("private limited liability undertaking");
  });

  test("company, currency and the reporting period are given, a Danish number as its European identifier", async () => {
    const company = { name: "Nordlys Møbler A/S", country: "DK", registration_number: "CVR 12 34 56 78" };
    const at = await filled([], { company, currency: "DKK", period: { from: "2025-01-01", to: "2025-12-31" } });
    expect(at(GENERAL, "D3")).toBe("Nordlys Møbler A/S");
    expect([at(GENERAL, "D4"), at(GENERAL, "E4")]).toEqual(["EU ID", "DKCVR.12345678"]);
    expect(at(GENERAL, "D5")).toBe("DKK");
    expect(["D6", "D7", "D8", "D10", "D11", "D12"].map((cell) => at(GENERAL, cell))).toEqual([
      "2025",
      "1",
      "1",
      "2025",
      "12",
      "31",
    ]);
    expect(at(GENERAL, "D9")).toBe("2025-01-01");
  });

  test("a company without a register number gets no invented identifier", async () => {
    const at = await filled([], { company: { name: "X", country: "DE", registration_number: "HRB 1" } });
    expect([at(GENERAL, "D4"), at(GENERAL, "E4")]).toEqual([null, null]);
  });

  test("a calculated cell keeps its formula and gets the report's figure beside it", async () => {
    const bytes = await fillEfragTemplate(
      documentOf([
        fact("GrossScope1GreenhouseGasEmissions", "100.111"),
        fact("GrossLocationBasedScope2GreenhouseGasEmissions", "50.222"),
        fact("TotalGrossLocationBasedScope1AndScope2GHGEmissions", "150.333"),
      ]),
      fixtureTemplate(),
    );
    const at = await cellsOf(bytes);
    expect(at(ENVIRONMENT, "D25")).toBe("150.333");
    expect(at("Footnotes", "B4")).toBeNull();
  });

  test("a figure that the template cannot arrive at is said in a footnote, with what the template shows instead", async () => {
    const at = await filled([
      fact("GrossScope1GreenhouseGasEmissions", "100"),
      fact("TotalGrossLocationBasedScope1AndScope2GHGEmissions", "150"),
    ]);
    expect(at(ENVIRONMENT, "D25")).toBe("150");
    expect(at("Footnotes", "B4")).toContain("the report says 150");
    expect(at("Footnotes", "B4")).toContain("shows 100 as soon as");
    const danish = await filled([fact("TotalVolumeOfMaterialUsed", "8")], { language: "da" });
    expect(danish("Footnotes", "B4")).toContain("rapporten siger 8");
  });

  test("percentages are shares, without new digits", async () => {
    const at = await filled([fact("EmployeeTurnoverRate", "28.41", { "numeric-scale": '"-2"' })]);
    expect(at(SOCIAL, "D137")).toBe("0.2841");
  });

  test("an answer that the template has filled in for everybody is emptied when the report does not give it", async () => {
    const template = fixtureTemplate({ cells: { [SOCIAL]: { D147: "YES" } } });
    const at = await cellsOf(await fillEfragTemplate(documentOf([]), template));
    expect(at(SOCIAL, "D147")).toBeNull();
  });

  test("text stays text: markup, formulas, escapes and characters that XML cannot hold", async () => {
    const text = "=1+1 </t></is></c> ]]> &amp; _x0041_ \u0007 \u202Eæøå 🌱\nnext";
    const at = await filled([fact("DescriptionOfMainBusinessRelationships", text)]);
    expect(at(GENERAL, "E529")).toBe(text.replace("\u0007", "\uFFFD"));
  });

  test("a text that no cell can hold is refused by its name, not cut", async () => {
    const long = fact("DescriptionOfMainBusinessRelationships", "x".repeat(32_768));
    await expect(fillEfragTemplate(documentOf([long]), fixtureTemplate())).rejects.toThrow(
      /main business relationships.* longer/i,
    );
  });

  test("the same report and template give the same bytes, in any time zone", async () => {
    const facts = [fact("Turnover", "1"), fact("NumberOfEmployees", "2")];
    const zone = process.env["TZ"];
    const render = () => fillEfragTemplate(documentOf(facts), fixtureTemplate());
    const first = await render();
    process.env["TZ"] = "Pacific/Auckland";
    const second = await render();
    process.env["TZ"] = zone ?? "UTC";
    expect(second.equals(first)).toBe(true);
  });

  test("a report of another standard is refused", async () => {
    await expect(fillEfragTemplate(documentOf([], { standard_type: "csrd" }), fixtureTemplate())).rejects.toThrow(
      /VSME/,
    );
  });
});
