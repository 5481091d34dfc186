import type { ReportDocument } from "./report-document.ts";

/** Labels that all forms of a report for people share: Danish, then English. */
export const LABEL_TEXTS = {
  "status.reported": ["Rapporteret", "Reported"],
  "status.omitted": ["Udeladt", "Omitted"],
  "status.missing_input": ["Oplysninger mangler", "Information missing"],
  "status.not_applicable": ["Ikke relevant", "Not applicable"],
  "source.ledger": ["Regnskab", "Ledger"],
  "source.input": ["Oplyst", "Stated"],
  "source.derived": ["Beregnet", "Derived"],
  registration: ["CVR-nummer", "Registration number"],
  standard: ["Standard", "Standard"],
  period: ["Periode", "Period"],
  frozen: ["Tallene er låst", "Figures frozen"],
  snapshot: ["Øjebliksbillede (SHA-256)", "Snapshot (SHA-256)"],
  audit_seq: ["Revisionslog, hændelse nr.", "Audit log, event no."],
  audit_hash: ["Revisionslog, kædens hoved (SHA-256)", "Audit log, head of the chain (SHA-256)"],
  format: ["Dokumentformat", "Document format"],
  taxonomy: ["Taksonomi", "Taxonomy"],
  disclosures: ["Oplysninger", "Disclosures"],
  missing: ["Mangler", "Missing"],
  months: ["Udledning pr. måned", "Emissions by month"],
  datapoint: ["Datapunkt", "Datapoint"],
  value: ["Værdi", "Value"],
  unit: ["Enhed", "Unit"],
  source: ["Kilde", "Source"],
  entries: ["Posteringer", "Entries"],
  year: ["År", "Year"],
  scope: ["Scope", "Scope"],
  number: ["Nr.", "No."],
  category: ["Kategori", "Category"],
  renewable: ["Vedvarende", "Renewable"],
  quantity: ["Mængde", "Quantity"],
  target: ["Mål", "Target"],
  baseline_year: ["Basisår", "Base year"],
  target_year: ["Målår", "Target year"],
  on_track: ["På rette spor", "On track"],
  factor: ["Faktor", "Factor"],
  per_unit: ["kg CO₂e pr. enhed", "kg CO₂e per unit"],
  licence: ["Licens", "Licence"],
  kg_at_stake: ["kg CO₂e på spil", "kg CO₂e at stake"],
  score: ["Samlet score (1 er bedst, 5 er dårligst)", "Overall score (1 is best, 5 is worst)"],
  months_with_data: ["Måneder med data", "Months with data"],
  data_days: ["Første og sidste dag med data", "First and last day with data"],
  is_complete: [
    "Fuldstændigt: intet er ukendt, venter eller modsiges, og data dækker hver måned",
    "Complete: nothing is unknown, waits or is contradicted, and data reach every month",
  ],
  "is_complete.true": ["Ja", "Yes"],
  "is_complete.false": ["Nej", "No"],
  unknown_places: ["Ukendt i regnskabet, ikke nul", "Unknown in the ledger, not zero"],
  pending: ["Linjer, der venter på gennemgang", "Lines awaiting review"],
  restatements_pending: [
    "Ændringer, der venter på, at et lukket år rettes",
    "Changes that wait until a closed year is restated",
  ],
  fallback: ["Markedsbaserede posteringer på nettets gennemsnit", "Market-based entries at the average of the grid"],
  substituted: [
    "Beløb ganget med et andet lands faktor end sælgerens, tCO₂e",
    "Amounts times a factor of another country than the seller's, tCO₂e",
  ],
  distant: ["Faktorer for et fjernt år, tCO₂e", "Factors of a distant year, tCO₂e"],
  "scope2.kind.instrument": ["Kontrakt eller certifikat", "Contract or certificate"],
  "scope2.kind.residual_mix": ["Restmiks", "Residual mix"],
  "scope2.kind.grid": ["Nettets gennemsnit", "Average of the grid"],
  "scope2.kind.other": ["Øvrig energi", "Other energy"],
  "scope2.guarantee_of_origin": ["Oprindelsesgarantier", "Guarantees of origin"],
  "scope2.contract": ["Elkøbsaftale", "Power purchase agreement"],
  "scope2.supplier_product": ["Leverandørens produkt", "Product of the supplier"],
  "scope2.technology.wind": ["vind", "wind"],
  "scope2.technology.solar": ["sol", "solar"],
  "scope2.technology.hydro": ["vandkraft", "hydro"],
  "scope2.technology.geothermal": ["geotermi", "geothermal"],
  "scope2.technology.nuclear": ["kernekraft", "nuclear"],
  "scope2.technology.biomass": ["biomasse", "biomass"],
  "scope2.technology.biogas": ["biogas", "biogas"],
  "scope2.technology.renewable_mix": ["vedvarende miks", "renewable mix"],
  "scope2.technology.natural_gas": ["naturgas", "natural gas"],
  "scope2.technology.coal": ["kul", "coal"],
  "scope2.technology.oil": ["olie", "oil"],
  "scope2.technology.waste": ["affald", "waste"],
  "scope2.technology.mix": ["miks", "mix"],
  "scope2.rests_on": ["Det bygger scope 2 på", "What scope 2 rests on"],
  "scope2.mwh": ["MWh", "MWh"],
  "scope2.market": ["Marked, tCO₂e", "Market, tCO₂e"],
  "scope2.location": ["Lokation, tCO₂e", "Location, tCO₂e"],
  "scope2.share": ["Andel af scope 2, lokation", "Share of scope 2, location"],
  "method.direct_measurement": ["Direkte måling", "Direct measurement"],
  "method.supplier_specific": ["Leverandørens egne tal", "Supplier-specific"],
  "method.hybrid": ["Hybrid", "Hybrid"],
  "method.fuel_based": ["Brændselsbaseret", "Fuel-based"],
  "method.distance_based": ["Afstandsbaseret", "Distance-based"],
  "method.site_specific": ["Stedsspecifik", "Site-specific"],
  "method.waste_type_specific": ["Efter affaldstype", "Waste-type-specific"],
  "method.average_data": ["Gennemsnitsdata", "Average data"],
  "method.spend_based": ["Beløbsbaseret", "Spend-based"],
} as const;

export type LabelName = keyof typeof LABEL_TEXTS;

/** What a part of scope 2 is, and how its electricity is generated where it is an instrument. */
export function scope2PartName(
  { kind, instrument_kind, technology }: NonNullable<ReportDocument["scope2_parts"]>[number],
  words: (name: LabelName) => string,
): string {
  const names = [`scope2.${instrument_kind ?? ""}`, `scope2.technology.${technology ?? ""}`].filter(isLabel);
  return names.length === 0 ? words(`scope2.kind.${kind}`) : names.map((name) => words(name)).join(", ");
}

/** Name of a calculation method; the method as it is where it has none. */
export function methodName(method: string, words: (name: LabelName) => string): string {
  const name = `method.${method}`;
  return isLabel(name) ? words(name) : method;
}

function isLabel(name: string): name is LabelName {
  return Object.hasOwn(LABEL_TEXTS, name);
}
