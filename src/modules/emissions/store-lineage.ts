import { monthOfDay } from "../../core/financial-year.ts";
import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ConversionStep, FrozenFactor } from "./calculation.ts";
import type { EvidenceNamed, Lineage } from "./lineage-record.ts";
import { PERIOD_MONTHS_MAX } from "./use-period.ts";

/** An entry with everything that it was calculated from; decimals as text. */
export interface LineageEntryRow {
  readonly id: string;
  readonly activity_id: string;
  readonly activity_split_id: string;
  readonly companion_of_entry_id: string | null;
  readonly supersedes_entry_id: string | null;
  readonly superseded_by_entry_id: string | null;
  readonly scope: number;
  readonly scope3_category: number | null;
  readonly category_key: string;
  readonly department_id: string | null;
  readonly transaction_date: string;
  readonly document_date: string | null;
  readonly period_from: string | null;
  readonly period_to: string | null;
  readonly market_based_kg: string;
  readonly location_based_kg: string;
  readonly co2_kg: string | null;
  readonly ch4_kg_co2e: string | null;
  readonly n2o_kg_co2e: string | null;
  readonly biogenic_co2_kg: string;
  readonly calculation_method: string;
  readonly data_quality_score: number;
  readonly market_based_fallback: boolean;
  readonly emission_factor_id: string;
  readonly factor: FrozenFactor;
  readonly formula: string;
  readonly inputs: Record<string, unknown>;
  readonly conversions: readonly ConversionStep[];
  readonly gwp_set: string | null;
  readonly engine_version: string;
  readonly calculated_at: string;
  readonly created_at: string;
}

/** Facts as activities keep them, each of one or more texts, or a year; null: the document's is wrong and nobody knows the right one. */
export type StatedRow = Readonly<Record<string, string | Readonly<Record<string, string | number | null>> | null>>;

export interface LineageSplitRow {
  readonly id: string;
  readonly activity_id: string;
  readonly status: string;
  readonly category_key: string;
  readonly mapped_by: string;
  readonly confidence: string;
  readonly reason: string;
  readonly candidates: Lineage["activity_split"]["candidates"];
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly conversion: readonly ConversionStep[];
  readonly allocated_amount: string | null;
  readonly allocated_currency: string | null;
  readonly department_id: string | null;
  readonly supersedes_split_id: string | null;
  readonly stated: StatedRow | null;
  readonly ruled_period: NonNullable<Lineage["activity_split"]["ruled_period"]> | null;
  readonly created_by: string;
  readonly created_by_name: string | null;
  readonly created_at: string;
}

export interface LineageActivityRow {
  readonly id: string;
  readonly document_id: string;
  readonly document_sha256: string;
  readonly data_source_id: string | null;
  readonly external_id: string | null;
  readonly line_number: number;
  readonly page: number | null;
  readonly invoice_number: string | null;
  readonly supplier_name: string | null;
  readonly supplier_identifier: string | null;
  readonly transaction_date: string;
  readonly service_period_start: string | null;
  readonly service_period_end: string | null;
  readonly description: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly tax_treatment: string;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly gl_account: string | null;
  /** The metered supply that the line is about; null: none, or not known. */
  readonly supply_id: string | null;
  readonly ingested_by: string;
  readonly ingested_by_name: string | null;
  readonly created_at: string;
}

const RECORDED = statement(`
  select country from recorded_activities where tenant_id = $1 and environment = $2 and activity_id = $3
  order by activity_id limit 1`);

/** The country that the statement of a record names; null: it names none, or the activity is no record. */
export async function selectRecordedCountry(db: TenantQueries, activityId: string): Promise<string | null> {
  return (await db.rows<{ country: string | null }>(RECORDED, [activityId]))[0]?.country ?? null;
}

export interface LineageDocumentRow {
  readonly id: string;
  readonly sha256: string;
  readonly name: string;
  readonly media_type: string | null;
  readonly size_bytes: number;
  readonly format: string;
  readonly document_type: string;
  readonly supplier_name: string | null;
  readonly invoice_number: string | null;
  readonly issue_date: string | null;
  readonly created_at: string;
}

export interface LineageEventRow {
  readonly seq: number;
  readonly ts: string;
  readonly action: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly subject: string;
  readonly content_sha256: string | null;
  readonly prev_hash: string;
  readonly hash: string;
  /** Stored files that the event names; null: none. */
  readonly evidence: readonly EvidenceNamed[] | null;
  /** Payload of the event with which a person recorded the activity; null: another event. */
  readonly stated: Partial<Pick<NonNullable<Lineage["record"]>, "covers" | "evidence" | "reason">> | null;
}

const ENTRY_COLUMNS = `e.id, e.activity_id, e.activity_split_id, e.companion_of_entry_id, e.supersedes_entry_id,
    (select s.id from emission_entries s
     where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id
     order by s.id limit 1) as superseded_by_entry_id,
    e.scope, e.scope3_category, e.category_key, e.department_id, e.transaction_date, e.document_date, e.period_from, e.period_to, e.market_based_kg,
    e.location_based_kg, e.co2_kg, e.ch4_kg_co2e, e.n2o_kg_co2e, e.biogenic_co2_kg, e.calculation_method,
    e.data_quality_score, e.market_based_fallback, e.emission_factor_id, e.factor, e.formula, e.inputs, e.conversions,
    e.gwp_set, e.engine_version, e.calculated_at, e.created_at`;

