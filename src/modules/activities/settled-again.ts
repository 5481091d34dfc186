import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  insertSettlements,
  linkPurchases,
  type SaidSettlement,
  selectRecords,
  selectSettlements,
  type SettlementLink,
  type SourceRecord,
} from "../purchases/index.ts";
import { selectCurrentActivities, selectReading } from "./store.ts";
import type { SplitChange } from "./supersede-splits.ts";

/** Why a payment waits of which an item was left out. */
export function leftOutDetail(document_id: string): string {
  return `Document ${document_id}, which counted what this row settles, was left out.`;
}

/** What a link says, without who said it. */
export function wordOf({ payment_id, item_id, payment_source, state, amount }: SettlementLink): SettlementLink {
  return { payment_id, item_id, payment_source, state, amount };
}

/**
 * Payments that wait for nothing but that this item was left out are evidence of it again when it counts again. One that a person has
 * decided since, or that waits for another item as well, stays as it is.
 * @returns changes of the lines of such payments
 */
export async function settledAgain(
  ctx: Pick<Context, "newId">,
  tx: TenantTransaction,
  { id, document_id }: SourceRecord,
  links: readonly SaidSettlement[],
): Promise<SplitChange[]> {
  const ended = links.filter((link) => link.item_id === id && link.state === "ended");
  if (ended.length === 0) return [];
  const payments = await selectRecords(
    tx,
    ended.map(({ payment_id }) => payment_id),
  );
  const changes: SplitChange[] = [];
  for (const payment of payments) {
    const link = ended.find(({ payment_id }) => payment_id === payment.id);
    if (link === undefined || payment.state !== "waiting" || payment.counted_by !== null) continue;
    const others = (await selectSettlements(tx, payment.id)).filter(
      ({ payment_id, item_id }) => payment_id === payment.id && item_id !== id,
    );
    const lines = others.every(({ state }) => state === "linked")
      ? await evidenceBefore(tx, payment.activity_ids, leftOutDetail(document_id))
      : null;
    if (lines === null) continue;
    await insertSettlements(tx, [{ ...wordOf(link), id: ctx.newId(), state: "linked" }]);
    await linkPurchases(tx, [{ id: payment.id, counted_by: null, state: "settled", matched_by: null }]);
    changes.push(...lines);
  }
  return changes;
}

/** The lines as the evidence that they were; null: one of them does not wait for this, or was no evidence. */
async function evidenceBefore(
  tx: TenantTransaction,
  ids: readonly string[],
  detail: string,
): Promise<SplitChange[] | null> {
  const changes: SplitChange[] = [];
  for (const line of await selectCurrentActivities(tx, ids)) {
    if (line.status !== "pending_review" || !line.reason.includes(detail) || line.supersedes_split_id === null)
      return null;
    const before = await selectReading(tx, line.supersedes_split_id);
    if (before?.status !== "excluded") return null;
    changes.push({ kind: "duplicate", activity_id: line.id, reason: before.reason });
  }
  return changes.length === 0 ? null : changes;
}
