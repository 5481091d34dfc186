import { createHash } from "node:crypto";
import type { Fact, ReportSection } from "../../src/modules/reports/facts/fact.ts";
import { reportDocument, type ReportDocument } from "../../src/modules/reports/report-document.ts";

const YEAR = { from: "2025-01-01", to: "2025-12-31" };

/** The disclosures of VSME with the number of figures that the invented company reports under each. */
const SECTIONS: readonly [id: string, da: string, en: string, figures: number][] = [
  ["B1", "Grundlag for udarbejdelsen", "Basis for preparation", 4],
  ["B2", "Praksis og politikker", "Practices, policies and future initiatives", 2],
  ["B3", "Energi og drivhusgasudledning", "Energy and greenhouse gas emissions", 22],
  ["B4", "Forurening af luft, vand og jord", "Pollution of air, water and soil", 0],
  ["B5", "Biodiversitet", "Biodiversity", 3],
  ["B6", "Vand", "Water", 4],
  ["B7", "Ressourceforbrug, cirkulær økonomi og affald", "Resource use, circular economy and waste", 9],
  ["B8", "Arbejdsstyrken: generelle forhold", "Workforce: general characteristics", 9],
  ["B9", "Arbejdsstyrken: sundhed og sikkerhed", "Workforce: health and safety", 4],
  ["B10", "Arbejdsstyrken: løn og uddannelse", "Workforce: remuneration and training", 6],
  ["B11", "Domme og bøder for korruption", "Convictions and fines for corruption", 2],
  ["C1", "Strategi og forretningsmodel", "Strategy and business model", 1],
  ["C2", "Beskrivelse af praksis", "Description of practices", 2],
  ["C3", "Mål for reduktion af drivhusgasser", "Greenhouse gas reduction targets", 12],
  ["C4", "Klimarisici", "Climate risks", 3],
  ["C5", "Yderligere om arbejdsstyrken", "Additional workforce characteristics", 3],
  ["C6", "Menneskerettigheder", "Human rights policies", 3],
  ["C7", "Alvorlige hændelser", "Severe human rights incidents", 2],
  ["C8", "Indtægter fra visse sektorer", "Revenues from certain sectors", 4],
  ["C9", "Kønsfordeling i ledelsen", "Gender diversity in governance", 2],
];

/** Year, scope 1, scope 2 location- and market-based, scope 3. */
const YEARS = [
  [2023, 96.412, 51.2, 68.934, 388.115],
  [2024, 91.078, 49.73, 66.021, 361.447],
  [2025, 84.204, 44.048, 58.216, 304.96],
] as const;

const PROSE = {
  da: "Virksomheden har skiftet til elbiler i salget, isoleret lageret i Vejle og bedt de tyve største leverandører om klimadata. Næste skridt er varmepumper på begge adresser og en aftale om grøn strøm.\nLedelsen følger op hvert kvartal.",
  en: "The company has moved its sales fleet to electric cars, insulated the warehouse in Vejle and asked its twenty largest suppliers for climate data. Next are heat pumps at both sites and a contract for renewable electricity.\nManagement reviews progress every quarter.",
};

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
  const prose = shape.prose ?? PROSE[language];
  const parts = SECTIONS.map(([id, da, en, figures]) =>
    section({ id, title: inLanguage(da, en), figures, prose, language }),
  );
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

interface SectionShape {
  readonly id: string;
  readonly title: string;
  readonly figures: number;
  readonly prose: string;
  readonly language: "da" | "en";
}

function section({ id, title, figures, prose, language }: SectionShape): { section: ReportSection; facts: Fact[] } {
  const facts = Array.from({ length: figures }, (_, index) => figure(id, index, language));
  if (["B2", "C1", "C2", "C4"].includes(id)) facts.push(narrative(id, language, prose));
  if (id === "B1") facts.push(...sites(language));
  const missing =
    id === "B4" || id === "C5"
      ? [
          {
            datapoint: `vsme:${id}Datapoint`,
            description: language === "da" ? `Oplysning til ${id}: ${title}` : `Information for ${id}: ${title}`,
            kg_co2e_at_stake: id === "B4" ? null : 1_250.5,
            datapoints_at_stake: 3,
          },
        ]
      : [];
  const status = facts.length === 0 ? "missing_input" : "reported";
  return { section: { id, title, status, fact_ids: facts.map((one) => one.id), missing }, facts };
}

const UNITS = [
  "utr:tCO2e",
  "utr:MWh",
  "iso4217:DKK",
  "percent",
  "xbrli:pure",
  "utr:tCO2e/iso4217:DKK",
  "utr:m3",
] as const;

function figure(section: string, index: number, language: "da" | "en"): Fact {
  const unit = UNITS[index % UNITS.length] ?? "xbrli:pure";
  const decimals = unit.includes("DKK") ? (unit.includes("/") ? 12 : 0) : unit === "xbrli:pure" ? 0 : 3;
  const seed = (section.codePointAt(1) ?? 1) * 1_017.2345 + index * 331.1117;
  const value = Number((decimals === 12 ? seed / 1e9 : seed).toFixed(decimals));
  const name = language === "da" ? "Opgjort værdi af datapunkt" : "Reported value of datapoint";
  return {
    ...common(section, `Figure${index}`),
    label: `${name} ${section}-${index + 1}`,
    kind: "number",
    value,
    value_label: null,
    unit,
    decimals,
    provenance: index % 3 === 0 ? { source: "ledger", entry_count: 12 * index + 5 } : { source: "input" },
  };
}

function common(section: string, name: string) {
  const concept = `vsme:${section}${name}`;
  return { id: `${section}${name}`, section, concept, period: YEAR, dimensions: {} };
}

function narrative(section: string, language: "da" | "en", value: string): Fact {
  const label = language === "da" ? "Beskrivelse af praksis og planer" : "Description of practices and plans";
  return {
    ...common(section, "Narrative"),
    label,
    kind: "text",
    value,
    value_label: null,
    unit: null,
    decimals: null,
    provenance: { source: "input" },
  };
}

function sites(language: "da" | "en"): Fact[] {
  const labels = language === "da" ? ["Adresse", "Postnummer", "By"] : ["Address", "Postal code", "City"];
  const rows = { Vejle: ["Havnegade 12", "7100", "Vejle"], Skive: ["Industrivej 4", "7800", "Skive"] };
  return Object.entries(rows).flatMap(([key, cells]) =>
    cells.map((value, index) => ({
      ...common("B1", `Site${index}.${key}`),
      concept: `vsme:Site${index}`,
      dimensions: { "vsme:SiteAxis": key },
      label: labels[index] ?? "",
      kind: "text" as const,
      value,
      value_label: null,
      unit: null,
      decimals: null,
      provenance: { source: "input" as const },
    })),
  );
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