const ENTRY = statement(`
  select ${ENTRY_COLUMNS} from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.id = $3 order by e.id limit 1`);

const OF_SPLIT = statement(`
  select ${ENTRY_COLUMNS} from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = $3
  order by e.transaction_date, e.created_at, e.id limit ${PERIOD_MONTHS_MAX * 3}`);

const SUPERSEDED = statement(`
  select ${ENTRY_COLUMNS} from emission_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.activity_split_id = any($3::uuid[]) and e.ym = $4::int
    and (e.companion_of_entry_id is not null) = $5::boolean
  order by e.created_at desc, e.id desc limit 50`);

const SPLITS = statement(`
  select id, activity_id, status, category_key, mapped_by, confidence, reason, candidates, quantity, unit, conversion,
    allocated_amount, allocated_currency, department_id, supersedes_split_id, stated, ruled_period, created_by,
    actor_name(created_by) as created_by_name, created_at
  from line_readings
  where tenant_id = $1 and environment = $2 and activity_id = $3
  order by created_at, id limit 100`);

const ACTIVITY = statement(`
  select id, document_id, document_sha256, data_source_id, external_id, line_number, page, invoice_number,
    supplier_name, supplier_identifier, transaction_date, service_period_start, service_period_end, description,
    amount, currency, tax_treatment, quantity, unit, gl_account, supply_id, ingested_by,
    actor_name(ingested_by) as ingested_by_name, created_at
  from source_lines
  where tenant_id = $1 and environment = $2 and id = $3 order by id limit 1`);

const DOCUMENT = statement(`
  select d.id, d.sha256, d.name, d.media_type, d.size_bytes, d.format, d.document_type, d.supplier_name,
    d.invoice_number, d.issue_date, d.created_at
  from source_lines a join source_documents d on d.tenant_id = $1 and d.environment = $2 and d.id = a.document_id
  where a.tenant_id = $1 and a.environment = $2 and a.id = $3 order by d.id limit 1`);

const EVENTS = statement(`
  select seq, ts, action, actor, actor_name(actor) as actor_name, subject, payload ->> 'content_sha256' as content_sha256, prev_hash, hash,
    payload -> 'evidence' as evidence, case when action = 'activity.stated' then payload end as stated
  from audit_trail
  where tenant_id = $1 and environment = $2 and subject = any($3::text[])
  order by seq limit 200`);

const EVIDENCE = statement(`
  select payload ->> 'split_id' as split_id, payload -> 'evidence' as evidence from audit_trail
  where tenant_id = $1 and environment = $2 and subject = $3 and payload ? 'evidence'
  order by seq limit 100`);

/** Stored files that a person named, with the reading that the statement made. */
export interface EvidenceRow {
  /** Null: of the first reading, with which a person recorded the activity. */
  readonly split_id: string | null;
  readonly evidence: readonly EvidenceNamed[] | null;
}

/** Readings with which somebody named files; `first` is the one of the activity's statement. */
export function readingsWithEvidence(rows: readonly EvidenceRow[], first: string | undefined): ReadonlySet<string> {
  const named = rows.filter(({ evidence }) => (evidence ?? []).length > 0);
  return new Set(named.flatMap(({ split_id }) => split_id ?? first ?? []));
}

/** What people named as evidence of their readings of an activity, oldest first, at most 100. */
export async function selectEvidenceOfReadings(db: TenantQueries, activityId: string): Promise<EvidenceRow[]> {
  return await db.rows<EvidenceRow>(EVIDENCE, [activityId]);
}

export async function selectLineageEntry(db: TenantQueries, id: string): Promise<LineageEntryRow | undefined> {
  return (await db.rows<LineageEntryRow>(ENTRY, [id]))[0];
}

/** Every entry of a split, superseded ones included, by accounting date. */
export async function selectEntriesOfSplit(db: TenantQueries, splitId: string): Promise<LineageEntryRow[]> {
  return await db.rows<LineageEntryRow>(OF_SPLIT, [splitId]);
}

/** What earlier readings, by the ids of their splits, counted in an entry's month in its place; newest first, at most 50. */
export async function selectEarlierEntries(
  db: TenantQueries,
  splitIds: readonly string[],
  { transaction_date, companion_of_entry_id }: LineageEntryRow,
): Promise<LineageEntryRow[]> {
  const parameters = [splitIds, monthOfDay(transaction_date), companion_of_entry_id !== null];
  return await db.rows<LineageEntryRow>(SUPERSEDED, parameters);
}

/** Every reading of an activity, oldest first, at most 100. */
export async function selectSplitsOfActivity(db: TenantQueries, activityId: string): Promise<LineageSplitRow[]> {
  return await db.rows<LineageSplitRow>(SPLITS, [activityId]);
}

export async function selectLineageActivity(db: TenantQueries, id: string): Promise<LineageActivityRow | undefined> {
  return (await db.rows<LineageActivityRow>(ACTIVITY, [id]))[0];
}

export async function selectLineageDocument(
  db: TenantQueries,
  activityId: string,
): Promise<LineageDocumentRow | undefined> {
  return (await db.rows<LineageDocumentRow>(DOCUMENT, [activityId]))[0];
}

/** Audit events of any of these records, oldest first, at most 200. */
export async function selectLineageEvents(db: TenantQueries, subjects: readonly string[]): Promise<LineageEventRow[]> {
  return await db.rows<LineageEventRow>(EVENTS, [subjects]);
}
