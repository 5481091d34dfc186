import type { Context, TenantQueries } from "../../core/context.ts";
import { selectCurrentEntries } from "../emissions/index.ts";
import { pendingByYear } from "./pending-of-line.ts";
import type { WithPending } from "./pending-restatement-record.ts";
import { linesOfNameless, suppliesOf } from "./settle-advances.ts";
import { isSupplyCategory } from "./settled-advance.ts";
import {
  type ChangedAdvance,
  isSameSettled,
  readingOf,
  type Settled,
  type Settlement,
  settlementOf,
  wholesOf,
} from "./settled-readings.ts";
import { figuresOfSettled } from "./settled-figures.ts";
import type { CurrentActivityRow } from "./store.ts";
import { selectLinesOfSupplies } from "./store-advances.ts";

/** An advance with what other lines have it count in the end: closed years as they are once they are restated. */
export interface AffectedAdvance extends ChangedAdvance {
  /** What of that waits for closed years. */
  readonly pending: WithPending;
}

/** Advances that other lines have read otherwise once a line is corrected, at once or when a closed year is restated. */
export async function affectedAdvances(
  ctx: Context,
  db: TenantQueries,
  before: CurrentActivityRow,
  after: CurrentActivityRow,
): Promise<readonly AffectedAdvance[]> {
  const supply_ids = await suppliesOf(db, [before, after]);
  const ofSupplies = supply_ids.length === 0 ? [] : await selectLinesOfSupplies(db, supply_ids);
  const isSupply = isSupplyCategory(before.category_key) || isSupplyCategory(after.category_key);
  const nameless = isSupply ? await linesOfNameless(db, [before, after]) : [];
  const lines = new Map([...ofSupplies, ...nameless].map((line) => [line.id, line]));
  if (lines.size === 0) return [];
  const asTheyAre = [...lines.values()];
  lines.set(after.id, after);
  const settlement = await settlementOf(ctx, db, { lines: [...lines.values()], corrected_id: after.id });
  if (settlement === null) return [];
  const { changed, closed } = settlement;
  if (closed.length === 0) return changed.map((change) => ({ ...change, pending: {} }));
  const earlier = await wholesOf(ctx, db, asTheyAre);
  const moved = settlement.settled.filter(({ advance: { id }, whole }) => {
    return changed.some(({ advance }) => advance.id === id) || !isSameSettled(earlier.get(id), whole);
  });
  const counted = await selectCurrentEntries(
    db,
    moved.map(({ advance }) => advance.split_id),
  );
  return moved.flatMap((one) => inTheEnd(ctx, settlement, one, { counted, corrected_id: after.id }));
}

interface Circumstances {
  /** What the advances count now. */
  readonly counted: Awaited<ReturnType<typeof selectCurrentEntries>>;
  readonly corrected_id: string;
}

/** Empty: what is booked of it stays, and nothing of it waits any more. */
function inTheEnd(
  ctx: Context,
  { changed, closed, tablesOf }: Settlement,
  { advance, whole, booked }: Settled,
  { counted, corrected_id }: Circumstances,
): AffectedAdvance[] {
  const change = changed.find((one) => one.advance.id === advance.id);
  const result = change?.later.result;
  const isWaiting = result?.kind === "review" && result.reviewReason.code === "financial_year_closed";
  // What closed years count of an advance that is corrected itself is told with it.
  if (advance.id === corrected_id || (whole === booked && !isWaiting)) {
    return change === undefined ? [] : [{ ...change, pending: {} }];
  }
  const later = readingOf(advance, whole, tablesOf(advance));
  const before = counted.filter((entry) => entry.activity_split_id === advance.split_id);
  const figures = figuresOfSettled(ctx, { advance, result: later.result, before }, closed);
  return [{ advance, later, pending: pendingByYear(figures, closed) }];
}
