import { SCOPE3_CATEGORIES } from "../../core/ghg.ts";
import { type Decimal, decimal, decimalSum, roundedNumber, roundedTo, tonnesOf } from "../../core/quantity.ts";
import type { EnergyCarrier } from "./energy.ts";
import { monthsWithData } from "./facts/year-coverage.ts";
import { missingDatapoints, reportFacts } from "./report-facts.ts";
import type { ReportTerms } from "./report.ts";
import type { ReportDocument } from "./report-document.ts";
import { type Snapshot, snapshotId } from "./snapshot.ts";
import type { ScopeFacts } from "./store-facts.ts";

/** tCO2e of reports are to the kilogram, MWh to the kilowatt-hour. */
const DECIMALS = 3;

type DocumentTerms = Pick<ReportTerms, "standard_type" | "language">;

/** The same snapshot and terms give the same document, member by member. */
export function buildDocument(snapshot: Snapshot, terms: DocumentTerms): ReportDocument {
  const { facts, report_year, company } = snapshot;
  const { standard_type, language } = terms;
  const report = reportFacts(snapshot, terms);
  return {
    report_format: "carbon-ledger-report/2",
    standard_type,
    standard_version: report.standard_version,
    taxonomy: report.taxonomy,
    report_year,
    language,
    company: { name: company.name, country: company.country, registration_number: report.registration_number },
    currency: report.currency,
    period: { from: `${report_year}-01-01`, to: `${report_year}-12-31` },
    frozen_at: snapshot.frozen_at,
    snapshot_id: snapshotId(snapshot),
    audit_head: { ...snapshot.audit_head },
    sections: [...report.sections],
    facts: [...report.facts],
    months: monthRows(snapshot),
    years: yearRows(snapshot),
    categories: categoryRows(snapshot, language),
    scope3_categories: scope3Rows(facts.scopes, language),
    energy_carriers: report.carriers.flatMap((carrier) => carrierRows(carrier, snapshot, language)),
    targets: targetRows(snapshot),
    methods: facts.methods.map(({ scope, calculation_method, market_based_kg, entry_count }) => ({
      scope: String(scope),
      calculation_method,
      value: tonnes(market_based_kg),
      unit: "tCO2e",
      entry_count,
    })),
    data_quality: dataQuality(snapshot),
    factors: facts.factors.map(({ name_en, value, market_based_kg, ...factor }) => ({
      ...factor,
      name: snapshot.factor_names[factor.id]?.[language] ?? name_en,
      kg_co2e_per_unit: roundedNumber(value),
      value: tonnes(market_based_kg),
    })),
    missing_inputs: missingDatapoints(snapshot, report, language),
  };
}

function tonnes(kg: string | number | Decimal): number {
  return roundedTo(tonnesOf(kg), DECIMALS);
}

interface ScopeSum {
  readonly scope: number;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
}

function scopeSums(rows: readonly ScopeSum[]) {
  const of = (scope: number, column: "market_based_kg" | "location_based_kg") =>
    tonnes(decimalSum(rows.filter((row) => row.scope === scope).map((row) => row[column])));
  return {
    scope_1: of(1, "market_based_kg"),
    scope_2_location_based: of(2, "location_based_kg"),
    scope_2_market_based: of(2, "market_based_kg"),
    scope_3: of(3, "market_based_kg"),
  };
}

/** All twelve, zeros included. */
function monthRows({ facts, report_year }: Snapshot): ReportDocument["months"] {
  return Array.from({ length: 12 }, (_, index) => ({
    month: `${report_year}-${String(index + 1).padStart(2, "0")}`,
    ...scopeSums(facts.months.filter(({ month }) => month === index + 1)),
  }));
}

function yearRows({ facts }: Snapshot): ReportDocument["years"] {
  const years = [...new Set(facts.years.map(({ year }) => year))].toSorted((a, b) => a - b);
  return years.map((year) => ({
    year,
    months_with_data: monthsWithData(facts, year),
    ...scopeSums(facts.years.filter((row) => row.year === year)),
  }));
}

