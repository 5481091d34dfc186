import type { TenantTransaction } from "../../core/context.ts";
import { type AuditEntry, insertLedgerRows, LEDGER_ACTIONS } from "../audit/index.ts";
import type { SplitRow } from "./new-split.ts";

/**
 * Writes splits, first and later readings alike, in one statement whatever their number: the only place that does. The
 * transaction must hold the audit chain (lockAuditChain). Returns the event of each, in the order of the rows, which the
 * caller must append.
 * @throws Error when a row comes back without its hash; the database refuses a second successor
 */
export async function recordSplits(tx: TenantTransaction, rows: readonly SplitRow[]): Promise<AuditEntry[]> {
  const recorded = await insertLedgerRows(tx, "activity_splits", rows);
  const proofs = new Map(recorded.map(({ id, proof }) => [id, proof]));
  return rows.map((split) => {
    const proof = proofs.get(split.id);
    if (proof === undefined) throw new Error("a split came back without its hash");
    const { activity_id, status, category_key, mapped_by, quantity, unit, supersedes_split_id } = split;
    return {
      action: LEDGER_ACTIONS.activity_splits,
      subject: split.id,
      payload: {
        activity_id,
        status,
        category_key,
        mapped_by,
        quantity,
        unit,
        ...(supersedes_split_id === null ? {} : { supersedes_split_id }),
        ...proof,
      },
    };
  });
}
