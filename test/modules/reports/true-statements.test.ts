import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { methodShares } from "../../../src/modules/reports/datapoints/data-quality.ts";
import type { Snapshot } from "../../../src/modules/reports/snapshot/snapshot.ts";
import type { TargetRecord } from "../../../src/modules/targets/index.ts";
import { type ReportForms, reportForms } from "../../support/report-forms.ts";
import { answer, measuredRow, scopeRow, target } from "../../support/report-snapshots.ts";
import { twoMonths } from "../../support/sparse-companies.ts";

const TERMS = { standard_type: "vsme_comprehensive", language: "en" } as const;
const fact = ({ json }: ReportForms, id: string) => json.facts.find((one) => one.id === id);
const everyText = ({ pdf, xhtml }: ReportForms) => [pdf, xhtml.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")];
const sheet = ({ xlsx }: ReportForms, name: string) => xlsx.get(name) ?? [];

function withTargets(targets: readonly TargetRecord[], given: Partial<Snapshot> = {}): Snapshot {
  const { category_names, ...snapshot } = twoMonths();
  const names = { ...category_names, "transport.travel": { da: "Forretningsrejser", en: "Business travel" } };
  return { ...snapshot, category_names: names, targets, ...given };
}

const PROGRESS = {
  current_year: 2025,
  months_with_data: 2,
  current_kg: 5373.268,
  expected_kg: 4771,
  achieved_pct: -10,
  on_track: false,
  annual_reduction_needed_pct: 12,
};

describe("a target of one category", { timeout: 120_000 }, () => {
  const travel = target({
    name: "A third less business travel",
    scope: "3",
    category: "transport.travel",
    baseline_emissions: 5200,
    target_emissions: 3484,
    progress: PROGRESS,
  });

  test("is told with its category in every form, not for its whole scope", async () => {
    const forms = await reportForms(withTargets([travel]), TERMS);
    expect(forms.json.targets).toMatchObject([
      { scope: "3", category: { key: "transport.travel", name: "Business travel" }, unit: "tCO2e", on_track: null },
    ]);
    for (const text of everyText(forms)) {
      expect(text).toContain("Scope 3, Business travel only · tCO₂e · base stated by the company");
      expect(text).toContain("2025 (2 of 12 mo.): 5.373");
    }
    expect(sheet(forms, "Targets")[1]?.slice(0, 4)).toEqual([travel.name, "3", "Business travel", "tCO2e"]);
    expect(fact(forms, "GrossScope3GreenhouseGasEmissions.BaselineYearMember")).toBeUndefined();
  });

  test("is a part of its scope in the climate chapter, by name", async () => {
    const forms = await reportForms(withTargets([travel]), { ...TERMS, standard_type: "csrd" });
    expect(fact(forms, "E1TargetName.1")?.value).toBe("A third less business travel");
    expect(fact(forms, "E1TargetScope.1")).toMatchObject({
      value: "cl:TargetPartOfScope3",
      value_label: "Part of scope 3: one category",
    });
    expect(fact(forms, "E1TargetCategory.1")?.value).toBe("Business travel");
    for (const text of everyText(forms)) expect(text).toContain("Part of scope 3: one category");
  });
});

test("an intensity target is told per unit of its metric in every form", { timeout: 120_000 }, async () => {
  const intensity = target({
    name: "A quarter less per million",
    scope: "all",
    target_type: "intensity",
    intensity_metric: "DKK million revenue",
    baseline_emissions: 8600,
    target_emissions: 6450,
  });
  const forms = await reportForms(withTargets([intensity]), TERMS);
  expect(forms.json.targets).toMatchObject([
    { target_type: "intensity", unit: "tCO2e/DKK million revenue", baseline_value: 8.6, target_value: 6.45 },
  ]);
  for (const text of everyText(forms)) expect(text).toContain("All scopes · tCO₂e per DKK million revenue");
  expect(sheet(forms, "Targets")[1]?.[3]).toBe("tCO2e/DKK million revenue");
  expect(sheet(forms, "Targets")[0]?.join()).not.toMatch(/Base year \(tCO₂e\)/);
});

describe("the base year of a target", { timeout: 120_000 }, () => {
  const TOTAL = "TotalGrossMarketBasedScope1AndScope2GHGEmissions.BaselineYearMember";
  const wholeYear = (kg: string) =>
    [1, 2].map((scope) => ({ year: 2024, scope, market_based_kg: kg, location_based_kg: kg, month_mask: 0xfff }));
  const withYears = (kg: string) => {
    const snapshot = withTargets([target()]);
    return { ...snapshot, facts: { ...snapshot.facts, years: [...wholeYear(kg), ...snapshot.facts.years] } };
  };

  test("that somebody typed in is stated, by the target, and no entry of the ledger", async () => {
    const forms = await reportForms(withTargets([target()]), TERMS);
    const provenance = { source: "input", target_id: target().id };
    expect(fact(forms, TOTAL)).toMatchObject({ value: 48, provenance });
    expect(fact(forms, "GreenhouseGasEmissionReductionTargetBaseYear")?.provenance).toEqual(provenance);
    expect(forms.json.targets[0]?.baseline_source).toBe("stated");
    for (const text of everyText(forms)) {
      expect(text).toContain("(48.000 tCO2e) is stated by the company, not computed from entries.");
    }
    const [row] = sheet(forms, "Datapoints").filter((cells) => cells.at(-1) === TOTAL);
    expect([row?.[7], row?.[8]]).toEqual(["Stated", ""]);
  });

  test("rests on the ledger where it is the ledger's whole year", async () => {
    const forms = await reportForms(withYears("24000"), TERMS);
    expect(fact(forms, TOTAL)?.provenance).toEqual({ source: "ledger" });
    expect(forms.json.targets[0]?.baseline_source).toBe("ledger");
    expect(forms.json.warnings).toEqual([]);
  });

  test("is told as a contradiction where the ledger's whole year is another figure", async () => {
    const forms = await reportForms(withYears("5000"), TERMS);
    expect(forms.json.warnings).toMatchObject([{ code: "target_base" }]);
    const said = "states a base of 48.000 tCO2e in 2024; the ledger has 10.000 tCO2e of the same scopes and year";
    for (const text of everyText(forms)) expect(text).toContain(said);
    expect(forms.json.missing_inputs.map(({ description }) => description).join()).toContain(said);
  });
});

test("totals are one figure in all tables of a report, and it says that parts may differ from them", async () => {
  const { facts, ...snapshot } = twoMonths();
  // 0.4 g short of a kilogram each: the parts round down to 3 kg less a fraction, the sum rounds up.
  const kg = "10000.4";
  const rows = <Row extends { market_based_kg: string }>(of: readonly Row[]) =>
    of.map((row) => ({ ...row, market_based_kg: kg, location_based_kg: kg }));
  const changed = { ...facts, scopes: rows(facts.scopes), years: rows(facts.years) };
  const forms = await reportForms({ ...snapshot, facts: changed }, TERMS);
  expect(fact(forms, "TotalGrossMarketBasedGHGEmissions")?.value).toBe(30.001);
  expect(forms.json.years[0]).toMatchObject({ scope_1: 10, scope_3: 10, total_market_based: 30.001 });
  for (const text of everyText(forms)) {
    expect(text).not.toContain("30.000");
    expect(text).toContain("Parts may therefore differ from their total in the last digit.");
  }
  expect(sheet(forms, "Summary").flat().join("\n")).toContain("Parts may therefore differ");
}, 120_000);

describe("what the emissions rest on", () => {
  test("is told in shares that add up to 100 %, with metered power and heat among the quantities", async () => {
    const forms = await reportForms(twoMonths(), TERMS);
    // 3,215 kg of fuel and 7,029 kg of power by quantity, 10,773 kg by money.
    const shares = forms.json.data_quality.method_shares?.map(({ group, share_pct }) => [group, share_pct]);
    expect(shares).toEqual([
      ["supplier_or_direct", 0],
      ["quantity", 48.7],
      ["spend", 51.3],
    ]);
    expect(forms.json.data_quality.primary_share_pct).toBeUndefined();
    for (const text of everyText(forms)) {
      expect(text).toContain(
        "48.7% on quantities (kWh, litres, tonnes) times a published factor, and 51.3% on amounts",
      );
    }
    expect(sheet(forms, "Audit").flat()).toEqual(expect.arrayContaining(["48.7", "51.3"]));
  }, 120_000);

  test("always adds up to 100", () => {
    const weight = fc.integer({ min: 0, max: 10_000_000 }).map((grams) => String(grams / 1000));
    const methods = ["supplier_specific", "fuel_based", "average_data", "spend_based"];
    fc.assert(
      fc.property(fc.array(weight, { minLength: 4, maxLength: 4 }), (weights) => {
        const rows = weights.map((weight_kg, index) => {
          return {
            scope: 3,
            calculation_method: methods[index] ?? "",
            market_based_kg: "1",
            weight_kg,
            entry_count: 1,
          };
        });
        const tenths = methodShares(rows).map(({ share_pct }) => Math.round(share_pct * 10));
        const isEmpty = weights.every((one) => Number(one) === 0);
        expect(tenths.reduce((sum, one) => sum + one, 0)).toBe(isEmpty ? 0 : 1000);
      }),
    );
  });
});

describe("a fuel whose factor is a blend with biofuel", { timeout: 120_000 }, () => {
  const FUELS = "EnergyConsumptionFromFuels";
  const diesel = measuredRow("transport.own.diesel", ["1000", "l"], { biogenic_co2_kg: "150.5" });
  const blend = (inputs: Snapshot["inputs"]): Snapshot => {
    const { facts, ...snapshot } = twoMonths(inputs);
    const scopes = [scopeRow({ scope: 1, biogenic_co2_kg: "150.5" }), ...facts.scopes.slice(1)];
    return { ...snapshot, facts: { ...facts, scopes, measured: [diesel], biogenic_entry_count: 2 } };
  };

  test("has no renewable part of zero: nobody has said how much it is, and that is asked for", async () => {
    const forms = await reportForms(blend([]), TERMS);
    expect(fact(forms, FUELS)?.value).toBe(10.033);
    expect(fact(forms, `${FUELS}.RenewableEnergyMember`)).toBeUndefined();
    expect(fact(forms, "RenewableShareOfEnergyConsumption")).toBeUndefined();
    expect(fact(forms, "BiogenicCO2Emissions")).toMatchObject({ value: 0.151, provenance: { entry_count: 2 } });
    expect(forms.json.energy_carriers).toMatchObject([{ renewable: null, mwh: 10.033 }]);
    expect(forms.json.missing_inputs.map(({ description }) => description).join()).toContain(
      "“Renewable share of a carrier that is documented (by category key)”",
    );
    expect([...forms.tagged.keys()].filter((id) => id.startsWith(`${FUELS}.`))).toEqual([]);
    expect(sheet(forms, "Energy")[1]?.[1]).toBe("unknown");
  });

  test("is split by what the company states", async () => {
    const forms = await reportForms(blend([answer("CarrierRenewableShare", 5, "transport.own.diesel")]), TERMS);
    expect(fact(forms, `${FUELS}.RenewableEnergyMember`)?.value).toBe(0.502);
    expect(fact(forms, `${FUELS}.NonRenewableEnergyMember`)?.value).toBe(9.532);
  });
});
