import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** Keys that one call looks up. */
const KEYS_MAX = 50_000;

/** A key of the categories' memory, with the supplier that it means. */
export interface RegisteredKey {
  readonly key: string;
  /** The supplier that stands for it, merges followed. */
  readonly root_id: string;
  readonly name: string;
}

// The same form as memoryKeyOf gives.
const OF_KEYS = statement(`
  select distinct on (k.key) k.key, s.root_id, r.name
  from unnest($3::text[]) as k (key)
  join supplier_identifiers i on i.tenant_id = $1 and i.environment = $2 and i.identifies and i.removed_at is null
   and i.kind in ('cvr', 'vat', 'register_number', 'name')
   and k.key = case i.kind when 'name' then 'name:' || i.value else 'id:' || regexp_replace(i.value, '^[A-Z]{2}:', '') end
  join supplier_identities s on s.tenant_id = $1 and s.environment = $2 and s.id = i.supplier_identity_id
  join supplier_identities r on r.tenant_id = $1 and r.environment = $2 and r.id = s.root_id
  order by k.key, s.root_id limit ${KEYS_MAX}`);

/** The suppliers of the register that keys of the categories' memory mean; keys of none are left out. */
export async function suppliersOfKeys(db: TenantQueries, keys: readonly string[]): Promise<RegisteredKey[]> {
  return keys.length === 0 ? [] : await db.rows<RegisteredKey>(OF_KEYS, [keys]);
}
