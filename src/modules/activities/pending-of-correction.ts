import type { Context, TenantQueries } from "../../core/context.ts";
import { assertAdvanceStays, newEntries, pendingFigures, selectCurrentEntries } from "../emissions/index.ts";
import { closedYears } from "../financial-years/index.ts";
import { pendingByYear } from "./pending-of-line.ts";
import type { WithPending } from "./pending-restatement-record.ts";
import { isAdvanceOfSupply } from "./settled-advance.ts";
import { restated } from "./stated-correction.ts";
import type { CurrentActivityRow } from "./store.ts";
import type { Correction } from "./write-correction.ts";

/**
 * What a correction that is not written would leave to wait for closed years. @throws ServiceError financial_year.closed as its writing would
 * for an advance of a supply
 */
export async function pendingOfCorrection(
  ctx: Context,
  db: TenantQueries,
  current: CurrentActivityRow,
  { decision, result, stated = null }: Correction,
): Promise<WithPending> {
  const closed = await closedYears(db);
  if (closed.length === 0) return {};
  const { id: activity_id, split_id: activity_split_id, department_id } = current;
  const { transaction_date } = restated(current, stated);
  const source = { activity_id, activity_split_id, department_id, transaction_date };
  const after = result?.kind === "calculated" ? newEntries(ctx, source, result.entries) : [];
  if (isAdvanceOfSupply(current) || isAdvanceOfSupply({ ...current, category_key: decision.category_key })) {
    await assertAdvanceStays(db, { from_split_id: activity_split_id, fresh: after }, closed);
    return {};
  }
  // A line that waits is not pending: nobody knows what it would count.
  if (result?.kind === "review" || decision.status === "pending_review") return {};
  const before = await selectCurrentEntries(db, [activity_split_id]);
  const line = { activity_id, activity_split_id, cause: "correction" } as const;
  return pendingByYear(pendingFigures(line, { before, after }, closed), closed);
}
