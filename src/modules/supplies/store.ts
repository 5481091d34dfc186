import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { SupplyCommodity, SupplyIdentifier } from "./supply-identifier.ts";

export interface SupplyRow {
  readonly id: string;
  readonly commodity: SupplyCommodity | null;
  readonly name: string | null;
  readonly supplier_identity_id: string | null;
  readonly identifiers: (SupplyIdentifier & { readonly stated_by: string; readonly stated_by_name: string | null })[];
  readonly stated_by: string;
  readonly stated_by_name: string | null;
  readonly created_at: string;
}

/** Identifiers that are shown of one supply. */
const SHOWN_MAX = 100;

const COLUMNS = `s.id, s.commodity, s.name, s.supplier_identity_id, s.stated_by, actor_name(s.stated_by) as stated_by_name, s.created_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value, 'shown', i.shown,
        'stated_by', i.stated_by, 'stated_by_name', actor_name(i.stated_by))
        order by i.kind, i.value)
      from (
        select n.kind, n.value, n.shown, n.stated_by from supply_identifiers n
        where n.tenant_id = $1 and n.environment = $2 and n.supply_id = s.id and n.removed_at is null
        order by n.kind, n.value limit ${SHOWN_MAX}) as i), '[]'::jsonb) as identifiers`;

const LIST = statement(`
  select ${COLUMNS} from supplies s
  where s.tenant_id = $1 and s.environment = $2
    and ($3::text[] is null or s.id in (
      select n.supply_id from unnest($3::text[], $4::text[]) as q (kind, value)
      join supply_identifiers n on n.tenant_id = $1 and n.environment = $2 and n.kind = q.kind and n.value = q.value
       and n.removed_at is null))
    and ($5::timestamptz is null or (s.created_at, s.id) < ($5::timestamptz, $6::uuid))
  order by s.created_at desc, s.id desc limit $7`);

const BY_ID = statement(`
  select ${COLUMNS} from supplies s
  where s.tenant_id = $1 and s.environment = $2 and s.id = $3
  order by s.id limit 1`);

const INSERT = statement(`
  insert into supplies (tenant_id, environment, id, commodity, name, supplier_identity_id, stated_by)
  values ($1, $2, $3, $4, $5, $6, $7)`);

const UPDATE = statement(`
  update supplies set commodity = coalesce($4, commodity), name = coalesce($5, name),
    supplier_identity_id = coalesce($6::uuid, supplier_identity_id)
  where tenant_id = $1 and environment = $2 and id = $3`);

const ADD = statement(`
  insert into supply_identifiers (tenant_id, environment, supply_id, kind, value, shown, stated_by)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant_id, environment, kind, value, supply_id)
  do update set removed_at = null, shown = excluded.shown, stated_by = excluded.stated_by`);

const REMOVE = statement(`
  update supply_identifiers set removed_at = $6::timestamptz
  where tenant_id = $1 and environment = $2 and supply_id = $3 and kind = $4 and value = $5 and removed_at is null
  returning value`);

/** Supplies newest first; `identifiers` null: all. */
export async function selectSupplies(
  db: TenantQueries,
  identifiers: readonly SupplyIdentifier[] | null,
  after: readonly string[] | null,
  limit: number,
): Promise<SupplyRow[]> {
  return await db.rows<SupplyRow>(LIST, [
    identifiers?.map(({ kind }) => kind) ?? null,
    identifiers?.map(({ value }) => value) ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit,
  ]);
}

/** Whether the company has a supply of this id. */
export async function isKnownSupply(db: TenantQueries, id: string): Promise<boolean> {
  return (await selectSupply(db, id)) !== undefined;
}

export async function selectSupply(db: TenantQueries, id: string): Promise<SupplyRow | undefined> {
  return (await db.rows<SupplyRow>(BY_ID, [id]))[0];
}

/** What a person states of a supply; null: as it was. */
export interface SupplyFacts {
  readonly commodity: SupplyCommodity | null;
  readonly name: string | null;
  readonly supplier_identity_id: string | null;
}

export async function insertSupply(
  tx: TenantQueries,
  id: string,
  { commodity, name, supplier_identity_id }: SupplyFacts,
  stated_by: string,
): Promise<void> {
  await tx.rows(INSERT, [id, commodity, name, supplier_identity_id, stated_by]);
}

export async function updateSupply(
  tx: TenantQueries,
  id: string,
  { commodity, name, supplier_identity_id }: SupplyFacts,
): Promise<void> {
  await tx.rows(UPDATE, [id, commodity, name, supplier_identity_id]);
}

/** Adds an identifier, or gives back one that was removed. */
export async function addSupplyIdentifier(
  tx: TenantQueries,
  id: string,
  { kind, value, shown }: SupplyIdentifier,
  stated_by: string,
): Promise<void> {
  await tx.rows(ADD, [id, kind, value, shown, stated_by]);
}

/** Returns whether the supply had it. */
export async function removeSupplyIdentifier(
  tx: TenantQueries,
  id: string,
  { kind, value }: SupplyIdentifier,
  removed_at: string,
): Promise<boolean> {
  return (await tx.rows<{ value: string }>(REMOVE, [id, kind, value, removed_at])).length > 0;
}
