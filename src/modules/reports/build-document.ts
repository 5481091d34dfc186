import { z } from "zod";
import { SCOPE3_CATEGORIES } from "../../core/ghg.ts";
import { type Decimal, decimal, roundedNumber } from "../../core/quantity.ts";
import { energySums } from "./energy.ts";
import { factLabel, type FactName } from "./fact-labels.ts";
import { missingInput, type MissingInput, REPORT_LANGUAGES, type ReportTerms, STANDARD_TYPES } from "./report.ts";
import { type Snapshot, snapshotId } from "./snapshot.ts";
import type { ScopeFacts } from "./store-facts.ts";

const fact = z.object({ concept: z.string(), label: z.string(), value: z.number(), unit: z.string() });
const scope3Row = z.object({
  number: z.union([z.int(), z.null()]),
  name: z.string(),
  value: z.number(),
  unit: z.literal("tCO2e"),
});

/** The report as JSON. Greenhouse gases in tonnes CO2e and energy in MWh, the units of VSME B3. */
export const reportDocument = z.object({
  report_format: z.literal("carbon-ledger-report/1"),
  standard_type: z.enum(STANDARD_TYPES),
  report_year: z.int(),
  language: z.enum(REPORT_LANGUAGES),
  company: z.object({ name: z.string(), country: z.string() }),
  period: z.object({ from: z.string(), to: z.string() }),
  snapshot_id: z.string(),
  audit_head: z.object({ seq: z.int(), hash: z.string() }),
  facts: z.array(fact),
  scope3_categories: z.array(scope3Row),
  methods: z.array(
    z.object({
      scope: z.string(),
      calculation_method: z.string(),
      value: z.number(),
      unit: z.string(),
      entry_count: z.int(),
    }),
  ),
  data_quality: z.object({
    score: z.union([z.number(), z.null()]),
    primary_share_pct: z.union([z.number(), z.null()]),
    spend_share_pct: z.union([z.number(), z.null()]),
    entry_count: z.int(),
    months_with_data: z.int(),
    pending_review_count: z.int(),
    market_based_fallback_count: z.int(),
  }),
  factors: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      name: z.string(),
      kg_co2e_per_unit: z.number(),
      unit: z.string(),
      region: z.string(),
      year: z.int(),
      source: z.string(),
      source_url: z.string(),
      licence: z.string(),
      gwp_set: z.union([z.string(), z.null()]),
      content_hash: z.string(),
      entry_count: z.int(),
      value: z.number(),
    }),
  ),
  missing_inputs: z.array(missingInput),
});

export type ReportDocument = z.output<typeof reportDocument>;

const KG_PER_TONNE = 1000;

/** The same snapshot, terms and missing inputs give the same document, member by member. */
export function buildDocument(
  snapshot: Snapshot,
  terms: ReportTerms,
  missing_inputs: readonly MissingInput[],
): ReportDocument {
  const { facts, report_year } = snapshot;
  return {
    report_format: "carbon-ledger-report/1",
    standard_type: terms.standard_type,
    report_year,
    language: terms.language,
    company: { ...snapshot.company },
    period: { from: `${report_year}-01-01`, to: `${report_year}-12-31` },
    snapshot_id: snapshotId(snapshot),
    audit_head: { ...snapshot.audit_head },
    facts: [...gasFacts(facts.scopes, terms), ...energyFacts(snapshot, terms)],
    scope3_categories: scope3Rows(facts.scopes, terms),
    methods: facts.methods.map(({ scope, calculation_method, market_based_kg, entry_count }) => ({
      scope: String(scope),
      calculation_method,
      value: tonnes(decimal(market_based_kg)),
      unit: "tCO2e",
      entry_count,
    })),
    data_quality: dataQuality(snapshot),
    factors: facts.factors.map(({ name_en, value, market_based_kg, ...factor }) => ({
      ...factor,
      name: name_en,
      kg_co2e_per_unit: roundedNumber(value),
      value: tonnes(decimal(market_based_kg)),
    })),
    missing_inputs: [...missing_inputs],
  };
}

