import type { Context, TenantTransaction } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { appendAudit, type ChainHead } from "../audit/index.ts";
import { selectRootId } from "./store.ts";
import {
  joinSuppliers,
  type MergeState,
  partSuppliers,
  selectMerge,
  setMergeDecision,
  type SupplierMergeRow,
} from "./store-merges.ts";

/** A decision in its transaction, which holds the chain. */
export interface Deciding {
  readonly ctx: Context;
  readonly tx: TenantTransaction;
  readonly chain: ChainHead;
  readonly reason: string | null;
}

/**
 * Merges the two suppliers of a pair, or those that stand for them.
 * @throws ServiceError request.validation_failed when they are one already
 */
export async function acceptMerge(deciding: Deciding, merge: SupplierMergeRow): Promise<SupplierMergeRow> {
  const { tx } = deciding;
  const merged_id = await rootOf(tx, merge.from_id);
  const merged_into_id = await rootOf(tx, merge.into_id);
  if (merged_id === merged_into_id) throw refused("merged", "the two are one supplier already");
  await joinSuppliers(tx, merged_id, merged_into_id);
  return await decided(deciding, merge, {
    action: "supplier_merge.accepted",
    state: "accepted",
    merged_id,
    merged_into_id,
  });
}

/** Notes that the two are not one. @throws ServiceError request.validation_failed of an accepted pair */
export async function dismissMerge(deciding: Deciding, merge: SupplierMergeRow): Promise<SupplierMergeRow> {
  if (merge.state === "accepted") throw refused("merged", "the merge was accepted: undo it first");
  return await decided(deciding, merge, { action: "supplier_merge.dismissed", state: "dismissed", ...NOT_MERGED });
}

/** Parts two merged suppliers again. @throws ServiceError request.validation_failed of a pair that is not merged */
export async function undoMerge(deciding: Deciding, merge: SupplierMergeRow): Promise<SupplierMergeRow> {
  if (merge.state !== "accepted" || merge.merged_id === null) {
    throw refused("not_merged", "nothing to undo: the two are not merged by this pair");
  }
  await partSuppliers(deciding.tx, merge.merged_id);
  return await decided(deciding, merge, { action: "supplier_merge.undone", state: "undone", ...NOT_MERGED });
}

const NOT_MERGED = { merged_id: null, merged_into_id: null };

interface Decision {
  readonly action: string;
  readonly state: MergeState;
  readonly merged_id: string | null;
  readonly merged_into_id: string | null;
}

async function decided(
  { ctx, tx, chain, reason }: Deciding,
  { id, from_id, into_id }: SupplierMergeRow,
  { action, ...change }: Decision,
): Promise<SupplierMergeRow> {
  const decided_at = ctx.clock.now().toISOString();
  await setMergeDecision(tx, id, { ...change, reason, decided_by: ctx.principal.actor, decided_at });
  const { merged_id, merged_into_id } = change;
  const payload = { from_id, into_id, merged_id, merged_into_id, reason };
  await appendAudit(ctx, tx, [{ action, subject: id, payload }], chain);
  const row = await selectMerge(tx, id);
  if (row === undefined) throw new Error("a pair of suppliers that was just decided vanished");
  return row;
}

async function rootOf(tx: TenantTransaction, id: string): Promise<string> {
  const root = await selectRootId(tx, id);
  if (root === undefined) throw new Error("a supplier of a pair vanished");
  return root;
}

function refused(code: string, message: string): Error {
  return validationError([{ path: "decision", code, message }]);
}
