import type { Context, TenantTransaction } from "../../core/context.ts";
import {
  addPendingRestatements,
  isInYears,
  newEntries,
  pendingFigures,
  selectCurrentEntries,
} from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import type { SplitRow } from "./new-split.ts";
import { readAs } from "./read-again.ts";
import { readingTables } from "./reading-tables.ts";
import type { CurrentActivityRow } from "./store.ts";

/**
 * Notes what is held back of a reading that stands again: a closed year in which it counts nothing and would count something. Its
 * entries are written. The transaction holds the audit chain.
 */
export async function holdAgain(
  ctx: Context,
  tx: TenantTransaction,
  { reading, row }: { readonly reading: CurrentActivityRow; readonly row: SplitRow },
): Promise<void> {
  if (row.status !== "classified") return;
  const closed = await closedYears(tx);
  if (closed.length === 0) return;
  const { result } = readAs(reading, row.category_key, await readingTables(ctx, tx));
  if (result.kind !== "calculated") return;
  const { activity_id, id: activity_split_id, department_id } = row;
  const source = { activity_id, activity_split_id, department_id, transaction_date: reading.transaction_date };
  const after = newEntries(ctx, source, result.entries);
  const counted = await selectCurrentEntries(tx, [activity_split_id]);
  const held = closed.filter((year) => !counted.some((entry) => isInYears(entry, [year])));
  const line = { activity_split_id, activity_id, cause: "document" } as const;
  await addPendingRestatements(tx, pendingFigures(line, { before: [], after }, held));
}
