import type { TenantTransaction } from "../../core/context.ts";
import { type AuditEntry, insertLedgerRows } from "../audit/index.ts";
import { insertHeldEntries, recordEntries } from "../emissions/index.ts";
import type { NewActivity, NewDocument } from "./ledger-batch.ts";
import { activityEvent, lineRowsOf, type RecordingContext } from "./line-rows.ts";
import { withRuledPeriod } from "./ruled-period.ts";
import { recordSplits } from "./record-splits.ts";

/** A document that is in the ledger. */
export type KnownDocument = Pick<NewDocument, "sha256" | "document_type"> & { readonly id: string };

/**
 * Writes further lines of a document that is in the ledger, with their entries and sums. The transaction holds the audit chain.
 * @returns the events of the rows, to be appended by the caller
 */
export async function recordLines(
  ctx: RecordingContext,
  tx: TenantTransaction,
  document: KnownDocument,
  lines: readonly NewActivity[],
): Promise<readonly AuditEntry[]> {
  if (lines.length === 0) return [];
  const rows = lines.map((line) => lineRowsOf(ctx, document.id, document, line));
  const splits = rows.map(({ activity, split }) => {
    return { row: split, line: withRuledPeriod({ ...activity, stated: split.stated }, split.ruled_period) };
  });
  const [activities, splitEvents, entryEvents] = await Promise.all([
    insertLedgerRows(
      tx,
      "activities",
      rows.map(({ activity }) => activity),
    ),
    recordSplits(
      ctx,
      tx,
      splits,
      rows.flatMap(({ held }) => held),
    ),
    recordEntries(
      tx,
      rows.flatMap(({ entries }) => entries),
    ),
    insertHeldEntries(
      tx,
      rows.flatMap(({ held_entries }) => held_entries ?? []),
    ),
  ]);
  const proofs = new Map(activities.map(({ id, proof }) => [id, proof]));
  return [
    ...rows.map(({ activity }) => activityEvent(activity, proofs.get(activity.id))),
    ...splitEvents,
    ...entryEvents,
  ];
}
