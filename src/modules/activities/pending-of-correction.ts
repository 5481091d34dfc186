import type { Context, TenantQueries } from "../../core/context.ts";
import { newEntries, pendingFigures, selectCurrentEntries } from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { pendingByYear } from "./pending-of-line.ts";
import type { WithPending } from "./pending-restatement-record.ts";
import { isAdvanceOfSupply } from "./settled-advance.ts";
import { restated } from "./stated-correction.ts";
import type { CurrentActivityRow } from "./store.ts";
import type { Correction } from "./write-correction.ts";

/** What a correction that is not written would leave to wait for closed years. */
export async function pendingOfCorrection(
  ctx: Context,
  db: TenantQueries,
  current: CurrentActivityRow,
  { decision, result, stated = null }: Correction,
): Promise<WithPending> {
  const closed = await closedYears(db);
  // A line that waits is not pending: nobody knows what it would count. An advance is refused.
  const waits = result?.kind === "review" || decision.status === "pending_review";
  if (closed.length === 0 || waits || isAdvanceOfSupply(current)) return {};
  const { id: activity_id, split_id: activity_split_id, department_id } = current;
  const { transaction_date } = restated(current, stated);
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  const before = await selectCurrentEntries(db, [activity_split_id]);
  const after = newEntries(ctx, source, result?.entries ?? []);
  const line = { activity_id, activity_split_id, cause: "correction" } as const;
  return pendingByYear(pendingFigures(line, { before, after }, closed), closed);
}