/** Largest first; shares are of the market-based total, zero while that is not positive. */
function categoryRows({ facts, category_names }: Snapshot, language: "da" | "en"): ReportDocument["categories"] {
  const total = decimalSum(facts.categories.map((row) => row.market_based_kg));
  return facts.categories
    .toSorted((a, b) => decimal(b.market_based_kg).cmp(a.market_based_kg))
    .map(({ category_key, scope, market_based_kg, entry_count }) => ({
      key: category_key,
      name: category_names[category_key]?.[language] ?? category_key,
      scope: scope === 1 ? "1" : scope === 2 ? "2" : "3",
      value: tonnes(market_based_kg),
      share_pct: total.gt(0) ? percent(decimal(market_based_kg).times(100).div(total)) : 0,
      entry_count,
    }));
}

function percent(value: Decimal): number {
  return roundedTo(value, 2);
}

/** All 15 categories, zeros included, and what belongs to none. */
function scope3Rows(rows: readonly ScopeFacts[], language: "da" | "en"): ReportDocument["scope3_categories"] {
  const value = (number: number | null) =>
    tonnes(
      decimalSum(
        rows
          .filter(({ scope, scope3_category }) => scope === 3 && scope3_category === number)
          .map((row) => row.market_based_kg),
      ),
    );
  const named = SCOPE3_CATEGORIES.map(({ number, name_da, name_en }) => ({
    number,
    name: language === "da" ? name_da : name_en,
    value: value(number),
    unit: "tCO2e" as const,
  }));
  const unclassified = language === "da" ? "Uklassificeret" : "Unclassified";
  return [...named, { number: null, name: unclassified, value: value(null), unit: "tCO2e" }];
}

const CONVERSIONS: Readonly<Record<EnergyCarrier["origin"], Readonly<Record<"da" | "en", string>>>> = {
  measured: { en: "measured as energy", da: "målt som energi" },
  published: { en: "published", da: "offentliggjort" },
  company: { en: "given by the company", da: "oplyst af virksomheden" },
  unknown: { en: "cannot be converted", da: "kan ikke omregnes" },
};

/** A carrier of which a part is renewable is two rows, so that the rows add up to the split. */
function carrierRows(
  carrier: EnergyCarrier,
  { category_names }: Snapshot,
  language: "da" | "en",
): ReportDocument["energy_carriers"] {
  const { category_key, unit, renewable_percent } = carrier;
  const source = carrier.source ?? CONVERSIONS[carrier.origin][language];
  const optional = (text: string | null) => (text === null ? null : roundedNumber(text));
  const parts = [
    { renewable: true, percent: renewable_percent },
    { renewable: false, percent: decimal(100).minus(renewable_percent) },
  ];
  return parts
    .filter((part) => !part.percent.eq(0))
    .map((part) => {
      const share = (whole: Decimal | null) =>
        whole === null ? null : roundedTo(whole.times(part.percent).div(100), DECIMALS);
      return {
        carrier: category_key,
        name: category_names[category_key]?.[language] ?? category_key,
        renewable: part.renewable,
        quantity: share(carrier.quantity),
        unit: unit ?? "",
        mwh: share(carrier.mwh),
        density_kg_per_litre: optional(carrier.density_kg_per_litre),
        net_calorific_value_tj_per_gg: optional(carrier.net_calorific_value_tj_per_gg),
        source,
      };
    });
}

function targetRows({ targets }: Snapshot): ReportDocument["targets"] {
  return targets.map((target) => ({
    name: target.name,
    scope: target.scope,
    baseline_year: target.baseline_year,
    target_year: target.target_year,
    baseline_value: tonnes(target.baseline_emissions),
    target_value: tonnes(target.target_emissions),
    reduction_pct: percent(decimal(target.target_reduction_percent)),
    current_value: target.progress === null ? null : tonnes(target.progress.current_kg),
    on_track: target.progress?.on_track ?? null,
  }));
}

function dataQuality({ facts }: Snapshot): ReportDocument["data_quality"] {
  const sum = (column: "weight_kg" | "quality_weighted_kg" | "primary_kg" | "spend_based_kg") =>
    decimalSum(facts.scopes.map((row) => row[column]));
  const weight = sum("weight_kg");
  const ratio = (part: Decimal, factor: number) => (weight.eq(0) ? null : percent(part.times(factor).div(weight)));
  return {
    score: ratio(sum("quality_weighted_kg"), 1),
    primary_share_pct: ratio(sum("primary_kg"), 100),
    spend_share_pct: ratio(sum("spend_based_kg"), 100),
    entry_count: facts.scopes.reduce((count, row) => count + row.entry_count, 0),
    months_with_data: facts.months_with_data,
    pending_review_count: facts.pending_review_count,
    market_based_fallback_count: facts.market_based_fallback_count,
  };
}
