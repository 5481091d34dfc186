import type { Context } from "../../core/context.ts";
import { canonicalHash, canonicalJson, sha256Hex } from "../../core/content-hash.ts";
import { type LedgerBatch, type NewActivity, RECORD } from "../activities/index.ts";
import { type CalculatedEntry, degreeDaySteps } from "../emissions/index.ts";
import type { EvidenceFile } from "../ingestion/index.ts";
import type { RecordFacts } from "./record-input.ts";

/** A record that was checked and calculated. */
export interface CountedRecord {
  readonly facts: RecordFacts;
  readonly reason: string;
  readonly evidence: readonly EvidenceFile[];
  readonly entries: readonly CalculatedEntry[];
}

/** What tells the same record: its facts, not why it is believed. */
export function fingerprintOf(facts: RecordFacts): string {
  return canonicalHash(facts);
}

/** The document of one record: the statement itself, as it was made, by whom and when. */
export interface Statement {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** Two statements of the same are two documents: each has its id. */
export function statementOf(ctx: Pick<Context, "clock" | "newId" | "principal">, record: CountedRecord): Statement {
  const bytes = Buffer.from(
    canonicalJson({
      statement_id: ctx.newId(),
      stated_at: ctx.clock.now().toISOString(),
      stated_by: ctx.principal.actor,
      reason: record.reason,
      evidence: record.evidence,
      ...record.facts,
    }),
  );
  return { bytes, sha256: sha256Hex(bytes) };
}

/** The statement with its activity, as the ledger takes them. */
export function recordBatch(record: CountedRecord, activity: NewActivity, { bytes, sha256 }: Statement): LedgerBatch {
  const { facts } = record;
  return {
    document: {
      sha256,
      name: `record-${facts.transaction_date}.json`,
      media_type: "application/json",
      size_bytes: bytes.length,
      format: RECORD,
      document_type: RECORD,
      supplier_name: facts.supplier_name,
      supplier_identifier: facts.supplier_identifier,
      invoice_number: null,
      issue_date: facts.transaction_date,
      currency: facts.amount?.currency ?? null,
      total_excl_vat: facts.amount?.value ?? null,
      total_incl_vat: null,
      content_key: null,
      business_key: null,
    },
    activities: [activity],
  };
}

/** One record as an activity, classified by the person who states it. `line_number`: its place in the document, from 1. */
export function recordActivityRow({ facts, reason, entries }: CountedRecord, line_number: number): NewActivity {
  const { quantity, amount } = facts;
  return {
    data_source_id: null,
    external_id: null,
    line_number,
    page: null,
    line_kind: "line",
    invoice_number: null,
    supplier_name: facts.supplier_name,
    supplier_identifier: facts.supplier_identifier,
    supplier_country: null,
    transaction_date: facts.transaction_date,
    service_period_start: facts.service_period_start,
    service_period_end: facts.service_period_end,
    description: facts.description,
    amount: amount?.value ?? null,
    currency: amount?.currency ?? null,
    tax_treatment: "excl_vat",
    quantity: quantity?.value ?? null,
    unit: quantity?.unit ?? null,
    gl_account: null,
    gl_account_name: null,
    classification_codes: [],
    ...statedOf(facts),
    split: {
      decision: {
        status: "classified",
        category_key: facts.category_id,
        mapped_by: "person",
        confidence: 1,
        reason,
        candidates: [],
      },
      quantity: quantity?.value ?? null,
      unit: quantity?.unit ?? null,
      conversion: degreeDaySteps({ kind: "calculated", entries }),
      allocated_amount: amount?.value ?? null,
      allocated_currency: amount?.currency ?? null,
      department_id: facts.department_id,
    },
    result: { kind: "calculated", entries },
  };
}

/** What of a record later readings of it go on taking as stated; none where it names no such thing. */
function statedOf(facts: RecordFacts): Pick<NewActivity, "stated"> {
  const { company_factor_id, attributes, country, emission_factor_key, emissions } = facts;
  // Where it was used decides between factors like any other attribute; a country among the attributes says more of the product.
  const known = country === null ? attributes : { country, ...attributes };
  const stated = {
    ...(company_factor_id === undefined ? {} : { company_factor: company_factor_id }),
    ...(known === undefined ? {} : { attributes: known }),
    ...(emission_factor_key === undefined ? {} : { emission_factor: emission_factor_key }),
    ...(emissions === null ? {} : { emissions }),
  };
  return Object.keys(stated).length === 0 ? {} : { stated };
}
