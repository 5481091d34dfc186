import { createHash } from "node:crypto";
import { reportDocument, type ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import { sampleSections, YEAR } from "./report-document-facts.ts";

/** Year, scope 1, scope 2 location- and market-based, scope 3. */
const YEARS = [
  [2023, 96.412, 51.2, 68.934, 388.115],
  [2024, 91.078, 49.73, 66.021, 361.447],
  [2025, 84.204, 44.048, 58.216, 304.96],
] as const;

export interface ReportShape {
  readonly language?: "da" | "en";
  readonly factors?: number;
  readonly company?: string;
  /** Replaces every narrative answer. */
  readonly prose?: string;
}

/** A complete VSME Comprehensive report of an invented company; equal shapes give equal documents. */
export function sampleDocument(shape: ReportShape = {}): ReportDocument {
  const language = shape.language ?? "en";
  const inLanguage = (da: string, en: string) => (language === "da" ? da : en);
  const parts = sampleSections(language, shape.prose);
  return reportDocument.parse({
    report_format: "carbon-ledger-report/2",
    standard_type: "vsme_comprehensive",
    standard_version: "vsme_2024",
    taxonomy: "https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme-all.xsd",
    report_year: 2025,
    language,
    company: { name: shape.company ?? "Fjordvang Møbler A/S", country: "DK", registration_number: "12345678" },
    currency: "DKK",
    period: YEAR,
    frozen_at: "2026-02-03T09:15:30.000Z",
    snapshot_id: sha256("snapshot"),
    audit_head: { seq: 4_812, hash: sha256("head") },
    sections: parts.map(({ section }) => section),
    facts: parts.flatMap(({ facts }) => facts),
    months: Array.from({ length: 12 }, (_, index) => ({
      month: `2025-${String(index + 1).padStart(2, "0")}`,
      ...sums(index),
    })),
    years: YEARS.map(([year, scope_1, location, market, scope_3]) => ({
      year,
      months_with_data: 12,
      scope_1,
      scope_2_location_based: location,
      scope_2_market_based: market,
      scope_3,
    })),
    categories: Array.from({ length: 24 }, (_, index) => category(index, inLanguage)),
    scope3_categories: [
      ...Array.from({ length: 15 }, (_, index) => scope3(index + 1)),
      { ...scope3(16), number: null, value: 1.25 },
    ],
    energy_carriers: carriers(inLanguage),
    targets: targets(inLanguage),
    methods: ["fuel_based", "average_data", "supplier_specific", "spend_based"].map((calculation_method, index) => ({
      scope: index === 0 ? "1" : "3",
      calculation_method,
      value: rounded(180.5 / (index + 1)),
      unit: "tCO2e",
      entry_count: 410 - index * 77,
    })),
    data_quality: {
      score: 2.71,
      primary_share_pct: 38.25,
      spend_share_pct: 31.5,
      entry_count: 1_204,
      months_with_data: 12,
      pending_review_count: 7,
      market_based_fallback_count: 24,
    },
    factors: Array.from({ length: shape.factors ?? 48 }, (_, index) => factor(index)),
    missing_inputs: parts.flatMap(({ section }) => section.missing),
  });
}

function sums(step: number, times = 1) {
  return {
    scope_1: rounded((5.217 + Math.abs(6 - step) * 0.8) * times),
    scope_2_location_based: rounded((2.904 + Math.abs(6 - step) * 0.35) * times),
    scope_2_market_based: rounded((4.118 + Math.abs(6 - step) * 0.4) * times),
    scope_3: rounded((21.33 + ((step * 7) % 5) * 2.1) * times),
  };
}

function category(index: number, inLanguage: (da: string, en: string) => string) {
  const names = [
    inLanguage("Køb af stål og metaller", "Purchased steel and metals"),
    inLanguage("Diesel til varevogne", "Diesel for vans"),
    inLanguage("Naturgas til opvarmning", "Natural gas for heating"),
    inLanguage("Elektricitet", "Electricity"),
    inLanguage("Indkøbte konsulentydelser og rådgivning", "Purchased consulting and advisory services"),
    inLanguage("Lastbiltransport af varer til kunder", "Road freight of goods to customers"),
  ];
  const value = rounded(96.4 / (index + 1));
  return {
    key: `category.${index}`,
    name: `${names[index % names.length] ?? ""}${index < names.length ? "" : ` ${Math.floor(index / names.length) + 1}`}`,
    scope: (["3", "1", "1", "2", "3", "3"] as const)[index % 6],
    value,
    share_pct: rounded(value / 4),
    entry_count: 200 - index * 7,
  };
}

function scope3(number: number) {
  const isEmpty = [8, 10, 13, 14, 15].includes(number);
  return { number, name: `Scope 3 category ${number}`, value: isEmpty ? 0 : rounded(88.8 / number), unit: "tCO2e" };
}

function carriers(inLanguage: (da: string, en: string) => string) {
  const none = { density_kg_per_litre: null, net_calorific_value_tj_per_gg: null };
  return [
    {
      carrier: "electricity",
      name: inLanguage("Elektricitet", "Electricity"),
      renewable: false,
      quantity: 184_220,
      unit: "kWh",
      mwh: 184.22,
      ...none,
      source: "",
    },
    {
      carrier: "solar",
      name: inLanguage("Egen solstrøm", "Own solar power"),
      renewable: true,
      quantity: 21_400.5,
      unit: "kWh",
      mwh: 21.401,
      ...none,
      source: "",
    },
    {
      carrier: "diesel",
      name: "Diesel",
      renewable: false,
      quantity: 9_120.4,
      unit: "l",
      mwh: 91.508,
      density_kg_per_litre: 0.84,
      net_calorific_value_tj_per_gg: 43,
      source: "EFRAG VSME template 1.3.0",
    },
    {
      carrier: "pellets",
      name: inLanguage("Træpiller", "Wood pellets"),
      renewable: true,
      quantity: 12,
      unit: "t",
      mwh: null,
      ...none,
      source: "",
    },
  ];
}

function targets(inLanguage: (da: string, en: string) => string) {
  const base = { baseline_year: 2023, target_year: 2030 };
  return [
    {
      name: inLanguage("Scope 1 og 2 mere end halveres", "Scopes 1 and 2 more than halved"),
      scope: "1+2",
      ...base,
      baseline_value: 165.346,
      target_value: 70,
      reduction_pct: 57.7,
      current_value: 142.42,
      on_track: true,
    },
    {
      name: inLanguage("Værdikæden ned med en tredjedel", "Value chain down by a third"),
      scope: "3",
      ...base,
      baseline_value: 388.115,
      target_value: 260,
      reduction_pct: 33,
      current_value: 304.96,
      on_track: false,
    },
  ];
}

function factor(index: number) {
  return {
    id: `0198c0de-0000-7000-8000-${String(index).padStart(12, "0")}`,
    key: `fuel.gb.sample_${index}.2025.litre`,
    name: `Sample factor ${index + 1}, average biofuel blend`,
    kg_co2e_per_unit: rounded(2.512345 / (index + 1)),
    unit: index % 2 === 0 ? "litre" : "EUR",
    region: index % 2 === 0 ? "GB" : "DK",
    year: 2023 + (index % 3),
    source: ["UK DESNZ GHG conversion factors 2025", "FIGARO spend factors 26ed", "Energinet miljødeklaration"][
      index % 3
    ],
    source_url: "https://example.com/published/factors/2025/conversion-factors-full-set",
    licence: ["OGL-3.0", "CC-BY-4.0", "Open data"][index % 3],
    gwp_set: index % 3 === 1 ? null : "AR5",
    content_hash: sha256(`factor ${index}`),
    entry_count: 40 - (index % 40),
    value: rounded(61.7 / (index + 1)),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
