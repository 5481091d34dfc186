import type { SystemDb, TenantQueries } from "../../core/context.ts";
import type { PlanName } from "../../core/plans.ts";
import type { Environment } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ApiKeyRecord, ApiKeyRow } from "./api-key.ts";
import { activeBelow } from "./store-lineage.ts";

const COLUMNS = `id, name, environment, scopes, prefix, last_four, expires_at, ip_allowlist, parent_id, created_by,
    actor_name(created_by) as created_by_name, created_at, last_used_at, revoked_at`;

const INSERT = statement(`
  insert into api_keys (tenant_id, environment, id, name, digest, scopes, prefix, last_four, expires_at, ip_allowlist,
    created_by, bucket_id, parent_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  returning ${COLUMNS}`);

const LIST = statement(`
  select ${COLUMNS}, (${activeBelow("$6")}) as active_children
  from api_keys
  where tenant_id = $1 and environment = $2
    and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4::uuid))
  order by created_at desc, id desc
  limit $5`);

const BY_ID = statement(`
  select ${COLUMNS}, (${activeBelow("$4")}) as active_children
  from api_keys
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

const LOCK = statement(`
  select ${COLUMNS}, coalesce(bucket_id, id) as bucket_id
  from api_keys
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1
  for update`);

// The notification leaves with the commit: every process drops the key from its cache at that moment.
const REVOKE = statement(`
  update api_keys set revoked_at = $4, revoked_by = $5
  where tenant_id = $1 and environment = $2 and id = $3
  returning pg_notify('carbon_credentials', id::text)::text as notified`);

const FIND = statement(`
  select k.id, k.digest, k.environment, k.scopes, k.expires_at, k.ip_allowlist, k.last_used_at,
    least(k.revoked_at, t.deactivated_at) as revoked_at, coalesce(k.bucket_id, k.id) as bucket_id,
    t.id as tenant_id, t.name as tenant_name, t.country, t.plan
  from api_keys k join company_identities t on t.id = k.tenant_id
  where k.digest = $1
  order by k.id limit 1`);

const RECORD_USE = statement(`
  update api_keys set last_used_at = $4
  where tenant_id = $1 and environment = $2 and id = $3
    and (last_used_at is null or last_used_at < $4::timestamptz - interval '50 seconds')`);

export interface NewKeyRow {
  readonly id: string;
  readonly name: string;
  readonly digest: Buffer;
  readonly scopes: readonly string[];
  readonly prefix: string;
  readonly last_four: string;
  readonly expires_at: string | null;
  readonly ip_allowlist: readonly string[];
  readonly created_by: string;
  readonly bucket_id: string | null;
  readonly parent_id: string | null;
}

/** A key with its company, as admission needs it. */
export interface FoundKeyRow {
  readonly id: string;
  readonly digest: Buffer;
  readonly environment: Environment;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly ip_allowlist: readonly string[];
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly bucket_id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly country: string;
  readonly plan: PlanName;
}

export async function insertKey(tx: TenantQueries, key: NewKeyRow): Promise<ApiKeyRow> {
  const [row] = await tx.rows<ApiKeyRow>(INSERT, [
    key.id,
    key.name,
    key.digest,
    key.scopes,
    key.prefix,
    key.last_four,
    key.expires_at,
    key.ip_allowlist,
    key.created_by,
    key.bucket_id,
    key.parent_id,
  ]);
  if (row === undefined) throw new Error("insert of an API key returned no row");
  return row;
}

/** A page of the keys, with their active children at the moment `now` (ISO 8601). */
export async function selectKeys(
  db: TenantQueries,
  { after, limit }: { readonly after: readonly string[] | null; readonly limit: number },
  now: string,
): Promise<ApiKeyRecord[]> {
  return await db.rows<ApiKeyRecord>(LIST, [after?.[0] ?? null, after?.[1] ?? null, limit, now]);
}

/** A key, with its active children at the moment `now` (ISO 8601). */
export async function selectKey(db: TenantQueries, id: string, now: string): Promise<ApiKeyRecord | undefined> {
  return (await db.rows<ApiKeyRecord>(BY_ID, [id, now]))[0];
}

/** The key, locked until the transaction ends. */
export async function lockKey(
  tx: TenantQueries,
  id: string,
): Promise<(ApiKeyRow & { readonly bucket_id: string }) | undefined> {
  return (await tx.rows<ApiKeyRow & { readonly bucket_id: string }>(LOCK, [id]))[0];
}

/** Sets the moment from which the key is refused, and tells every process. */
export async function setRevoked(tx: TenantQueries, id: string, revoked_at: string, revoked_by: string): Promise<void> {
  const rows = await tx.rows(REVOKE, [id, revoked_at, revoked_by]);
  if (rows.length === 0) throw new Error("a locked API key vanished");
}

export async function findKeyByDigest(system: SystemDb, digest: Buffer): Promise<FoundKeyRow | undefined> {
  return (await system.rows<FoundKeyRow>(FIND, [digest]))[0];
}

export async function updateLastUsed(
  system: SystemDb,
  key: { readonly tenant_id: string; readonly environment: Environment; readonly id: string },
  used_at: Date,
): Promise<void> {
  await system.rows(RECORD_USE, [key.tenant_id, key.environment, key.id, used_at.toISOString()]);
}
