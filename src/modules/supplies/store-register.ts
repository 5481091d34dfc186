import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { KnownSupply, SuppliesPlan } from "./plan-supplies.ts";
import type { SupplyIdentifier } from "./supply-identifier.ts";

const ROWS_MAX = 100_000;

const KNOWN = statement(`
  select i.kind, i.value, i.supply_id, s.commodity, i.removed_at is not null as is_removed, s.has_advances,
    s.supplier_identity_id as supplier_id
  from unnest($3::text[], $4::text[]) as q (kind, value)
  join supply_identifiers i on i.tenant_id = $1 and i.environment = $2 and i.kind = q.kind and i.value = q.value
  join supplies s on s.tenant_id = $1 and s.environment = $2 and s.id = i.supply_id
  order by i.created_at, i.supply_id limit ${ROWS_MAX}`);

/** Which supplies have these identifiers, first come first, with the supplier that named them first. */
export async function selectKnownSupplies(
  tx: TenantQueries,
  identifiers: readonly SupplyIdentifier[],
): Promise<KnownSupply[]> {
  return await tx.rows<KnownSupply>(KNOWN, [
    identifiers.map(({ kind }) => kind),
    identifiers.map(({ value }) => value),
  ]);
}

const INSERT = statement(`
  with made as (
    insert into supplies (tenant_id, environment, id, commodity, supplier_identity_id, stated_by)
    select $1, $2, r.id, r.commodity, r.supplier_identity_id, 'document'
    from json_populate_recordset(null::supplies, $3::json) as r
  )
  insert into supply_identifiers (tenant_id, environment, supply_id, kind, value, shown, stated_by)
  select $1, $2, r.supply_id, r.kind, r.value, r.shown, 'document'
  from json_populate_recordset(null::supply_identifiers, $4::json) as r`);

export async function insertSupplies(tx: TenantQueries, { supplies, identifiers }: SuppliesPlan): Promise<void> {
  await tx.rows(INSERT, [JSON.stringify(supplies), JSON.stringify(identifiers)]);
}

const NOTE_ADVANCES = statement(`
  update supplies set has_advances = true where tenant_id = $1 and environment = $2 and id = any($3::uuid[])`);

/** Bills of these supplies ask for advances. */
export async function noteAdvances(tx: TenantQueries, supplyIds: readonly string[]): Promise<void> {
  await tx.rows(NOTE_ADVANCES, [supplyIds]);
}
