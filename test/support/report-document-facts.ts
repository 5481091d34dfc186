import type { Fact, ReportSection } from "../../src/modules/reports/datapoints/fact.ts";

/** The year that the invented company reports. */
export const YEAR = { from: "2025-01-01", to: "2025-12-31" };

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

const PROSE = {
  da: "Virksomheden har skiftet til elbiler i salget, isoleret lageret i Vejle og bedt de tyve største leverandører om klimadata. Næste skridt er varmepumper på begge adresser og en aftale om grøn strøm.\nLedelsen følger op hvert kvartal.",
  en: "The company has moved its sales fleet to electric cars, insulated the warehouse in Vejle and asked its twenty largest suppliers for climate data. Next are heat pumps at both sites and a contract for renewable electricity.\nManagement reviews progress every quarter.",
};

/** The company's disclosures, each with its facts; `prose` replaces every narrative answer. */
export function sampleSections(
  language: "da" | "en",
  prose = PROSE[language],
): readonly { section: ReportSection; facts: Fact[] }[] {
  return SECTIONS.map(([id, da, en, figures]) =>
    section({ id, title: language === "da" ? da : en, figures, prose, language }),
  );
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
