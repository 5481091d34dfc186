import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Identifier } from "./identifier.ts";
import type { KnownIdentifier, RegisterPlan } from "./plan-register.ts";

/** Suppliers that one name may have, times what one group of documents names. */
const ROWS_MAX = 100_000;

// Each identifier is looked up by its key, and its supplier by its own: joined, a plan made while the register was empty would read all of it.
const KNOWN = statement(`
  select i.kind, i.value, s.root_id, i.identifies, i.removed_at is not null as is_removed,
    exists (
      select from supplier_identities m
      join supplier_identifiers n on n.tenant_id = $1 and n.environment = $2 and n.supplier_identity_id = m.id
       and n.kind in ('cvr', 'vat', 'register_number') and n.removed_at is null
      where m.tenant_id = $1 and m.environment = $2 and m.root_id = s.root_id) as is_numbered
  from unnest($3::text[], $4::text[]) as q (kind, value)
  cross join lateral (
    select kind, value, identifies, removed_at, created_at, supplier_identity_id from supplier_identifiers
    where tenant_id = $1 and environment = $2 and kind = q.kind and value = q.value
    order by created_at, supplier_identity_id limit ${ROWS_MAX}
  ) as i
  cross join lateral (
    select root_id from supplier_identities
    where tenant_id = $1 and environment = $2 and id = i.supplier_identity_id order by id limit 1
  ) as s
  order by i.created_at, i.supplier_identity_id limit ${ROWS_MAX}`);

/** Who has these identifiers, first come first. */
export async function selectKnownIdentifiers(
  tx: TenantQueries,
  identifiers: readonly Identifier[],
): Promise<KnownIdentifier[]> {
  return await tx.rows<KnownIdentifier>(KNOWN, [
    identifiers.map(({ kind }) => kind),
    identifiers.map(({ value }) => value),
  ]);
}

const INSERT = statement(`
  with identities as (
    insert into supplier_identities (tenant_id, environment, id, name, country, root_id, named_by)
    select $1, $2, r.id, r.name, r.country, r.id, 'document'
    from json_populate_recordset(null::supplier_identities, $3::json) as r
  ), proposals as (
    insert into supplier_merges (tenant_id, environment, id, from_id, into_id, because, state)
    select $1, $2, r.id, r.from_id, r.into_id, r.because, 'proposed'
    from json_populate_recordset(null::supplier_merges, $5::json) as r
    on conflict do nothing
  )
  insert into supplier_identifiers (tenant_id, environment, supplier_identity_id, kind, value, shown, identifies, stated_by)
  select $1, $2, r.supplier_identity_id, r.kind, r.value, r.shown, r.identifies, 'document'
  from json_populate_recordset(null::supplier_identifiers, $4::json) as r`);

export async function insertPlan(tx: TenantQueries, { identities, identifiers, merges }: RegisterPlan): Promise<void> {
  await tx.rows(INSERT, [JSON.stringify(identities), JSON.stringify(identifiers), JSON.stringify(merges)]);
}
