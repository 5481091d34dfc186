import { describe, expect, test } from "vitest";
import type { Fact } from "../../../../src/modules/reports/datapoints/fact.ts";
import type { ReportDocument } from "../../../../src/modules/reports/presentation/report-document.ts";
import { isEngineInstalled } from "../../../../src/platform/typst/engine.ts";
import { renderPdf } from "../../../../src/composition/isolation/render-pdf.ts";
import { ABSENT_JUDGES, textOf } from "../../../support/printed-report.ts";
import { sampleDocument } from "../../../support/report-document.ts";

const absent = [...ABSENT_JUDGES, ...(isEngineInstalled() ? [] : ["a typesetting engine"])];

function fact(id: string, label: string, value: number, dimensions: Record<string, string> = {}): Fact {
  const [concept = ""] = id.split(".");
  return {
    id,
    section: "E1-6",
    concept: `cl:${concept}`,
    label,
    kind: "number",
    value,
    value_label: null,
    unit: concept.endsWith("Change") ? "percent" : "utr:tCO2e",
    decimals: 3,
    period: { from: "2025-01-01", to: "2025-12-31" },
    dimensions,
    provenance: { source: "ledger" },
  };
}

const onPeriod = (member: string) => ({ "cl:E1PeriodAxis": `cl:${member}` });

/** Facts of targets on a typed axis: as many concepts and keys as are asked for. */
const targets = (concepts: number, keys: number) =>
  Array.from({ length: keys }, (_, key) =>
    Array.from({ length: concepts }, (_, concept) =>
      fact(`Target${concept}.${key}`, `Aspect ${concept}`, 1000 * key + concept + 0.5, {
        "cl:E1TargetAxis": `Target no ${key}`,
      }),
    ),
  ).flat();

function climateReport(facts: readonly Fact[]): ReportDocument {
  const section = { id: "E1-6", title: "Gross emissions", status: "reported" as const, missing: [] };
  return {
    ...sampleDocument(),
    standard_type: "csrd",
    standard_version: "esrs_2023",
    taxonomy: null,
    facts: [...facts],
    sections: [{ ...section, fact_ids: facts.map(({ id }) => id) }],
  };
}

const linesOf = async (facts: readonly Fact[]) =>
  textOf(await renderPdf(climateReport(facts)))
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "));

describe.skipIf(absent.length > 0)(
  `facts in groups (needs ${absent.join(", ") || "nothing"})`,
  { timeout: 300_000 },
  () => {
    test("base year, year before, report year and change stand in one line; a fact without them stands alone", async () => {
      const lines = await linesOf([
        fact("Gross", "Gross scope 1", 18.9),
        fact("Gross.base", "Gross scope 1, base year", 31.25, onPeriod("BaseYearMember")),
        fact("Gross.previous", "Gross scope 1, previous year", 21, onPeriod("ComparativeMember")),
        fact("GrossChange", "Gross scope 1, change", -10),
        fact("Biogenic", "Biogenic emissions", 1.039),
      ]);
      expect(lines).toContain("Gross scope 1 (tCO₂e) 31.250 21.000 18.900 −10%");
      expect(lines).toContain("Biogenic emissions 1.039 tCO₂e Ledger");
      expect(lines.some((line) => line.includes("previous year"))).toBe(false);
    });

    test("few concepts are columns, few keys are columns, and with many of both each key has its list", async () => {
      const asRows = await linesOf(targets(3, 7));
      expect(asRows).toContain("Target no 6 6,000.500 6,001.500 6,002.500");
      const asColumns = await linesOf(targets(8, 2));
      expect(asColumns).toContain("Datapoint Target no 0 Target no 1");
      expect(asColumns).toContain("Aspect 7 (tCO₂e) 7.500 1,007.500");
      const asLists = await linesOf(targets(8, 6));
      const at = asLists.indexOf("Target no 5");
      expect(at).toBeGreaterThan(0);
      expect(asLists.slice(at).find((line) => line.startsWith("Aspect 7"))).toBe("Aspect 7 5,007.500 tCO₂e Ledger");
    });

    test("every fact of a disclosure is printed once", async () => {
      const facts = [...targets(8, 6), fact("Single", "Single figure", 77_777.125)];
      const text = (await linesOf(facts)).join("\n");
      for (const { value } of facts) {
        const figure = Number(value).toLocaleString("en-US", { minimumFractionDigits: 3 });
        const whole = new RegExp(`(?<![\\d,.])${figure.replaceAll(".", "\\.")}(?!\\d)`, "g");
        expect(text.match(whole)?.length, figure).toBe(1);
      }
    });
  },
);
