import { describe, expect, test } from "vitest";
import { vsmeCatalog } from "../../../src/modules/reports/datapoints/catalog.ts";
import { conditionTerms } from "../../../src/modules/reports/datapoints/condition.ts";
import { E1_TOPICS, esrsE1, shippedNumbering } from "../../../src/modules/reports/datapoints/esrs-e1-catalog.ts";

describe("the climate chapter of the ESRS", () => {
  test("is numbered as the report year's version of the standard numbers it", () => {
    const number = (year: number, topic: string) => esrsE1(year).sections.find((one) => one.topic === topic)?.id;
    expect(["targets", "energy", "ghg-emissions"].map((topic) => number(2025, topic))).toEqual([
      "E1-4",
      "E1-5",
      "E1-6",
    ]);
    expect(["targets", "energy", "ghg-emissions"].map((topic) => number(2027, topic))).toEqual([
      "E1-6",
      "E1-7",
      "E1-8",
    ]);
    expect([esrsE1(2019), esrsE1(2026)].map((one) => one.standard_version)).toEqual(["esrs_2023", "esrs_2023"]);
    expect(esrsE1(2027)).toMatchObject({ standard_version: "esrs_2026_draft", is_draft: true });
  });

  test("has every subject in every version, each with datapoints and a title in both languages", () => {
    for (const { from_report_year } of shippedNumbering().versions) {
      const { sections, catalog } = esrsE1(from_report_year);
      expect(sections.map(({ topic }) => topic)).toEqual(E1_TOPICS);
      for (const { id, title } of sections) {
        expect(
          catalog.datapoints.some((row) => row.section === id),
          id,
        ).toBe(true);
        expect(title.en).not.toBe(title.da);
      }
    }
  });

  test("shares no datapoint with VSME, and its conditions are questions that people can answer", () => {
    const { catalog } = esrsE1(2025);
    const shared = catalog.datapoints.filter(({ id }) => vsmeCatalog().by_id.has(id));
    expect(shared).toEqual([]);
    for (const { condition } of catalog.datapoints) {
      for (const { datapoint } of condition === null ? [] : conditionTerms(condition)) {
        expect(catalog.by_id.get(datapoint)).toMatchObject({ kind: "boolean" });
      }
    }
  });

  test("names the same figure in Danish and in English", () => {
    for (const { id, label_da, label_en } of esrsE1(2025).catalog.datapoints) expect(label_da, id).not.toBe(label_en);
  });
});
