import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit, type AuditEntry, insertLedgerRows, LEDGER_ACTIONS } from "../audit/index.ts";
import { assertOpenYears } from "./closed-years.ts";
import { keepReleases } from "./keep-releases.ts";
import type { NewEntry } from "./new-entries.ts";
import { markPending } from "./pending-allocation.ts";
import { type DocumentsOfLines, moveDocumentCounts } from "./store-document-counts.ts";
import { moveSums } from "./store-rollups.ts";

/**
 * Writes emission entries and moves the sums and the counts of documents with them, in three statements whatever the number of entries. An entry that
 * supersedes another takes the other's figures out of the sums. The transaction must hold the audit chain
 * (lockAuditChain). Returns the events that the caller must append, in the order of the entries.
 * The first entry of a year puts its release of factors into force.
 * @throws ServiceError financial_year.closed when they would change a closed year
 * @throws OutdatedTables when they were counted by a release that is no longer in force
 * @throws Error when an entry supersedes one that does not exist; the database refuses a second successor.
 */
export async function recordEntries(tx: TenantTransaction, given: readonly NewEntry[]): Promise<AuditEntry[]> {
  if (given.length === 0) return [];
  const entries = await markPending(tx, given);
  const [events] = await Promise.all([insertMarked(tx, entries), moveFigures(tx, entries)]);
  return events;
}

/** Entries that are written and do not count yet. */
export interface InsertedEntries {
  /** As they were written. */
  readonly entries: readonly NewEntry[];
  /** To be appended by the caller, in the order of the entries. */
  readonly events: AuditEntry[];
}

/**
 * Writes the rows of emission entries alone: the same transaction must hand them, and others that it wrote so, to `moveFigures`.
 * A long document is written in parts, and its days are the same in each of them.
 */
export async function insertEntries(tx: TenantTransaction, given: readonly NewEntry[]): Promise<InsertedEntries> {
  if (given.length === 0) return { entries: [], events: [] };
  const entries = await markPending(tx, given);
  return { entries, events: await insertMarked(tx, entries) };
}

/** Moves sums and counts with entries that were written; see moveDocumentCounts for `documents`. @throws as recordEntries */
export async function moveFigures(
  tx: TenantTransaction,
  entries: readonly NewEntry[],
  documents: DocumentsOfLines | null = null,
): Promise<void> {
  if (entries.length === 0) return;
  const superseded = entries.flatMap((entry) => entry.supersedes_entry_id ?? []);
  await Promise.all([
    moveSums(tx, entries, superseded),
    moveDocumentCounts(tx, entries, superseded, documents),
    assertOpenYears(tx, entries, superseded),
    keepReleases(tx, entries),
  ]);
}

async function insertMarked(tx: TenantTransaction, entries: readonly NewEntry[]): Promise<AuditEntry[]> {
  const recorded = await insertLedgerRows(tx, "emission_entries", entries);
  const proofs = new Map(recorded.map((row) => [row.id, row.proof]));
  return entries.map((entry) => ({
    action: LEDGER_ACTIONS.emission_entries,
    subject: entry.id,
    payload: {
      activity_split_id: entry.activity_split_id,
      ...(entry.supersedes_entry_id === null ? {} : { supersedes_entry_id: entry.supersedes_entry_id }),
      scope: entry.scope,
      category_key: entry.category_key,
      quantity: textOrNull(entry.inputs["quantity"]),
      unit: textOrNull(entry.inputs["unit"]),
      amount_excl_vat: textOrNull(entry.inputs["amount_excl_vat"]),
      currency: textOrNull(entry.inputs["currency"]),
      factor_key: entry.factor.key,
      factor_value: entry.factor.value,
      factor_unit: entry.factor.unit,
      co2e_kg: entry.market_based_kg,
      location_based_kg: entry.location_based_kg,
      ...(proofs.get(entry.id) ?? { content_sha256: null }),
    },
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Entries that are written with one statement. */
const WRITTEN_AT_ONCE = 500;

/** Writes any number of entries, with their events, as recordEntries does. The transaction must hold the audit chain. */
export async function recordWithEvents(
  ctx: Context,
  tx: TenantTransaction,
  entries: readonly NewEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += WRITTEN_AT_ONCE) {
    await appendAudit(ctx, tx, await recordEntries(tx, entries.slice(from, from + WRITTEN_AT_ONCE)));
  }
}
