import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { emissionEntry } from "./emission-entry.ts";
import { ENTRY_BASES } from "./entry-basis.ts";
import { FIELD_ORIGINS, fieldOrigins, inferredFromRecord } from "./field-origins.ts";
import { told } from "../../core/told.ts";

const textOrNull = z.union([z.string(), z.null()]);
const numberOrNull = z.union([z.number(), z.null()]);
const idOrNull = z.union([z.uuid(), z.null()]);

const conversionStep = z.object({
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  factor: textOrNull,
  note: z.string(),
  /** The note as a code with what stands in it; `typed`: in the document's or a person's own words. */
  told,
});

const entryDetail = emissionEntry.extend({
  /** It counts on a day after today. */
  is_future: z.boolean(),
  /** It is used over time and nothing states when: the day of its document stands in for its period. */
  period_assumed: z.boolean(),
  /** Electricity that came after the contracts and certificates of its country and year were allocated. */
  allocation_pending: z.boolean(),
  activity_id: z.uuid(),
  department_id: idOrNull,
  /**
   * Where these days come from: a field of the document, the words of the line, a rule about the supplier (calculation.inputs
   * has it as period_rule), a person; default: the day of the document stands in. Null: the day itself is right.
   */
  period_origin: z.union([z.enum(FIELD_ORIGINS), z.null()]),
  /** It ends an earlier entry with 0 kg. */
  is_closing: z.boolean(),
  companion_of_entry_id: idOrNull,
  superseded_by_entry_id: idOrNull,
  gas_split: z.object({ co2_kg: numberOrNull, ch4_kg_co2e: numberOrNull, n2o_kg_co2e: numberOrNull }),
  market_based_fallback: z.boolean(),
  /** What it rests on, as `basis` of the totals has it. */
  basis: z.enum(ENTRY_BASES),
  /** The location-based figure rests on a life-cycle factor and includes what belongs to scope 3 category 3. */
  is_life_cycle: z.boolean(),
  gwp_set: textOrNull,
  engine_version: z.string(),
  calculated_at: z.iso.datetime(),
});

/** A reading that was weighed, with the step of the categorization that named it. */
const weighedCategory = z.object({
  category_key: z.string(),
  weight: z.number(),
  reason: z.string(),
  step: z.string(),
});

/** How an activity was read, now or before. */
export const splitDetail = z.object({
  id: z.uuid(),
  activity_id: z.uuid(),
  status: z.string(),
  category_id: z.string(),
  mapped_by: z.string(),
  confidence: z.number(),
  reason: z.string(),
  /** The reason piece by piece, each a code with what stands in it; `typed`: in somebody's own words. */
  reasons: z.array(told),
  candidates: z.array(weighedCategory),
  quantity: numberOrNull,
  unit: textOrNull,
  conversion: z.array(conversionStep),
  allocated_amount: numberOrNull,
  allocated_currency: textOrNull,
  department_id: idOrNull,
  supersedes_split_id: idOrNull,
  /** The period that a rule about the supplier gave; null: none did. */
  ruled_period: z.union([z.object({ start: z.iso.date(), end: z.iso.date(), rule_id: z.uuid() }), z.null()]),
  /** What people state of the activity in place of its document, in words; value null: nobody knows it. */
  stated: z.array(z.object({ fact: z.string(), value: textOrNull })),
  created_by: z.string(),
  created_by_name: textOrNull,
  created_at: z.iso.datetime(),
});

const activityDetail = z.object({
  id: z.uuid(),
  document_id: z.uuid(),
  document_sha256: z.string(),
  data_source_id: idOrNull,
  external_id: textOrNull,
  line_number: z.int(),
  page: z.union([z.int(), z.null()]),
  invoice_number: textOrNull,
  supplier_name: textOrNull,
  supplier_identifier: textOrNull,
  transaction_date: z.iso.datetime(),
  service_period_start: textOrNull,
  service_period_end: textOrNull,
  description: z.string(),
  amount: numberOrNull,
  currency: textOrNull,
  tax_treatment: z.string(),
  quantity: numberOrNull,
  unit: textOrNull,
  gl_account: textOrNull,
  /** The metered supply that the line is about; null: none, or not known. */
  supply_id: idOrNull,
  ingested_by: z.string(),
  ingested_by_name: textOrNull,
  created_at: z.iso.datetime(),
});

