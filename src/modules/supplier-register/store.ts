import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Identifier, IdentifierKind } from "./identifier.ts";

export interface StatedIdentifierRow extends Identifier {
  readonly shown: string;
  readonly identifies: boolean;
  readonly stated_by: string;
  readonly stated_by_name: string | null;
}

/** A supplier with what stands for it and for all that were merged into it. */
export interface SupplierIdentityRow {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly merged_into_id: string | null;
  readonly named_by: string;
  readonly named_by_name: string | null;
  readonly identifiers: StatedIdentifierRow[];
  readonly merged_ids: string[];
  readonly created_at: string;
}

/** Identifiers and merged suppliers that are shown of one supplier. */
const SHOWN_MAX = 200;

const COLUMNS = `s.id, s.name, s.country, s.merged_into_id, s.named_by, actor_name(s.named_by) as named_by_name, s.created_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value, 'shown', i.shown, 'identifies', i.identifies,
        'stated_by', i.stated_by, 'stated_by_name', actor_name(i.stated_by)) order by i.kind, i.value)
      from (
        select distinct on (n.kind, n.value) n.kind, n.value, n.shown, n.identifies, n.stated_by
        from supplier_identities m
        join supplier_identifiers n on n.tenant_id = $1 and n.environment = $2 and n.supplier_identity_id = m.id
         and n.removed_at is null
        where m.tenant_id = $1 and m.environment = $2 and m.root_id = s.id
        order by n.kind, n.value, n.identifies desc limit ${SHOWN_MAX}) as i), '[]'::jsonb) as identifiers,
    coalesce((
      select jsonb_agg(m.id order by m.id) from (
        select m.id from supplier_identities m
        where m.tenant_id = $1 and m.environment = $2 and m.root_id = s.id and m.id <> s.id
        order by m.id limit ${SHOWN_MAX}) as m), '[]'::jsonb) as merged_ids`;

const LIST = statement(`
  select ${COLUMNS} from supplier_identities s
  where s.tenant_id = $1 and s.environment = $2 and s.merged_into_id is null
    and ($3::text[] is null or s.id in (
      select m.root_id from unnest($3::text[], $4::text[]) as q (kind, value)
      join supplier_identifiers n on n.tenant_id = $1 and n.environment = $2 and n.kind = q.kind and n.value = q.value
       and n.removed_at is null
      join supplier_identities m on m.tenant_id = $1 and m.environment = $2 and m.id = n.supplier_identity_id))
    and ($5::timestamptz is null or (s.created_at, s.id) < ($5::timestamptz, $6::uuid))
  order by s.created_at desc, s.id desc limit $7`);

const BY_ID = statement(`
  select ${COLUMNS} from supplier_identities s
  where s.tenant_id = $1 and s.environment = $2 and s.id = $3
  order by s.id limit 1`);

const ROOT = statement(`
  select root_id from supplier_identities
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

const RENAME = statement(`
  update supplier_identities set name = $4, named_by = $5
  where tenant_id = $1 and environment = $2 and id = $3`);

const REMOVE = statement(`
  update supplier_identifiers i set removed_at = $6::timestamptz
  from supplier_identities s
  where i.tenant_id = $1 and i.environment = $2 and i.kind = $4 and i.value = $5 and i.removed_at is null
    and s.tenant_id = $1 and s.environment = $2 and s.id = i.supplier_identity_id and s.root_id = $3
  returning i.value`);

const ADD = statement(`
  insert into supplier_identifiers (tenant_id, environment, supplier_identity_id, kind, value, shown, identifies, stated_by)
  values ($1, $2, $3, $4, $5, $6, true, $7)
  on conflict (tenant_id, environment, kind, value, supplier_identity_id)
  do update set removed_at = null, identifies = true, shown = excluded.shown, stated_by = excluded.stated_by`);

const HOLDER = statement(`
  select s.root_id from supplier_identifiers i
  join supplier_identities s on s.tenant_id = $1 and s.environment = $2 and s.id = i.supplier_identity_id
  where i.tenant_id = $1 and i.environment = $2 and i.kind = $3 and i.value = $4 and i.identifies and i.removed_at is null
  order by s.root_id limit 1`);

/** Suppliers that stand for themselves, newest first; `identifiers` null: all. */
export async function selectSupplierIdentities(
  db: TenantQueries,
  identifiers: readonly Identifier[] | null,
  after: readonly string[] | null,
  limit: number,
): Promise<SupplierIdentityRow[]> {
  return await db.rows<SupplierIdentityRow>(LIST, [
    identifiers?.map(({ kind }) => kind) ?? null,
    identifiers?.map(({ value }) => value) ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit,
  ]);
}

export async function selectSupplierIdentity(db: TenantQueries, id: string): Promise<SupplierIdentityRow | undefined> {
  return (await db.rows<SupplierIdentityRow>(BY_ID, [id]))[0];
}

/** The supplier that stands for one; undefined: there is none of this id. */
export async function selectRootId(db: TenantQueries, id: string): Promise<string | undefined> {
  return (await db.rows<{ root_id: string }>(ROOT, [id]))[0]?.root_id;
}

export async function renameSupplier(tx: TenantQueries, id: string, name: string, named_by: string): Promise<void> {
  await tx.rows(RENAME, [id, name, named_by]);
}

/** Takes an identifier from a supplier and from all that were merged into it. Returns whether it had it. */
export async function removeIdentifier(
  tx: TenantQueries,
  id: string,
  { kind, value }: Identifier,
  removed_at: string,
): Promise<boolean> {
  return (await tx.rows<{ value: string }>(REMOVE, [id, kind, value, removed_at])).length > 0;
}

/** Adds an identifier, or gives back one that was removed. */
export async function addIdentifier(
  tx: TenantQueries,
  id: string,
  { kind, value, shown }: { readonly kind: IdentifierKind; readonly value: string; readonly shown: string },
  stated_by: string,
): Promise<void> {
  await tx.rows(ADD, [id, kind, value, shown, stated_by]);
}

/** The supplier that an identifier tells; undefined: none. */
export async function selectHolder(db: TenantQueries, { kind, value }: Identifier): Promise<string | undefined> {
  return (await db.rows<{ root_id: string }>(HOLDER, [kind, value]))[0]?.root_id;
}

/** Whether the register has a supplier of this id, merged or not. */
export async function supplierIdentityExists(db: TenantQueries, id: string): Promise<boolean> {
  return (await selectRootId(db, id)) !== undefined;
}

const ROOTS = statement(`
  select id, root_id from supplier_identities
  where tenant_id = $1 and environment = $2 and id = any($3::uuid[])
  order by id limit 10000`);

/** The supplier that stands for each of these. */
export async function rootIdsOf(db: TenantQueries, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ id: string; root_id: string }>(ROOTS, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, root_id }) => [id, root_id]));
}
