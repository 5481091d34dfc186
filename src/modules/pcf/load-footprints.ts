import type { TenantQueries } from "../../core/context.ts";
import { type ApprovedFootprint, type Footprints, indexFootprints } from "./match-footprint.ts";
import { selectForMatching } from "./store.ts";

/**
 * The company's approved footprints, ready for look-up, and those that were: the newest 10,000, approved ones first. Load once per batch of
 * documents.
 */
export async function loadFootprints(db: TenantQueries): Promise<Footprints> {
  const approved: ApprovedFootprint[] = [];
  const deprecated: ApprovedFootprint[] = [];
  for (const { is_approved, ...footprint } of await selectForMatching(db)) {
    (is_approved ? approved : deprecated).push(footprint);
  }
  return indexFootprints(approved, deprecated);
}
