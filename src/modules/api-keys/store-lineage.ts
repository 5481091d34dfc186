import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { ApiKeyRow } from "./api-key.ts";
import type { KeyBounds } from "./key-bounds.ts";

/** Keys that still work at the moment of a parameter, without those that a rotation ends soon. */
const worksAt = (now: string): string =>
  `revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)`;

/**
 * SQL: how many active keys were made with the row of api_keys that the outer query reads, or with those, at any depth. A
 * key that ended took what it made with it, so only active ones lead further.
 */
export function activeBelow(now: string): string {
  return `with recursive below as (
      select k.id from api_keys k
      where k.tenant_id = $1 and k.environment = $2 and k.parent_id = api_keys.id and ${worksAt(now)}
      union
      select k.id from below join api_keys k on k.parent_id = below.id
      where k.tenant_id = $1 and k.environment = $2 and ${worksAt(now)}
    )
    select count(*) from below`;
}

const BELOW = statement(`
  with recursive below as (
    select id, environment, revoked_at, created_at from api_keys
    where tenant_id = $1 and environment = $2 and parent_id = $3 and ${worksAt("$4")}
    union
    select k.id, k.environment, k.revoked_at, k.created_at from below join api_keys k on k.parent_id = below.id
    where k.tenant_id = $1 and k.environment = $2 and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > $4::timestamptz)
  )
  select id, environment, revoked_at from below order by created_at, id limit 100000`);

const COUNT_ACTIVE = statement(`
  select count(*) as active from api_keys
  where tenant_id = $1 and environment = $2 and (revoked_at is null or revoked_at > $3::timestamptz)
    and (expires_at is null or expires_at > $3::timestamptz)
  order by 1 limit 1`);

const MAKER = statement(`
  select k.id, k.expires_at, k.ip_allowlist, k.revoked_at, newest.id as newest_id,
    newest.revoked_at as newest_revoked_at
  from api_keys k join api_keys newest on newest.tenant_id = k.tenant_id and newest.environment = k.environment
    and newest.id = coalesce(k.replaced_by, k.id)
  where k.tenant_id = $1 and k.environment = $2 and k.id = $3
  order by k.id limit 1`);

const ABOVE = statement(`
  with recursive above as (
    select parent_id from api_keys where tenant_id = $1 and environment = $2 and id = $3
    union
    select k.parent_id from above join api_keys k on k.id = above.parent_id
    where k.tenant_id = $1 and k.environment = $2
  )
  select parent_id as id from above where parent_id is not null order by parent_id limit 100000`);

const ADOPT = statement(`
  update api_keys set parent_id = $4 where tenant_id = $1 and environment = $2 and parent_id = $3`);

const REPLACE = statement(`
  update api_keys set replaced_by = $4
  where tenant_id = $1 and environment = $2 and (id = $3 or replaced_by = $3)`);

/** A key that makes another, and the newest key of its rotation, which is itself unless it was rotated. */
export interface MakerRow extends KeyBounds {
  readonly id: string;
  readonly revoked_at: string | null;
  readonly newest_id: string;
  readonly newest_revoked_at: string | null;
}

export async function selectMaker(tx: TenantQueries, id: string): Promise<MakerRow | undefined> {
  return (await tx.rows<MakerRow>(MAKER, [id]))[0];
}

/** Active keys that were made with a key, or with those, oldest first; `now` is ISO 8601. */
export async function selectActiveBelow(
  tx: TenantQueries,
  id: string,
  now: string,
): Promise<Pick<ApiKeyRow, "environment" | "id" | "revoked_at">[]> {
  return await tx.rows(BELOW, [id, now]);
}

/** Ids of the keys that a key ends with. */
export async function selectIdsAbove(tx: TenantQueries, id: string): Promise<string[]> {
  return (await tx.rows<{ id: string }>(ABOVE, [id])).map((row) => row.id);
}

/** Keys that work at `now` (ISO 8601), those whose rotation is not over included. */
export async function countActiveKeys(tx: TenantQueries, now: string): Promise<number> {
  return (await tx.rows<{ active: number }>(COUNT_ACTIVE, [now]))[0]?.active ?? 0;
}

/** Lets the successor of a rotated key take its place: what the old one made, and makes until it ends, is the new one's. */
export async function replaceKey(tx: TenantQueries, id: string, successor_id: string): Promise<void> {
  await tx.rows(ADOPT, [id, successor_id]);
  await tx.rows(REPLACE, [id, successor_id]);
}
