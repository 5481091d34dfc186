import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Identifier } from "./identifier.ts";

export const MERGE_STATES = ["proposed", "accepted", "dismissed", "undone"] as const;
export type MergeState = (typeof MERGE_STATES)[number];

/** One supplier of a pair, with what was merged into it; where the two are one now, what is its own. */
export interface SupplierOfPairRow {
  readonly identifiers: (Identifier & { readonly shown: string })[];
  readonly purchase_count: number;
}

export interface SupplierMergeRow {
  readonly id: string;
  readonly from_id: string;
  readonly from_name: string;
  readonly into_id: string;
  readonly into_name: string;
  readonly from: SupplierOfPairRow;
  readonly into: SupplierOfPairRow;
  readonly because: "name" | "iban" | "person";
  readonly state: MergeState;
  readonly merged_id: string | null;
  readonly merged_into_id: string | null;
  readonly reason: string | null;
  readonly decided_by: string | null;
  readonly decided_by_name: string | null;
  readonly decided_at: string | null;
  readonly created_at: string;
}

/** Identifiers and purchases that are shown of one supplier. */
const IDENTIFIERS_MAX = 200;
const PURCHASES_MAX = 1_000;

/** The suppliers that the supplier `f` or `t` of a pair stands for, with what names them. */
const membersOf = (side: "f" | "t"): string => `supplier_identities m
      join supplier_identifiers n on n.tenant_id = $1 and n.environment = $2 and n.supplier_identity_id = m.id
       and n.removed_at is null
      where m.tenant_id = $1 and m.environment = $2 and m.root_id = ${side}.root_id
       and (f.root_id <> t.root_id or m.id = ${side}.id)`;

/** Purchases are those of the documents that tell this supplier, by its number or by a name that is its alone. */
const sideOf = (side: "f" | "t"): string => `jsonb_build_object(
    'identifiers', coalesce((
      select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value, 'shown', i.shown) order by i.kind, i.value)
      from (
        select distinct on (n.kind, n.value) n.kind, n.value, n.shown from ${membersOf(side)}
        order by n.kind, n.value limit ${IDENTIFIERS_MAX}) as i), '[]'::jsonb),
    'purchase_count', (
      select count(*) from (
        select 1 from counted_purchases p
        where p.tenant_id = $1 and p.environment = $2 and p.counted_by is null and p.supplier_key in (
          select case n.kind when 'name' then 'name:' || n.value else 'id:' || regexp_replace(n.value, '^[A-Z]{2}:', '') end
          from ${membersOf(side)} and n.identifies and n.kind in ('cvr', 'vat', 'register_number', 'name'))
        limit ${PURCHASES_MAX}) as p))`;

const COLUMNS = `g.id, g.from_id, f.name as from_name, g.into_id, t.name as into_name, ${sideOf("f")} as "from", ${sideOf("t")} as "into",
    g.because, g.state, g.merged_id, g.merged_into_id, g.reason, g.decided_by, actor_name(g.decided_by) as decided_by_name, g.decided_at, g.created_at`;

const NAMED = `supplier_merges g
  join supplier_identities f on f.tenant_id = $1 and f.environment = $2 and f.id = g.from_id
  join supplier_identities t on t.tenant_id = $1 and t.environment = $2 and t.id = g.into_id`;

const LIST = statement(`
  select ${COLUMNS} from ${NAMED}
  where g.tenant_id = $1 and g.environment = $2
    and ($3::text is null or g.state = $3)
    and ($4::uuid is null or $4 in (g.from_id, g.into_id))
    and ($5::timestamptz is null or (g.created_at, g.id) < ($5::timestamptz, $6::uuid))
  order by g.created_at desc, g.id desc limit $7`);

const BY_ID = statement(`
  select ${COLUMNS} from ${NAMED}
  where g.tenant_id = $1 and g.environment = $2 and g.id = $3
  order by g.id limit 1`);

const PAIR = statement(`
  insert into supplier_merges (tenant_id, environment, id, from_id, into_id, because, state)
  values ($1, $2, $3, $4, $5, 'person', 'proposed')
  on conflict (tenant_id, environment, (least(from_id, into_id)), (greatest(from_id, into_id)))
  do update set from_id = excluded.from_id, into_id = excluded.into_id
  returning id`);