const documentDetail = z.object({
  id: z.uuid(),
  sha256: z.string(),
  name: z.string(),
  media_type: textOrNull,
  size_bytes: z.int(),
  format: z.string(),
  document_type: z.string(),
  supplier_name: textOrNull,
  invoice_number: textOrNull,
  issue_date: textOrNull,
  created_at: z.iso.datetime(),
});

const factorCopy = z.object({
  id: z.uuid(),
  key: z.string(),
  name_en: z.string(),
  factor_value: z.number(),
  unit_numerator: z.string(),
  unit_denominator: z.string(),
  region: z.string(),
  year: z.int(),
  boundary: textOrNull,
  gwp_set: textOrNull,
  source: z.string(),
  source_url: z.string(),
  licence: z.string(),
  confidence: z.enum(["transcribed"]).optional(),
  read_in: z.string().optional(),
  content_hash: z.string(),
});

const entryBrief = z.object({
  id: z.uuid(),
  scope: z.string(),
  scope3_category: z.union([z.int(), z.null()]),
  category_id: z.string(),
  co2e_market_based_kg: z.number(),
  co2e_location_based_kg: z.number(),
  formula: z.string(),
  created_at: z.iso.datetime(),
});

/** A stored file that shows what somebody states. */
export const evidenceNamed = z.object({ file_id: z.uuid(), name: z.string(), sha256: z.string() });
export type EvidenceNamed = z.infer<typeof evidenceNamed>;

/** Who recorded the activity where no document of somebody else tells of it. */
const personsRecord = z.object({
  stated_by: z.string(),
  stated_by_name: textOrNull,
  stated_at: z.string(),
  reason: textOrNull,
  evidence: z.array(evidenceNamed),
  /** The rows of the books that it stands for; null: it names none. */
  covers: z.union([
    z.object({
      period_from: z.string(),
      period_to: z.string(),
      accounts: z.array(z.string()),
      supplier: textOrNull,
    }),
    z.null(),
  ]),
});

/** The whole way from an entry back to the stored document, with the proof that nothing on it was altered. */
export const lineageRecord = z.object({
  emission_entry: entryDetail,
  activity_split: splitDetail,
  activity: activityDetail,
  document: documentDetail,
  /** Where each fact of the activity comes from, as this reading counts it. */
  origins: fieldOrigins,
  /** What those that are inferred follow from, in words of the line where it has some; attributes as `attributes.fuel`. */
  inferred_from: inferredFromRecord,
  record: z
    .union([personsRecord, z.null()])
    .describe("Who stated the activity, by record_activity; null: its document does"),
  emission_factor: factorCopy,
  calculation: z.object({
    method: z.string(),
    formula: z.string(),
    /** The formula in its parts, each a code with what stands in it. */
    formula_parts: z.array(told),
    inputs: z.record(z.string(), z.unknown()),
    conversions: z.array(conversionStep),
  }),
  /** Entries of the same split and month: the upstream (scope 3 category 3) entry of an energy entry, and the other way round. */
  companions: z.array(entryBrief),
  /** What the same line counts in the other months of its period. */
  other_months: z.array(entryBrief.extend({ transaction_date: z.iso.datetime() })),
  history: z.object({
    category_changes: z.array(
      z.object({
        from_category_id: z.string(),
        to_category_id: z.string(),
        status: z.string(),
        reason: z.string(),
        changed_by: z.string(),
        changed_by_name: textOrNull,
        changed_at: z.iso.datetime(),
      }),
    ),
    superseded_entries: z.array(entryBrief),
    audit_events: z.array(
      z.object({
        seq: z.int(),
        ts: z.string(),
        action: z.string(),
        actor: z.string(),
        actor_name: textOrNull,
        subject: z.string(),
        hash: z.string(),
        /** Stored files that the person named who recorded, corrected or decided; absent: none. */
        evidence: z.array(evidenceNamed).optional(),
      }),
    ),
  }),
  /** The event of this entry. content_sha256 is the hash of the entry's stored row. */
  audit: z.object({ chain_seq: z.int(), entry_hash: z.string(), prev_hash: z.string(), content_sha256: textOrNull }),
});
SCHEMA_NAMES.add(lineageRecord, { name: "EmissionLineage" });

export type Lineage = z.input<typeof lineageRecord>;
