import { describe, expect, test } from "vitest";
import { readXlsx } from "../../../src/modules/factors/index.ts";
import { buildDocument } from "../../../src/modules/reports/presentation/build-document.ts";
import { type CellRange, positionsOf } from "../../../src/modules/reports/forms/efrag/cell-position.ts";
import { fillEfragTemplate } from "../../../src/modules/reports/forms/efrag/fill-template.ts";
import { templateTables } from "../../../src/modules/reports/forms/efrag/template-tables.ts";
import { vsmeCatalog } from "../../../src/modules/reports/datapoints/catalog.ts";
import type { Fact } from "../../../src/modules/reports/datapoints/fact.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { readSampleFacts } from "../../support/efrag-sample.ts";
import { sampleSnapshot } from "../../support/efrag-snapshot.ts";
import { everyDatapointDocument } from "../../support/every-datapoint-document.ts";
import { sharedFile } from "../../support/shared-data.ts";

const template = sharedFile("efrag-vsme-digital-template-1.3.0.xlsx");
const facts = sharedFile("efrag-vsme-template-1.3.0-facts.json");

/** Facts without a cell: where scope 3 is reported the template shows the intensity of all scopes alone. */
const WITHOUT_CELL = ["LocationBased", "MarketBased"].map(
  (method) => `Scope1AndScope2GreenhouseGasEmissionsIntensityValue${method}`,
);

type Texts = (range: CellRange) => string[];

/** What a program that does not calculate reads in the filled template. */
async function textsOf(document: ReportDocument): Promise<Texts> {
  const bytes = await fillEfragTemplate(document, template ?? Buffer.alloc(0));
  const sheets = new Map(
    (await readXlsx(bytes)).map(({ name, rows }) => [name, new Map(rows.map((row) => [row.number, row.cells]))]),
  );
  return (range) =>
    positionsOf(range).flatMap(({ column, row }) => sheets.get(range.sheet)?.get(row)?.[column - 1]?.text ?? []);
}

function lostFacts({ facts: all }: ReportDocument, textsIn: Texts): string[] {
  const standard = all.filter(({ concept }) => concept.startsWith("vsme:"));
  expect(standard.length).toBeGreaterThan(140);
  return standard.filter((fact) => !isIn(textsIn(rangeOf(fact)), fact)).map(({ id }) => id);
}

describe.skipIf(template === null || facts === null).each(["da", "en"] as const)("in %s", (language) => {
  test("every fact of a report stands in the template's cells, for a program that does not calculate", async () => {
    const snapshot = sampleSnapshot(readSampleFacts(facts ?? Buffer.alloc(0)));
    const document = buildDocument(snapshot, { standard_type: "vsme_comprehensive", language });
    expect(lostFacts(document, await textsOf(document)).toSorted()).toEqual(WITHOUT_CELL);
  });

  test("every datapoint of the standard has a cell", async () => {
    const document = everyDatapointDocument(language);
    expect(lostFacts(document, await textsOf(document)).toSorted()).toEqual(WITHOUT_CELL);
  });
});

/** The cells of a fact's name; for rows of a table those of its column. */
function rangeOf({ concept, dimensions }: Fact): CellRange {
  const { ranges } = templateTables();
  const [member = ""] = Object.values(dimensions);
  const own = ranges.filter((range) => range.role === "fact" && range.concept === concept);
  const found = own.find((range) => range.member === member) ?? own[0];
  if (found === undefined) throw new Error(`${concept} has no cells`);
  return found.range;
}

function isIn(texts: readonly string[], { value, kind, unit, concept }: Fact): boolean {
  if (typeof value === "number") return texts.includes(String(unit === "percent" ? shareOf(value) : value));
  if (typeof value === "boolean")
    return texts.some((text) => (value ? ["YES", "true"] : ["NO", "false"]).includes(text));
  if (kind === "enumeration_set") return texts.length > 0;
  if (kind === "enumeration") return texts.some((text) => isWordOf(text, concept, String(value)));
  return texts.includes(String(value));
}

function shareOf(percent: number): number {
  return Number((percent / 100).toFixed(6));
}

/** The template's words hold the taxonomy's label or, for some, stand in the table of words. */
function isWordOf(text: string, concept: string, member: string): boolean {
  const catalog = vsmeCatalog();
  const list = catalog.datapoints.find((row) => row.concept === concept)?.value_list ?? "";
  const label = catalog.lists.get(list)?.get(member)?.label_en ?? "";
  return text === label || text === templateTables().words.get(`${list} ${member}`);
}
