import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  type ArrivedRow,
  isSupplyCategory,
  type LedgerBatch,
  type NamedInvoice,
  type NewActivity,
  type RecordedDocument,
  settleAdvances,
  settleCoversOfRows,
  settleCredits,
  settleNamelessAdvances,
} from "../activities/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import type { PurchaseMatch } from "../purchases/index.ts";
import { proposeTakeOvers } from "./closed-years.ts";
import { suppliesTakenBack } from "./credited-parts.ts";
import { recordPurchases } from "./link-purchases.ts";
import type { planNames } from "./name-supplies.ts";
import type { OpenFile } from "./recorded-file.ts";

/** What counts elsewhere by these documents: purchases, credit notes that waited for them, advances, records beside the books. */
export async function settleRecorded(
  ctx: Context,
  tx: TenantTransaction,
  {
    fresh,
    recorded,
    batches,
    closed,
    supplies,
  }: {
    readonly fresh: readonly OpenFile[];
    readonly recorded: readonly RecordedDocument[];
    readonly batches: readonly LedgerBatch[];
    readonly closed: readonly YearDays[];
    readonly supplies: ReturnType<typeof planNames>["supplies"];
  },
): Promise<void> {
  const bought_by = fresh.flatMap(({ purchases: bought }, index) => {
    const outcome = recorded[index];
    return outcome === undefined ? [] : [{ recorded: outcome, purchases: bought }];
  });
  await recordPurchases(ctx, tx, bought_by);
  const taking = bought_by.map(({ recorded: { activity_ids }, purchases: bought }) => ({
    activity_ids,
    purchases: bought,
  }));
  await proposeTakeOvers(tx, taking, closed);
  const credited = await settleCredits(ctx, tx, batches.flatMap(invoicesOf));
  await settleAdvances(ctx, tx, [...supplies.with_advances, ...(await suppliesTakenBack(tx, batches))]);
  await settleNamelessAdvances(
    ctx,
    tx,
    batches.flatMap(({ activities }) => activities.filter(isCountedSupply)),
  );
  await settleCoversOfRows(ctx, tx, {
    arrived: batches.flatMap(({ activities }, index) => arrivedRows(activities, recorded[index])),
    touched: [...fresh.flatMap(({ purchases: { matches } }) => matches.flatMap(matchedLines)), ...credited],
  });
}

/** By what credit notes name them; their lines may be of several suppliers. */
function invoicesOf({ document, activities }: LedgerBatch): readonly NamedInvoice[] {
  return document.document_type === "invoice" ? activities : [];
}

function isCountedSupply({ split: { decision } }: NewActivity): boolean {
  return decision.status !== "excluded" && isSupplyCategory(decision.category_key);
}

function arrivedRows(activities: readonly NewActivity[], recorded: RecordedDocument | undefined): ArrivedRow[] {
  const ids = recorded?.activity_ids ?? [];
  return activities.flatMap((activity, index) => ids.slice(index, index + 1).map((id) => ({ ...activity, id })));
}

/** Lines of the documents that tell of the same purchase: another one of them may count it now. */
function matchedLines({ same }: PurchaseMatch): readonly string[] {
  return same.flatMap(({ members }) => members.flatMap(({ activity_ids }) => activity_ids));
}
