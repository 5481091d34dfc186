import { describe, expect, test } from "vitest";
import { summaryChapter } from "../../../../src/modules/reports/forms/pdf/summary-chapter.ts";
import { wordsOf } from "../../../../src/modules/reports/forms/pdf/texts.ts";
import type { ReportDocument } from "../../../../src/modules/reports/presentation/report-document.ts";
import { sampleDocument } from "../../../support/report-document.ts";

/** The sample report with some months of 2024 only. */
function withPartOf2024(months_with_data: number): ReportDocument {
  const document = sampleDocument({ language: "en" });
  return {
    ...document,
    years: document.years.map((one) => (one.year === 2024 ? { ...one, months_with_data } : one)),
  };
}

function summaryOf(document: ReportDocument): { readonly lead: string; readonly years: string } {
  const { chapter, charts } = summaryChapter(document, wordsOf(document));
  const [lead] = chapter.blocks;
  return {
    lead: lead?.kind === "paragraph" ? lead.text : "",
    years: charts.find(({ file }) => file.includes("years"))?.svg ?? "",
  };
}

describe("a year before the report's", () => {
  test("is compared with it when the ledger has all of its months", () => {
    const { lead, years } = summaryOf(withPartOf2024(12));
    expect(lead).toMatch(/13\.7% less than the year before/);
    expect(years).toContain(">2024<");
  });

  test("is not compared when it has eleven, and its column says so", () => {
    const { lead, years } = summaryOf(withPartOf2024(11));
    expect(lead).not.toContain("year before");
    expect(years).toContain(">2024 (11 of 12 mo.)<");
  });
});
