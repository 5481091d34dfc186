import type { Catalog } from "../../core/catalog.ts";
import type { Clock, SystemDb } from "../../core/context.ts";
import { catalogFromRows } from "./snapshot.ts";
import { findCatalogVersion, selectCatalogRows } from "./store.ts";

/** How old a snapshot may be before its version is compared again. */
const CHECK_AFTER_MS = 3_000;

/** Reads the whole catalog: one snapshot, which never changes afterwards. */
export async function loadCatalog(db: SystemDb): Promise<Catalog> {
  return catalogFromRows(await selectCatalogRows(db));
}

/**
 * The catalog of `Context`: one snapshot in memory, replaced when the reference tables have a new version. The version
 * is compared at most every 3 seconds, by whoever asks then; everybody else gets the snapshot at hand at once.
 */
export function catalogSource(db: SystemDb, clock: Clock): () => Promise<Catalog> {
  let current: { readonly catalog: Catalog; readonly version: number } | null = null;
  let checkedAt_ms = Number.NEGATIVE_INFINITY;
  let running: Promise<Catalog> | null = null;

  const refresh = async (): Promise<Catalog> => {
    // The version is read first: a change during the load is then seen at the next check.
    const version = (await findCatalogVersion(db))?.version ?? 0;
    if (current?.version !== version) current = { catalog: await loadCatalog(db), version };
    checkedAt_ms = clock.now().getTime();
    return current.catalog;
  };

  return async () => {
    if (current !== null && Math.abs(clock.now().getTime() - checkedAt_ms) < CHECK_AFTER_MS) return current.catalog;
    running ??= refresh().finally(() => {
      running = null;
    });
    return await running;
  };
}
