import { z } from "zod";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";

/** How a fact's value is written: enumerations and sets hold taxonomy member names, dates YYYY-MM-DD, years YYYY. */
export const FACT_KINDS = ["number", "text", "boolean", "enumeration", "enumeration_set", "date", "year"] as const;

/** Where a fact comes from. */
export const FACT_SOURCES = ["ledger", "input", "derived"] as const;

/** A member of an enumeration is its qualified name (vsme:..., nace:..., country:...). */
export const factValue = z.union([z.number(), z.string(), z.boolean(), z.array(z.string())]);
export type FactValue = z.output<typeof factValue>;

/**
 * One reported datapoint, as XBRL understands a fact: concept, aspects, value. The same list feeds the JSON, the PDF,
 * the workbook and the Inline XBRL document, so that the four cannot disagree.
 */
export const fact = z.object({
  /** Stable in every report of the same terms: the concept's local name, then its dimension members, joined by "." */
  id: z.string(),
  /** Disclosure that it belongs to: B1 to B11, C1 to C9, E1-1 and so on. */
  section: z.string(),
  /** Qualified name: vsme:... from the taxonomy, cl:... for what only this service reports. */
  concept: z.string(),
  /** In the language of the report. */
  label: z.string(),
  kind: z.enum(FACT_KINDS),
  /**
   * Numbers are already rounded to `decimals`: 3 for tCO2e and MWh, at most 6, but 12 for intensities per unit of money,
   * which are far below one. Percentages are given as 12.5 for 12.5 %.
   */
  value: factValue,
  /** What a person reads instead of member names; null where the value speaks for itself. */
  value_label: z.union([z.string(), z.null()]),
  /** utr:tCO2e, utr:MWh, iso4217:DKK, utr:tCO2e/iso4217:DKK, xbrli:pure, percent; null for what is no number. */
  unit: z.union([z.string(), z.null()]),
  decimals: z.union([z.int(), z.null()]),
  period: z.union([z.object({ instant: z.string() }), z.object({ from: z.string(), to: z.string() })]),
  /** Axis to member (explicit) or to the row's key (typed axes: sites, subsidiaries); empty for the total. */
  dimensions: z.record(z.string(), z.string()),
  /** Ledger: the number of emission entries or activities behind it; input: the version of the answer, or the target in which it is stated; derived: the facts used. */
  provenance: z.object({
    source: z.enum(FACT_SOURCES),
    entry_count: z.int().optional(),
    input_id: z.string().optional(),
    target_id: z.string().optional(),
    derived_from: z.array(z.string()).optional(),
  }),
});
SCHEMA_NAMES.add(fact, { name: "ReportFact" });
export type Fact = z.output<typeof fact>;

export const SECTION_STATUSES = ["reported", "omitted", "missing_input", "not_applicable"] as const;

/** A datapoint that the standard asks for and nobody has given, with what depends on it. */
export const missingDatapoint = z.object({
  datapoint: z.string(),
  description: z.string(),
  /** kg CO2e of the ledger that cannot be placed or converted without it; null where no emissions depend on it. */
  kg_co2e_at_stake: z.union([z.number(), z.null()]),
  /** Datapoints of the report that are missing without it, itself included. */
  datapoints_at_stake: z.int(),
});
SCHEMA_NAMES.add(missingDatapoint, { name: "MissingDatapoint" });
export type MissingDatapoint = z.output<typeof missingDatapoint>;

/** One disclosure of the standard: its facts by id, in the order of the standard, and what it lacks. */
export const reportSection = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(SECTION_STATUSES),
  fact_ids: z.array(z.string()),
  missing: z.array(missingDatapoint),
});
SCHEMA_NAMES.add(reportSection, { name: "ReportSection" });
export type ReportSection = z.output<typeof reportSection>;
