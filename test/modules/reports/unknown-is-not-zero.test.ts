import { beforeAll, describe, expect, test } from "vitest";
import { GAS_SOURCES, STATED_NONE } from "../../../src/modules/reports/datapoints/known-gases.ts";
import { reportDocument } from "../../../src/modules/reports/presentation/report-document.ts";
import type { Snapshot } from "../../../src/modules/reports/snapshot/snapshot.ts";
import { type ReportForms, reportForms } from "../../support/report-forms.ts";
import { answer } from "../../support/report-snapshots.ts";
import { answersOnly, creditNotes, phoneBill, twoMonths } from "../../support/sparse-companies.ts";

const ENVIRONMENT = "Environmental Disclosures";
const GASES = /^(E1)?(Gross|Total(Gross|Location|Market)|Biogenic|Scope1AndScope2)/;

const figures = ({ json }: ReportForms) => json.facts.filter(({ id }) => GASES.test(id));
const sheet = ({ xlsx }: ReportForms, name: string) => xlsx.get(name) ?? [];
const lacks = ({ json }: ReportForms) => json.missing_inputs.map(({ datapoint }) => datapoint);
const everyText = ({ pdf, xhtml }: ReportForms) => [pdf, xhtml.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")];

async function formsOf(snapshot: Snapshot, standard_type: "vsme_comprehensive" | "csrd" = "vsme_comprehensive") {
  const [da, en] = await Promise.all(
    (["da", "en"] as const).map(async (language) => await reportForms(snapshot, { standard_type, language })),
  );
  if (da === undefined || en === undefined) throw new Error("no forms");
  for (const { json } of [da, en]) reportDocument.parse(json);
  return { da, en };
}

type InBoth = Awaited<ReturnType<typeof formsOf>>;

describe("a company with one phone bill", { timeout: 300_000 }, () => {
  let forms: InBoth;
  beforeAll(async () => {
    forms = await formsOf(phoneBill());
  }, 300_000);

  test("has its scope 3 and no figure of what nobody knows, in data and in tags", () => {
    const ids = figures(forms.en).map(({ id, value }) => [id, value]);
    expect(ids).toEqual([
      ["GrossScope3GreenhouseGasEmissions", 0.031],
      ["GrossScope3GreenhouseGasEmissionsByCategory.Category1Member", 0.031],
    ]);
    expect([...forms.en.tagged.keys()].filter((id) => GASES.test(id))).toEqual(["GrossScope3GreenhouseGasEmissions"]);
    expect(forms.en.json.years).toMatchObject([
      {
        scope_1: null,
        scope_2_location_based: null,
        scope_2_market_based: null,
        scope_3: 0.031,
        total_market_based: null,
      },
    ]);
  });

  test("says in words that scope 1 and 2 are unknown, not zero, and what would help", () => {
    expect(lacks(forms.en)).toEqual(
      expect.arrayContaining(["GrossScope1GreenhouseGasEmissions", "GrossLocationBasedScope2GreenhouseGasEmissions"]),
    );
    const scope1 = forms.da.json.missing_inputs.find(({ datapoint }) => datapoint.startsWith("GrossScope1"));
    expect(scope1?.description).toContain("Ukendt er ikke nul");
    expect(scope1?.description).toContain("svar på »Oplyst af virksomheden: der er ingen udledning af denne art");
    expect(scope1?.description).toContain("ved »Scope 1");
    // Names of the catalog are for programs.
    for (const { json } of [forms.da, forms.en]) {
      const told = [...json.missing_inputs.map(({ description }) => description), ...everyText(forms.da)].join(" ");
      expect(told).not.toMatch(/cl:\w+Member/);
      expect(told).not.toContain(`${STATED_NONE}, member`);
    }
    for (const text of everyText(forms.da)) {
      expect(text).toContain("0,031 tCO₂e i Scope 3");
      expect(text).toContain("intet vides om Scope 1 og Scope 2: ukendt er ikke nul");
      expect(text).not.toMatch(/udledte/);
    }
    for (const text of everyText(forms.en))
      expect(text).toContain("nothing is known of Scope 1 and Scope 2: unknown is not zero");
    expect(forms.en.json.coverage).toEqual({ status: "incomplete", months_with_data: 1, unknown_scopes: ["1", "2"] });
  });

  test("has no sum above a month without entries, and no largest source of what is not known", () => {
    const charts = [...forms.da.xhtml.matchAll(/data:image\/svg\+xml;base64,([^"]+)/g)].map(([, svg = ""]) =>
      Buffer.from(svg, "base64").toString("utf8"),
    );
    expect(charts[0]).toContain("0,03");
    // The axis begins at zero; no column says so.
    expect(charts[0]?.match(/>0,00</g)).toHaveLength(1);
    for (const text of everyText(forms.da)) expect(text).toContain("Den største kilde blandt posteringerne er");
  });

  test("tells no scope and no scope 3 category as zero in any form", () => {
    for (const { json } of [forms.da, forms.en]) {
      expect(json.facts.filter(({ unit, value }) => unit === "utr:tCO2e" && value === 0)).toEqual([]);
      const empty = json.scope3_categories.filter(({ number }) => number !== 1);
      expect(empty.map(({ value, status }) => [value, status])).toEqual(empty.map(() => [null, "unknown"]));
    }
    for (const text of [...everyText(forms.da), ...everyText(forms.en)]) expect(text).not.toMatch(/\b0[.,]000\b/);
    const scope3 = sheet(forms.en, "Scope 3").slice(1);
    expect(scope3.filter(([number]) => number !== "1").every(([, , value]) => value === "unknown")).toBe(true);
    const [year] = sheet(forms.en, "Summary").filter(([first]) => first === "2025");
    expect(year).toEqual(["2025", "unknown", "unknown", "unknown", "0.031", "unknown", "unknown", "1"]);
  });

  test("leaves the cells of EFRAG's workbook empty, its totals too", () => {
    const cell = (name: string) => forms.en.efrag?.(ENVIRONMENT, name) ?? "";
    expect(["D22", "D23", "D24"].map(cell)).toEqual(["", "", ""]);
    expect(["D25", "D26", "D46", "D47"].map(cell)).toEqual(["-", "-", "-", "-"]);
    expect(cell("D45")).toBe("0.031");
  });

  test("lacks the same in the climate chapter", async () => {
    const { en } = await formsOf(phoneBill(), "csrd");
    expect(figures(en).map(({ id }) => id)).toEqual(["E1GrossScope3", "E1GrossScope3ByCategory.Category1Member"]);
    expect(lacks(en)).toEqual(expect.arrayContaining(["E1GrossScope1", "E1GrossLocationBasedScope2"]));
  });
});

describe("a statement that there are none", { timeout: 300_000 }, () => {
  const none = (member: string) => answer(STATED_NONE, `No ${member.slice(3)}: an office in a shared house.`, member);

  test("is zero with its reason, in every form", async () => {
    const inputs = [none("cl:Scope1Member"), none("cl:Scope2Member"), none("cl:Category2Member")];
    const { en } = await formsOf(phoneBill(inputs));
    const scope1 = en.json.facts.find(({ id }) => id === "GrossScope1GreenhouseGasEmissions");
    expect(scope1).toMatchObject({ value: 0, provenance: { source: "input", input_id: inputs[0]?.id } });
    expect(en.tagged.get("GrossLocationBasedScope2GreenhouseGasEmissions")?.value).toBe("0");
    const total = en.json.facts.find(({ id }) => id === "TotalGrossMarketBasedGHGEmissions");
    expect(total).toMatchObject({ value: 0.031, provenance: { source: "derived" } });
    expect(en.json.scope3_categories[1]).toMatchObject({ value: 0, status: "stated_none" });
    for (const text of everyText(en)) {
      expect(text).toContain("Scope 1: none, as the company states. No Scope1Member: an office in a shared house.");
    }
    expect(sheet(en, "Summary").flat().join("\n")).toContain("Scope 1: none, as the company states.");
    expect(["D22", "D23", "D24"].map((cell) => en.efrag?.(ENVIRONMENT, cell))).toEqual(["0", "0", "0"]);
    expect(lacks(en)).not.toContain("GrossScope1GreenhouseGasEmissions");
  });

  test("of all 15 categories is a scope 3 of none", async () => {
    const inputs = GAS_SOURCES.filter((source) => /Category/.test(source)).map((source) => none(source));
    const { en } = await formsOf(answersOnly(inputs));
    expect(en.json.facts.find(({ id }) => id === "GrossScope3GreenhouseGasEmissions")).toMatchObject({ value: 0 });
    expect(en.json.coverage?.unknown_scopes).toEqual(["1", "2"]);
  });

  test("that the ledger contradicts gives way to the ledger, and the contradiction is told in every form", async () => {
    const { da, en } = await formsOf(phoneBill([none("cl:Scope3Member"), none("cl:Scope1Member")]));
    expect(en.json.facts.find(({ id }) => id === "GrossScope3GreenhouseGasEmissions")?.value).toBe(0.031);
    expect(en.json.facts.map(({ id }) => id).filter((id) => id.startsWith(STATED_NONE))).toEqual([
      `${STATED_NONE}.Scope1Member`,
    ]);
    const said = "Scope 3 is stated to be none, and the ledger has 1 entry of it";
    expect(en.json.warnings).toMatchObject([{ code: "stated_none", message: expect.stringContaining(said) }]);
    expect(en.json.missing_inputs.map(({ description }) => description).join("\n")).toContain(said);
    expect(
      en.json.sections
        .find(({ id }) => id === "B3")
        ?.missing.map(({ description }) => description)
        .join(),
    ).toContain(said);
    for (const text of everyText(en)) expect(text).toContain(said);
    for (const text of everyText(da)) expect(text).toContain("Scope 3 er oplyst at være ingen");
    expect(sheet(en, "Summary").flat().join("\n")).toContain(said);
  });
});

describe("a company whose credit notes are larger than its purchases", { timeout: 300_000 }, () => {
  test("is told so, and no negative sum stands as its emissions", async () => {
    const { da, en } = await formsOf(creditNotes());
    expect(figures(en).map(({ id, value }) => [id, value])).toEqual([
      ["GrossScope3GreenhouseGasEmissionsByCategory.Category6Member", 22.9],
    ]);
    expect([...en.tagged.keys()].filter((id) => GASES.test(id))).toEqual([]);
    expect(en.json.warnings?.map(({ code }) => code)).toEqual(["negative_emissions", "negative_emissions"]);
    expect(en.json.years[0]).toMatchObject({ scope_3: -49.1, total_market_based: null });
    expect(en.json.categories.map(({ share_pct }) => share_pct)).toEqual([null, null]);
    for (const text of everyText(da)) {
      expect(text).toContain("giver tilsammen −49,1 tCO₂e, fordi kreditnotaer er større end køb");
      expect(text).not.toMatch(/udledte|største kilde er/);
      expect(text).toContain("Vejgods");
    }
    expect(sheet(en, "Summary").flat().join("\n")).toContain("Gross emissions cannot be negative");
    expect(["D22", "D23", "D24", "D45"].map((cell) => en.efrag?.(ENVIRONMENT, cell) ?? "")).not.toContain("-49.1");
    expect(en.efrag?.(ENVIRONMENT, "D46")).toBe("-");
  });
});

describe("a company of which the ledger has two months", { timeout: 300_000 }, () => {
  test("is not told as a year: headline, cover, B3 and workbook say so", async () => {
    const { da, en } = await formsOf(twoMonths());
    expect(en.json.coverage).toEqual({ status: "incomplete", months_with_data: 2, unknown_scopes: [] });
    const b3 = en.json.sections.find(({ id }) => id === "B3");
    expect(b3?.status).toBe("missing_input");
    expect(b3?.missing[0]?.description).toBe("Only 2 of 12 months have emission entries");
    for (const text of everyText(da)) {
      expect(text).toContain("fra 2 af årets 12 måneder. Det er ikke hele årets udledning.");
      expect(text).toContain("Ufuldstændig; 2 af 12 måneder har posteringer");
      expect(text).not.toMatch(/udledte/);
    }
    const summary = sheet(en, "Summary").flat();
    expect(summary).toContain("Incomplete");
    expect(summary.join("\n")).toContain("Only 2 of 12 months have emission entries.");
  });

  test("has no chart that sets it beside a whole year", async () => {
    const { facts, ...snapshot } = twoMonths();
    const before = facts.years.map((row) => ({ ...row, year: 2024, month_mask: 0xfff }));
    const { en } = await formsOf({ ...snapshot, facts: { ...facts, years: [...before, ...facts.years] } });
    for (const text of everyText(en)) {
      expect(text).not.toContain("Development over the years");
      expect(text).toContain("2025 (2 of 12 mo.)");
    }
  });

  test("is a year where a person says that the entries cover it", async () => {
    const { en } = await formsOf(twoMonths([answer("EntriesCoverTheYear", true)]));
    expect(en.json.coverage?.status).toBe("complete");
    for (const text of everyText(en)) {
      expect(text).toContain("emitted 21.0 tCO₂e in 2025");
      expect(text).toContain("2 of 12 months have entries; the company states that they cover the whole year.");
    }
  });
});

describe("a company with answers and without ledger entries", { timeout: 300_000 }, () => {
  test("has a report of what it has answered, and of emissions that they are unknown", async () => {
    const { da, en } = await formsOf(answersOnly());
    expect(figures(en)).toEqual([]);
    expect(en.json.facts.find(({ id }) => id === "NumberOfEmployees")?.value).toBe(16);
    expect(en.json.coverage).toEqual({ status: "incomplete", months_with_data: 0, unknown_scopes: ["1", "2", "3"] });
    for (const text of everyText(da)) {
      expect(text).toContain("Regnskabet for 2025 har ingen posteringer.");
      expect(text).toContain("er ukendt, ikke nul.");
      expect(text).not.toMatch(/\b0,0\b|\b0,000\b/);
    }
    const [year] = sheet(en, "Summary").filter(([first]) => first === "2025");
    expect(year?.slice(1, 7)).toEqual(Array.from({ length: 6 }, () => "unknown"));
    expect(["D22", "D23", "D24"].map((cell) => en.efrag?.(ENVIRONMENT, cell) ?? "")).toEqual(["", "", ""]);
    expect(["D25", "D45", "D46", "D47"].map((cell) => en.efrag?.(ENVIRONMENT, cell))).toEqual(["-", "-", "-", "-"]);
  });

  test("has its contradictions in every form", async () => {
    const inputs = [answer("NumberOfMaleEmployees", 99), answer("NumberOfFemaleEmployees", 6)];
    const { da, en } = await formsOf(answersOnly(inputs));
    const said = "Employees by gender add up to 105, the total is 16";
    expect(en.json.warnings).toMatchObject([{ code: "employees_by_gender", message: said }]);
    expect(en.json.sections.find(({ id }) => id === "B8")?.status).toBe("missing_input");
    expect(en.json.missing_inputs.map(({ description }) => description)).toContain(said);
    for (const text of everyText(en)) expect(text).toContain(said);
    for (const text of everyText(da)) expect(text).toContain("Medarbejdere efter køn giver tilsammen 105, i alt er 16");
    expect(sheet(en, "Summary").flat()).toContain(said);
  });
});
