import type { TenantDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { FactorRecord, FrozenFootprint } from "./factor-record.ts";

// The catalog is the same for every tenant. The two leading parameters that every statement on a tenant's connection
// gets are named all the same, so that the server knows their types.
const FOR_EVERY_TENANT = "$1::uuid is not null and $2::text is not null";

const FACTOR_COLUMNS = `id, key, release, name_en, name_da, scope, scope3_category, unit, kg_co2e_per_unit, co2_kg,
  ch4_kg_co2e, n2o_kg_co2e, biogenic_co2_kg, region, valid_year, currency, price_year, boundary, gwp_set, source,
  source_url, licence, note, confidence, read_in, content_hash, created_at`;

const selectPage = statement(`
  select ${FACTOR_COLUMNS}
  from emission_factors
  where ${FOR_EVERY_TENANT}
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
    and ($5::text is null or region = $5)
    and ($6::int is null or valid_year = $6)
    and ($7::text is null or position(lower($7) in lower(source)) > 0)
    and ($8::text is null or starts_with(key, $8) or key = any($9::text[]))
    and not exists (
      select from unnest($10::text[]) as word
      where position(lower(word) in lower(key || ' ' || name_en || ' ' || name_da)) = 0)
  order by created_at desc, id desc
  limit $11`);

const selectOne = statement(`
  select ${FACTOR_COLUMNS} from emission_factors where ${FOR_EVERY_TENANT} and id = $3 order by id limit 1`);

// Footprints are in no catalog: what counted is what an entry froze, which is the same in all that use it.
const selectFootprint = statement(`
  select e.emission_factor_id as id, e.factor->>'key' as key, e.inputs->>'pact_spec_version' as release,
    e.factor->>'name_en' as name_en, e.factor->>'name_en' as name_da, e.scope, e.scope3_category,
    e.factor->>'unit' as unit, e.factor->>'value' as kg_co2e_per_unit, null as co2_kg, null as ch4_kg_co2e,
    null as n2o_kg_co2e, null as biogenic_co2_kg, e.factor->>'region' as region, (e.factor->>'year')::int as valid_year,
    null as currency, null::int as price_year, e.factor->>'boundary' as boundary, e.factor->>'gwp_set' as gwp_set,
    e.factor->>'source' as source, e.factor->>'source_url' as source_url, e.factor->>'licence' as licence, null as note,
    null as confidence, null as read_in,
    e.factor->>'content_hash' as content_hash, e.created_at, e.inputs->>'valid_from' as valid_from,
    e.inputs->>'valid_to' as valid_to
  from ledger_entries e
  where e.tenant_id = $1 and e.environment = $2 and e.emission_factor_id = $3 and e.inputs ? 'pcf_record_id'
  order by e.id limit 1`);

// An entry that another one supersedes no longer counts.
const selectCitations = statement(`
  with citing as (
    select e.id, e.created_at, e.market_based_kg
    from ledger_entries e
    where e.tenant_id = $1 and e.environment = $2 and e.emission_factor_id = $3
      and not exists (
        select from ledger_entries s
        where s.tenant_id = $1 and s.environment = $2 and s.supersedes_entry_id = e.id)
  )
  select count(*) as citation_count, coalesce(sum(market_based_kg), 0) as total_co2e_kg,
         array(select id::text from citing order by created_at desc, id desc limit 10) as sample_ids
  from citing limit 1`);

export interface FactorFilter {
  readonly region: string | null;
  readonly year: number | null;
  readonly source: string | null;
  /** Prefix of keys, or exactly one of `keys`. */
  readonly category: { readonly prefix: string; readonly keys: readonly string[] } | null;
  /** Every word must occur in key or name. */
  readonly words: readonly string[];
}

const selectKeyed = statement(`
  select id from emission_factors where ${FOR_EVERY_TENANT} and starts_with(key, $3) order by id limit 1`);

const selectOrigins = statement(`
  select distinct region, source from emission_factors where ${FOR_EVERY_TENANT} order by region, source limit 5000`);

/** Whether any factor's key begins so. */
export async function isFactorPrefix(db: TenantDb, prefix: string): Promise<boolean> {
  return (await db.rows<{ id: string }>(selectKeyed, [prefix])).length === 1;
}

/** Regions and sources that factors have. */
export async function selectFactorOrigins(
  db: TenantDb,
): Promise<readonly { readonly region: string; readonly source: string }[]> {
  return await db.rows<{ region: string; source: string }>(selectOrigins);
}

/** Factors, newest first. `after` holds created_at and id of the last row seen. */
export async function selectFactorPage(
  db: TenantDb,
  filter: FactorFilter,
  after: readonly string[] | null,
  limit: number,
): Promise<FactorRecord[]> {
  return await db.rows<FactorRecord>(selectPage, [
    after?.[0] ?? null,
    after?.[1] ?? null,
    filter.region,
    filter.year,
    filter.source,
    filter.category?.prefix ?? null,
    filter.category?.keys ?? [],
    filter.words,
    limit,
  ]);
}

export async function findFactor(db: TenantDb, id: string): Promise<FactorRecord | undefined> {
  return (await db.rows<FactorRecord>(selectOne, [id]))[0];
}

/** The product footprint that the tenant's entries were calculated from; undefined when none was. */
export async function findUsedFootprint(db: TenantDb, id: string): Promise<FrozenFootprint | undefined> {
  return (await db.rows<FrozenFootprint>(selectFootprint, [id]))[0];
}

export interface Citations {
  readonly citation_count: number;
  /** Decimal text. */
  readonly total_co2e_kg: string;
  readonly sample_ids: readonly string[];
}

/** The tenant's entries that use a factor version, superseded ones left out; the newest ten by id. */
export async function selectCitationsOf(db: TenantDb, factor_id: string): Promise<Citations> {
  const [row] = await db.rows<Citations>(selectCitations, [factor_id]);
  return row ?? { citation_count: 0, total_co2e_kg: "0", sample_ids: [] };
}
