import type { TenantQueries } from "../../core/context.ts";
import { selectCurrentActivities } from "../activities/index.ts";
import { type EarlierRecord, selectRecorded } from "./store.ts";

/**
 * The newest earlier record of the same facts, by fingerprint, at most 1000. What was left out since is no earlier record of
 * the same any more.
 */
export async function identicalRecords(
  db: TenantQueries,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, EarlierRecord>> {
  const earlier = await selectRecorded(db, fingerprints);
  if (earlier.size === 0) return earlier;
  const ids = [...earlier.values()].map((record) => record.activity_id);
  const activities = await selectCurrentActivities(db, ids);
  const counted = new Set(activities.filter(({ status }) => status !== "excluded").map(({ id }) => id));
  return new Map([...earlier].filter(([, record]) => counted.has(record.activity_id)));
}
