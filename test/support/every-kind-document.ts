import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import { HOSTILE_TEXTS, reportFacts } from "./report-facts.ts";

type Language = "da" | "en";
type Figures = Pick<
  ReportDocument,
  "months" | "years" | "categories" | "scope3_categories" | "energy_carriers" | "targets"
>;
type Evidence = Pick<ReportDocument, "methods" | "data_quality" | "factors">;

const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** A small report with every kind of fact, values that are not known, and names that attack the renderers. */
export function everyKindDocument(language: Language, changes: Partial<ReportDocument> = {}): ReportDocument {
  const word = (en: string, da: string) => (language === "da" ? da : en);
  const facts = reportFacts(language);
  const missing = {
    datapoint: "UndertakingsLegalForm",
    description: word("Legal form of the company", "Virksomhedens juridiske form"),
    kg_co2e_at_stake: null,
    datapoints_at_stake: 2,
  };
  const ledger = {
    datapoint: "ledger",
    description: word("3 lines wait for review & <approval>", "3 linjer venter på gennemgang & <godkendelse>"),
    kg_co2e_at_stake: 1234.5,
    datapoints_at_stake: 14,
  };
  return {
    report_format: "carbon-ledger-report/2",
    standard_type: "vsme_comprehensive",
    standard_version: "vsme_2024",
    taxonomy: "https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme-all.xsd",
    report_year: 2025,
    language,
    company: { name: "Nørrebro <Møbler> & Sønner A/S", country: "DK", registration_number: "12345674" },
    currency: "DKK",
    period: { from: "2025-01-01", to: "2025-12-31" },
    frozen_at: "2026-02-03T09:15:30.000Z",
    snapshot_id: HASH,
    audit_head: { seq: 48_211, hash: HASH },
    sections: [...new Set(facts.map(({ section }) => section))].map((id) => ({
      id,
      title: `${id} ${word("disclosure", "oplysning")}`,
      status: id === "B1" ? "missing_input" : "reported",
      fact_ids: facts.filter(({ section }) => section === id).map((fact) => fact.id),
      missing: id === "B1" ? [missing] : [],
    })),
    facts,
    ...figures(word),
    ...EVIDENCE,
    missing_inputs: [ledger, missing],
    ...changes,
  };
}

/** The ESRS E1 chapter: the same facts under names of its own, without a taxonomy. */
export function climateDocument(language: Language): ReportDocument {
  const document = everyKindDocument(language);
  const facts = document.facts.map((fact) => ({
    ...fact,
    section: "E1-6",
    concept: fact.concept.replace("vsme:", "cl:"),
  }));
  return {
    ...document,
    standard_type: "csrd",
    standard_version: "esrs_2023",
    taxonomy: null,
    company: { ...document.company, registration_number: null },
    facts,
    sections: [{ id: "E1-6", title: "E1-6", status: "reported", fact_ids: facts.map(({ id }) => id), missing: [] }],
  };
}

function figures(word: (en: string, da: string) => string): Figures {
  return {
    months: Array.from({ length: 12 }, (_, index) => ({
      month: `2025-${String(index + 1).padStart(2, "0")}`,
      scope_1: 10 + index,
      scope_2_location_based: 6.25,
      scope_2_market_based: 0,
      scope_3: 195.416667 - index,
    })),
    years: [
      {
        year: 2024,
        months_with_data: 7,
        scope_1: 130,
        scope_2_location_based: 80,
        scope_2_market_based: 40,
        scope_3: 2500,
      },
      {
        year: 2025,
        months_with_data: 12,
        scope_1: 120.345678,
        scope_2_location_based: 75.1,
        scope_2_market_based: 0,
        scope_3: 2345.000001,
      },
    ],
    categories: [
      {
        key: "goods.metals",
        name: word("Metals", "Metaller"),
        scope: "3",
        value: 2000.5,
        share_pct: 81.2,
        entry_count: 1500,
      },
      { key: "@attack", name: HOSTILE_TEXTS[2], scope: "1", value: -0.5, share_pct: -0.02, entry_count: 1 },
    ],
    scope3_categories: [
      ...Array.from({ length: 15 }, (_, index) => ({
        number: index + 1,
        name: `${word("Category", "Kategori")} ${index + 1}`,
        value: index === 0 ? 2000.5 : index,
        unit: "tCO2e" as const,
      })),
      { number: null, name: word("Unclassified", "Uklassificeret"), value: 0, unit: "tCO2e" },
    ],
    energy_carriers: [
      {
        carrier: "energy.diesel",
        name: "Diesel",
        renewable: false,
        quantity: 12_500,
        unit: "l",
        mwh: 125.416667,
        density_kg_per_litre: 0.84,
        net_calorific_value_tj_per_gg: 43,
        source: "EFRAG VSME Digital Template 1.3.0",
      },
      {
        carrier: "energy.unknown",
        name: HOSTILE_TEXTS[4],
        renewable: true,
        quantity: 3,
        unit: "t",
        mwh: null,
        density_kg_per_litre: null,
        net_calorific_value_tj_per_gg: null,
        source: "",
      },
    ],
    targets: [
      {
        name: word("Half of scope 1 & 2", "Halvering af scope 1 & 2"),
        scope: "1+2",
        baseline_year: 2020,
        target_year: 2030,
        baseline_value: 300.5,
        target_value: 150.25,
        reduction_pct: 50,
        current_value: 195.445678,
        on_track: true,
      },
      {
        name: "Scope 3",
        scope: "3",
        baseline_year: 2021,
        target_year: 2035,
        baseline_value: 2500,
        target_value: 1000,
        reduction_pct: 60,
        current_value: null,
        on_track: null,
      },
    ],
  };
}

const EVIDENCE: Evidence = {
  methods: [
    { scope: "1", calculation_method: "fuel_based", value: 120.345678, unit: "tCO2e", entry_count: 210 },
    { scope: "3", calculation_method: "spend_based", value: 2345.000001, unit: "tCO2e", entry_count: 1800 },
  ],
  data_quality: {
    score: 3.4,
    primary_share_pct: 22.5,
    spend_share_pct: 60.25,
    entry_count: 2034,
    months_with_data: 12,
    pending_review_count: 3,
    market_based_fallback_count: 24,
  },
  factors: [
    {
      id: "0198c0de-0000-7000-8000-0000000000f1",
      key: "desnz.2025.diesel",
      name: "Diesel (average biofuel blend)",
      kg_co2e_per_unit: 2.57082,
      unit: "l",
      region: "GB",
      year: 2025,
      source: "UK Government GHG conversion factors 2025 <v1>",
      source_url: "https://www.gov.uk/government/publications/greenhouse-gas-reporting?a=1&b=2",
      licence: "OGL-UK-3.0",
      gwp_set: "AR5",
      content_hash: HASH,
      entry_count: 210,
      value: 120.345678,
    },
    {
      id: "0198c0de-0000-7000-8000-0000000000f2",
      key: "figaro.dk.2023.c31",
      name: "Furniture",
      kg_co2e_per_unit: 0.21,
      unit: "EUR",
      region: "DK",
      year: 2023,
      source: "FIGARO",
      source_url: "https://ec.europa.eu/eurostat",
      licence: "CC-BY-4.0",
      gwp_set: null,
      content_hash: HASH,
      entry_count: 1500,
      value: 2000.5,
    },
  ],
};