const DECIDE = statement(`
  update supplier_merges set state = $4, merged_id = $5, merged_into_id = $6, reason = $7, decided_by = $8,
    decided_at = $9::timestamptz
  where tenant_id = $1 and environment = $2 and id = $3`);

const JOIN = statement(`
  update supplier_identities
  set root_id = $4, merged_into_id = case when id = $3 then $4 else merged_into_id end
  where tenant_id = $1 and environment = $2 and root_id = $3`);

const PART = statement(`
  with recursive part as (
    select id from supplier_identities where tenant_id = $1 and environment = $2 and id = $3
    union
    select s.id from supplier_identities s join part on s.merged_into_id = part.id
    where s.tenant_id = $1 and s.environment = $2)
  update supplier_identities s
  set root_id = $3, merged_into_id = case when s.id = $3 then null else s.merged_into_id end
  from part
  where s.tenant_id = $1 and s.environment = $2 and s.id = part.id`);

/** Suppliers that are looked at for what they were taught. */
const KEYS_MAX = 20_000;

const MERGED_KEYS = statement(`
  select s.root_id, i.kind, i.value
  from supplier_identities g
  join supplier_identities s on s.tenant_id = $1 and s.environment = $2 and s.root_id = g.root_id
  join supplier_identifiers i on i.tenant_id = $1 and i.environment = $2 and i.supplier_identity_id = s.id
   and i.removed_at is null and (i.kind in ('cvr', 'vat', 'register_number') or (i.kind = 'name' and i.identifies))
  where g.tenant_id = $1 and g.environment = $2 and g.merged_into_id is not null
  group by s.root_id, i.kind, i.value
  order by s.root_id, i.kind, i.value limit ${KEYS_MAX}`);

/** Proposals and decisions, newest first. */
export async function selectMerges(
  db: TenantQueries,
  filter: { readonly state: string | null; readonly supplier_identity_id: string | null },
  after: readonly string[] | null,
  limit: number,
): Promise<SupplierMergeRow[]> {
  const { state, supplier_identity_id } = filter;
  return await db.rows<SupplierMergeRow>(LIST, [
    state,
    supplier_identity_id,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit,
  ]);
}

export async function selectMerge(db: TenantQueries, id: string): Promise<SupplierMergeRow | undefined> {
  return (await db.rows<SupplierMergeRow>(BY_ID, [id]))[0];
}

/** The row of a pair, whatever was decided about it before; made when there is none. Returns its id. */
export async function pairMerge(
  tx: TenantQueries,
  pair: { readonly id: string; readonly from_id: string; readonly into_id: string },
): Promise<string> {
  const [row] = await tx.rows<{ id: string }>(PAIR, [pair.id, pair.from_id, pair.into_id]);
  if (row === undefined) throw new Error("a pair of suppliers was not written");
  return row.id;
}

export interface MergeDecision {
  readonly state: MergeState;
  readonly merged_id: string | null;
  readonly merged_into_id: string | null;
  readonly reason: string | null;
  readonly decided_by: string;
  readonly decided_at: string;
}

export async function setMergeDecision(tx: TenantQueries, id: string, decision: MergeDecision): Promise<void> {
  const { state, merged_id, merged_into_id, reason, decided_by, decided_at } = decision;
  await tx.rows(DECIDE, [id, state, merged_id, merged_into_id, reason, decided_by, decided_at]);
}

/** From now on `into` stands for `root` and for all that it stood for. Both stand for themselves before. */
export async function joinSuppliers(tx: TenantQueries, root: string, into: string): Promise<void> {
  await tx.rows(JOIN, [root, into]);
}

/** A merged supplier stands for itself again, and for what was merged into it. */
export async function partSuppliers(tx: TenantQueries, id: string): Promise<void> {
  await tx.rows(PART, [id]);
}

/** What merged suppliers are told by, with the supplier that stands for them. */
export async function selectMergedIdentifiers(
  db: TenantQueries,
): Promise<(Identifier & { readonly root_id: string })[]> {
  return await db.rows<Identifier & { readonly root_id: string }>(MERGED_KEYS);
}
