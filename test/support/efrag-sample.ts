import { z } from "zod";
import { vsmeCatalog } from "../../src/modules/reports/datapoints/catalog.ts";
import type { Fact } from "../../src/modules/reports/datapoints/fact.ts";
import type { FilledDocument, HelperAnswer } from "../../src/modules/reports/forms/efrag/reported-facts.ts";
import { sampleDocument } from "./report-document.ts";

const sampleFacts = z.object({
  facts: z.array(z.object({ concept: z.string(), value: z.string(), aspects: z.record(z.string(), z.string()) })),
});

export type SampleFact = z.output<typeof sampleFacts>["facts"][number];

/** What EFRAG's converter read from its filled sample. */
export function readSampleFacts(bytes: Buffer): readonly SampleFact[] {
  return sampleFacts.parse(JSON.parse(bytes.toString("utf8"))).facts;
}

const YEAR = { from: "2026-01-01", to: "2026-12-31" };

/** Namespaces of members in the converter's output, with our prefixes. */
const PREFIXES: readonly (readonly [namespace: string, prefix: string])[] = [
  ["https://xbrl.efrag.org/taxonomy/nace/2026-05-01#", "nace:"],
  ["https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme#", "vsme:"],
  ["https://xbrl.org/2024/iso3166#", "country:"],
];

/** One of EFRAG's facts in the form of ours. */
export function factOfSample({ concept, value, aspects }: SampleFact): Fact {
  const row = vsmeCatalog().datapoints.find((datapoint) => datapoint.concept === concept);
  if (row === undefined) throw new Error(`${concept} is no datapoint`);
  const dimensions = Object.fromEntries(
    Object.entries(aspects).flatMap(([name, member]) => {
      if (name.startsWith("typed ")) return [[name.slice(6), />([^<]*)</.exec(member)?.[1] ?? ""]];
      return name.startsWith("vsme:") && name.endsWith("Axis") ? [[name, member]] : [];
    }),
  );
  const kind = row.kind;
  return {
    id: [concept.slice(5), ...Object.values(dimensions)].join("."),
    section: row.section,
    concept,
    label: row.label_en,
    kind,
    value: valueOf(kind, value, aspects),
    value_label: null,
    unit: kind === "number" ? unitOf(row.unit, aspects) : null,
    decimals: kind === "number" ? row.decimals : null,
    period: aspects["period-type"] === "instant" ? { instant: YEAR.to } : YEAR,
    dimensions,
    provenance: { source: "input" },
  };
}

function valueOf(kind: Fact["kind"], value: string, aspects: SampleFact["aspects"]): Fact["value"] {
  const members = aspects["hidden-value"]?.replaceAll('"', "").split(" ").map(memberName);
  if (kind === "enumeration_set") return members ?? [];
  if (kind === "enumeration") return members?.[0] ?? "";
  if (kind === "boolean") return aspects["transform"] === "fixed-true";
  return kind === "number" ? Number(value) : value;
}

function memberName(address: string): string {
  const known = PREFIXES.find(([namespace]) => address.startsWith(namespace));
  if (known === undefined) throw new Error(`${address} is in no known namespace`);
  return known[1] + address.slice(known[0].length);
}

function unitOf(unit: string | null, aspects: SampleFact["aspects"]): string {
  if (aspects["numeric-scale"] === '"-2"') return "percent";
  const complex = aspects["complex-units"]?.replaceAll('"', "");
  return complex ?? aspects["units"] ?? (unit === "money" ? "iso4217:EUR" : (unit ?? ""));
}

/** Figures in the sample from which its cells are calculated and which are no datapoints; read from the workbook. */
export const SAMPLE_ANSWERS: readonly HelperAnswer[] = Object.entries({
  NumberOfEmployeesWhoLeft: 50,
  NumberOfEmployeesAtBeginning: 201,
  NumberOfEmployeesAtEnd: 151,
  AverageHourlyPayOfMaleEmployees: 20,
  AverageHourlyPayOfFemaleEmployees: 18,
  TotalHoursWorked: 302_000,
  NumberOfEmployeesCoveredByCollectiveAgreements: 140,
  NumberOfMaleManagers: 5,
  NumberOfFemaleManagers: 4,
  NumberOfFemaleBoardMembers: 5,
  NumberOfMaleBoardMembers: 2,
  OperatesInHighClimateImpactSectors: true,
}).map(([datapoint, value]) => ({ datapoint, member: null, value }));

/** Keys in the order of the sample's rows; the converter has sorted its facts. */
const ROW_ORDER = "200101 160806 101103 150104 040221 040210 130101 country:IT country:AL country:BE".split(" ");

const NACE_ORDER = ["nace:NACE_G4722", "nace:NACE_G4721"];

function rowOf({ dimensions }: Fact): number {
  const keys = Object.values(dimensions).join(" ");
  return ROW_ORDER.findIndex((key) => keys.includes(key));
}

/**
 * The report that EFRAG's sample is of: its facts, its two fuels and the company's name. The converter's output cuts long
 * texts off; `text` stands in for them.
 */
export function sampleReport(
  facts: readonly SampleFact[],
  { language = "en", text = "" }: { readonly language?: "da" | "en"; readonly text?: string } = {},
): FilledDocument {
  const scope3: Fact = {
    ...factOfSample({ concept: "vsme:GrossScope3GreenhouseGasEmissions", value: "200", aspects: {} }),
    id: "GrossScope3GreenhouseGasEmissionsByCategory.Category1Member",
    concept: "cl:GrossScope3GreenhouseGasEmissionsByCategory",
    dimensions: { "cl:Scope3CategoryAxis": "cl:Category1Member" },
  };
  const litre = { quantity: 1000, unit: "l", source: "invoices" };
  return {
    ...sampleDocument({ language }),
    company: { name: "Company XYZ", country: "IT", registration_number: null },
    currency: "EUR",
    period: YEAR,
    report_year: 2026,
    sections: [],
    facts: [
      ...facts
        .map(factOfSample)
        .toSorted((a, b) => rowOf(a) - rowOf(b))
        .map((fact) => (fact.id === "NaceSectorClassificationCodes" ? { ...fact, value: NACE_ORDER } : fact))
        .map((fact) => (String(fact.value).includes("[1341 chars]") ? { ...fact, value: text } : fact)),
      scope3,
    ],
    energy_carriers: [
      {
        ...litre,
        carrier: "transport.own.diesel",
        name: "Diesel",
        renewable: false,
        mwh: 10.033341,
        density_kg_per_litre: 0.84,
        net_calorific_value_tj_per_gg: 43,
      },
      {
        ...litre,
        carrier: "transport.own.hvo",
        name: "Biodiesel",
        renewable: true,
        mwh: 6.375005,
        density_kg_per_litre: 0.85,
        net_calorific_value_tj_per_gg: 27,
      },
    ],
    answers: SAMPLE_ANSWERS,
  };
}
