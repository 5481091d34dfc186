import type { Environment, SystemDb, TenantQueries } from "../../core/context.ts";
import type { PlanName } from "../../core/plans.ts";
import { statement } from "../../core/statement.ts";
import type { GrantRecord, HeldGrantRow } from "./grant-record.ts";

const COLUMNS = `id, tenant_id, environment, consultant_id, scopes, valid_from, valid_to, granted_by, created_at,
    revoked_at`;

const INSERT = statement(`
  insert into consultant_grants (tenant_id, environment, id, consultant_id, scopes, valid_from, valid_to, granted_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  returning ${COLUMNS}`);

const OVERLAPPING = statement(`
  select id from consultant_grants
  where tenant_id = $1 and environment = $2 and consultant_id = $3 and revoked_at is null
    and (valid_to is null or valid_to > $4::timestamptz) and ($5::timestamptz is null or valid_from < $5::timestamptz)
  order by id limit 1`);

const LOCK = statement(`
  select ${COLUMNS} from consultant_grants
  where tenant_id = $1 and environment = $2 and id = $3
  order by id limit 1
  for update`);

const END = statement(`
  update consultant_grants set revoked_at = $4, revoked_by = $5
  where tenant_id = $1 and environment = $2 and id = $3
  returning ${COLUMNS}`);

const HOLDERS = statement(`
  select tenant_id, environment from consultant_grants where id = $1
  order by tenant_id, environment limit 2`);

const ACTIVE = statement(`
  select g.id, g.scopes, t.name as tenant_name, t.country, t.plan
  from consultant_grants g join company_identities t on t.id = g.tenant_id
  where g.tenant_id = $1 and g.environment = $2 and g.consultant_id = $3 and g.revoked_at is null
    and g.valid_from <= $4::timestamptz and (g.valid_to is null or g.valid_to > $4::timestamptz)
    and t.deactivated_at is null
  order by g.created_at desc, g.id desc limit 1`);

// $1 is the consultant's own space: no company has that id, and the policy held_rows shows the grants it holds.
const HELD = statement(`
  select g.id, g.tenant_id, t.name as tenant_name, g.environment, g.scopes, g.valid_from, g.valid_to, g.created_at,
    g.revoked_at
  from consultant_grants g join company_identities t on t.id = g.tenant_id
  where g.consultant_id = $1 and g.environment = $2
    and ($3::timestamptz is null or (g.created_at, g.id) < ($3::timestamptz, $4::uuid))
  order by g.created_at desc, g.id desc
  limit $5`);

export interface NewGrantRow {
  readonly id: string;
  readonly consultant_id: string;
  readonly scopes: readonly string[];
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly granted_by: string;
}

/** An active grant with the company that gave it. */
export interface ActiveGrantRow {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly tenant_name: string;
  readonly country: string;
  readonly plan: PlanName;
}

export async function insertGrant(tx: TenantQueries, grant: NewGrantRow): Promise<GrantRecord> {
  const [row] = await tx.rows<GrantRecord>(INSERT, [
    grant.id,
    grant.consultant_id,
    grant.scopes,
    grant.valid_from,
    grant.valid_to,
    grant.granted_by,
  ]);
  if (row === undefined) throw new Error("insert of a grant returned no row");
  return row;
}

/** Whether a grant of the consultant that was not ended shares a moment with the period. */
export async function hasOverlap(
  tx: TenantQueries,
  grant: Pick<NewGrantRow, "consultant_id" | "valid_from" | "valid_to">,
): Promise<boolean> {
  const { consultant_id, valid_from, valid_to } = grant;
  return (await tx.rows(OVERLAPPING, [consultant_id, valid_from, valid_to])).length > 0;
}

export async function lockGrant(tx: TenantQueries, id: string): Promise<GrantRecord | undefined> {
  return (await tx.rows<GrantRecord>(LOCK, [id]))[0];
}

export async function setGrantEnded(
  tx: TenantQueries,
  id: string,
  revoked_at: string,
  revoked_by: string,
): Promise<GrantRecord> {
  const [row] = await tx.rows<GrantRecord>(END, [id, revoked_at, revoked_by]);
  if (row === undefined) throw new Error("a locked grant vanished");
  return row;
}

/** Where a grant lies: one company, one or both environments. */
export async function selectGrantHolders(
  system: SystemDb,
  id: string,
): Promise<{ readonly tenant_id: string; readonly environment: Environment }[]> {
  return await system.rows<{ tenant_id: string; environment: Environment }>(HOLDERS, [id]);
}

/** The grant that is active at `now`, ISO 8601 UTC. */
export async function selectActiveGrant(
  system: SystemDb,
  place: { readonly tenant_id: string; readonly environment: Environment; readonly consultant_id: string },
  now: string,
): Promise<ActiveGrantRow | undefined> {
  const { tenant_id, environment, consultant_id } = place;
  return (await system.rows<ActiveGrantRow>(ACTIVE, [tenant_id, environment, consultant_id, now]))[0];
}

export async function selectHeldGrants(
  db: TenantQueries,
  after: readonly string[] | null,
  limit: number,
): Promise<HeldGrantRow[]> {
  return await db.rows<HeldGrantRow>(HELD, [after?.[0] ?? null, after?.[1] ?? null, limit]);
}
