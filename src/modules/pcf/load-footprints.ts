import type { TenantQueries } from "../../core/context.ts";
import { type Footprints, indexFootprints } from "./match-footprint.ts";
import { selectForMatching } from "./store.ts";

/** The company's approved footprints, the newest 10,000, ready for look-up. Load once per batch of documents. */
export async function loadFootprints(db: TenantQueries): Promise<Footprints> {
  return indexFootprints(await selectForMatching(db));
}
