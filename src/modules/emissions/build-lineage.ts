import { ATTRIBUTE_NAMES } from "./factor-choice/attributes.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { LEDGER_ACTIONS } from "../audit/index.ts";
import { scopeName } from "./emission-scope.ts";
import { basisOf, isLifeCycle } from "./entry-basis.ts";
import { inferredFrom } from "./inferred-from.ts";
import type { Lineage } from "./lineage-record.ts";
import { originsOf } from "./origins-of.ts";
import type { ConversionStep } from "./calculation.ts";
import { toldFormula } from "./told/formula.ts";
import { toldNote } from "./told/notes.ts";
import { toldReasons } from "../../core/told-reasons.ts";
import type {
  LineageActivityRow,
  LineageDocumentRow,
  LineageEntryRow,
  LineageEventRow,
  LineageSplitRow,
  StatedRow,
} from "./store-lineage.ts";

export interface LineageRows {
  readonly entry: LineageEntryRow;
  /** Every reading of the activity, oldest first. */
  readonly splits: readonly LineageSplitRow[];
  readonly activity: LineageActivityRow;
  readonly document: LineageDocumentRow;
  readonly siblings: readonly LineageEntryRow[];
  readonly superseded: readonly LineageEntryRow[];
  readonly events: readonly LineageEventRow[];
  /** ISO date. */
  readonly today: string;
  /** ISO 3166-1 alpha-2 of the company. */
  readonly country: string;
  /** Readings with which somebody named files. */
  readonly evidence: ReadonlySet<string>;
  /** The country that the statement of a record names; null: it names none, or is no record. */
  readonly recorded_country: string | null;
}

/** The entry of the activity itself, of which an upstream one is a companion; null: it ends what was counted before. */
function ownEntry(entry: LineageEntryRow, siblings: readonly LineageEntryRow[]): LineageEntryRow | null {
  const isOwn = ({ companion_of_entry_id }: LineageEntryRow): boolean => companion_of_entry_id === null;
  const own = isOwn(entry) ? entry : siblings.find((sibling) => isOwn(sibling) && isOfMonth(sibling, entry));
  return own === undefined || own.inputs["superseded_entry_id"] !== undefined ? null : own;
}

/** Puts the rows of a lineage into its record. @throws Error when a link of the chain is missing in the ledger. */
export function buildLineage(rows: LineageRows): Lineage {
  const { entry, splits, activity, document, siblings, superseded, events, today, ...known } = rows;
  const split = splits.find((candidate) => candidate.id === entry.activity_split_id);
  const proof = events.find((event) => event.subject === entry.id && event.action === LEDGER_ACTIONS.emission_entries);
  if (split === undefined || proof === undefined) throw new Error(`the lineage of entry ${entry.id} is broken`);
  const period_origin = periodOrigin(entry, split, recordOf(events));
  const counted = ownEntry(entry, siblings);
  const days = { service_period: period_origin, period_words: periodWords(entry) };
  const facts = { activity, document, split, splits, counted, ...days, ...known };
  const origins = originsOf(facts);
  const others = siblings.filter((sibling) => !isReplaced(sibling, siblings) && firstOf(sibling) !== firstOf(entry));
  return {
    emission_entry: { ...entryDetail(entry, today), period_origin },
    activity_split: splitDetail(split),
    activity: { ...activity, amount: numberOrNull(activity.amount), quantity: numberOrNull(activity.quantity) },
    document,
    origins,
    inferred_from: inferredFrom(facts, origins),
    record: recordOf(events),
    emission_factor: factorCopy(entry),
    calculation: {
      method: entry.calculation_method,
      formula: entry.formula,
      formula_parts: toldFormula(entry.formula),
      inputs: entry.inputs,
      conversions: entry.conversions.map(stepTold),
    },
    companions: others.filter((sibling) => sibling.id !== entry.id && isOfMonth(sibling, entry)).map(entryBrief),
    other_months: others
      .filter((sibling) => !isOfMonth(sibling, entry))
      .map((sibling) => ({ ...entryBrief(sibling), transaction_date: sibling.transaction_date })),
    history: {
      category_changes: categoryChanges(splits),
      superseded_entries: [...allocatedBefore(entry, siblings), ...superseded].map(entryBrief),
      audit_events: events.map(({ seq, ts, action, actor, actor_name, subject, hash, evidence }) => ({
        seq,
        ts,
        action,
        actor,
        actor_name,
        subject,
        hash,
        ...(evidence === null || evidence.length === 0 ? {} : { evidence: [...evidence] }),
      })),
    },
    audit: {
      chain_seq: proof.seq,
      entry_hash: proof.hash,
      prev_hash: proof.prev_hash,
      content_sha256: proof.content_sha256,
    },
  };
}

