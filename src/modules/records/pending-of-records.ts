import type { TenantQueries } from "../../core/context.ts";
import { pendingOfReadings, selectCurrentActivities, type WithPending } from "../activities/index.ts";

/** What waits of records for closed years, by activity, as the ledger has it now; at most 1000. */
export async function pendingOfRecords(
  db: TenantQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WithPending>> {
  const records = await selectCurrentActivities(db, ids);
  const pending = await pendingOfReadings(
    db,
    records.map(({ split_id }) => split_id),
  );
  return new Map(
    records.flatMap(({ id, split_id }) => {
      const own = pending.get(split_id);
      return own === undefined ? [] : [[id, own] as const];
    }),
  );
}
