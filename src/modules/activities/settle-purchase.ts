import type { Context, TenantTransaction } from "../../core/context.ts";
import { carrierOf, doubtGap, evidenceReason, isEvidence, type ToldPurchase } from "./purchase-carrier.ts";
import {
  linkPurchases,
  type PurchaseLink,
  selectDoubtedBy,
  selectMembers,
  selectPurchaseOfActivity,
  selectStateOfLines,
} from "./store-purchases.ts";
import { type LaterReading, supersedeReadings } from "./supersede-readings.ts";

/**
 * What a decision about a line means for other documents of the same purchase (ingest.md 6.3, level 4). An invoice that
 * waited takes over when something of it counts; one that a person left out gives way: what had become its evidence waits
 * for a person. The transaction holds the tenant's audit chain.
 */
export async function settlePurchase(
  ctx: Context,
  tx: TenantTransaction,
  line: { readonly id: string; readonly document_id: string },
): Promise<void> {
  const purchase = await selectPurchaseOfActivity(tx, line);
  if (purchase === undefined) return;
  const state = await selectStateOfLines(tx, purchase.activity_ids);
  if (state === purchase.state) return;
  const known = await selectMembers(tx, purchase.counted_by ?? purchase.id);
  const own: ToldPurchase = { ...purchase, state };
  const others = known.filter(({ id }) => id !== own.id);
  const carrier = carrierOf([own, ...others]);
  const members = [own, ...others];
  await linkPurchases(
    tx,
    members.map((member) => linkTo(carrier, member)),
  );
  const doubted = state === "settled" ? await selectDoubtedBy(tx, own.id) : [];
  await supersedeReadings(ctx, tx, [
    ...members.flatMap((member) => readingsOf(member, carrier, own)),
    ...doubted.flatMap((one) => doubtReadings(one, own)),
  ]);
}

/** Evidence is settled: nothing of it waits any more. What a person decides about again waits until then. */
function linkTo(carrier: ToldPurchase, member: ToldPurchase): PurchaseLink {
  const { id } = member;
  const counted_by = id === carrier.id ? null : carrier.id;
  const isReopened = id === carrier.id && member.counted_by !== null && member.state === "settled";
  const state = isEvidence(member, carrier) && member.state === "waiting" ? "settled" : member.state;
  return { id, counted_by, state: isReopened ? "waiting" : state, matched_by: null };
}

function readingsOf(member: ToldPurchase, carrier: ToldPurchase, own: ToldPurchase): LaterReading[] {
  const { activity_ids, id } = member;
  if (isEvidence(member, carrier)) {
    const reason = evidenceReason(carrier);
    return activity_ids.map((activity_id) => ({ kind: "evidence", activity_id, reason }));
  }
  if (id !== carrier.id || id === own.id || member.counted_by === null) return [];
  const detail = `Document ${own.document_id}, which counted the purchase, was left out.`;
  return activity_ids.map((activity_id) => ({
    kind: "reopened",
    activity_id,
    gap: { code: "possible_duplicate", detail },
  }));
}

function doubtReadings({ activity_ids }: ToldPurchase, by: ToldPurchase): LaterReading[] {
  const gap = doubtGap(by);
  return activity_ids.map((activity_id) => ({ kind: "doubt", activity_id, gap }));
}