/** A closing entry has the days of what it ends, and says nothing of where they come from. */
function periodOrigin(
  { inputs }: LineageEntryRow,
  { stated, ruled_period }: LineageSplitRow,
  record: Lineage["record"],
): Lineage["emission_entry"]["period_origin"] {
  if (inputs["period_assumed"] === true) return "default";
  if (inputs["used_from"] === undefined) return null;
  if (stated?.["service_period"] != null || record !== null) return "person";
  if (ruled_period !== null) return "rule";
  return inputs["period_words"] === undefined ? "read" : "inferred";
}

function periodWords({ inputs }: LineageEntryRow): string | null {
  const words = inputs["period_words"];
  return typeof words === "string" ? words : null;
}

/** Members are missing in the event of a company that was erased. */
function recordOf(events: readonly LineageEventRow[]): Lineage["record"] {
  const event = events.find(({ stated }) => stated !== null);
  if (event === undefined || event.stated === null) return null;
  const { reason = null, evidence = [], covers = null } = event.stated;
  const { actor, actor_name, ts } = event;
  return { stated_by: actor, stated_by_name: actor_name, stated_at: ts, reason, evidence, covers };
}

/** Whether an allocation has replaced it by an entry of the same reading. */
function isReplaced({ superseded_by_entry_id }: LineageEntryRow, siblings: readonly LineageEntryRow[]): boolean {
  return siblings.some(({ id, inputs }) => id === superseded_by_entry_id && inputs["allocated_entry_id"] !== undefined);
}

/** The entry that was calculated, of which one with allocated contracts and certificates is a successor. */
function firstOf({ id, inputs }: LineageEntryRow): unknown {
  return inputs["allocated_entry_id"] ?? id;
}

