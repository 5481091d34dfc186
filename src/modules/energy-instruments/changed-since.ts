import type { TenantQueries } from "../../core/context.ts";
import type { AllocationRecord } from "./allocation-record.ts";
import { selectNewestVersions } from "./store.ts";
import { type RunRow, selectRunsInForce } from "./store-runs.ts";

/**
 * Instruments of allocations in force that were corrected or withdrawn after these were decided, by run: their figures rest on what the
 * register no longer says. Runs that are not in force have none.
 */
export async function changedSince(
  db: TenantQueries,
  runs: readonly RunRow[],
): Promise<ReadonlyMap<string, AllocationRecord["changed_since"]>> {
  const applied = runs.filter(({ status, plan }) => status === "applied" && plan.instruments.length > 0);
  if (applied.length === 0) return new Map();
  const inForce = await selectRunsInForce(db);
  const ids = applied.flatMap(({ plan }) => plan.instruments.map(({ id }) => id));
  const newest = new Map((await selectNewestVersions(db, [...new Set(ids)])).map((row) => [row.instrument_id, row]));
  return new Map(
    applied
      .filter(({ id }) => inForce.has(id))
      .map(({ id, plan }) => [
        id,
        plan.instruments.flatMap(({ id: instrument_id, version, name }) => {
          const now = newest.get(instrument_id);
          return now === undefined || now.version === version
            ? []
            : [{ instrument_id, name, is_withdrawn: now.is_withdrawn }];
        }),
      ]),
  );
}
