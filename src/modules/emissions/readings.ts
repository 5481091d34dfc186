import type { TenantQueries } from "../../core/context.ts";
import { splitDetail } from "./build-lineage.ts";
import type { Lineage } from "./lineage-record.ts";
import { selectSplitsOfActivity } from "./store-lineage.ts";

/** Every reading of an activity as the lineage shows it, newest first, at most 100. */
export async function readingsOf(db: TenantQueries, activityId: string): Promise<readonly Lineage["activity_split"][]> {
  return (await selectSplitsOfActivity(db, activityId)).toReversed().map(splitDetail);
}
