import { describe, expect, test } from "vitest";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import type { Datapoint } from "../../../../src/modules/reports/datapoints/datapoint.ts";
import { esrsE1 } from "../../../../src/modules/reports/datapoints/esrs-e1-catalog.ts";
import { STATED_NONE } from "../../../../src/modules/reports/datapoints/known-gases.ts";
import type { FactValue } from "../../../../src/modules/reports/datapoints/fact.ts";
import { reportDocument, type ReportDocument } from "../../../../src/modules/reports/presentation/report-document.ts";
import type { YearScopeFacts } from "../../../../src/modules/emissions/index.ts";
import { answer, measuredRow, reportSnapshot, scopeRow, target } from "../../../support/report-snapshots.ts";

const { catalog } = esrsE1(2025);

/** Questions that are answered with no the second time, so that the other branch of the standard is told. */
const OTHER_BRANCH = new Set(["E1HasTransitionPlan", "E1HasPolicies"]);

function valueOf({ id, kind, value_list }: Datapoint, isSecond: boolean): FactValue {
  const [member = ""] = [...(catalog.lists.get(value_list ?? "")?.keys() ?? [])];
  switch (kind) {
    case "number":
      return 10;
    case "boolean":
      return !(isSecond && OTHER_BRANCH.has(id));
    case "enumeration":
      return member;
    case "enumeration_set":
      return [member];
    case "year":
      return "2024";
    default:
      return `Text of ${id}`;
  }
}

function memberOf({ axis_list }: Datapoint): string | null {
  if (axis_list === null || axis_list === "typed") return axis_list === null ? null : "row-1";
  return [...(catalog.lists.get(axis_list)?.keys() ?? [])][0] ?? null;
}

const EVERY_MONTH = 0xfff;
const yearRow = (year: number, scope: number): YearScopeFacts => {
  return { year, scope, market_based_kg: "900", location_based_kg: "900", month_mask: EVERY_MONTH };
};

/** A company whose ledger has two whole years and fuels of every kind, and whose people have answered every question. */
function everythingAnswered(isSecond: boolean, language: "da" | "en" = "en"): ReportDocument {
  const asked = catalog.datapoints.filter(({ source }) => source === "input" || source.endsWith("_or_input"));
  const inputs = asked.map((row) => answer(row.id, valueOf(row, isSecond), memberOf(row)));
  const snapshot = reportSnapshot(
    {
      scopes: [scopeRow({ scope: 1 }), scopeRow({ scope: 2 }), scopeRow({ scope: 3, scope3_category: 1 })],
      years: [2024, 2025].flatMap((year) => [1, 2, 3].map((scope) => yearRow(year, scope))),
      measured: [measuredRow("transport.own.diesel", ["1000", "l"])],
    },
    {
      inputs: [
        ...inputs,
        answer("RegistrationNumber", "29189846"),
        answer(STATED_NONE, "Nothing is burnt but diesel without biofuel.", "cl:BiogenicCO2Member"),
      ],
      // The base is the ledger's: 900 kg of scope 1 and as much of scope 2.
      targets: [target({ baseline_emissions: 1_800, target_emissions: 900 }), ONE_CATEGORY],
    },
  );
  return reportDocument.parse(buildDocument(snapshot, { standard_type: "csrd", language }));
}

const ONE_CATEGORY = target({ name: "Fly less", scope: "3", category: "transport.travel", baseline_emissions: 500 });

describe("a company that has answered everything", () => {
  const documents = [everythingAnswered(false), everythingAnswered(true)];

  test("has every datapoint of the chapter in its report, one branch or the other", () => {
    const told = new Set(
      documents.flatMap(({ facts }) => facts.map(({ concept, dimensions }) => keyOf(concept, dimensions))),
    );
    const untold = catalog.datapoints.filter(
      ({ concept, axis, fixed_member }) =>
        !told.has(keyOf(concept, axis !== null && fixed_member !== null ? { [axis]: fixed_member } : {})),
    );
    expect(untold.map(({ id }) => id)).toEqual([]);
  });

  test("lacks nothing, and is told what it left open by its own choice", () => {
    for (const { sections, missing_inputs } of documents) {
      expect(sections.flatMap(({ missing }) => missing.map(({ datapoint }) => datapoint))).toEqual([]);
      expect(sections.filter(({ status }) => status === "missing_input")).toEqual([]);
      expect(missing_inputs.filter(({ datapoint }) => datapoint.startsWith("E1"))).toEqual([]);
    }
  });

  test("reads the same figures in Danish, under other names", () => {
    const [english] = documents;
    const danish = everythingAnswered(false, "da");
    expect(danish.facts.map(({ id }) => id)).toEqual(english?.facts.map(({ id }) => id));
    const labels = new Set(english?.facts.map(({ label }) => label));
    expect(danish.facts.filter(({ label }) => labels.has(label))).toEqual([]);
    expect(danish.company.registration_number).toBe("29189846");
  });
});

/** Rows of lists count as their datapoint. */
function keyOf(concept: string, dimensions: Readonly<Record<string, string>>): string {
  const member = dimensions["cl:E1PeriodAxis"];
  return member === undefined ? concept : `${concept} ${member}`;
}
