import type { SystemDb } from "../../core/context.ts";
import type { PlanName } from "../../core/plans.ts";
import { type Statement, statement } from "../../core/statement.ts";

/** A company as operators see it. */
export interface TenantRecord {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly plan: PlanName;
  readonly created_at: string;
  readonly deactivated_at: string | null;
  /** When it was erased: what is left of it is its id. */
  readonly erased_at: string | null;
}

const COLUMNS = "id, name, country, plan, created_at, deactivated_at, erased_at";

const INSERT = statement(`
  insert into tenants (id, name, country, plan) values ($1, $2, $3, $4)
  returning ${COLUMNS}`);

const BY_ID = statement(`select ${COLUMNS} from tenants where id = $1 order by id limit 1`);

const BY_NAME = statement(`
  select ${COLUMNS} from tenants where name = $1
  order by created_at desc, id desc limit $2`);

const LIKE_NAME = statement(`
  select ${COLUMNS} from tenants where lower(name) = lower($1)
  order by created_at desc, id desc limit $2`);

const LIST = statement(`
  select ${COLUMNS} from tenants
  order by created_at desc, id desc limit $1`);

// Every process drops the company's credentials from its cache: the plan is part of what they say.
const SET_PLAN = statement(`
  update tenants set plan = $2 where id = $1 and erased_at is null
  returning ${COLUMNS}, pg_notify('carbon_credentials', 'tenant:' || id)::text as notified`);

// The name is part of what cached credentials say.
const SET_NAME = statement(`
  update tenants set name = $2 where id = $1 and erased_at is null
  returning ${COLUMNS}, pg_notify('carbon_credentials', 'tenant:' || id)::text as notified`);

export async function insertTenant(
  system: SystemDb,
  tenant: Pick<TenantRecord, "id" | "name" | "country" | "plan">,
): Promise<TenantRecord> {
  const [row] = await system.rows<TenantRecord>(INSERT, [tenant.id, tenant.name, tenant.country, tenant.plan]);
  if (row === undefined) throw new Error("insert of a tenant returned no row");
  return row;
}

export async function selectTenant(system: SystemDb, id: string): Promise<TenantRecord | undefined> {
  return (await system.rows<TenantRecord>(BY_ID, [id]))[0];
}

/** Companies of exactly this name, newest first. */
export async function selectTenantsByName(system: SystemDb, name: string, limit: number): Promise<TenantRecord[]> {
  return await system.rows<TenantRecord>(BY_NAME, [name, limit]);
}

/** Companies of this name in any case, newest first. */
export async function selectTenantsLikeName(system: SystemDb, name: string, limit: number): Promise<TenantRecord[]> {
  return await system.rows<TenantRecord>(LIKE_NAME, [name, limit]);
}

export async function selectTenants(system: SystemDb, limit: number): Promise<TenantRecord[]> {
  return await system.rows<TenantRecord>(LIST, [limit]);
}

export async function updatePlan(system: SystemDb, id: string, plan: PlanName): Promise<TenantRecord | undefined> {
  return await updated(system, SET_PLAN, [id, plan]);
}

export async function updateName(system: SystemDb, id: string, name: string): Promise<TenantRecord | undefined> {
  return await updated(system, SET_NAME, [id, name]);
}

async function updated(
  system: SystemDb,
  change: Statement,
  values: readonly string[],
): Promise<TenantRecord | undefined> {
  const [row] = await system.rows<TenantRecord & { notified?: string }>(change, values);
  if (row === undefined) return undefined;
  const { notified: _, ...record } = row;
  return record;
}
