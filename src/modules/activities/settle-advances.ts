import type { Context, TenantQueries, TenantTransaction } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import { type PendingFigure, replacePendingRestatements, selectCurrentEntries } from "../emissions/index.ts";
import { figuresOfSettled } from "./settled-figures.ts";
import { readingOf, type Settlement, settlementOf } from "./settled-readings.ts";
import type { CurrentActivityRow } from "./store.ts";
import { isSupplyCategory } from "./settled-advance.ts";
import { selectLinesOfSupplies } from "./store-advances.ts";
import { type NamedSupplier, selectMeasuredLines, selectNamelessAdvances } from "./store-nameless-advances.ts";
import { selectSuppliesOf } from "./store-taken-off.ts";
import { writeLaterSplits } from "./write-later-splits.ts";

/**
 * Reads the advances of supplies anew by what the other lines of each supply say now: a settlement replaces them for the days
 * that it counts, and its price makes a quantity of an advance in money; when it no longer counts, the advances count again.
 * What a person left out stays out. A closed year keeps what it counts: what a settlement would change there waits to be
 * restated, and an advance that would begin to count there waits. One statement where the supplies have no advance. The
 * transaction holds the audit chain.
 */
export async function settleAdvances(ctx: Context, tx: TenantTransaction, supplyIds: readonly string[]): Promise<void> {
  if (supplyIds.length === 0) return;
  const lines = await selectLinesOfSupplies(tx, [...new Set(supplyIds)]);
  const settlement = await settlementOf(ctx, tx, { lines });
  if (settlement !== null) await writeSettled(ctx, tx, settlement);
}

/**
 * Asks about amounts on account that name no supply, where bills of their suppliers count what was used at their time: nobody knows
 * whether these settle them. One statement where the suppliers have none. The transaction holds the audit chain.
 */
export async function settleNamelessAdvances(
  ctx: Context,
  tx: TenantTransaction,
  suppliers: readonly NamedSupplier[],
): Promise<void> {
  const settlement = await settlementOf(ctx, tx, { lines: await linesOfNameless(tx, suppliers) });
  if (settlement !== null) await writeSettled(ctx, tx, settlement);
}

/** Amounts on account of suppliers that name no supply, with what bills of these suppliers count; empty: there are none. */
export async function linesOfNameless(
  db: TenantQueries,
  suppliers: readonly NamedSupplier[],
): Promise<readonly CurrentActivityRow[]> {
  const advances = await selectNamelessAdvances(db, suppliers);
  return advances.length === 0 ? [] : [...advances, ...(await selectMeasuredLines(db, advances))];
}

/** The same after a decision about one line, as it was before and as it is: a person may have stated another supply of it. */
export async function settleAdvancesOf(
  ctx: Context,
  tx: TenantTransaction,
  lines: readonly DecidedSupplyLine[],
): Promise<void> {
  await settleAdvances(ctx, tx, await suppliesOf(tx, lines));
  await settleNamelessAdvances(
    ctx,
    tx,
    lines.filter(({ category_key }) => isSupplyCategory(category_key)),
  );
}

type DecidedSupplyLine = NamedSupplier &
  Pick<CurrentActivityRow, "category_key" | "supply_id"> &
  Partial<Pick<CurrentActivityRow, "conversion">>;

/** The supplies of lines, and of what they take back: the line of a credit note may name none. */
export async function suppliesOf(
  db: TenantQueries,
  lines: readonly Pick<DecidedSupplyLine, "conversion" | "supply_id">[],
): Promise<readonly string[]> {
  const own = lines.flatMap(({ supply_id }) => supply_id ?? []);
  const taken = lines.flatMap(({ conversion = [] }) =>
    conversion.filter(({ kind }) => kind === "credit").map(({ to }) => to),
  );
  return [...new Set([...own, ...(await selectSuppliesOf(db, [...new Set(taken)]))])];
}

async function writeSettled(ctx: Context, tx: TenantTransaction, settlement: Settlement): Promise<void> {
  const { changed, kept, closed } = settlement;
  const figures = await restatedBySettlements(ctx, tx, settlement);
  const ofSplit = (split_id: string | undefined) => figures.filter((one) => one.activity_split_id === split_id);
  const { rows, events } = await writeLaterSplits(
    ctx,
    tx,
    changed.map(({ advance, later }) => ({ current: advance, later })),
    {
      closed,
      pendingOf: ({ id }, index) =>
        ofSplit(changed[index]?.advance.split_id).map((figure) => ({ ...figure, activity_split_id: id })),
    },
  );
  const superseded = new Set(changed.map(({ advance }) => advance.split_id));
  const stay = kept.map(({ advance }) => advance.split_id).filter((split_id) => !superseded.has(split_id));
  await replacePendingRestatements(tx, { activity_split_ids: stay, cause: "settlement" }, stay.flatMap(ofSplit));
  const settled = rows.map((row, index) => {
    const from_status = changed[index]?.advance.status ?? null;
    const payload = { from_status, to_status: row.status, split_id: row.id, reason: row.reason };
    return { action: "activity.advance_settled", subject: row.activity_id, payload };
  });
  if (settled.length > 0) await appendAudit(ctx, tx, [...events, ...settled]);
}

/** What the settlements of advances would change in closed years, by the readings that they have now. */
async function restatedBySettlements(
  ctx: Context,
  db: TenantQueries,
  { kept, tablesOf, closed }: Settlement,
): Promise<PendingFigure[]> {
  const open = kept.filter(({ whole, booked }) => whole !== booked);
  if (open.length === 0) return [];
  const current = await selectCurrentEntries(
    db,
    open.map(({ advance }) => advance.split_id),
  );
  return open.flatMap(({ advance, whole }) => {
    const { result } = readingOf(advance, whole, tablesOf(advance));
    const before = current.filter((entry) => entry.activity_split_id === advance.split_id);
    return figuresOfSettled(ctx, { advance, result, before }, closed);
  });
}