function tonnes(kg: Decimal): number {
  return roundedNumber(kg.div(KG_PER_TONNE));
}

type KgColumn = "market_based_kg" | "location_based_kg" | "biogenic_co2_kg" | "weight_kg" | "quality_weighted_kg";

function sum(
  rows: readonly ScopeFacts[],
  column: KgColumn | "primary_kg" | "spend_based_kg",
  scopes: readonly number[],
): Decimal {
  return rows
    .filter(({ scope }) => scopes.includes(scope))
    .reduce((total, row) => total.plus(decimal(row[column])), decimal(0));
}

function gasFacts(rows: readonly ScopeFacts[], { language }: ReportTerms): ReportDocument["facts"] {
  const of = (concept: FactName, column: KgColumn, scopes: readonly number[]) => ({
    concept,
    label: factLabel(concept, language),
    value: tonnes(sum(rows, column, scopes)),
    unit: "tCO2e",
  });
  return [
    of("scope_1", "market_based_kg", [1]),
    of("scope_2_location_based", "location_based_kg", [2]),
    of("scope_2_market_based", "market_based_kg", [2]),
    of("scope_1_and_2_location_based", "location_based_kg", [1, 2]),
    of("scope_1_and_2_market_based", "market_based_kg", [1, 2]),
    of("scope_3", "market_based_kg", [3]),
    of("total_location_based", "location_based_kg", [1, 2, 3]),
    of("total_market_based", "market_based_kg", [1, 2, 3]),
    { ...of("biogenic_co2", "biogenic_co2_kg", [1, 2, 3]), unit: "tCO2" },
  ];
}

function energyFacts({ facts }: Snapshot, { language }: ReportTerms): ReportDocument["facts"] {
  const sums = energySums(facts.energy);
  const of = (concept: FactName, value: Decimal) => ({
    concept,
    label: factLabel(concept, language),
    value: roundedNumber(value),
    unit: "MWh",
  });
  const purchased = [
    of("energy_electricity", sums.electricity_mwh),
    of("energy_other_purchased", sums.other_purchased_mwh),
  ];
  // With a fuel whose energy content is unknown there is neither its sum nor a total: a part must not look like the whole.
  if (sums.without_energy.length > 0) return purchased;
  const total = sums.electricity_mwh.plus(sums.other_purchased_mwh).plus(sums.fuels_mwh);
  return [...purchased, of("energy_fuels", sums.fuels_mwh), of("energy_total", total)];
}

/** All 15 categories, zeros included, and what belongs to none. */
function scope3Rows(rows: readonly ScopeFacts[], { language }: ReportTerms): ReportDocument["scope3_categories"] {
  const value = (number: number | null) =>
    tonnes(
      sum(
        rows.filter((row) => row.scope3_category === number),
        "market_based_kg",
        [3],
      ),
    );
  const named = SCOPE3_CATEGORIES.map(({ number, name_da, name_en }) => ({
    number,
    name: language === "da" ? name_da : name_en,
    value: value(number),
    unit: "tCO2e" as const,
  }));
  return [...named, { number: null, name: factLabel("unclassified", language), value: value(null), unit: "tCO2e" }];
}

function dataQuality({ facts }: Snapshot): ReportDocument["data_quality"] {
  const all = [1, 2, 3];
  const weight = sum(facts.scopes, "weight_kg", all);
  const ratio = (part: Decimal, factor: number) =>
    weight.eq(0) ? null : roundedNumber(part.times(factor).div(weight));
  return {
    score: ratio(sum(facts.scopes, "quality_weighted_kg", all), 1),
    primary_share_pct: ratio(sum(facts.scopes, "primary_kg", all), 100),
    spend_share_pct: ratio(sum(facts.scopes, "spend_based_kg", all), 100),
    entry_count: facts.scopes.reduce((count, row) => count + row.entry_count, 0),
    months_with_data: facts.months_with_data,
    pending_review_count: facts.pending_review_count,
    market_based_fallback_count: facts.market_based_fallback_count,
  };
}
