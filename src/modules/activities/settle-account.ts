import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  insertSettlements,
  linkPurchases,
  type PurchaseState,
  selectRecords,
  selectSettlements,
  type SettlementLink,
  type SourceRecord,
} from "../purchases/index.ts";
import { leftOutDetail, settledAgain, wordOf } from "./settled-again.ts";
import type { SplitChange } from "./supersede-splits.ts";

/** What a decision about a payment that was asked about says of what it may settle. */
const SAID: Readonly<Record<PurchaseState, SettlementLink["state"]>> = {
  dismissed: "confirmed",
  settled: "separated",
  waiting: "proposed",
};

/**
 * What a decision about a purchase means for its supplier's account. A payment that a person left out is evidence of what it was asked
 * about with, one that counts is none of it, and no rule undoes either. Payments that were evidence of an item which a person leaves
 * out wait for review, and are evidence again where it counts again.
 * @returns changes of the lines of such payments
 */
export async function settleAccount(
  ctx: Pick<Context, "newId">,
  tx: TenantTransaction,
  purchase: SourceRecord,
): Promise<SplitChange[]> {
  const { id, state, document_id } = purchase;
  const links = await selectSettlements(tx, id);
  if (links.length === 0) return [];
  // What a person said of the pair itself stands, whatever becomes of the line.
  const asked = links.filter(
    ({ payment_id, state: word, decision_id }) =>
      payment_id === id && (word === "proposed" || (decision_id === null && word !== "linked" && word !== "ended")),
  );
  const ended = state === "dismissed" ? links.filter((link) => link.item_id === id && link.state === "linked") : [];
  await insertSettlements(tx, [
    ...asked.map((link) => ({ ...wordOf(link), id: ctx.newId(), state: SAID[state] })),
    ...ended.map((link) => ({ ...wordOf(link), id: ctx.newId(), state: "ended" as const })),
  ]);
  const again = state === "settled" ? await settledAgain(ctx, tx, purchase, links) : [];
  const payments = await selectRecords(
    tx,
    ended.map(({ payment_id }) => payment_id),
  );
  await linkPurchases(
    tx,
    payments.map((payment) => ({ id: payment.id, counted_by: null, state: "waiting", matched_by: null })),
  );
  const reviewReason = { code: "possible_duplicate", detail: leftOutDetail(document_id) } as const;
  const reopened = payments.flatMap(({ activity_ids }) => activity_ids);
  return [...again, ...reopened.map((activity_id) => ({ kind: "reopened", activity_id, reviewReason }) as const)];
}
