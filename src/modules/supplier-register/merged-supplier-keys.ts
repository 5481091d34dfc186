import type { TenantQueries } from "../../core/context.ts";
import { memoryKeyOf } from "./identifier.ts";
import { selectMergedIdentifiers } from "./store-merges.ts";

/** Keys of the categories' memory that mean one supplier since a person merged two, a list per supplier. */
export async function loadMergedSupplierKeys(db: TenantQueries): Promise<readonly (readonly string[])[]> {
  const byRoot = new Map<string, Set<string>>();
  for (const { root_id, ...identifier } of await selectMergedIdentifiers(db)) {
    const key = memoryKeyOf(identifier);
    if (key === null) continue;
    const keys = byRoot.get(root_id) ?? new Set<string>();
    keys.add(key);
    byRoot.set(root_id, keys);
  }
  return [...byRoot.values()].map((keys) => [...keys]).filter((keys) => keys.length > 1);
}
