import { describe, expect, test } from "vitest";
import { readXlsx } from "../../../src/modules/factors/index.ts";
import type { Fact } from "../../../src/modules/reports/datapoints/fact.ts";
import type { ReportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import { renderWorkbook } from "../../../src/modules/reports/forms/xlsx/render-workbook.ts";
import { climateDocument, everyKindDocument } from "../../support/every-kind-document.ts";

type Sheets = Awaited<ReturnType<typeof readXlsx>>;

const LANGUAGES = ["da", "en"] as const;

async function sheetsOf(document: ReportDocument): Promise<Sheets> {
  return await readXlsx(await renderWorkbook(document));
}

/** The cells of a sheet by the headings of its first row. */
function records(sheets: Sheets, index: number): Record<string, string>[] {
  const [headings, ...rows] = sheets[index]?.rows ?? [];
  return rows.map(({ cells }) =>
    Object.fromEntries((headings?.cells ?? []).map((heading, column) => [heading?.text, cells[column]?.text ?? ""])),
  );
}

/** What a cell must say about a fact. */
function expectedValue(fact: Fact): string {
  if (fact.kind === "enumeration" || fact.kind === "enumeration_set") return fact.value_label ?? "";
  return String(fact.value);
}

/** What XML cannot carry at all, escapes included, is shown as U+FFFD. */
function storable(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

describe.each(LANGUAGES)("the workbook in %s", (language) => {
  const document = everyKindDocument(language);

  test("holds every fact exactly, in the order of the report", async () => {
    const sheets = await sheetsOf(document);
    const rows = (sheets[1]?.rows ?? []).slice(1).map(({ cells }) => cells.map((cell) => cell?.text ?? ""));
    expect(rows.map((cells) => cells.at(-1))).toEqual(document.facts.map(({ id }) => id));
    expect(rows.map((cells) => cells[3])).toEqual(document.facts.map((fact) => storable(expectedValue(fact))));
    expect(rows.map((cells) => cells[12])).toEqual(document.facts.map(({ unit }) => unit ?? ""));
    expect(rows.map((cells) => cells[11])).toEqual(
      document.facts.map(({ kind, value }) => (kind.startsWith("enumeration") ? [value].flat().join(" ") : "")),
    );
    expect(rows.map((cells) => [cells[5], cells[6]])).toEqual(
      document.facts.map(({ period }) => ("instant" in period ? ["", period.instant] : [period.from, period.to])),
    );
  });

  test("figures, days and answers are cells of their kind, not texts", async () => {
    const sheets = await sheetsOf(document);
    const kinds = (sheets[1]?.rows ?? []).slice(1).map(({ cells }) => cells[3]?.kind);
    const expected = { number: "number", year: "number", date: "date", boolean: "boolean" } as Record<string, string>;
    expect(kinds).toEqual(document.facts.map(({ kind }) => expected[kind] ?? "text"));
  });

  test("every other sheet holds its part of the document", async () => {
    const sheets = await sheetsOf(document);
    const figures = (index: number) =>
      (sheets[index]?.rows ?? [])
        .slice(1)
        .map(({ cells }) => cells.flatMap((cell) => (cell?.kind === "number" ? Number(cell.text) : [])));
    expect(figures(2)).toEqual([[12_500, 125.416667, 0.84, 43], [3]]);
    expect(figures(3)).toEqual([
      ...document.months.map((row) => [row.scope_1, row.scope_2_location_based, row.scope_2_market_based, row.scope_3]),
      ...document.years.map((row) => [
        row.year,
        row.scope_1,
        row.scope_2_location_based,
        row.scope_2_market_based,
        row.scope_3,
      ]),
    ]);
    expect(figures(4)).toEqual(
      document.scope3_categories.map(({ number, value }) => (number === null ? [value] : [number, value])),
    );
    expect(figures(5)).toEqual(
      document.categories.map((row) => [Number(row.scope), row.value, row.share_pct, row.entry_count]),
    );
    expect(figures(6)).toEqual([
      [2020, 2030, 300.5, 150.25, 50, 195.445678],
      [2021, 2035, 2500, 1000, 60],
    ]);
    expect(figures(7)).toEqual(
      document.factors.map((row) => [row.kg_co2e_per_unit, row.year, row.value, row.entry_count]),
    );
    expect(figures(8)).toEqual([[1234.5, 14], [2]]);
    const factors = records(sheets, 7).map((row) => Object.values(row));
    for (const [index, factor] of document.factors.entries()) {
      expect(factors[index]).toEqual(expect.arrayContaining([factor.source, factor.licence, factor.content_hash]));
    }
    const audit = (sheets[9]?.rows ?? []).flatMap(({ cells }) => cells.map((cell) => cell?.text));
    expect(audit).toContain(language === "da" ? "Brændselsbaseret" : "Fuel-based");
    expect(audit).toEqual(expect.arrayContaining([document.snapshot_id, document.audit_head.hash, "48211", "22.5"]));
  });

  test("its sheets have names that a spreadsheet accepts", async () => {
    const names = (await sheetsOf(document)).map(({ name }) => name);
    expect(new Set(names).size).toBe(10);
    for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
  });
});

test("the sheets of the two languages differ in words only", async () => {
  const [danish, english] = await Promise.all([sheetsOf(everyKindDocument("da")), sheetsOf(everyKindDocument("en"))]);
  expect(danish.map(({ rows }) => rows.length)).toEqual(english.map(({ rows }) => rows.length));
  expect(danish[0]?.name).toBe("Oversigt");
  expect(english[0]?.name).toBe("Summary");
});

test("a text that is longer than a cell may be goes on below, and nothing of it is lost", async () => {
  const value = `${"0123456789".repeat(6_999)}end`;
  const [fact] = everyKindDocument("en").facts;
  if (fact === undefined) throw new Error("no fact");
  const facts = [{ ...fact, kind: "text" as const, value, value_label: null }];
  const rows = records(await sheetsOf(everyKindDocument("en", { facts })), 1);
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row["Value"]).join("")).toBe(value);
  expect(new Set(rows.map((row) => row["Id"]))).toEqual(new Set([fact.id]));
});

test.each([
  ["1899-12-31", "text"],
  ["1900-02-28", "text"],
  ["1900-03-01", "date"],
  ["2400-02-29", "date"],
])("the day %s is read back as it is (a %s)", async (value, kind) => {
  const [fact] = everyKindDocument("da").facts.filter((one) => one.kind === "date");
  if (fact === undefined) throw new Error("no fact");
  const sheets = await sheetsOf(everyKindDocument("da", { facts: [{ ...fact, value }] }));
  expect(sheets[1]?.rows[1]?.cells[3]).toEqual({ kind, text: value });
});

test("a report without figures is a workbook with empty sheets", async () => {
  const empty = everyKindDocument("en", {
    facts: [],
    sections: [],
    months: [],
    years: [],
    categories: [],
    scope3_categories: [],
    energy_carriers: [],
    targets: [],
    methods: [],
    factors: [],
    missing_inputs: [],
  });
  const sheets = await sheetsOf(empty);
  expect(sheets.slice(1, 9).map(({ rows }) => rows.length)).toEqual(Array.from({ length: 8 }, () => 1));
});

test("the ESRS chapter has the same workbook", async () => {
  const document = climateDocument("da");
  const sheets = await sheetsOf(document);
  expect(records(sheets, 1)).toHaveLength(document.facts.length);
  expect(sheets[0]?.rows[0]?.cells[0]?.text).toBe("Klimarapport 2025");
});
