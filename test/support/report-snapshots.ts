import type { ReportInputRow } from "../../src/modules/reports/datapoints/report-input.ts";
import type { FactValue } from "../../src/modules/reports/datapoints/fact.ts";
import { type Snapshot, SNAPSHOT_FORMAT } from "../../src/modules/reports/snapshot/snapshot.ts";
import type { MeasuredFacts, ScopeFacts } from "../../src/modules/emissions/index.ts";
import type { YearFacts } from "../../src/modules/reports/snapshot/year-facts.ts";
import type { TargetRecord } from "../../src/modules/targets/index.ts";

/** The sums of a scope: 1,000 kg unless said otherwise. */
export function scopeRow(given: Partial<ScopeFacts> & Pick<ScopeFacts, "scope">): ScopeFacts {
  return {
    scope3_category: null,
    market_based_kg: "1000",
    location_based_kg: given.market_based_kg ?? "1000",
    biogenic_co2_kg: "0",
    weight_kg: "1000",
    quality_weighted_kg: "2000",
    primary_kg: "1000",
    spend_based_kg: "0",
    entry_count: 1,
    ...given,
  };
}

/** A quantity of one category in one unit; unit null: calculated from money alone. */
export function measuredRow(
  category_key: string,
  [quantity, unit]: readonly [string, string] | readonly [null, null],
  given: Partial<MeasuredFacts> = {},
): MeasuredFacts {
  const scope = category_key.startsWith("energy.stationary") || category_key.startsWith("transport.own") ? 1 : 2;
  return { scope, category_key, quantity, unit, market_based_kg: "100", entry_count: 1, ...given };
}

let answers = 0;

export function answer(datapoint: string, value: FactValue, member: string | null = null): ReportInputRow {
  answers += 1;
  return { id: `answer-${answers}`, datapoint, member, value, status: "reported", note: null };
}

export function yearFacts(given: Partial<YearFacts> = {}): YearFacts {
  return {
    scopes: [],
    methods: [],
    factors: [],
    measured: [],
    months: [],
    years: [],
    categories: [],
    market_based_fallback_count: 0,
    market_based_fallback_kg: "0",
    months_with_data: 12,
    pending_review_count: 0,
    ...given,
  };
}

/** A snapshot of a Danish company's 2025 that holds what is given and nothing else. */
export function reportSnapshot(facts: Partial<YearFacts> = {}, given: Partial<Omit<Snapshot, "facts">> = {}): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    company: { name: "Nordlys Møbler ApS", country: "DK" },
    report_year: 2025,
    is_year_over: true,
    facts: yearFacts(facts),
    category_names: {},
    factor_names: {},
    inputs: [],
    targets: [],
    planned: [],
    audit_head: { seq: 7, hash: "0".repeat(64) },
    frozen_at: "2026-01-05T08:00:00.000Z",
    ...given,
  };
}

/** Halve scope 1 and 2 from 48 t in 2024 to 2030, unless said otherwise. */
export function target(given: Partial<TargetRecord> = {}): TargetRecord {
  return {
    id: "0198c0de-0000-7000-8000-000000000061",
    name: "Halve scope 1 and 2 by 2030",
    description: null,
    scope: "1+2",
    category: null,
    target_type: "absolute",
    intensity_metric: null,
    scope2_method: "market_based",
    baseline_year: 2024,
    baseline_emissions: 48_000,
    target_year: 2030,
    target_reduction_percent: 50,
    status: "on_track",
    progress: null,
    created_at: "2026-01-05T08:00:00.000000Z",
    framework: "own",
    baseline_months: null,
    target_emissions: 24_000,
    ...given,
  };
}
