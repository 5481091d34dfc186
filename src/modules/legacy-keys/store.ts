import type { Environment, SystemDb, TenantQueries } from "../../core/context.ts";
import type { PlanName } from "../../core/plans.ts";
import { statement } from "../../core/statement.ts";
import type { LegacyKeyRecord } from "./legacy-key-record.ts";

const COLUMNS = "id, name, last_four, created_by, created_at, last_used_at, revoked_at";

const INSERT = statement(`
  insert into legacy_keys (tenant_id, environment, id, name, digest, last_four, created_by)
  values ($1, $2, $3, $4, $5, $6, $7)
  returning ${COLUMNS}`);

// The notification leaves with the commit: every process drops the key from its cache at that moment.
const REVOKE = statement(`
  update legacy_keys set revoked_at = $4, revoked_by = $5
  where tenant_id = $1 and environment = $2 and id = $3 and revoked_at is null
  returning ${COLUMNS}, pg_notify('carbon_credentials', id::text)::text as notified`);

const BY_ID = statement(`
  select ${COLUMNS} from legacy_keys
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1`);

const FIND = statement(`
  select k.id, k.digest, k.environment, k.last_used_at, least(k.revoked_at, t.deactivated_at) as revoked_at,
    t.id as tenant_id, t.name as tenant_name, t.country, t.plan
  from legacy_keys k join company_identities t on t.id = k.tenant_id
  where k.digest = $1
  order by k.id limit 1`);

const RECORD_USE = statement(`
  update legacy_keys set last_used_at = $4
  where tenant_id = $1 and environment = $2 and id = $3
    and (last_used_at is null or last_used_at < $4::timestamptz - interval '50 seconds')`);

export interface NewLegacyKeyRow {
  readonly id: string;
  readonly name: string;
  readonly digest: Buffer;
  readonly last_four: string;
  readonly created_by: string;
}

/** A key with its company, as admission needs it. */
export interface FoundLegacyKeyRow {
  readonly id: string;
  readonly digest: Buffer;
  readonly environment: Environment;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly country: string;
  readonly plan: PlanName;
}

export async function insertLegacyKey(tx: TenantQueries, key: NewLegacyKeyRow): Promise<LegacyKeyRecord> {
  const [row] = await tx.rows<LegacyKeyRecord>(INSERT, [key.id, key.name, key.digest, key.last_four, key.created_by]);
  if (row === undefined) throw new Error("insert of a legacy key returned no row");
  return row;
}

/** undefined: there is no such key, or it was revoked before. */
export async function setLegacyKeyRevoked(
  tx: TenantQueries,
  id: string,
  revoked_at: string,
  revoked_by: string,
): Promise<LegacyKeyRecord | undefined> {
  const [row] = await tx.rows<LegacyKeyRecord & { notified?: string }>(REVOKE, [id, revoked_at, revoked_by]);
  if (row === undefined) return undefined;
  const { notified: _, ...record } = row;
  return record;
}

export async function selectLegacyKey(tx: TenantQueries, id: string): Promise<LegacyKeyRecord | undefined> {
  return (await tx.rows<LegacyKeyRecord>(BY_ID, [id]))[0];
}

export async function findLegacyKey(system: SystemDb, digest: Buffer): Promise<FoundLegacyKeyRow | undefined> {
  return (await system.rows<FoundLegacyKeyRow>(FIND, [digest]))[0];
}

export async function updateLegacyKeyUse(
  system: SystemDb,
  key: { readonly tenant_id: string; readonly environment: Environment; readonly id: string },
  used_at: Date,
): Promise<void> {
  await system.rows(RECORD_USE, [key.tenant_id, key.environment, key.id, used_at.toISOString()]);
}