/** What the entry was before an allocation, newest first. */
function allocatedBefore(entry: LineageEntryRow, siblings: readonly LineageEntryRow[]): LineageEntryRow[] {
  return siblings
    .filter((other) => other.created_at < entry.created_at && firstOf(other) === firstOf(entry))
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

function isOfMonth(entry: LineageEntryRow, other: LineageEntryRow): boolean {
  return entry.transaction_date.slice(0, 7) === other.transaction_date.slice(0, 7);
}

function entryDetail(entry: LineageEntryRow, today: string): Omit<Lineage["emission_entry"], "period_origin"> {
  const day = entry.transaction_date.slice(0, 10);
  return {
    id: entry.id,
    scope: scopeName(entry.scope),
    co2e_market_based_kg: roundedNumber(entry.market_based_kg),
    co2e_location_based_kg: roundedNumber(entry.location_based_kg),
    activity_split_id: entry.activity_split_id,
    scope3_category: entry.scope3_category,
    category_id: entry.category_key,
    transaction_date: entry.transaction_date,
    emission_factor_id: entry.emission_factor_id,
    calculation_method: entry.calculation_method,
    data_quality_score: entry.data_quality_score,
    biogenic_co2_kg: roundedNumber(entry.biogenic_co2_kg),
    supersedes_entry_id: entry.supersedes_entry_id,
    created_at: entry.created_at,
    activity_id: entry.activity_id,
    department_id: entry.department_id,
    document_date: entry.document_date ?? day,
    period_from: entry.period_from ?? day,
    period_to: entry.period_to ?? day,
    period_assumed: entry.inputs["period_assumed"] === true,
    allocation_pending: entry.inputs["allocation_pending"] === true,
    is_closing: entry.inputs["superseded_entry_id"] !== undefined,
    is_future: day > today,
    companion_of_entry_id: entry.companion_of_entry_id,
    superseded_by_entry_id: entry.superseded_by_entry_id,
    gas_split: {
      co2_kg: numberOrNull(entry.co2_kg),
      ch4_kg_co2e: numberOrNull(entry.ch4_kg_co2e),
      n2o_kg_co2e: numberOrNull(entry.n2o_kg_co2e),
    },
    market_based_fallback: entry.market_based_fallback,
    basis: basisOf(entry),
    is_life_cycle: isLifeCycle(entry),
    gwp_set: entry.gwp_set,
    engine_version: entry.engine_version,
    calculated_at: entry.calculated_at,
  };
}

/** A split as it is shown. */
export function splitDetail({ category_key, ...split }: LineageSplitRow): Lineage["activity_split"] {
  return {
    ...split,
    category_id: category_key,
    confidence: roundedNumber(split.confidence),
    candidates: [...split.candidates],
    reasons: toldReasons(split.reason),
    conversion: split.conversion.map(stepTold),
    stated: Object.keys(split.stated ?? {})
      .toSorted()
      .map((fact) => ({ fact, value: inWords(split.stated?.[fact]) })),
    quantity: numberOrNull(split.quantity),
    allocated_amount: numberOrNull(split.allocated_amount),
  };
}

function stepTold({ kind, from, to, factor, note }: ConversionStep): Lineage["calculation"]["conversions"][number] {
  return { kind, from, to, factor, note, told: toldNote(note) };
}

/** The order in which the texts of a fact are told; JSON columns keep none. */
const TOLD = ["value", "currency", "unit", "tax_treatment", "start", "end", "name", "identifier"];

/** The same of stated emissions. */
const TOLD_OF_EMISSIONS = ["source", "year", "method", "verified_by"];

/** "500 l", "600 DKK excl_vat", "2026-03-01 2026-03-31", of a price of a unit "0.9 DKK kWh", of emissions "118 kg CO2e Report 2025". */
function inWords(value: StatedRow[string] | undefined): string | null {
  if (value == null || typeof value === "string") return value ?? null;
  const { kg_co2e, biogenic_co2_kg } = value;
  if (kg_co2e !== undefined) {
    const biogenic = biogenic_co2_kg === "0" ? [] : [`${biogenic_co2_kg} kg biogenic CO2`];
    return [`${kg_co2e} kg CO2e`, ...biogenic, ...TOLD_OF_EMISSIONS.flatMap((member) => value[member] ?? [])].join(" ");
  }
  const told = TOLD.flatMap((member) => value[member] ?? []);
  const attributes = ATTRIBUTE_NAMES.flatMap((name) => (value[name] === undefined ? [] : [`${name} ${value[name]}`]));
  return [...told, ...attributes].join(" ");
}

/** The factor as frozen with the entry; its value is not rounded, for small factors have more than 6 decimals. */
function factorCopy({ factor }: LineageEntryRow): Lineage["emission_factor"] {
  const { value, unit, ...facts } = factor;
  return { ...facts, factor_value: Number(value), unit_numerator: "kg CO2e", unit_denominator: unit };
}

function entryBrief(entry: LineageEntryRow): Lineage["companions"][number] {
  return {
    id: entry.id,
    scope: scopeName(entry.scope),
    scope3_category: entry.scope3_category,
    category_id: entry.category_key,
    co2e_market_based_kg: roundedNumber(entry.market_based_kg),
    co2e_location_based_kg: roundedNumber(entry.location_based_kg),
    formula: entry.formula,
    created_at: entry.created_at,
  };
}

function categoryChanges(splits: readonly LineageSplitRow[]): Lineage["history"]["category_changes"] {
  const byId = new Map(splits.map((split) => [split.id, split]));
  return splits.flatMap((split) => {
    const before = split.supersedes_split_id === null ? undefined : byId.get(split.supersedes_split_id);
    // A later split may change the department only.
    if (before === undefined || isSameReading(before, split)) return [];
    return {
      from_category_id: before.category_key,
      to_category_id: split.category_key,
      status: split.status,
      reason: split.reason,
      changed_by: split.created_by,
      changed_by_name: split.created_by_name,
      changed_at: split.created_at,
    };
  });
}

function isSameReading(before: LineageSplitRow, after: LineageSplitRow): boolean {
  return before.category_key === after.category_key && before.status === after.status;
}

function numberOrNull(value: string | null): number | null {
  return value === null ? null : roundedNumber(value);
}
