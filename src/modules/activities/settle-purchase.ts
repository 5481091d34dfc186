import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  canonicalOf,
  duplicateReason,
  isDuplicate,
  linkPurchases,
  possibleDuplicateReason,
  type PurchaseLink,
  selectMembers,
  selectPossibleDuplicatesOf,
  selectPurchaseOfActivity,
  type SourceRecord,
} from "../purchases/index.ts";
import { settleAccount } from "./settle-account.ts";
import { selectStateOfLines } from "./store-line-state.ts";
import { type SplitChange, supersedeSplits } from "./supersede-splits.ts";

/**
 * What a decision about a line means for other documents of the same purchase (contract 10.3.4). An invoice that
 * waited becomes the canonical record when something of it counts; one that a person left out no longer is it: its former
 * duplicate records wait for review. The transaction holds the tenant's audit chain.
 * @returns ids of the lines of all documents of the purchase, where the decision changed which one counts
 */
export async function settlePurchase(
  ctx: Context,
  tx: TenantTransaction,
  line: { readonly id: string; readonly document_id: string },
): Promise<readonly string[]> {
  const purchase = await selectPurchaseOfActivity(tx, line);
  if (purchase === undefined) return [];
  const state = await selectStateOfLines(tx, purchase.activity_ids);
  if (state === purchase.state) return [];
  const storedMembers = await selectMembers(tx, purchase.counted_by ?? purchase.id);
  const purchaseRecord: SourceRecord = { ...purchase, state };
  const others = storedMembers.filter(({ id }) => id !== purchaseRecord.id);
  const canonical = canonicalOf([purchaseRecord, ...others]);
  const members = [purchaseRecord, ...others];
  await linkPurchases(
    tx,
    members.map((member) => linkTo(canonical, member)),
  );
  const possibleDuplicates = state === "settled" ? await selectPossibleDuplicatesOf(tx, purchaseRecord.id) : [];
  const payments = await settleAccount(ctx, tx, purchaseRecord);
  await supersedeSplits(ctx, tx, [
    ...payments,
    ...members.flatMap((member) => splitChangesOf(member, canonical, purchaseRecord)),
    ...possibleDuplicates.flatMap((possibleDuplicate) => possibleDuplicateChanges(possibleDuplicate, purchaseRecord)),
  ]);
  return [...members.flatMap(({ activity_ids }) => activity_ids), ...payments.map(({ activity_id }) => activity_id)];
}

/** A duplicate record is settled: none of its lines waits for review. A reopened one waits until a person has decided. */
function linkTo(canonical: SourceRecord, member: SourceRecord): PurchaseLink {
  const { id } = member;
  const counted_by = id === canonical.id ? null : canonical.id;
  const isReopened = id === canonical.id && member.counted_by !== null && member.state === "settled";
  const state = isDuplicate(member, canonical) && member.state === "waiting" ? "settled" : member.state;
  return { id, counted_by, state: isReopened ? "waiting" : state, matched_by: null };
}

function splitChangesOf(member: SourceRecord, canonical: SourceRecord, purchaseRecord: SourceRecord): SplitChange[] {
  const { activity_ids, id } = member;
  if (isDuplicate(member, canonical)) {
    const reason = duplicateReason(canonical);
    return activity_ids.map((activity_id) => ({ kind: "duplicate", activity_id, reason }));
  }
  if (id !== canonical.id || id === purchaseRecord.id || member.counted_by === null) return [];
  const detail = `Document ${purchaseRecord.document_id}, which counted the purchase, was left out.`;
  return activity_ids.map((activity_id) => ({
    kind: "reopened",
    activity_id,
    reviewReason: { code: "possible_duplicate", detail },
  }));
}

function possibleDuplicateChanges({ activity_ids }: SourceRecord, by: SourceRecord): SplitChange[] {
  const reviewReason = possibleDuplicateReason(by);
  return activity_ids.map((activity_id) => ({ kind: "possible_duplicate", activity_id, reviewReason }));
}
