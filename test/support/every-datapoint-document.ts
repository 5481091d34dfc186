import type { Datapoint } from "../../src/modules/reports/datapoints/datapoint.ts";
import { vsmeCatalog } from "../../src/modules/reports/datapoints/catalog.ts";
import type { Fact } from "../../src/modules/reports/datapoints/fact.ts";
import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import { everyKindDocument } from "./every-kind-document.ts";

/** A report with a fact for every datapoint of the catalog that is reported, each with a value of its kind. */
export function everyDatapointDocument(language: "da" | "en"): ReportDocument {
  const facts = vsmeCatalog()
    .datapoints.filter(({ requirement }) => requirement !== "helper")
    .map((datapoint, index) => factOf(datapoint, index, language));
  const sections = [...new Set(facts.map(({ section }) => section))].map((id) => ({
    id,
    title: id,
    status: "reported" as const,
    fact_ids: facts.filter(({ section }) => section === id).map((fact) => fact.id),
    missing: [],
  }));
  return everyKindDocument(language, { facts, sections });
}

function factOf(datapoint: Datapoint, index: number, language: "da" | "en"): Fact {
  const { id, section, concept, kind, unit, decimals, axis, label_en, label_da } = datapoint;
  const member = memberOf(datapoint);
  const label = language === "da" ? label_da : label_en;
  const is_listed = kind === "enumeration" || kind === "enumeration_set";
  return {
    id: member === null || datapoint.fixed_member !== null ? id : `${id}.${member.replace(/^.*:/, "")}`,
    section,
    concept,
    label,
    kind,
    value: valueOf(datapoint, index),
    value_label: is_listed ? label : null,
    unit: unit?.replace("money", "iso4217:DKK") ?? null,
    decimals,
    period: datapoint.period === "instant" ? { instant: "2025-12-31" } : { from: "2025-01-01", to: "2025-12-31" },
    dimensions: axis === null || member === null ? {} : { [axis]: member },
    provenance: { source: "input", input_id: "0198c0de-0000-7000-8000-0000000000a1" },
  };
}

function memberOf({ axis_list, fixed_member }: Datapoint): string | null {
  if (fixed_member !== null || axis_list === null) return fixed_member;
  return axis_list === "typed" ? "key-1" : (members(axis_list).at(-1) ?? null);
}

function members(list: string): string[] {
  return [...(vsmeCatalog().lists.get(list)?.keys() ?? [])];
}

function valueOf({ kind, value_list, decimals }: Datapoint, index: number): Fact["value"] {
  const [first = "", second = first] = value_list === null ? [] : members(value_list);
  switch (kind) {
    case "number":
      return Number((index + 1 / 7).toFixed(decimals ?? 0));
    case "boolean":
      return index % 2 === 0;
    case "date":
      return "2027-06-30";
    case "year":
      return "2030";
    case "enumeration":
      return second;
    case "enumeration_set":
      return [second, first];
    default:
      return `Line ${index}\n& <another>`;
  }
}
