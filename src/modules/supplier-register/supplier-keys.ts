import type { TenantQueries } from "../../core/context.ts";
import { memoryKeyOf } from "./identifier.ts";
import { selectRootId, selectSupplierIdentity } from "./store.ts";

/**
 * The keys under which the documents of a supplier, or of the one that it was merged into, are known, those of suppliers that were merged into it included, at most 200; null: the
 * register has no supplier of this id. A row that states a name only is
 * of every supplier of that name, as it is when payments are held against accounts.
 */
export async function supplierKeysOf(db: TenantQueries, id: string): Promise<readonly string[] | null> {
  const root = await selectRootId(db, id);
  const supplier = root === undefined ? undefined : await selectSupplierIdentity(db, root);
  if (supplier === undefined) return null;
  const keys = supplier.identifiers.flatMap((identifier) => memoryKeyOf(identifier) ?? []);
  return [...new Set(keys)];
}
